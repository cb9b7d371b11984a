"""Copying: the card is played as the last played card of this round, with free choice of its function (BD-R51..R56)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.faults.fault import BoardChange, Fault, Fit, fault
from companion.rules.flat.codes import Opcode
from companion.rules.mechanic import StandIn
from companion.rules.moves.turn import Turn


class Copy(StandIn, frozen=True, kw_only=True, tag="copy"):
    """No settings.  Unplayable as the first card of a round (BD-R51); a copy of a copy copies the same (BD-R52)."""

    opcode: ClassVar[Opcode] = Opcode.COPY
    remembers: ClassVar[bool] = True

    def faces(self, turn: Turn) -> tuple[str, ...]:
        return () if turn.copied is None else (turn.copied,)

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        del change
        if turn.copied is None:
            yield fault("BD-R51", "nothing_to_copy", None, Fit.ONE_RULE)
