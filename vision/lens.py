"""The lens: how it bends straight lines, away from the pinhole, by one radial term.

Law: a lens is believed to be straight until markers say otherwise beyond doubt.  Straight pixels are those of the
pinhole, bent ones those of the picture.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.frames import Points

#: The radius 1 in picture widths: the focal length of a camera with a horizontal field of view of 66 degrees.
UNIT_WIDTHS: Final = 0.77
#: How far the bend of an unknown lens strays from 0, and how exactly markers can tell it at best.
USUAL_DOUBT: Final = 0.08
LEAST_DOUBT: Final = 0.008
#: A bend of less than so many times its doubt is none.
TOLD: Final = 2.5
#: A stronger bend is a mistake: with it the picture would fold.
STRONGEST: Final = 0.25
#: Corners are found to so many pixels, however well they agree.
CORNER_PX: Final = 0.15
#: Ink and light make all markers larger or smaller alike, by such a part; unheeded, that would pass for a bend.
SWELL: Final = 0.03
#: Beyond this radius, far outside the picture, the scale stays as it is.
FARTHEST: Final = 1.0
#: Four markers tell the plane (8 numbers), the bend and the swell, and something is left over to check them by.
_PLANE: Final = 8
_BEND, _SWELL, _NUMBERS = 8, 9, 10
_ROUNDS: Final = 12
_IMPROVEMENTS: Final = 4
_STEP: Final = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A point at radius r from `centre` (2,), in units of `unit_px`, shows at r * (1 + bend * r**2).

    `likely` is the bend that the markers told so far, `doubt` its standard deviation.
    """

    centre: Points
    unit_px: float
    likely: float = 0.0
    doubt: float = USUAL_DOUBT

    @classmethod
    def usual(cls, picture: tuple[int, int]) -> "Lens":
        """A lens of which nothing is known, for pictures of (width, height) pixels."""
        width, height = picture
        return cls(np.array([width / 2, height / 2]), UNIT_WIDTHS * width)

    def at(self, picture: tuple[int, int]) -> "Lens":
        """The same lens in pictures of another size (width, height)."""
        return replace(Lens.usual(picture), likely=self.likely, doubt=self.doubt)

    @property
    def bend(self) -> float:
        """The bend, as far as it is beyond doubt."""
        return self.likely if abs(self.likely) > TOLD * self.doubt else 0.0

    def bent(self, straight: Points) -> Points:
        """Where pixels (n, 2) of the pinhole show in the picture."""
        return self._bent(straight, self.bend)

    def straight(self, bent: Points) -> Points:
        """Pixels (n, 2) of the pinhole from those of the picture."""
        if not self.bend:
            return bent
        away = bent - self.centre
        scale = np.ones(len(away))
        for _ in range(_ROUNDS):
            scale = _scale(away / (scale[:, None] * self.unit_px), self.bend)
        return self.centre + away / scale[:, None]

    def taught(self, corners_mm: Points, outward_mm: Points, pixels: Points) -> "Lens":
        """The lens with what markers add: their corners (n, 2), the way to each corner from its marker's middle, and
        where it shows.  Fewer than three markers add nothing."""
        spare = pixels.size - _NUMBERS
        if spare <= 0:
            return self
        middle, reach = corners_mm.mean(axis=0), float(np.ptp(corners_mm, axis=0).max())
        places, ways = (corners_mm - middle) / reach, outward_mm / reach
        begin = np.append(plane_of(places, pixels).ravel()[:_PLANE], (self.likely, 0.0))
        doubts = np.full(_NUMBERS, np.inf)
        doubts[[_BEND, _SWELL]] = self.doubt, SWELL

        def shown(numbers: Points) -> Points:
            plane = np.append(numbers[:_PLANE], 1.0).reshape(3, 3)
            return self._bent(on_plane(plane, places + numbers[_SWELL] * ways), numbers[_BEND]).ravel()

        best, doubt = _fitted(shown, pixels.ravel(), begin, doubts)
        bend = float(np.clip(best[_BEND], -STRONGEST, STRONGEST))
        return replace(self, likely=bend, doubt=max(LEAST_DOUBT, float(doubt[_BEND])))

    def _bent(self, straight: Points, bend: float) -> Points:
        if not bend:
            return straight
        away = straight - self.centre
        return self.centre + away * _scale(away / self.unit_px, bend)[:, None]


def _scale(away: Points, bend: float) -> Points:
    return np.asarray(1.0 + bend * np.minimum((away**2).sum(axis=1), FARTHEST), dtype=np.float64)


def _fitted(shown: Callable[[Points], Points], seen: Points, begin: Points, doubts: Points) -> tuple[Points, Points]:
    """The numbers with which `shown` comes nearest to what was `seen` (m,), and the doubt of each (Gauss-Newton).

    They are held at `begin` as firmly as `doubts` say; the noise is what the fit itself leaves over.
    """
    best, belief = begin.copy(), 1 / doubts**2
    certainty = np.diag(belief)
    for _ in range(_IMPROVEMENTS):
        here = shown(best)
        steps = _STEP * np.maximum(1.0, np.abs(best))
        slopes = np.stack([(shown(best + step) - here) / step.max() for step in np.diag(steps)], axis=1)
        left = seen - here
        noise = max(CORNER_PX**2, float(left @ left) / (len(seen) - len(best)))
        certainty = slopes.T @ slopes / noise + np.diag(belief)
        best = best + np.linalg.solve(certainty, slopes.T @ left / noise + belief * (begin - best))
    return best, np.sqrt(np.diag(np.linalg.inv(certainty)))


def plane_of(places: Points, straight: Points) -> Points:
    """The (3, 3) homography from places (n, 2) of a plane to straight pixels (n, 2), four at least."""
    plane, _ = cv2.findHomography(places, straight)
    return np.asarray(plane, dtype=np.float64)


def on_plane(plane: Points, places: Points) -> Points:
    """Where a (3, 3) homography takes points (n, 2)."""
    return np.asarray(cv2.perspectiveTransform(places.reshape(-1, 1, 2), plane), dtype=np.float64).reshape(-1, 2)
