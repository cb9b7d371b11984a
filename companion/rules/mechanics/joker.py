"""The joker: it is played as any other face of the game, which the player names (DOG-R23, DOG-R24)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.fault import Deed, Fault, Fit, fault
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

    def faults(self, turn: Turn, deed: Deed) -> Iterable[Fault]:
        """A joker played as a card that it may not stand for."""
        if not self.red_only:
            return
        barred = [face for face in turn.rules.variant.cards if face not in self.red]
        for move in deed.walked:
            if any(use.fits(turn, move) for face in barred for use in turn.rules.uses[face]):
                yield fault("DOG-R23", "joker_red_only", move, Fit.ONE_RULE)
