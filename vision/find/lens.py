"""The lens: its distortion of straight lines relative to the pinhole, as one radial term.

Law: a lens counts as free of distortion until markers show one beyond doubt.  Undistorted pixels are those of the
pinhole, distorted ones those of the picture.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.frames import NO_MAP, Image, Points

#: The radius 1 in lengths of the longer side of the picture: the focal length of a camera with a field of view of 66
#: degrees along it.
UNIT_SIDES: Final = 0.77
#: The standard deviation of the distortion of an unknown lens, and the best precision that markers can reach.
PRIOR_SIGMA: Final = 0.16
MIN_SIGMA: Final = 0.008
#: A smaller multiple of its sigma counts as no distortion.
SIGNIFICANT_SIGMAS: Final = 2.5
#: A stronger distortion is an error: the picture would fold.  Webcams with a view of 84 degrees come near it.
MAX_DISTORTION: Final = 0.4
#: The least error of corners in pixels, however well they agree.
CORNER_PX: Final = 0.15
#: Ink and light make all markers larger or smaller alike, by about this part; without a model of it that would pass for
#: a distortion.
SWELL: Final = 0.03
#: The distortions of wide lenses that are tried before any is known, and the deviation of the true one.
WIDE_LENSES: Final = (-0.15, -0.27, -0.38)
WIDE_SIGMA: Final = 0.05
#: Beyond this radius, far outside the picture, the scale is constant.
FARTHEST: Final = 1.0
#: The ratios of the longer to the shorter side of usual sensors that squeeze their pictures into another format, and
#: the tolerance for equal formats.
SENSORS: Final = (16 / 9,)
SAME_FORMAT: Final = 0.02
#: Four markers determine the plane (8 numbers), distortion and swell, with a remainder for a check.
_PLANE: Final = 8
_DISTORTION, _SWELL, _NUMBERS = 8, 9, 10
#: The determinant of a plane seen edge on is smaller.
TINY: Final = 1e-12
_ITERATIONS: Final = 12
#: Near the fold the slope is almost zero; this least value keeps the iteration stable.
LEAST_SLOPE: Final = 0.1
_IMPROVEMENTS: Final = 4
_STEP: Final = 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A point at radius r from `centre` (2,), in units of `unit_px`, shows at r * (1 + distortion * r**2).

    `estimate` is the distortion from the markers so far, `sigma` its standard deviation; `aspect` is the height of a
    square relative to its width, if the camera squeezes its pictures into another format.
    """

    centre: Points
    unit_px: float
    estimate: float = 0.0
    sigma: float = PRIOR_SIGMA
    aspect: float = 1.0

    @classmethod
    def usual(cls, picture: tuple[int, int]) -> "Lens":
        """Returns an unknown lens for pictures of (width, height) pixels."""
        width, height = picture
        return cls(np.array([width / 2, height / 2]), UNIT_SIDES * max(width, height))

    def at(self, picture: tuple[int, int]) -> "Lens":
        """Returns the same lens in pictures of another size (width, height), not squeezed if that is another format."""
        usual = Lens.usual(picture)
        same_format = abs(_format(usual.centre) / _format(self.centre) - 1) < SAME_FORMAT
        aspect = self.aspect if same_format else 1.0
        return replace(usual, estimate=self.estimate, sigma=self.sigma, aspect=aspect)

    def squeezed(self) -> "tuple[Lens, ...]":
        """Returns the same lens before a sensor of another usual format, whose pictures are squeezed into this one."""
        wide = _format(self.centre)
        aspects = [(sensor if wide > 1 else 1 / sensor) / wide for sensor in SENSORS]
        return tuple(replace(self, aspect=aspect) for aspect in aspects if abs(aspect - 1) > SAME_FORMAT)

    def wide(self) -> "tuple[Lens, ...]":
        """Returns the same lens as each of the usual wide ones."""
        return tuple(replace(self, estimate=bend, sigma=WIDE_SIGMA) for bend in WIDE_LENSES)

    @property
    def distortion(self) -> float:
        """The distortion if it is beyond doubt, else 0."""
        return self.estimate if abs(self.estimate) > SIGNIFICANT_SIGMAS * self.sigma else 0.0

    def distort(self, undistorted: Points) -> Points:
        """Returns the positions in the picture of pinhole pixels (n, 2)."""
        return self._distorted(undistorted, self.distortion)

    def undistort(self, distorted: Points) -> Points:
        """Returns the pinhole pixels (n, 2) of pixels of the picture."""
        if not self.distortion:
            return distorted
        away = (distorted - self.centre) / self.unit_px
        seen = np.linalg.norm(away, axis=1)
        radius = seen.copy()
        for _ in range(_ITERATIONS):
            scale = _scale(radius[:, None], self.distortion)
            slope = np.where(radius**2 < FARTHEST, 3 * scale - 2, scale)
            radius += (seen - radius * scale) / np.maximum(slope, LEAST_SLOPE)
        return self.centre + away * self.unit_px / _scale(radius[:, None], self.distortion)[:, None]

    def straightened(self, image: Image) -> Image:
        """Returns the picture as the pinhole would show it, at the same size."""
        height, width = image.shape[:2]
        pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2).astype(np.float64)
        shown = self.distort(pixels).reshape(height, width, 2).astype(np.float32)
        return np.asarray(cv2.remap(image, shown, NO_MAP, cv2.INTER_LINEAR), dtype=np.uint8)

    def updated(self, corners_mm: Points, outward_mm: Points, pixels: Points) -> "Lens":
        """Returns the lens after more evidence from markers: their corners (n, 2), the direction to each corner from
        its marker's middle, and the pixels of the corners.  Fewer than three markers add nothing."""
        spare = pixels.size - _NUMBERS
        if spare <= 0:
            return self
        middle, reach = corners_mm.mean(axis=0), float(np.ptp(corners_mm, axis=0).max())
        places, ways = (corners_mm - middle) / reach, outward_mm / reach
        begin = np.append(plane_of(places, pixels).ravel()[:_PLANE], (self.estimate, 0.0))
        sigmas = np.full(_NUMBERS, np.inf)
        sigmas[[_DISTORTION, _SWELL]] = self.sigma, SWELL

        def shown(numbers: Points) -> Points:
            plane = np.append(numbers[:_PLANE], 1.0).reshape(3, 3)
            return self._distorted(on_plane(plane, places + numbers[_SWELL] * ways), numbers[_DISTORTION]).ravel()

        best, sigma = _fitted(shown, pixels.ravel(), begin, sigmas)
        if not (np.isfinite(best).all() and np.isfinite(sigma).all()):
            return self
        distortion = float(np.clip(best[_DISTORTION], -MAX_DISTORTION, MAX_DISTORTION))
        return replace(self, estimate=distortion, sigma=max(MIN_SIGMA, float(sigma[_DISTORTION])))

    def _distorted(self, undistorted: Points, distortion: float) -> Points:
        if not distortion:
            return undistorted
        away = undistorted - self.centre
        return self.centre + away * _scale(away / self.unit_px, distortion)[:, None]


