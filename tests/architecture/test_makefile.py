"""The Makefile lists its targets, and its programs find their imports by the path that the target gives them."""

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
#: Programs that `make measure` starts.
BENCHES = sorted(path for path in (ROOT / "tests/bench").glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))
#: Starts a program as usual, but without running its body.
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


@pytest.mark.long
@pytest.mark.parametrize("bench", BENCHES, ids=lambda bench: bench.stem)
def test_a_bench_finds_what_it_imports(bench: Path) -> None:
    test_a_program_finds_what_it_imports(str(bench), PATHS["measure"])


def test_a_page_a_target_or_other_code_names_every_bench() -> None:
    """A bench that nobody knows measures nothing."""
    sources = [path for folder in ("docs", "tests", "vision") for path in (ROOT / folder).rglob("*.[pm][yd]")]
    named = {
        name
        for path in (ROOT / "Makefile", *sources)
        for names in re.findall(
            r"bench/(\w+)\.py|measure ARGS=\"?(\w+)|^(?:from|import) (\w+)",
            path.read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        for name in names
        if path != ROOT / "tests/bench" / f"{name}.py"
    }
    assert len(BENCHES) > 30
    assert [bench.stem for bench in BENCHES if bench.stem not in named] == []


def listed(target: str) -> list[str]:
    """The targets that `make help` or `make help-all` lists."""
    done = subprocess.run(("make", "-s", target), cwd=ROOT, capture_output=True, text=True, check=True)
    return [line.split()[0] for line in done.stdout.splitlines() if not line.startswith("make ")]


def test_help_lists_the_eight_usual_targets() -> None:
    usual = listed("help")
    assert usual == re.findall(r"^USUAL := (.+)$", MAKEFILE, re.MULTILINE)[0].split()
    assert len(usual) == 8
    assert usual[:2] == ["run", "test"]


def test_help_all_lists_every_target_that_a_person_calls() -> None:
    called = set(re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)[0].split()) - {"pico-emulator"}
    assert called == set(listed("help-all"))
    assert set(listed("help")) < called
