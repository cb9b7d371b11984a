"""Walking: one own pawn goes forward by exactly one of the card's values (CORE-R10, CORE-R29, CORE-R30)."""

from collections.abc import Iterable

from companion.rules.mechanic import Use
from companion.rules.turn import Draft, Turn, advances


class Advance(Use, frozen=True, kw_only=True, tag="advance"):
    """`values` are alternatives: 1/11 is one function only, never both (BD-R83)."""

    values: tuple[int, ...]

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        return (draft for _, draft in advances(turn, self.values))
