"""Walking backward: one own pawn goes back on the track by exactly one of the card's values (DOG-R16..R22, TK-R11)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.faults.fault import BoardChange, Fault, Moved
from companion.rules.faults.walk_faults import backward_faults, fits_backward
from companion.rules.flat.codes import Opcode, UseCode, bits_of, flags_of
from companion.rules.mechanic import Use
from companion.rules.moves.turn import Draft, Turn, retreats


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
