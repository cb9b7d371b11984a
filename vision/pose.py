"""From markers to the board's pose: millimetres on the board, and heights above it, to pixels.

The plane goes by the homography, which also takes up most of the lens; heights go by a pinhole camera whose focal
length is
fitted, held near that of a usual webcam where the view (straight from above) cannot tell.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.frames import Points
from vision.markers import Found

#: Focal length in picture widths of a camera with a horizontal field of view of 66 degrees, and how far others may be
#: tried.
USUAL_FOCAL: Final = 0.77
FOCAL_STEPS: Final = tuple(USUAL_FOCAL * 1.12**step for step in range(-5, 9))
#: How strongly the usual focal length is believed, in pixels of reprojection error for a factor of e.
BELIEF_PX: Final = 1.5
#: Fewer markers than this cannot be checked against the print.
FEWEST: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """`homography` (3, 3) maps board millimetres to pixels; `rotation`, `translation`, `camera` are the fitted
    pinhole."""

    homography: Points
    rotation: Points
    translation: Points
    camera: Points

    def pixels(self, places_mm: Points) -> Points:
        """Pixels (n, 2) of places (n, 2) on the board's plane."""
        return np.asarray(
            cv2.perspectiveTransform(places_mm.reshape(-1, 1, 2), self.homography), dtype=np.float64
        ).reshape(-1, 2)

    def millimetres(self, pixels: Points) -> Points:
        """Places on the board's plane (n, 2) that show at these pixels (n, 2)."""
        back = np.linalg.inv(self.homography)
        return np.asarray(cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), back), dtype=np.float64).reshape(-1, 2)

    def raised(self, places_mm: Points, heights_mm: Points) -> Points:
        """Pixels (n, 2) of points at `heights_mm` (n,) above places (n, 2) of the board."""
        flat = self._pinhole(places_mm, np.zeros_like(heights_mm))
        return self.pixels(places_mm) + self._pinhole(places_mm, heights_mm) - flat

    def _pinhole(self, places_mm: Points, heights_mm: Points) -> Points:
        # With x to the right and y down, a right-handed z points into the table.
        turned, _ = cv2.Rodrigues(self.rotation)
        points = np.column_stack([places_mm, -heights_mm]) @ np.asarray(turned).T + self.translation.ravel()
        shown = points @ self.camera.T
        return np.asarray(shown[:, :2] / shown[:, 2:], dtype=np.float64)


def find_pose(found: Found, printed_mm: Mapping[int, Points], picture: tuple[int, int]) -> Pose | None:
    """The pose from at least three markers in a picture of (width, height) pixels; None when there are too few."""
    seen = [name for name in printed_mm if name in found]
    if len(seen) < FEWEST:
        return None
    on_board = np.concatenate([printed_mm[name] for name in seen])
    in_picture = np.concatenate([found[name] for name in seen])
    homography, _ = cv2.findHomography(on_board, in_picture)
    width, height = picture
    best: tuple[float, Points, Points, Points] | None = None
    for step in FOCAL_STEPS:
        focal = step * width
        camera = np.array([[focal, 0.0, width / 2], [0.0, focal, height / 2], [0.0, 0.0, 1.0]])
        fitted = _fit(on_board, in_picture, camera)
        if fitted is None:
            continue
        error, rotation, translation = fitted
        cost = error**2 + (BELIEF_PX * np.log(step / USUAL_FOCAL)) ** 2
        if best is None or cost < best[0]:
            best = (float(cost), rotation, translation, camera)
    if best is None:
        return None
    return Pose(np.asarray(homography, dtype=np.float64), best[1], best[2], best[3])


def _fit(on_board: Points, in_picture: Points, camera: Points) -> tuple[float, Points, Points] | None:
    points = np.column_stack([on_board, np.zeros(len(on_board))])
    ok, rotation, translation = cv2.solvePnP(points, in_picture, camera, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        return None
    rotation, translation = cv2.solvePnPRefineLM(points, in_picture, camera, np.zeros(5), rotation, translation)
    shown, _ = cv2.projectPoints(points, rotation, translation, camera, np.zeros(5))
    error = float(np.sqrt(np.mean((shown.reshape(-1, 2) - in_picture) ** 2)))
    return error, np.asarray(rotation, dtype=np.float64), np.asarray(translation, dtype=np.float64)
