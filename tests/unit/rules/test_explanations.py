"""The rules themselves say how they were broken: the wrong plays of the faults book, without the referee.

The book (`tests/golden/faults.txt`) has the ruling that people expect.  The referee sorts out what changed; here it is
read from the book where it is plain: at most one pawn of a colour stands elsewhere.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from board_text import at
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.places import KENNEL, OFF, Place
from companion.model.position import Placement, Position
from companion.rules.faults.fault import BoardChange, Fault, Moved
from companion.rules.legal import legal_plays
from companion.rules.mechanic import StandIn, Use
from companion.rules.moves.turn import Turn, turn_of
from companion.rules.rules import Rules

ROOT = Path(__file__).resolve().parents[3]
BOOK = (ROOT / "tests/golden/faults.txt").read_text(encoding="utf-8")
#: Changes beside a legal play, which only the referee tells from its moves, and what it knows of the table.
REFEREE = {
    "captured_elsewhere",
    "game_already_won",
    "goes_to_entrance",
    "jumped_by_points",
    "jumped_not_captured",
    "landed_on_dog",
    "not_at_this_table",
    "pawn_not_meant",
    "pawn_taken_off",
    "seven_spares_lane",
    "sweep_spares_team",
}
#: Two pawns of a colour went, and only one place shows it.
HIDDEN = "dog: onto the own blocker, which goes home"


class Wrong(NamedTuple):
    """A wrong play, and the fault that people expect."""

    name: str
    position: Position
    card: str
    acting_as: str
    done: Placement
    ruling: str
    code: str


def wrong_plays() -> Iterator[Wrong]:
    """The plays of the book in which the moved pawns are plain and a rule is broken that the board shows."""
    table, name, case = Table("dog"), "", dict[str, str]()
    for line in BOOK.splitlines():
        key, _, value = line.strip().partition(" ")
        if line.startswith("game "):
            table = Table(value)
        elif line.startswith("  "):
            case[key] = value.strip()
        elif line and not line.startswith("#"):
            name = f"{table.variant}: {line}"
        if key == "code" and case["code"] not in REFEREE and name != HIDDEN:
            position = table.position(case["before"])
            card, _, face = case["card"].partition(" as ")
            wrong = Wrong(name, position, card, face, table.seen(case["done"], position), case["ruling"], case["code"])
            if moved(wrong) is not None:
                yield wrong


def moved(wrong: Wrong) -> tuple[Moved, ...] | None:
    """The pawns that stand elsewhere; None if that is not plain, or if more than pawns was moved."""
    if wrong.done.extras != wrong.position.placement.extras:
        return None
    moves: list[Moved] = []
    for seat, (before, after) in enumerate(zip(wrong.position.placement.pawns, wrong.done.pawns, strict=True)):
        if rules_of(wrong.position).ranks:
            pairs = [(*pair, rank) for rank, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
        else:
            gone, came = Counter(before) - Counter(after), Counter(after) - Counter(before)
            pairs = [(origin, target, None) for origin, target in zip(gone.elements(), came.elements(), strict=True)]
        if len(pairs) > 1:
            return None
        moves += [Moved(seat, *pair) for pair in pairs]
    return tuple(moves)


def uses_of(rules: Rules, turn: Turn, wrong: Wrong) -> list[Use]:
    """The uses of the card, of the faces that it may stand for, and of the card itself that stands for others."""
    own = rules.uses[wrong.card]
    faces = [face for use in own if isinstance(use, StandIn) for face in use.faces(turn)]
    borrowed = [use for face in faces if wrong.acting_as in ("", face) for use in rules.uses[face]]
    return [*(use for use in own if not isinstance(use, StandIn)), *borrowed, *own]


def explained(wrong: Wrong) -> Fault | None:
    """The first fault of an after-effect, else by the use that comes nearest to the moves."""
    rules, moves = rules_of(wrong.position), moved(wrong)
    assert moves is not None
    turn = turn_of(rules, wrong.position)

    def could_move(face: str, move: Moved) -> bool:
        return any(use.fits(turn, move) for use in rules.uses.get(face, ()))

    taken_off = tuple(move for move in moves if move.target in (KENNEL, OFF))
    walked = tuple(move for move in moves if move not in taken_off)
    change = BoardChange(wrong.card, walked, could_move, rules.uses[wrong.card], taken_off)
    plays = legal_plays(rules, wrong.position, wrong.card, wrong.acting_as or None)
    for effect in rules.effects:
        for fault in effect.faults(turn, change, plays):
            return fault
    uses = uses_of(rules, turn, wrong)
    refuted = {code for use in uses for code in use.refutes}
    found = [[fault for fault in use.faults(turn, change) if fault.code not in refuted] for use in uses]
    return min((faults for faults in found if faults), key=lambda faults: faults[0].fit, default=[None])[0]


WRONG = [*wrong_plays()]


@pytest.mark.parametrize("wrong", WRONG, ids=[wrong.name for wrong in WRONG])
def test_a_rule_names_its_own_fault(wrong: Wrong) -> None:
    fault = explained(wrong)
    assert fault is not None
    ruling = rules_of(wrong.position).variant.rulings.get(fault.code, fault.ruling)
    assert (ruling, fault.code) == (wrong.ruling, wrong.code)


def test_most_codes_of_the_rules_are_in_the_book() -> None:
    assert len({wrong.code for wrong in WRONG}) > 65


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (15, ("CORE-R30", "backward", 5)),
        (57, ("CORE-R30", "backward", 27)),
        (56, None),
        (28, None),
    ],
)
def test_a_magnet_pulls_forward(target: int, expected: tuple[str, str, int] | None) -> None:
    """Back is nearer than beyond the place to which it pulls: nine fields, right behind the next pawn."""
    position = at("20", "30")
    done = position.placement.with_pawns(((KENNEL,) * 3 + (Place(target),), *position.placement.pawns[1:]))
    fault = explained(Wrong("", position, "magnet", "", done, "", ""))
    assert fault is not None
    assert (fault.code == "backward") == (expected is not None)
    if expected:
        assert (fault.ruling, fault.code, dict(fault.params)["went"]) == expected
