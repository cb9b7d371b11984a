"""The programs that the Makefile starts find what they import, by the path that their target gives them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PATHS = {
    target: path
    for targets, path in re.findall(r"^([a-z -]+): export PYTHONPATH := (\S+)$", MAKEFILE, re.MULTILINE)
    for target in targets.split()
}
RECIPES = re.findall(r"^([a-z -]+):(?! export)[^\n]*\n((?:\t[^\n]*\n)+)", MAKEFILE, re.MULTILINE)
PROGRAMS = sorted(
    (program, PATHS.get(target, ""))
    for targets, recipe in RECIPES
    for target in targets.split()[:1]
    for program in re.findall(r"\$\(BIN\)/python (tests/\S+\.py)", recipe)
)
#: As the program is started, but for what it does then.
IMPORTED = "import runpy, sys; sys.path[0] = sys.argv[2]; runpy.run_path(sys.argv[1], run_name='imported')"


def test_the_makefile_is_read() -> None:
    assert ("tests/bench/certify.py", "tests/bench:tests/support") in PROGRAMS


@pytest.mark.long
@pytest.mark.parametrize(("program", "path"), PROGRAMS)
def test_a_program_finds_what_it_imports(program: str, path: str) -> None:
    started = [sys.executable, "-c", IMPORTED, program, str((ROOT / program).parent)]
    done = subprocess.run(
        started, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
