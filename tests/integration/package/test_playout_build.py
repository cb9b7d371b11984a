"""The playout kernel as it is built: with every access watched by sanitizers, and without a compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playout_tables import LONGEST_GAME, ready, switched, variants

from companion.playout import build
from companion.playout.games import new_game
from companion.playout.names import compile_names

SUPPORT = Path(__file__).resolve().parents[2] / "support"
_WATCHED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.long
def test_no_game_reads_or_writes_where_it_must_not(tmp_path: Path) -> None:
    """Every variant and every switch, random and greedy, under address and undefined-behaviour sanitizers."""
    try:
        program = build.build(tmp_path / "play", _WATCHED, (*build.SOURCES, SUPPORT / "playout_sanitized.c"))
    except build.BuildError as error:
        pytest.skip(f"no sanitizers here: {error}")
    files = []
    for number, case in enumerate([*variants(), *switched()]):
        made = ready(case)
        files.append(tmp_path / f"{number}.table")
        files[-1].write_bytes(
            bytes(made.table) + bytes(compile_names(made.rules)) + bytes(new_game(made.rules, made.table, made.first))
        )
    done = subprocess.run([program, *files], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > LONGEST_GAME


def test_without_a_compiler_one_line_says_what_is_missing(tmp_path: Path) -> None:
    """The build is no failure: everything else of the program goes on."""
    copy = tmp_path / "playout"
    (copy / "kernel").mkdir(parents=True)
    for path in (Path(build.__file__), *build.SOURCES):
        copy.joinpath(path.relative_to(build.FOLDER)).write_bytes(path.read_bytes())
    done = subprocess.run(
        [sys.executable, copy / "build.py"],
        env={**os.environ, "PATH": str(tmp_path), "CC": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == "chances are off: the playout kernel is not built (there is no C compiler)\n"
    assert sorted(path.name for path in copy.iterdir()) == ["build.py", "kernel"]
