"""The part of a board that screens draw: the square around all spots."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.board.profile import BoardProfile, Point

#: The rim round the outermost spots, in parts of the field pitch.
_RIM: Final = 0.95


@dataclass(frozen=True)
class BoardLayout:
    """A board's spots in the unit square (y down)."""

    profile: BoardProfile

    @cached_property
    def pitch_mm(self) -> float:
        """The distance from one field to the next, where they stand closest."""
        track = self.profile.track
        return min(math.dist(a, b) for a, b in zip(track, (*track[1:], track[0]), strict=True))

    @property
    def field_radius_mm(self) -> float:
        return 0.36 * self.pitch_mm

    @cached_property
    def corner_mm(self) -> Point:
        """The upper left corner of the square."""
        return self._square_mm[0], self._square_mm[1]

    @property
    def side_mm(self) -> float:
        return self._square_mm[2]

    @property
    def start_fields(self) -> tuple[int, ...]:
        """The first track field of each sector."""
        return tuple(range(0, len(self.profile.track), len(self.profile.track) // len(self.profile.goal)))

    def unit(self, spot_mm: Point) -> Point:
        """The place of a spot in the unit square."""
        left, top = self.corner_mm
        return (spot_mm[0] - left) / self.side_mm, (spot_mm[1] - top) / self.side_mm

    def length(self, mm: float) -> float:
        """A length in parts of the square's side."""
        return mm / self.side_mm

    @property
    def field_radius(self) -> float:
        return self.length(self.field_radius_mm)

    @cached_property
    def _square_mm(self) -> tuple[float, float, float]:
        """Left, top and side."""
        profile = self.profile
        spots = [*profile.track, *(s for row in (*profile.goal, *profile.kennel) for s in row)]
        spots += [profile.centre] if profile.centre else []
        rim = _RIM * self.pitch_mm
        left, right = min(x for x, _ in spots) - rim, max(x for x, _ in spots) + rim
        top, bottom = min(y for _, y in spots) - rim, max(y for _, y in spots) + rim
        side = max(right - left, bottom - top)
        return (left + right - side) / 2, (top + bottom - side) / 2, side
