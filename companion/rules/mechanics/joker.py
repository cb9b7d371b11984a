"""The joker: it is played as any other face of the game, which the player names (DOG-R23, DOG-R24)."""

from typing import ClassVar

from companion.rules.mechanic import StandIn
from companion.rules.turn import Turn


class Joker(StandIn, frozen=True, kw_only=True, tag="joker"):
    """`red_only`: it stands for the cards in `red` only, a habit of some families."""

    red: tuple[str, ...] = ()
    red_only: bool = False

    declared: ClassVar[bool] = True

    def faces(self, turn: Turn) -> tuple[str, ...]:
        faces = self.red if self.red_only else turn.rules.variant.cards
        return tuple(face for face in faces if not turn.rules.variant.stands_in(face))
