"""As many connections as are wanted, or as many as the system grants file handles for."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

ASK = """
import resource, sys
soft, hard, wanted = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
from companion.programs.capacity import granted_connections
print(granted_connections(wanted), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "granted"),
    [
        (1024, 4096, 2000, (2000, 2064)),
        (1024, 1024, 2000, (960, 1024)),
        (3000, 4096, 2000, (2000, 3000)),
        (50, 60, 2000, (1, 60)),
    ],
)
def test_the_limit_is_raised_as_far_as_it_may_be(soft: int, hard: int, wanted: int, granted: tuple[int, int]) -> None:
    if 0 <= resource.getrlimit(resource.RLIMIT_NOFILE)[1] < hard:
        pytest.skip("this machine grants too few files")
    command = [sys.executable, "-c", ASK, *map(str, (soft, hard, wanted))]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert tuple(map(int, said.split())) == granted
