"""The lines of a move list in words: who, with which card, and what else came of it."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from words_for_tests import load_language

from companion.catalogue.shipped import SHIPPED
from companion.history.course import GameCourse, Line, LineKind, course_of
from companion.history.line_words import line_note, line_title
from companion.transcript.text import parse_game
from companion.views.wording.words import Words
from companion.writing.bidi import isolated

RECORDS = Path(__file__).parents[2] / "golden" / "records"
WORDS = Words(load_language("en"))


@cache
def course(name: str) -> GameCourse:
    return course_of(parse_game(SHIPPED, (RECORDS / f"{name}.pawtrack").read_text(encoding="utf-8")).events)


def line(name: str, row: int) -> Line:
    return next(line for line in course(name).lines if line.row == row)


@pytest.mark.parametrize(
    ("name", "row", "title", "note"),
    [
        ("black-dog-may-as-text", 1, "The game begins", ""),
        ("black-dog-may-as-text", 2, "Anna starts free", ""),
        ("black-dog-may-as-text", 4, "Carla: no free start", ""),
        ("black-dog-may-as-text", 6, "Round 1: cards dealt", ""),
        ("black-dog-people-as-text", 9, f"{isolated('Anna')} · 13", ""),
        ("black-dog-people-as-text", 23, f"{isolated('David')} · 1/11", "taken back"),
        ("black-dog-people-as-text", 26, "Taken back", ""),
        ("black-dog-people-as-text", 30, "Anna is passed over", ""),
        ("black-dog-won", 23, f"{isolated('player 1')} · 1/11", f"captures {isolated('player 2')}"),
        ("black-dog-won", 108, "player 2 throws away · Copy", ""),
        ("black-dog-won", 109, "player 2 draws", ""),
        ("black-dog-won", 138, f"{isolated('player 2')} won", ""),
        ("dog-royal-plain-starts-as-text", 3, "Anna starts free", "taken back"),
    ],
)
def test_a_line_names_the_player_the_card_and_what_came_of_it(name: str, row: int, title: str, note: str) -> None:
    assert line_title(course(name), line(name, row), WORDS) == title
    assert line_note(course(name), line(name, row), WORDS) == note


def test_a_note_gives_the_ruling_or_each_captured_name_once() -> None:
    game, played = course("black-dog-won"), line("black-dog-won", 23)
    refused = replace(played, kind=LineKind.REFUSED, captured=(), ruling="BD-R05")
    assert line_note(game, refused, WORDS) == WORDS.text("line.refused", ruling="BD-R05")
    assert line_title(game, refused, WORDS) == line_title(game, played, WORDS)
    assert line_title(game, replace(played, card=None), WORDS) == "player 1"
    both = ", ".join(isolated(name) for name in ("player 2", "player 1"))
    assert line_note(game, replace(played, captured=(1, 0, 1)), WORDS) == f"captures {both}"
    assert line_note(game, replace(played, captured=(), robbed=True), WORDS) == WORDS.text("line.robbed")
    assert line_note(game, replace(refused, stands=False), WORDS) == "taken back"
