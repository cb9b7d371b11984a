"""The tutorials about game files: the text of a page makes its game, and Pawtrack answers what the page prints."""

import json
import random
import re
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from playout_tables import Case, crowded, ready
from typer.testing import CliRunner

from companion.catalogue.house_variants import read_catalogue
from companion.commands.cli import app
from companion.rules.legal import legal_plays
from companion.rules.rules import rules_of

PAGES: Final = Path(__file__).parents[3] / "docs" / "tutorials"
KEEZEN: Final = (PAGES / "keezen.md").read_text(encoding="utf-8")
#: Positions in which the reader's game is held against the shipped one.
POSITIONS: Final = 40


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "variants"
    made.mkdir()
    return made


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def printed(page: str, first: str) -> str:
    """The indented lines of the page from the one that begins so, without the indent."""
    lines = page.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(f"    {first}"))
    end = next(number for number in range(begin, len(lines)) if not lines[number].startswith("    "))
    return "".join(f"{line.removeprefix('    ')}\n" for line in lines[begin:end])


def answered(*arguments: str, asked: str = "") -> str:
    done = CliRunner().invoke(app, list(arguments), input=asked)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.stdout


def test_keezen_is_checked_as_the_page_prints_it(folder: Path) -> None:
    file, text = folder / "my_keezen.toml", "\n".join(blocks(KEEZEN, "toml"))
    expected = "my_keezen.toml: sound: 2"
    file.write_text(text, encoding="utf-8")
    assert answered("variants", "check", str(file)) == printed(KEEZEN, expected)
    file.write_text(text.replace("sector_length = 16", "sector_length = 19"), encoding="utf-8")
    assert answered("variants", "check", str(file)) == printed(KEEZEN.split("put it back.")[1], expected)
    file.write_text(text.replace('"swap"', '"swop"'), encoding="utf-8")
    assert answered("variants", "check", str(file)) == printed(KEEZEN, "my_keezen.toml: line")


def test_the_referee_answers_as_the_page_prints_it(folder: Path) -> None:
    (folder / "my_keezen.toml").write_text("\n".join(blocks(KEEZEN, "toml")), encoding="utf-8")
    (question,) = blocks(KEEZEN, "json")
    for card, sentence in (("5", "The answer is one line"), ("4", 'With `"card": "4"`')):
        asked = question.replace('"card": "5"', f'"card": "{card}"')
        plays = [play["play"] for play in json.loads(answered("plays", asked=asked))["plays"]]
        line = next(line for line in KEEZEN.splitlines() if line.startswith(sentence))
        assert re.findall(rf"`({card} 0:[^`]*)`", line) == plays


def test_the_game_of_the_page_is_keezen(folder: Path, tmp_path: Path) -> None:
    (folder / "my_keezen.toml").write_text("\n".join(blocks(KEEZEN, "toml")), encoding="utf-8")
    written, made = read_catalogue(tmp_path).variant("my_keezen"), ready(Case("keezen", 4, ()))
    chance = random.Random(10)
    for _ in range(POSITIONS):
        position = crowded(made, chance)
        theirs = replace(position, variant="my_keezen")
        for card in written.cards:
            plays = [play.result for play in legal_plays(rules_of(written, theirs), theirs, card)]
            assert plays == [play.result for play in legal_plays(made.rules, position, card)], (card, position)