def _format(centre: Points) -> float:
    """Returns width by height of pictures with this centre (2,)."""
    return float(centre[0] / centre[1])


def _scale(away: Points, distortion: float) -> Points:
    return np.asarray(1.0 + distortion * np.minimum((away**2).sum(axis=1), FARTHEST), dtype=np.float64)


def _fitted(shown: Callable[[Points], Points], seen: Points, begin: Points, sigmas: Points) -> tuple[Points, Points]:
    """Returns the parameters whose `shown` is nearest to the values `seen` (m,), and their deviations (Gauss-Newton).

    They are held at `begin` with the strength of `sigmas`; the noise is estimated from the residuals of the fit.
    """
    best, belief = begin.copy(), 1 / sigmas**2
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


class NoPlaneError(ValueError):
    """Raised if no plane explains the places and pixels: all on one line, or in one point."""


def plane_of(places: Points, undistorted: Points) -> Points:
    """Returns the (3, 3) homography from at least four places (n, 2) of a plane to undistorted pixels (n, 2).

    Raises NoPlaneError.
    """
    plane, _ = cv2.findHomography(places, undistorted)
    # OpenCV returns None if there is no solution, which its type stubs deny
    found = np.asarray(plane, dtype=np.float64)
    if found.shape != (3, 3) or not np.isfinite(found).all() or not abs(np.linalg.det(found)) >= TINY:
        raise NoPlaneError("the places lie on one line")
    return found


def on_plane(plane: Points, places: Points) -> Points:
    """Returns points (n, 2) mapped by a (3, 3) homography; an empty array for no points."""
    if not len(places):
        return np.empty((0, 2))
    return np.asarray(cv2.perspectiveTransform(places.reshape(-1, 1, 2), plane), dtype=np.float64).reshape(-1, 2)
