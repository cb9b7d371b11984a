"""Starting: a pawn comes out of the kennel onto its own start field (CORE-R28, CORE-R09)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.model.places import KENNEL, Place
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault, not_one_pawn, not_yours
from companion.rules.flat.codes import Opcode
from companion.rules.mechanic import Use
from companion.rules.moves.path import may_not_take
from companion.rules.moves.turn import Draft, Turn, start_pawn


class Start(Use, frozen=True, kw_only=True, tag="start"):
    """No settings.  A foreign pawn on the start field is captured (CORE-R08), an own one forbids it (CORE-R09, ST-R23).

    In a game that remembers which pawns came round, an own pawn that did is captured like a foreign one.
    """

    opcode: ClassVar[Opcode] = Opcode.START
    refutes: ClassVar[frozenset[str]] = frozenset({"kennel_closed"})

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            start = Place(turn.rules.starts[seat])
            if turn.board.occupied.get(start) == seat and not turn.board.came_round(seat):
                continue
            if turn.board.occupied.get(start) != seat and may_not_take(turn.board, seat, start) is not None:
                continue
            for index in turn.board.waiting(seat):
                yield start_pawn(turn.start, seat, index)

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        out = [move for move in change.walked if move.origin == KENNEL]
        if out:
            yield from not_one_pawn(turn, change.walked)
        for move in out:
            if move.seat not in turn.own:
                yield not_yours(turn, move)
                continue
            start = Place(turn.rules.starts[move.seat])
            holder = turn.board.occupied.get(start)
            if holder == move.seat and not turn.board.came_round(move.seat):
                yield fault("CORE-R09", "start_blocked", move, Fit.ONE_RULE)
            elif move.target != start:
                yield fault("CORE-R28", "start_field_only", move, Fit.WRONG_LENGTH)
            elif holder is not None and (ruling := may_not_take(turn.board, move.seat, start)) is not None:
                yield fault(ruling, "own_team_spared", move, Fit.ONE_RULE, blocker=holder)

    def fits(self, turn: Turn, move: Moved) -> bool:
        return move.origin == KENNEL and move.seat in turn.own
