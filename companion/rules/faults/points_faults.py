"""Faults of points shared out over several pawns: whose pawns, which way, pawns in the way, how many points.

For the 7 and Partner 4.  The order of the pawns is unseen, so a pawn in the way that was moved by the same card is
taken to have made way.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from companion.model.places import KENNEL, Place, is_goal, is_shared
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault, fields_between, not_yours, off_the_track
from companion.rules.faults.walk_faults import OTHER_CODE, blocked_fault, way_fault
from companion.rules.moves.path import Blocked, walk
from companion.rules.moves.turn import Turn

#: Points that went to a pawn which may not move are no second fault.
POINTS_LEFT = "points_left"
CAPTURED_CANNOT_MOVE = "captured_cannot_move"
Row = tuple[Place, ...]


class PointsCard(Protocol):
    """The facts of a card whose points are shared out."""

    @property
    def points(self) -> int: ...

    def spends(self, turn: Turn, points: int) -> bool:
        """Returns whether so many points can be spent from a turn on, were it just beginning."""
        ...

    def leads_to(self, turn: Turn, points: int, rows: Mapping[int, Row]) -> bool:
        """Returns whether so many points of the card lead to these rows of pawns, by seat."""
        ...


def points_faults(turn: Turn, change: BoardChange, card: PointsCard, owners: Sequence[int]) -> Iterator[Fault]:
    """Yields the faults of a card's points shared out over pawns of `owners`.

    If these pawns have properly begun a play, only those that may not move at all are at fault.
    """
    mine = [move for move in change.walked if move.seat in owners]
    theirs = [not_yours(turn, move) for move in change.walked if move.seat not in owners]
    if not mine:
        yield from theirs
        return
    first = _first_fault(turn, mine, card)
    if not theirs or not (first.code == POINTS_LEFT or properly_walked(turn, change, card, owners)):
        yield first
    yield from theirs


def properly_walked(turn: Turn, change: BoardChange, card: PointsCard, owners: Sequence[int]) -> bool:
    """Returns whether the card leads pawns of `owners` to their present places, with the points that they went.

    Pawns that the card cannot have taken off, as those of a lane, are a fault apart.
    """
    mine = [move for move in change.walked if move.seat in owners]
    captured = [move for move in change.taken_off if move.seat in owners and not is_goal(move.origin)]
    spent = sum(fields_between(turn.board, move) or 0 for move in mine)
    ways = [_rows_after(turn, [*mine, *fallen]) for fallen in ([captured, []] if captured else [[]])]
    return any(card.leads_to(turn, spent, {seat: rows[seat] for seat in owners}) for rows in ways)


def fits_points(turn: Turn, move: Moved, points: int, owners: Sequence[int]) -> bool:
    """Returns whether the pawn could have walked with a part of the points, were no rule in the way."""
    went = fields_between(turn.board, move)
    return went is not None and 0 < went <= points and move.seat in owners


def brought_home(turn: Turn, change: BoardChange) -> bool:
    """Returns whether the change brought the player's last own pawn home."""
    seat = turn.actor
    left = [place for place in turn.board.pawns[seat] if not is_goal(place)]
    came = [move for move in change.walked if move.seat == seat and is_goal(move.target) and not is_goal(move.origin)]
    return bool(left) and len(left) == len(came)


def _first_fault(turn: Turn, mine: Sequence[Moved], card: PointsCard) -> Fault:
    for move in mine:
        odd = off_the_track(turn, move)
        if odd is not None:
            return odd
    for move in mine:
        way = way_fault(turn, move, tuple(range(1, card.points + 1)))
        if way is not None:
            return way
    for move in mine:
        blocked = _blocked(turn, move)
        made_way = blocked is not None and any(_makes_way(other, blocked) for other in mine)
        if blocked is not None and not made_way and not _relieved(turn, move, blocked):
            return blocked_fault(turn, move, blocked)
    for move in mine:
        if is_goal(move.target) and _after(turn, mine).board.pawns[move.seat].count(move.target) > 1:
            return fault("CORE-R13", "lane_jump", move, Fit.ONE_RULE)
    return _total_fault(turn, mine, card)


def _makes_way(other: Moved, blocked: Blocked) -> bool:
    """Returns whether another pawn of the card left the field in the way, or filled the free one (CORE-R14)."""
    return blocked.field == (other.target if blocked.ruling == "CORE-R14" else other.origin)


def _blocked(turn: Turn, move: Moved) -> Blocked | None:
    went = fields_between(turn.board, move) or 0
    for outcome in walk(turn.board, move.seat, move.origin, went) if went > 0 and move.origin != KENNEL else ():
        if isinstance(outcome, Blocked) and outcome.target == move.target:
            return outcome
    return None


def _relieved(turn: Turn, move: Moved, blocked: Blocked) -> bool:
    """Returns whether the like pawn in the way may have gone on to the target, and this one have taken its place."""
    if blocked.field in (move.origin, move.target) or blocked.field not in turn.board.pawns[move.seat]:
        return False
    rest = _blocked(turn, Moved(move.seat, blocked.field, move.target))
    return rest is None or _relieved(turn, Moved(move.seat, blocked.field, move.target), rest)


def _total_fault(turn: Turn, mine: Sequence[Moved], card: PointsCard) -> Fault:
    points = card.points
    total = sum(fields_between(turn.board, move) or 0 for move in mine)
    captured = next((move for move in mine if _is_captured(turn, mine, move)), None)
    if total == points:
        return fault("CORE-R15", CAPTURED_CANNOT_MOVE, captured or mine[-1], Fit.ONE_RULE)
    if total < points and card.spends(_after(turn, mine), points - total):
        # The rest could be used: so the way here was no proper one.
        if captured is None:
            return fault("CORE-R31", OTHER_CODE, mine[-1], Fit.WRONG_LENGTH)
        return fault("CORE-R15", CAPTURED_CANNOT_MOVE, captured, Fit.ONE_RULE)
    code = "points_overspent" if total > points else POINTS_LEFT
    return fault("CORE-R10", code, mine[-1], Fit.WRONG_LENGTH, went=total, wanted=str(points))


def _after(turn: Turn, mine: Sequence[Moved]) -> Turn:
    """Returns the turn as if it began with the moved pawns on their present places."""
    rows = [list(row) for row in _rows_after(turn, mine)]
    landed = {move.target: move.seat for move in mine if is_shared(move.target)}
    for seat, row in enumerate(rows):
        for index, place in enumerate(row):
            # no field holds two pawns: one that stood there was captured, and of two that came there one
            if place in landed and (landed[place] != seat or row.index(place) != index):
                row[index] = KENNEL
    board = turn.board.with_pawns(tuple(tuple(sorted(row)) for row in rows))
    return replace(turn, start=replace(turn.start, board=board))


def _rows_after(turn: Turn, moves: Sequence[Moved]) -> tuple[Row, ...]:
    """Returns the rows of pawns with the moved ones on their present places; a pawn beside the board counts as home."""
    rows = [list(row) for row in turn.board.pawns]
    for move in moves:
        rows[move.seat][rows[move.seat].index(move.origin)] = KENNEL if move.taken_off else move.target
    return tuple(tuple(sorted(row)) for row in rows)


def _is_captured(turn: Turn, mine: Sequence[Moved], move: Moved) -> bool:
    """Returns whether another pawn walked over or onto this one, which still used points; never in a lane."""
    if is_goal(move.origin):
        return False
    for other in mine:
        way = Moved(other.seat, other.origin, move.origin)
        went = fields_between(turn.board, other) or 0
        if other is not move and 0 < (fields_between(turn.board, way) or 0) <= went:
            return True
    return False
