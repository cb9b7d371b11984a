"""The promises of ARCHITECTURE.md on new things are true: a game, a board and a kind of card use are one file each.

(A publisher, a sensor and a front end: `test_plugins.py`; a language: `tests/unit/texts/test_another_language.py`.)
"""

import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
GAME = """extends = "dog"
card_order = ["1/11", "13", "2", "3", "+-4", "5", "6", "7", "8", "9", "10", "12", "swap", "joker", "hop"]
[cards.hop]
count = 4
uses = [{ use = "USE", values = [2] }]
"""
HOP = '''"""Hopping: one own pawn goes forward by twice one of the card's values."""

from companion.rules.mechanic import Use
from companion.rules.moves.turn import advances


class Hop(Use, frozen=True, kw_only=True, tag="hop"):
    values: tuple[int, ...]

    def outcomes(self, turn):
        return (draft for _, draft in advances(turn, tuple(2 * value for value in self.values)))
'''
WITH_MECHANICS = """import sys
import companion.rules.mechanics
companion.rules.mechanics.__path__.append(sys.argv.pop(1))
from companion.commands.cli import main
main()
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("variants", "boards", "mechanics"):
        (tmp_path / name).mkdir()
    return tmp_path


def pawtrack(home: Path, *arguments: str, stdin: str = "") -> str:
    """Returns the output of the program, which also finds mechanics in the folder."""
    done = subprocess.run(
        [sys.executable, "-c", WITH_MECHANICS, str(home / "mechanics"), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PAWTRACK_HOME": str(home)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_a_game_and_a_board_are_a_file_each_and_are_played(home: Path) -> None:
    (home / "variants" / "my_dog.toml").write_text(GAME.replace("USE", "advance"), encoding="utf-8")
    star = (resources.files("companion.board") / "profiles" / "star_4.toml").read_text(encoding="utf-8")
    (home / "boards" / "my_star.toml").write_text(star.replace('id = "star_4"', 'id = "my_star"'), encoding="utf-8")
    assert "my_dog" in pawtrack(home, "variants", "list")
    game = ("--variant", "my_dog", "--players", "4", "--board", "my_star")
    said = pawtrack(home, "run", "--headless", *game, "--broker", "none", "--plies", "3", "--speed", "8")
    assert said.count(" LEGAL ") == 3, said
    pawtrack(home, "print", "board", str(home / "board.pdf"), "--variant", "my_dog", "--board", "my_star")


def test_a_kind_of_card_use_is_a_file(home: Path) -> None:
    (home / "mechanics" / "hop.py").write_text(HOP, encoding="utf-8")
    (home / "variants" / "my_dog.toml").write_text(GAME.replace("USE", "hop"), encoding="utf-8")
    line = "v1 my_dog 4 turn=0 teams=0,1,0,1 0:k,k,k,5 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k"
    position = json.loads(pawtrack(home, "position", stdin=line + "\n"))
    asked = json.dumps({"position": position, "card": "hop"})
    answer = json.loads(pawtrack(home, "plays", stdin=asked + "\n"))
    assert [play["next"]["pawns"][0] for play in answer["plays"]] == [["kennel", "kennel", "kennel", 9]]
