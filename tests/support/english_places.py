"""Places read out of English sentences, apart from the code that words them."""

import re

from rules_for_tests import rules_of

from companion.looks.colours import SECTOR_COLOURS
from companion.model.places import CENTRE, KENNEL, Place, goal
from companion.model.position import Position

_NTH = ("first", "second", "third", "fourth")
PLACE = (
    r"(?:\d+ fields? (?:before|after) the \w+ start field|on the \w+ start field|on the \w+ \w+ goal field"
    r"|in the kennel|in the middle)"
)
_BESIDE = re.compile(r"(\d+) fields? (before|after) the (\w+) start field")
_ON_START = re.compile(r"on the (\w+) start field")
_IN_GOAL = re.compile(r"on the (\w+) (\w+) goal field")
#: "The red pawn goes 3 fields and now stands PLACE." and its like, with a rank or without.
_STANDS = re.compile(rf"The (\w+) (\w+)(?: \({PLACE}\))? (?:[^.]*?and )?now stands ({PLACE})\.")


def seat_called(position: Position, colour: str) -> int:
    """The seat whose pawns have the colour."""
    return position.seats.index(SECTOR_COLOURS.index(colour))


def place_called(position: Position, words: str) -> Place:
    """The place that the words mean.  Raises ValueError."""
    rules = rules_of(position)
    if beside := _BESIDE.fullmatch(words):
        count = int(beside[1]) * (1 if beside[2] == "after" else -1)
        return Place((rules.starts[seat_called(position, beside[3])] + count) % rules.field_count)
    if on_start := _ON_START.fullmatch(words):
        return Place(rules.starts[seat_called(position, on_start[1])])
    if in_goal := _IN_GOAL.fullmatch(words):
        return goal(_NTH.index(in_goal[1]) + 1)
    return {"in the kennel": KENNEL, "in the middle": CENTRE}[words]


def ends_told(position: Position, text: str) -> list[tuple[int, Place]]:
    """Returns seat and place of each pawn that a sentence about a play leaves standing somewhere."""
    return [
        (seat_called(position, colour), place_called(position, place)) for colour, _, place in _STANDS.findall(text)
    ]
