"""The table under test as plain values: the board, the seats and their colours, and the stand of the camera."""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from companion.board.profile import BoardProfile, Point
from companion.looks.colours import PAWNS, UNKNOWN
from companion.model.position import Position
from companion.rules.rules import Rules

#: Kennel places whose distances from the middle differ by less than this cannot be distinguished in words.
ALIKE_MM: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUnderTest:
    """`sectors`, `colours` and `starts` (the start field) go by seat; every seat has `pawns`.

    `figures` are the neutral ones, `turns` whether the disc does.  `away` is the direction, on the board, away from the
    camera; a unit vector in board coordinates.
    """

    profile: BoardProfile
    sectors: tuple[int, ...]
    colours: tuple[str, ...]
    starts: tuple[int, ...]
    pawns: int
    figures: tuple[str, ...] = ()
    turns: bool = False
    away: Point = (0.0, -1.0)

    @property
    def seats(self) -> range:
        return range(len(self.sectors))

    @property
    def middle(self) -> Point:
        return self.profile.size_mm[0] / 2, self.profile.size_mm[1] / 2

    def depth_mm(self, place: Point) -> float:
        """The distance of a place from the camera, counted from the middle of the board."""
        x, y = self.middle
        return (place[0] - x) * self.away[0] + (place[1] - y) * self.away[1]

    def across_mm(self, place: Point) -> float:
        """The distance of a place to one side, as the camera sees it, counted from the middle of the board."""
        x, y = self.middle
        return (place[1] - y) * self.away[0] - (place[0] - x) * self.away[1]

    @property
    def disc_fields(self) -> frozenset[int]:
        return frozenset(self.profile.wheel.fields) if self.profile.wheel else frozenset()

    def by_lightness(self) -> list[int]:
        """The seats, that of the lightest pawns first."""
        return sorted(self.seats, key=lambda seat: -sum(colour_rgb(self.colours[seat])))

    def nearest_colours(self) -> tuple[int, int]:
        """The two seats whose colours are hardest to distinguish."""
        return min(
            combinations(self.seats, 2),
            key=lambda pair: math.dist(colour_rgb(self.colours[pair[0]]), colour_rgb(self.colours[pair[1]])),
        )


def table_under_test(
    rules: Rules, position: Position, colours: tuple[str, ...], profile: BoardProfile
) -> TableUnderTest:
    """The table on which the game of `position` is played, seen from the board's lower edge."""
    variant = rules.variant
    return TableUnderTest(
        profile=profile,
        sectors=position.seats,
        colours=colours,
        starts=tuple(variant.start_field(sector) for sector in position.seats),
        pawns=rules.pawns_per_seat,
        figures=variant.figures,
        turns=bool(variant.wheel_offsets) and profile.wheel is not None,
    )


def colour_rgb(name: str) -> tuple[int, int, int]:
    """The RGB values of a colour of pawns, 0 to 255."""
    fill = PAWNS.get(name, UNKNOWN).fill
    return int(fill[1:3], 16), int(fill[3:5], 16), int(fill[5:7], 16)
