"""The joker: it is played as any other face of the game, which the player names (DOG-R23, DOG-R24)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.faults.fault import BoardChange, Fault, Fit, fault
from companion.rules.flat.codes import Opcode
from companion.rules.mechanic import StandIn
from companion.rules.moves.turn import Turn


class Joker(StandIn, frozen=True, kw_only=True, tag="joker"):
    """`red_only`: it stands for the cards in `red` only, a habit of some families."""

    red: tuple[str, ...] = ()
    red_only: bool = False

    opcode: ClassVar[Opcode] = Opcode.JOKER
    declared: ClassVar[bool] = True

    def faces(self, turn: Turn) -> tuple[str, ...]:
        return self.choice(turn.rules.faces)

    def choice(self, faces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(face for face in self.red if face in faces) if self.red_only else faces

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        """Yields the fault of a joker played as a card that it may not stand for."""
        if not self.red_only:
            return
        barred = [face for face in turn.rules.faces if face not in self.red]
        for move in change.walked:
            if any(change.could_move(face, move) for face in barred):
                yield fault("DOG-R23", "joker_red_only", move, Fit.ONE_RULE)
