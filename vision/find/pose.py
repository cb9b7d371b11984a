"""Computes the board's pose from its markers: millimetres on the board, and heights above it, to pixels.

The plane follows a homography and heights a pinhole camera with a fitted focal length, held near that of a usual webcam
if the view (straight from above) does not determine it; the lens bends both.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.find.lens import UNIT_SIDES, Lens, NoPlaneError, on_plane, plane_of
from vision.find.markers import Found
from vision.frames import Points

#: The usual focal length in lengths of the longer side of the picture, and the range of others that are tried.
USUAL_FOCAL: Final = UNIT_SIDES
FOCAL_STEPS: Final = tuple(USUAL_FOCAL * 1.12**step for step in range(-5, 9))
#: The weight of the usual focal length, in pixels of reprojection error for a factor of e.
FOCAL_PRIOR_PX: Final = 1.5
#: A board with a smaller area in pixels, or one that reaches further from the picture, is a false detection.
LEAST_AREA_PX, FARTHEST_PX = 1_500.0, 100_000.0
#: In pictures of another size the board is at the same place within this part of their width.
SAME_PLACE: Final = 0.008
#: Fewer markers than this cannot be checked against the print.
MIN_MARKERS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """`homography` (3, 3) maps board millimetres to straight pixels, which `lens` bends to those of the picture;
    `rotation`, `translation`, `camera` are the fitted pinhole, which misses the plane by `misfit_px`; an unusual focal
    length counts as some pixels."""

    homography: Points
    rotation: Points
    translation: Points
    camera: Points
    lens: Lens
    misfit_px: float

    def pixels(self, places_mm: Points) -> Points:
        """Returns the pixels (n, 2) of places (n, 2) on the board's plane."""
        return self.lens.distort(on_plane(self.homography, places_mm))

    def millimetres(self, pixels: Points) -> Points:
        """Returns the places (n, 2) on the board's plane at these pixels (n, 2)."""
        back = np.asarray(np.linalg.inv(self.homography), dtype=np.float64)
        return on_plane(back, self.lens.undistort(pixels))

    def raised(self, places_mm: Points, heights_mm: Points) -> Points:
        """Returns the pixels (n, 2) of points at `heights_mm` (n,) above places (n, 2) of the board."""
        flat = self._pinhole(places_mm, np.zeros_like(heights_mm))
        return self.lens.distort(on_plane(self.homography, places_mm) + self._pinhole(places_mm, heights_mm) - flat)

    def shows(self, size_mm: tuple[float, float], tall_mm: float) -> bool:
        """Reports whether a board of this size, with pawns this tall, is possible at this pose: in front of the camera,
        its print upwards, and large enough to be judged."""
        numbers = (self.homography, self.rotation, self.translation, self.camera)
        if not all(np.isfinite(part).all() for part in numbers):
            return False
        width, height = size_mm
        corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
        before = np.column_stack([corners, np.ones(4)]) @ self.homography[2]
        heights = np.array([0.0, -tall_mm, -2 * tall_mm])
        solid = np.column_stack([np.tile(corners, (3, 1)), np.repeat(heights, 4)])
        turned, _ = cv2.Rodrigues(self.rotation)
        away = solid @ np.asarray(turned)[2] + self.translation.ravel()[2]
        if not (before.min() > 0 and away.min() > tall_mm):
            return False
        outline = self.pixels(corners)
        if not np.abs(outline).max() < FARTHEST_PX:
            return False
        if not cv2.contourArea(outline.astype(np.float32), True) >= LEAST_AREA_PX:
            return False
        sides = np.roll(outline, -1, axis=0) - outline
        turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
        return bool((turns > 0).all())

    def carried(self, before_mm: Points, now_mm: Points, now: "Pose") -> Points:
        """Returns the (3, 3) pixel transform that moves the image of places `before_mm` (n, 2), at least four, under
        this pose to the image of `now_mm` (n, 2) under the pose `now`; exact without distortion."""
        return plane_of(self.pixels(before_mm), now.pixels(now_mm))

    def through(self, lens: Lens, places_mm: Points, shape: tuple[int, ...]) -> "Pose | None":
        """Returns the pose through another lens with the same image of these places (n, 2) of the board, in a picture
        of (height, width) pixels: heights look different.  None if no camera can have it."""
        return fit_pose(places_mm, self.pixels(places_mm), (shape[1], shape[0]), lens)

    def squeezed(
        self, before: tuple[int, ...], now: "Pose", shape: tuple[int, ...], places_mm: Points
    ) -> "Pose | None":
        """Returns the pose `now` if pictures of (height, width) `before` have only been squeezed into another `shape`;
        None if the image of the board contradicts that."""
        down, across = shape[0] / before[0], shape[1] / before[1]
        strays = self.pixels(places_mm) * (across, down) - now.pixels(places_mm)
        if not float(np.abs(strays).max()) <= SAME_PLACE * shape[1]:
            return None
        return now.through(replace(now.lens, aspect=self.lens.aspect * down / across), places_mm, shape)

    def _pinhole(self, places_mm: Points, heights_mm: Points) -> Points:
        # With x to the right and y down, a right-handed z points into the table.
        turned, _ = cv2.Rodrigues(self.rotation)
        points = np.column_stack([places_mm, -heights_mm]) @ np.asarray(turned).T + self.translation.ravel()
        shown = points @ self.camera.T
        return np.asarray(shown[:, :2] / shown[:, 2:], dtype=np.float64)


