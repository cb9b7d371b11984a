"""The board as seen (`Placement`), and with the game and the player to move (`Position`).

A placement is visible to a camera; a position adds the values that only the record knows.  The rules are beside it.
State of a variant (the dog, the wheel) is an open slot `extras`, so that a new mechanic needs no new attribute here.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.model.places import Place

#: Value of the `wheel` extra of a *seen* placement whose disc stands between two stops.
BETWEEN_STOPS: Final = -1

Switch = str | int | bool


class Placement(Struct, frozen=True):
    """Pawns of each seat (index into `Position.seats`), sorted unless the variant ranks them, and the extra slots.

    `extras` is a tuple of (name, value) pairs sorted by name, e.g. `(("dog", 24), ("wheel", 0))`.
    """

    pawns: tuple[tuple[Place, ...], ...]
    extras: tuple[tuple[str, int], ...] = ()

    def extra(self, name: str) -> int | None:
        for key, value in self.extras:
            if key == name:
                return value
        return None

    def with_extra(self, name: str, value: int) -> "Placement":
        kept = [pair for pair in self.extras if pair[0] != name]
        return Placement(self.pawns, tuple(sorted([*kept, (name, value)])))

    def with_pawns(self, pawns: tuple[tuple[Place, ...], ...]) -> "Placement":
        return Placement(pawns, self.extras)


class Position(Struct, frozen=True, kw_only=True):
    """A placement with the player to move.  `turn`, `teams` and `pawns` go by index into `seats` (printed sectors)."""

    variant: str
    sectors: int
    seats: tuple[int, ...]
    teams: tuple[int, ...]
    turn: int
    placement: Placement
    copied: str | None = None
    options: tuple[tuple[str, Switch], ...] = ()

    def with_placement(self, placement: Placement) -> "Position":
        return replace(self, placement=placement)

    def option(self, name: str, default: Switch) -> Switch:
        return dict(self.options).get(name, default)
