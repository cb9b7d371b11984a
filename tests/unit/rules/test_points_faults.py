"""Faults of points that several pawns share, by the pawns that walked: red is to move, green is its partner.

A move is `5>11`, of red, or `yellow:7>8`; `k` is the kennel.
"""

import pytest
from rules_for_tests import rules_of
from written_tables import Table

from companion.looks.colours import SECTOR_COLOURS
from companion.model.places import KENNEL, Place, goal
from companion.model.position import Position
from companion.rules.faults.fault import BoardChange, Moved
from companion.rules.moves.turn import turn_of
from companion.rules.points import PointsUse

CARDS = {"dog": "7", "tock_6 players=4 sectors=4": "7", "black_dog": "partner4"}


def place(word: str) -> Place:
    if word == "k":
        return KENNEL
    return goal(int(word[1:])) if word.startswith("g") else Place(int(word))


def moved(word: str) -> Moved:
    colour, _, way = word.rpartition(":")
    origin, target = map(place, way.split(">"))
    return Moved(SECTOR_COLOURS.index(colour or "red"), origin, target)


def use_of(game: str, position: Position) -> PointsUse:
    (use,) = (use for use in rules_of(position).uses[CARDS[game]] if isinstance(use, PointsUse))
    return use


def faults(game: str, before: str, done: str) -> list[tuple[str, Moved | None]]:
    """The code and the pawn of each fault that the card finds."""
    position = Table(game).position(before)
    moves = tuple(moved(word) for word in done.split())
    walked, off = (tuple(move for move in moves if move.taken_off is taken) for taken in (False, True))
    change = BoardChange(CARDS[game], walked, lambda _face, _move: False, (), off)
    found = use_of(game, position).faults(turn_of(rules_of(position), position), change)
    return [(fault.code, fault.move) for fault in found]


WRONG = [
    # too many points, too few, and points that nobody can use (CORE-R10)
    ("dog", "red:5,20", "5>10 20>23", ["20>23 points_overspent"]),
    ("dog", "red:60,g2", "60>g4", ["60>g4 points_overspent"]),
    ("dog", "red:60,g2,g3", "60>g2 g2>g3 g3>g4", ["g3>g4 points_overspent"]),
    ("dog", "red:g1,g3", "g1>g2 g3>g4", ["g3>g4 points_left"]),
    ("dog", "red:g1,g2", "g1>g4", ["g1>g4 points_left"]),
    ("tock_6 players=4 sectors=4", "red:5,20", "5>6 20>22", ["20>22 points_left"]),
    ("black_dog", "red:1 green:34", "1>4 green:34>36", ["green:34>36 points_overspent"]),
    # of two own pawns the one sends the other home, in either order (CORE-R15, DOG-R04)
    ("dog", "red:5,8", "5>11 8>9", ["8>9 burned_cannot_move"]),
    ("dog", "red:5,8", "8>9 5>11", ["8>9 burned_cannot_move"]),
    ("dog", "red:5,8", "5>9 8>9", ["8>9 burned_cannot_move"]),
    ("tock_6 players=4 sectors=4", "red:5,8", "5>11 8>9", ["8>9 captured_cannot_move"]),
    # a pawn that the card never moves (CORE-R13, CORE-R28, CORE-R30), before the count
    ("dog", "red:5", "5>3", ["5>3 backward"]),
    ("dog", "red:5,g3", "5>9 g3>g1", ["g3>g1 lane_backward"]),
    ("tock_6 players=4 sectors=4", "red:3", "3>10 k>0", ["k>0 kennel_closed"]),
    # whose pawns (CORE-R27, DOG-R08, DOG-R12, BD-R62)
    ("dog", "red:5 yellow:20", "yellow:20>27", ["yellow:20>27 wrong_pawn"]),
    ("dog", "red:5 yellow:20", "5>8 yellow:20>24", ["yellow:20>24 wrong_pawn"]),
    ("dog", "red:5 yellow:20", "5>13 yellow:20>24", ["5>13 points_overspent", "yellow:20>24 wrong_pawn"]),
    ("dog", "red:5 green:30", "5>8 green:30>34", ["green:30>34 seven_own_pawns"]),
    ("dog", "red:g2,g3,g4,62 green:40", "62>g1 green:40>45", ["green:40>45 points_overspent"]),
    ("dog", "red:g2,g3,g4,62 green:40 yellow:20", "62>g1 yellow:20>24", ["yellow:20>24 wrong_pawn"]),
    ("black_dog", "red:1 green:34 yellow:20", "1>3 yellow:20>22", ["yellow:20>22 opponents_not_yet"]),
    # the rest is a proper play, with the own pawn that it sends home, whatever happened in the lane
    ("dog", "red:5,7 yellow:20", "5>12 7>k yellow:20>23", ["yellow:20>23 wrong_pawn"]),
    ("dog", "red:5,7,g1 yellow:20", "5>12 7>k g1>k yellow:20>23", ["yellow:20>23 wrong_pawn"]),
    ("dog", "red:5,g1 yellow:20", "5>12 g1>k yellow:20>23", ["yellow:20>23 wrong_pawn"]),
    # a pawn in the way that does not make way (CORE-R06, CORE-R07, CORE-R13)
    ("dog", "red:13,5 yellow:16", "13>17 5>8", ["13>17 passed_blocker"]),
    ("dog", "red:13,5 yellow:16", "13>16 5>9", ["13>16 landed_on_blocker"]),
    ("dog", "red:61,g4", "61>g4", ["61>g4 lane_jump"]),
    ("dog", "red:g1,g2,5", "g1>g2 5>11", ["g1>g2 lane_jump"]),
    ("dog", "red:g1,g2,5", "g1>g4 5>8", ["5>8 not_allowed_here"]),
    ("black_dog", "red:13 green:34 yellow:16", "13>16 green:34>35", ["13>16 landed_on_blocker"]),
    # how many pawns (TK-R08)
    ("tock_6 players=4 sectors=4", "red:5,20,30", "5>6 20>22 30>34", ["30>34 seven_too_many_pawns"]),
]


@pytest.mark.parametrize(("game", "before", "done", "found"), WRONG, ids=[" ".join(wrong[:3]) for wrong in WRONG])
def test_a_card_of_points_names_its_fault(game: str, before: str, done: str, found: list[str]) -> None:
    wanted = [(code, moved(move)) for move, code in map(str.split, found)]
    assert faults(game, before, done) == wanted


@pytest.mark.parametrize(
    ("move", "fits"),
    [
        ("5>6", True),
        ("5>12", True),
        ("5>13", False),
        ("g1>g3", True),
        ("g3>g1", False),
        ("k>0", False),
        ("yellow:20>21", False),
    ],
)
def test_a_walk_by_a_part_of_the_points_fits_the_card(move: str, fits: bool) -> None:
    position = Table("dog").position("red:5,g1 yellow:20")
    assert use_of("dog", position).fits(turn_of(rules_of(position), position), moved(move)) is fits
