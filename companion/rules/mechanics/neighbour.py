"""The left neighbour discards a card and may lose his turn; the board stays as it is (ST-R11..R13, JK-R10)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.model.play import Step, StepKind
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault
from companion.rules.faults.walk_faults import fits_forward, forward_faults
from companion.rules.flat.codes import Opcode, UseCode, bits_of, flags_of
from companion.rules.mechanic import Use
from companion.rules.moves.turn import Draft, Turn, advances


class SkipNeighbour(Use, frozen=True, kw_only=True, tag="skip_neighbour"):
    """Always playable, also against the partner.  `moves_too`: an own pawn walks `value` as well, if one can.

    `loses_turn`: the card costs the neighbour its turn too (ST-R12), or the card alone (JK-R10).
    """

    value: int = 11
    moves_too: bool = False
    loses_turn: bool = True

    opcode: ClassVar[Opcode] = Opcode.SKIP

    def code(self) -> UseCode:
        return UseCode(self.opcode, bits_of((self.value,)), flags_of(self.moves_too, not self.loses_turn))

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        walked = [draft for _, draft in advances(turn, (self.value,))] if self.moves_too else []
        return self._skipping(turn, walked or [turn.start])

    def _skipping(self, turn: Turn, drafts: list[Draft]) -> Iterator[Draft]:
        kind = StepKind.SKIP if self.loses_turn else StepKind.DISCARD
        skip = Step(kind=kind, seat=turn.actor, other_seat=turn.rules.next_seat(turn.actor))
        for draft in drafts:
            yield replace(draft, steps=(*draft.steps, skip))

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        if self.moves_too:
            yield from forward_faults(turn, change, (self.value,))
            return
        for move in (*change.walked, *change.taken_off) if self.loses_turn else ():
            yield fault("ST-R11", "skip_moves_nothing", move, Fit.WRONG_KIND)

    def fits(self, turn: Turn, move: Moved) -> bool:
        return self.moves_too and fits_forward(turn, move, (self.value,))
