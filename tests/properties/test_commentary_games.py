"""The commentary of random games of every game: one sentence an event, whole, true to number, and no hand in it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from commented_games import Step, board_game, card_game, without_hands
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.session.commands import Refused
from companion.texts import LANGUAGES
from companion.views.broadcast.payloads import NAME_LENGTH, TEXT_LENGTH, CommentaryLine
from companion.views.commentary.lines import MOST, commented

GAMES = [*SHIPPED.ids, "dog_cards"]
#: Steps of a game that `make test` examines; the long test goes on to the end.
BEGINNING = 70
PLAIN = ("Qa", "Qb", "Qc", "Qd", "Qe", "Qf")
HOSTILE = (
    "<b>{victim}</b>", "\u202eEvil\u0000\n\tname", "W" * 200, "{count}[x|y]{a:b|c}", "😀" * 60, "%s\\n'\"`",
)  # fmt: skip
#: A number and a noun that do not agree.
ONE = re.compile(r"\b1 (?:cards|pawns|fields|Karten|Figuren|Felder|cartes|pions|cases|pedine|caselle)\b")
MANY = re.compile(r"\b(?:[2-9]|\d\d+) (?:card|pawn|field|Karte|Figur|Feld|pion|case|carta|pedina|casella)\b")
#: A word that French and Italian share, with another number in each.
CARTE = {"fr": re.compile(r"\b(?:[2-9]|\d\d+) carte\b"), "it": re.compile(r"\b1 carte\b")}


def steps(game: str) -> Iterator[Step]:
    return card_game(4, 5, PLAIN) if game not in SHIPPED.ids else board_game(game, 5, PLAIN)


@pytest.mark.parametrize("game", GAMES)
def test_the_beginning_of_every_game_keeps_the_laws(game: str) -> None:
    check(islice(steps(game), BEGINNING))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_to_its_end(game: str) -> None:
    assert check(steps(game)) > BEGINNING


def check(game: Iterator[Step]) -> int:
    """Every law after every step; how many steps there were."""
    number, hidden, undone = 0, Counter[str](), 0
    for number, step in enumerate(game, 1):
        rows = [line.seq for line in step.fresh]
        assert rows == sorted(set(rows))
        assert all(step.view.seq - len(step.events) < row <= step.view.seq for row in rows)
        for line in step.fresh:
            check_sentences(line)
        check_names(step)
        hidden.update(check_hands(step))
        undone += number % 7 == 0 and check_undo(step)
    assert hidden
    assert undone
    return number


def check_sentences(line: CommentaryLine) -> None:
    assert set(line.text) == set(LANGUAGES)
    for language, text in line.text.items():
        assert re.fullmatch(r"[^.!]+[.!]", text), text
        assert not set("{}[]|…\n") & set(text), text
        assert text == re.sub(r"  +", " ", text).strip(), text
        assert len(text) <= TEXT_LENGTH
        assert not ONE.search(text), text
        assert not MANY.search(text), text
        assert language not in CARTE or not CARTE[language].search(text), text


def check_names(step: Step) -> None:
    """With other names the commentary is the same with those names in it, as text and on one line."""
    called = dict(zip(PLAIN, map(clean, HOSTILE), strict=True))
    seats = tuple(replace(seat, name=HOSTILE[seat.seat]) for seat in step.view.seats)
    lines = commented(WORDING, replace(step.view, seats=seats), step.events)
    for line, plain in zip(lines, commented(WORDING, step.view, step.events), strict=True):
        for language, text in line.text.items():
            wanted = re.sub("Q[a-f]", lambda name: called[name[0]], plain.text[language])
            assert text == wanted or (text[-1] == "…" and wanted.startswith(text[:-1])), text


def clean(name: str) -> str:
    seen = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return seen if len(seen) <= NAME_LENGTH else f"{seen[: NAME_LENGTH - 1]}…"


def check_hands(step: Step) -> Iterator[str]:
    """For every hand and every drawn card the sentences are the same, letter for letter.

    Returns the names of the events with hidden parts.
    """
    without = tuple(without_hands(event) for event in step.events)
    assert commented(WORDING, step.view, without, step.before) == step.lines
    return (type(event).__name__ for event, other in zip(step.events, without, strict=True) if event != other)


def check_undo(step: Step) -> bool:
    """An undo removes the sentences of the undone events, and names itself; returns whether it could undo."""
    try:
        back = step.taken_back()
    except Refused:
        return False
    (event,) = back.events
    first: int = event.back_to  # type: ignore[union-attr]
    *kept, last = back.lines
    assert kept == [line for line in step.lines if line.seq < first][-MOST + 1 :]
    assert last.seq == back.view.seq
    assert "taken back" in last.text["en"]
    return True
