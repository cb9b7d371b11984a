"""The tries of tests with Windows' Python: rooms whose work depends on the system or is the heart of a game, phones."""

import re
import time

from tries.wine import NIGHT, FailedError, run_python

ROOMS = ("evenings", "history", "store", "scoring", "transcript", "rules")
#: Seconds for each room.
_PATIENCE_S = 900.0
#: Phones as seats and as the camera: table, broker and web programs over real sockets.
PHONES = {
    "seats": "tests/integration/pages/test_phones.py",
    "camera": "tests/integration/pages/test_phone_camera_door.py",
}
#: Failed tests that are named.
_NAMED = 5
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
#: The tests find what they import as in `make test`.
_PYTEST = """
import os, runpy, sys
os.chdir(sys.argv[1])
sys.path[:0] = [sys.argv[1], sys.argv[1] + "\\\\tests\\\\support", sys.argv[1] + "\\\\units"]
sys.argv[1:] = ["-p", "no:cacheprovider", "-m", "not long", "--tb=line", *sys.argv[2:]]
runpy.run_module("pytest", run_name="__main__")
"""


def try_units() -> str:
    """Counts what passes, room by room."""
    return _count_tests({room: f"tests/unit/{room}" for room in ROOMS})


def try_phones() -> str:
    """Counts the tests of phones, at a table and as its camera, that pass."""
    return _count_tests(PHONES)


def _count_tests(paths: dict[str, str]) -> str:
    counts, failed = [], []
    folder = "Z:" + str(NIGHT / "Quellen").replace("/", "\\")
    for name, path in paths.items():
        begin = time.monotonic()
        _, words = run_python("units", "-c", _PYTEST, folder, path, seconds=_PATIENCE_S)
        # Wine may have the last word
        found = ", ".join(" ".join(pair) for line in words.splitlines()[-3:] for pair in _COUNT.findall(line))
        counts.append(f"{name} {found or 'nothing'} ({time.monotonic() - begin:.0f} s)")
        failed += re.findall(r"^(?:FAILED|ERROR) (\S+)", words, re.MULTILINE)
        if not found:
            failed.append(words[-300:])
    if failed:
        raise FailedError(f"{'; '.join(counts)}; {len(failed)} failed, first: {' '.join(failed[:_NAMED])}")
    return "; ".join(counts)
