"""Small Black DOG tables for the referee's tests, written as one line of text: `r:5,0 b:48 dog:50 wheel:1`."""

from pathlib import Path
from typing import NamedTuple

from companion.model.places import KENNEL, OFF, Place, goal
from companion.model.position import BETWEEN_STOPS, Placement, Position

SEATS = "rygb"


class Situation(NamedTuple):
    """One line of a table of situations."""

    name: str
    card: str
    before: Position
    after: Placement
    ruling: str
    code: str


def situations(file: str) -> list[Situation]:
    """The situations of a text file beside the tests."""
    lines = (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines()
    return [_situation(line) for line in lines if line and not line.startswith("#")]


def board(text: str) -> Placement:
    """Pawns by seat letter, all others in their kennels; the dog stands on 60 and the wheel at 0 by default."""
    words = dict(word.split(":") for word in text.split() if word != "-")
    rows = [[_place(spot) for spot in words[seat].split(",")] if seat in words else [] for seat in SEATS]
    pawns = tuple(tuple(sorted(row + [KENNEL] * (4 - len(row)))) for row in rows)
    wheel = words.get("wheel", "0")
    return Placement(
        pawns,
        (("dog", int(_place(words.get("dog", "60")))), ("wheel", BETWEEN_STOPS if wheel == "between" else int(wheel))),
    )


def position(text: str, turn: int = 0, copied: str | None = None) -> Position:
    return Position(
        variant="black_dog",
        sectors=4,
        seats=(0, 1, 2, 3),
        teams=(0, 1, 0, 1),
        turn=turn,
        placement=board(text),
        copied=copied,
    )


def _situation(line: str) -> Situation:
    name, card, before, after, named = (part.strip() for part in line.split("|"))
    card, _, copied = card.partition(" as ")
    ruling, code = named.split()
    return Situation(name, card, position(before, copied=copied or None), board(after), ruling, code)


def _place(spot: str) -> Place:
    if spot.startswith("g"):
        return goal(int(spot[1]))
    return {"k": KENNEL, "off": OFF}[spot] if spot in ("k", "off") else Place(int(spot))
