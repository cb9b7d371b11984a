"""The spots that a finger on the board can mean, and whether it is clear: fields may lie closer than it is exact.

Points are in the unit square of the board (y down), distances on the screen in pixels.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.model.position import Position
from companion.rules.rules import Rules
from companion.views.table_view import CandidateView
from ui.presenters.play.choices import lit_spots, movable, tappable_spots
from ui.presenters.spots import Spot, Spots

Point = tuple[float, float]

#: The largest distance of a finger from its target, more on a large screen.
FINGER_PX: Final = 20
#: A finger with no spot so near means the nearest spot within this.
ASTRAY_PX: Final = 64
#: The distance of spots under the glass, and its smallest width; both more on a large screen.
APART_PX: Final = 52
GLASS_PX: Final = 264
_LEAST, _MOST = 1.6, 6.0


@dataclass(frozen=True, slots=True)
class Tappable:
    """`spots` are all that a tap can mean now; of several close together, the `likely` one is meant."""

    spots: frozenset[Spot] = frozenset()
    likely: frozenset[Spot] = frozenset()


#: Nothing can be tapped.
NOTHING: Final = Tappable()


def tappable(rules: Rules, position: Position, choices: Sequence[CandidateView], taps: tuple[Spot, ...]) -> Tappable:
    """The spots that name a play or begin to.  People tap the figure first, and then its target."""
    spots = frozenset(taps).union(*(tappable_spots(rules, position, choice.result) for choice in choices))
    likely = frozenset(taps) | lit_spots(rules, position, choices, taps) | movable(rules, position, choices)
    return Tappable(spots, likely & spots)


@dataclass(frozen=True)
class Reach:
    """A finger over a board that is `side` pixels wide, on a window `scale` times as large as the reference screen."""

    spots: Spots
    tappable: Tappable
    side: float
    scale: float

    @property
    def finger_px(self) -> float:
        return FINGER_PX * max(1.0, self.scale)

    def under(self, at: Point) -> tuple[Spot, ...]:
        """The spots that a finger at a point may mean, each once, the nearest first."""
        near = sorted((distance, index, spot) for index, (distance, spot, _) in enumerate(self._near(at)))
        return tuple(dict.fromkeys(spot for distance, _, spot in near if distance <= self.finger_px))

    def astray(self, at: Point) -> Spot | None:
        """The nearest spot to a finger that has nothing under it; None if nothing is near."""
        return self.spots.nearest(*at, ASTRAY_PX * self.scale / self.side, self.tappable.spots)

    def slid_to(self, at: Point) -> Spot | None:
        """The spot meant by a finger that slides under a glass."""
        return self.spots.nearest(*at, 2 * self.finger_px / self.side, self.tappable.spots)

    def meant(self, pressed: Sequence[Spot]) -> Spot | None:
        """The spot meant by a short tap among the possible ones; None if that stays open."""
        likely = [spot for spot in pressed if spot in self.tappable.likely]
        return pressed[0] if len(pressed) == 1 else likely[0] if len(likely) == 1 else None

    def glass(self, at: Point) -> "Glass":
        """A magnifier so strong that the spots round a point are far enough apart for a finger."""
        near = [(spot, where) for distance, spot, where in self._near(at) if distance <= 4 * self.finger_px]
        distances = [math.dist(here, there) for spot, here in near for other, there in near if spot != other]
        apart = APART_PX * max(1.0, self.scale)
        enlarges = min(_MOST, max(_LEAST, apart / max(1.0, self.side * min(distances, default=1.0))))
        wide = max(GLASS_PX * self.scale, 2 * (self.finger_px * enlarges + apart))
        return Glass(self, at, enlarges, min(self.side, wide))

    def _near(self, at: Point) -> Iterator[tuple[float, Spot, Point]]:
        """The distance in pixels from a point to each spot that can be tapped, with the spot and its place."""
        for spot, x, y in self.spots.all():
            if spot in self.tappable.spots:
                yield math.dist(at, (x, y)) * self.side, spot, (x, y)


@dataclass(frozen=True)
class Glass:
    """A round magnifier, `wide` pixels; a place in it is given in pixels from its middle, which shows `middle`."""

    reach: Reach
    middle: Point
    enlarges: float
    wide: float

    def places(self, wanted: Collection[Spot]) -> Iterator[tuple[Spot, Point]]:
        """The places of spots in the glass (y down), those of a kennel one by one; none that its edge would cut off."""
        times = self.enlarges * self.reach.side
        for spot, x, y in self.reach.spots.all():
            there = (x - self.middle[0]) * times, (y - self.middle[1]) * times
            if spot in wanted and math.hypot(*there) <= self.wide / 2 - FINGER_PX:
                yield spot, there

    def tapped(self, at: Point) -> Spot | None:
        """The spot meant by a tap in the glass; None if it means nothing."""
        seen = [(math.dist(at, there), repr(spot), spot) for spot, there in self.places(self.reach.tappable.spots)]
        distance, _, spot = min(seen, default=(math.inf, "", None))
        return spot if distance <= self.reach.finger_px * 1.3 else None

    def is_left_by(self, at: Point) -> bool:
        """Whether a finger has slid so far that the glass should follow."""
        return math.dist(at, self.middle) * self.reach.side * self.enlarges > self.wide / 3