def find_pose(
    found: Found, printed_mm: Mapping[int, Points], picture: tuple[int, int], known: Lens | None = None
) -> Pose | None:
    """Returns the pose from at least three markers in a picture of (width, height) pixels; None if there are too few,
    or they lie in no plane.

    `known` is the lens as estimated by earlier poses.
    """
    seen = [name for name in printed_mm if name in found]
    if len(seen) < MIN_MARKERS:
        return None
    on_board = np.concatenate([printed_mm[name] for name in seen])
    in_picture = np.concatenate([found[name] for name in seen])
    outward = np.concatenate([printed_mm[name] - printed_mm[name].mean(axis=0) for name in seen])
    try:
        lens = (known or Lens.usual(picture)).at(picture).updated(on_board, outward, in_picture)
    except NoPlaneError:
        return None
    return fit_pose(on_board, in_picture, picture, lens)


def fit_pose(on_board: Points, in_picture: Points, picture: tuple[int, int], lens: Lens) -> Pose | None:
    """Returns the pose from at least four places (n, 2) of the board in millimetres and their pixels in a picture of
    (width, height); None if they lie in no plane."""
    straight = lens.undistort(in_picture)
    try:
        plane = plane_of(on_board, straight)
    except NoPlaneError:
        return None
    width, height = picture
    # a camera turned on its side keeps its focal length; the longer side is not squeezed
    longer, squeeze = max(picture), np.array([1.0, lens.aspect]) / (lens.aspect if height > width else 1.0)
    best: tuple[float, Points, Points, Points] | None = None
    for step in FOCAL_STEPS:
        across, down = step * longer * squeeze
        camera = np.array([[across, 0.0, width / 2], [0.0, down, height / 2], [0.0, 0.0, 1.0]])
        fitted = _fit(on_board, straight, camera)
        if fitted is None:
            continue
        error, rotation, translation = fitted
        cost = error**2 + (FOCAL_PRIOR_PX * np.log(step / USUAL_FOCAL)) ** 2
        if cost < (np.inf if best is None else best[0]):
            best = (float(cost), rotation, translation, camera)
    if best is None:
        return None
    return Pose(plane, best[1], best[2], best[3], lens, float(np.sqrt(best[0])))


def _fit(on_board: Points, straight: Points, camera: Points) -> tuple[float, Points, Points] | None:
    points = np.column_stack([on_board, np.zeros(len(on_board))])
    ok, rotation, translation = cv2.solvePnP(points, straight, camera, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        return None
    rotation, translation = cv2.solvePnPRefineLM(points, straight, camera, np.zeros(5), rotation, translation)
    shown, _ = cv2.projectPoints(points, rotation, translation, camera, np.zeros(5))
    error = float(np.sqrt(np.mean((shown.reshape(-1, 2) - straight) ** 2)))
    return error, np.asarray(rotation, dtype=np.float64), np.asarray(translation, dtype=np.float64)
