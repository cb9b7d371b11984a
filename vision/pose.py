"""From markers to the board's pose: millimetres on the board, and heights above it, to pixels.

The plane goes by a homography and heights by a pinhole camera whose focal length is fitted, held near that of a usual
webcam where the view (straight from above) cannot tell; the lens bends both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.frames import Points
from vision.lens import UNIT_WIDTHS, Lens, on_plane, plane_of
from vision.markers import Found

#: The usual focal length in picture widths, and how far others may be tried.
USUAL_FOCAL: Final = UNIT_WIDTHS
FOCAL_STEPS: Final = tuple(USUAL_FOCAL * 1.12**step for step in range(-5, 9))
#: How strongly the usual focal length is believed, in pixels of reprojection error for a factor of e.
BELIEF_PX: Final = 1.5
#: Fewer markers than this cannot be checked against the print.
FEWEST: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """`homography` (3, 3) maps board millimetres to straight pixels, which `lens` bends to those of the picture;
    `rotation`, `translation`, `camera` are the fitted pinhole."""

    homography: Points
    rotation: Points
    translation: Points
    camera: Points
    lens: Lens

    def pixels(self, places_mm: Points) -> Points:
        """Pixels (n, 2) of places (n, 2) on the board's plane."""
        return self.lens.bent(on_plane(self.homography, places_mm))

    def millimetres(self, pixels: Points) -> Points:
        """Places on the board's plane (n, 2) that show at these pixels (n, 2)."""
        back = np.asarray(np.linalg.inv(self.homography), dtype=np.float64)
        return on_plane(back, self.lens.straight(pixels))

    def raised(self, places_mm: Points, heights_mm: Points) -> Points:
        """Pixels (n, 2) of points at `heights_mm` (n,) above places (n, 2) of the board."""
        flat = self._pinhole(places_mm, np.zeros_like(heights_mm))
        return self.lens.bent(on_plane(self.homography, places_mm) + self._pinhole(places_mm, heights_mm) - flat)

    def carried(self, before_mm: Points, now_mm: Points, now: "Pose") -> Points:
        """The (3, 3) pixel transform that takes what this pose shows at places `before_mm` (n, 2), four at least, to
        where the pose `now` shows `now_mm` (n, 2); exact where the lens is straight."""
        return plane_of(self.pixels(before_mm), now.pixels(now_mm))

    def _pinhole(self, places_mm: Points, heights_mm: Points) -> Points:
        # With x to the right and y down, a right-handed z points into the table.
        turned, _ = cv2.Rodrigues(self.rotation)
        points = np.column_stack([places_mm, -heights_mm]) @ np.asarray(turned).T + self.translation.ravel()
        shown = points @ self.camera.T
        return np.asarray(shown[:, :2] / shown[:, 2:], dtype=np.float64)


def find_pose(
    found: Found, printed_mm: Mapping[int, Points], picture: tuple[int, int], known: Lens | None = None
) -> Pose | None:
    """The pose from at least three markers in a picture of (width, height) pixels; None when there are too few.

    `known` is the lens as far as earlier poses told it.
    """
    seen = [name for name in printed_mm if name in found]
    if len(seen) < FEWEST:
        return None
    on_board = np.concatenate([printed_mm[name] for name in seen])
    in_picture = np.concatenate([found[name] for name in seen])
    outward = np.concatenate([printed_mm[name] - printed_mm[name].mean(axis=0) for name in seen])
    lens = (known or Lens.usual(picture)).at(picture).taught(on_board, outward, in_picture)
    return fit_pose(on_board, in_picture, picture, lens)


def fit_pose(on_board: Points, in_picture: Points, picture: tuple[int, int], lens: Lens) -> Pose | None:
    """The pose from places (n, 2) of the board in millimetres, four at least, and where they show in a picture of
    (width, height) pixels."""
    straight = lens.straight(in_picture)
    width, height = picture
    best: tuple[float, Points, Points, Points] | None = None
    for step in FOCAL_STEPS:
        focal = step * width
        camera = np.array([[focal, 0.0, width / 2], [0.0, focal, height / 2], [0.0, 0.0, 1.0]])
        fitted = _fit(on_board, straight, camera)
        if fitted is None:
            continue
        error, rotation, translation = fitted
        cost = error**2 + (BELIEF_PX * np.log(step / USUAL_FOCAL)) ** 2
        if best is None or cost < best[0]:
            best = (float(cost), rotation, translation, camera)
    if best is None:
        return None
    return Pose(plane_of(on_board, straight), best[1], best[2], best[3], lens)


def _fit(on_board: Points, straight: Points, camera: Points) -> tuple[float, Points, Points] | None:
    points = np.column_stack([on_board, np.zeros(len(on_board))])
    ok, rotation, translation = cv2.solvePnP(points, straight, camera, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        return None
    rotation, translation = cv2.solvePnPRefineLM(points, straight, camera, np.zeros(5), rotation, translation)
    shown, _ = cv2.projectPoints(points, rotation, translation, camera, np.zeros(5))
    error = float(np.sqrt(np.mean((shown.reshape(-1, 2) - straight) ** 2)))
    return error, np.asarray(rotation, dtype=np.float64), np.asarray(translation, dtype=np.float64)
