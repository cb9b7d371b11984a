"""Walking backward: one own pawn goes back on the track by exactly one of the card's values (DOG-R16..R22, TK-R11).

Beside it, a pair of walks: one own pawn forward and another one back (PJ-R03, PJ-R04).
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.model.places import Place
from companion.rules.faults.fault import (
    ONE_PAWN_CODES,
    BoardChange,
    Fault,
    Fit,
    Moved,
    fault,
    not_one_pawn,
    off_the_track,
)
from companion.rules.faults.walk_faults import OTHER_CODE, backward_faults, fits_backward, fits_forward
from companion.rules.flat.codes import Opcode, UseCode, bits_of, flags_of
from companion.rules.mechanic import Course, Use
from companion.rules.moves.board import Board
from companion.rules.moves.path import Walked, reach, walk_back
from companion.rules.moves.turn import Draft, Stage, Turn, land, retreats


class Retreat(Use, frozen=True, kw_only=True, tag="retreat"):
    """`values` are alternatives.  `ignores_rank`: a green card (ROY-R03)."""

    values: tuple[int, ...]
    ignores_rank: bool = False

    opcode: ClassVar[Opcode] = Opcode.BACK
    refutes: ClassVar[frozenset[str]] = frozenset({"backward"})

    def code(self) -> UseCode:
        return UseCode(self.opcode, bits_of(self.values), flags_of(self.ignores_rank))

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        return retreats(turn, self.values, ignores_rank=self.ignores_rank)

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        return backward_faults(turn, change, self.values, ignores_rank=self.ignores_rank)

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_backward(turn, move, self.values)


class ForwardAndBack(Use, frozen=True, kw_only=True, tag="forward_and_back"):
    """One own pawn goes forward and another one back, `points` fields together and each at least one (PJ-R03).

    Either may go first, and each of the two is a move of its own, with its landing (PJ-R04).
    """

    points: int

    opcode: ClassVar[Opcode] = Opcode.PAIR
    refutes: ClassVar[frozenset[str]] = ONE_PAWN_CODES | {"only_backward"}

    def code(self) -> UseCode:
        return UseCode(self.opcode, points=self.points)

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        return self.course(turn).outcomes

    def course(self, turn: Turn) -> Course:
        outcomes: list[Draft] = []
        stages: list[Stage] = []
        for forward in (True, False):
            for first, mover, value in _parts(turn, turn.start, range(1, self.points), forward=forward):
                left = (self.points - value,)
                ends = [end for end, _, _ in _parts(turn, first, left, forward=not forward, but=mover)]
                outcomes += ends
                stages += [Stage(first.board.placement, "spend_points", first.steps)] if ends else []
        return Course(tuple(outcomes), tuple(stages))

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        mine = [move for move in change.walked if move.seat in turn.own]
        if not mine:
            yield from not_one_pawn(turn, change.walked)
            return
        odd = next((found for move in mine if (found := off_the_track(turn, move)) is not None), None)
        yield odd or self._not_a_part(turn, mine)

    def _not_a_part(self, turn: Turn, mine: list[Moved]) -> Fault:
        """Returns the fault of the last pawn whose way is in no pair; if each is in one, two ways do not fit."""
        steps = {(step.seat, step.origin, step.target) for draft in self.outcomes(turn) for step in draft.steps}
        astray = [move for move in mine if (move.seat, move.origin, move.target) not in steps]
        if not astray:
            return fault("PJ-R03", "one_forward_one_back", mine[-1], Fit.WRONG_KIND, count=self.points)
        return fault("CORE-R31", OTHER_CODE, astray[-1], Fit.WRONG_KIND)

    def fits(self, turn: Turn, move: Moved) -> bool:
        values = tuple(range(1, self.points))
        return fits_forward(turn, move, values) or fits_backward(turn, move, values)


def _parts(
    turn: Turn, draft: Draft, values: Iterable[int], *, forward: bool, but: tuple[int, Place] | None = None
) -> Iterator[tuple[Draft, tuple[int, Place], int]]:
    """Yields every walk of one own pawn from a draft on, with the pawn after it and the value; `but` one pawn."""
    board = draft.board
    for seat in turn.own:
        for index, place in board.movable(seat):
            for value in values if (seat, place) != but else ():
                for target in reach(board, seat, place, value) if forward else _backward(board, seat, place, value):
                    yield land(draft, seat, index, target, value if forward else -value), (seat, target), value


def _backward(board: Board, seat: int, place: Place, value: int) -> tuple[Place, ...]:
    way = walk_back(board, seat, place, value)
    return (way.target,) if isinstance(way, Walked) else ()
