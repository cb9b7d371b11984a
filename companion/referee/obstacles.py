"""Why an open card can do nothing: for each pawn that it would move, the rule in its way (CORE-R24).

Law: a pawn has one reason, the plainest that there is for it; no reason is given if the card has a legal play.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.model.places import CENTRE, KENNEL, Place, goal, is_goal, is_shared
from companion.model.position import Placement, Position
from companion.model.verdict import Reason
from companion.referee.faults.card_reading import CardReading, read_card
from companion.referee.faults.explain import explain
from companion.rules.faults.fault import Moved
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules

#: The messages, the plainest first.
BLOCKED: Final = "obstacle_blocked"
START_TAKEN: Final = "obstacle_start_taken"
RULE: Final = "obstacle_rule"
POINTS: Final = "obstacle_points"
NOT_OUT: Final = "obstacle_not_out"
NO_WAY: Final = "obstacle_no_way"
_ORDER: Final = (BLOCKED, START_TAKEN, RULE, POINTS, NOT_OUT, NO_WAY)
#: Codes for a fault whose way itself was free, and only the rest of the card cannot be used.
_ONLY_PART: Final = frozenset({"points_left", "captured_cannot_move"})
#: Rulings that state only that a move is no move of the card: the card does not fit then, and no rule is in the way.
_NO_MOVE: Final = frozenset({"CORE-R27", "CORE-R28", "CORE-R29", "CORE-R30", "CORE-R31"})
#: Nobody reads more lines than these.
MOST: Final = 5


def obstacles(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Reason, ...]:
    """Returns the reasons for each pawn of the player to move, and of a partner whom it would help.

    Empty if a play is legal.
    """
    if legal_plays(rules, position, card, acting_as):
        return ()
    reading = read_card(rules, position, card, acting_as, ())
    found = [
        _of_pawn(rules, position, reading, acting_as, seat, place)
        for seat in reading.own
        for place in sorted(set(position.placement.pawns[seat]))
    ]
    return tuple(sorted(found, key=lambda reason: _ORDER.index(reason.code))[:MOST])


def _of_pawn(
    rules: Rules, position: Position, reading: CardReading, acting_as: str | None, seat: int, place: Place
) -> Reason:
    usual = NOT_OUT if place == KENNEL else NO_WAY
    named = _rank(rules, position, seat, place)
    reasons = [
        _of_way(rules, position, reading, acting_as, Moved(seat, place, target))
        for target in _targets(rules, position)
        if target != place and reading.fits(Moved(seat, place, target))
    ]
    plainest = min(
        (reason for reason in reasons if reason is not None),
        key=lambda reason: _ORDER.index(reason.code),
        default=Reason(ruling="CORE-R24", code=usual, seat=seat, origin=place),
    )
    return replace(plainest, params=(*plainest.params, *named))


def _of_way(
    rules: Rules, position: Position, reading: CardReading, acting_as: str | None, move: Moved
) -> Reason | None:
    """Returns the reason that forbids this one way, as if the pawn had gone it; None if no rule is in the way."""
    if (is_goal(move.target) or move.origin == KENNEL) and move.target in position.placement.pawns[move.seat]:
        # the own pawn there would have to go home first
        taken = (("blocker", move.seat), ("blocker_at", int(move.target)))
        ruling, code = ("CORE-R13", BLOCKED) if is_goal(move.target) else ("CORE-R07", START_TAKEN)
        return Reason(ruling=ruling, code=code, seat=move.seat, origin=move.origin, params=taken)
    seen = _carried_out(rules, position.placement, move)
    first = explain(rules, position, reading.card, seen, (), acting_as).reasons[0]
    blocker = "blocker" in dict(first.params)
    if blocker:
        code = START_TAKEN if move.origin == KENNEL else BLOCKED
    elif first.code in _ONLY_PART:
        code = POINTS
    elif move.origin == KENNEL or first.ruling in _NO_MOVE:
        return None
    else:
        code = RULE
    return Reason(ruling=first.ruling, code=code, seat=move.seat, origin=move.origin, params=_blocker(first))


def _rank(rules: Rules, position: Position, seat: int, place: Place) -> tuple[tuple[str, str], ...]:
    """Returns the rank of a pawn that is out, in games with ranks."""
    if not rules.variant.ranks or place == KENNEL:
        return ()
    return (("rank", rules.variant.rank_names[position.placement.pawns[seat].index(place)]),)


def _blocker(reason: Reason) -> tuple[tuple[str, str | int], ...]:
    return tuple((name, value) for name, value in reason.params if name in ("blocker", "blocker_at"))


def _targets(rules: Rules, position: Position) -> Iterator[Place]:
    yield from (Place(field) for field in range(rules.variant.field_count(position.sectors)))
    yield from (goal(number) for number in range(1, rules.goal_fields + 1))
    if rules.variant.centre is not None:
        yield CENTRE


def _carried_out(rules: Rules, placement: Placement, move: Moved) -> Placement:
    """Returns the pawn on its target, a pawn that stood there back in the kennel."""
    rows = [list(row) for row in placement.pawns]
    for seat, row in enumerate(rows):
        if (is_shared(move.target) or seat == move.seat) and move.target in row:
            row[row.index(move.target)] = KENNEL
    rows[move.seat][rows[move.seat].index(move.origin)] = move.target
    return placement.with_pawns(tuple(tuple(row if rules.variant.ranks else sorted(row)) for row in rows))
