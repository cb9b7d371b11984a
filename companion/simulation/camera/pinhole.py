"""A pinhole camera over a table: projects points of the board into the picture.

World coordinates are the board's millimetres (x right, y down as printed), with z up from the table top.
"""

import math
from copy import copy
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

#: Focal length as a share of the picture's width: a phone's or webcam's ordinary lens.
FOCAL_SHARE: Final = 0.95
#: Share of the picture that the board fills in the tighter direction.
FILL: Final = 0.86


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """The stand of the camera: elevation 90 looks straight down, azimuth 0 stands at the board's lower edge."""

    elevation_deg: float = 56.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0


class Pinhole:
    """Projects world points (N, 3) to picture points (N, 2), from so far that the board fills the picture."""

    def __init__(self, size_mm: tuple[float, float], size_px: tuple[int, int], stand: Stand) -> None:
        self.size_px = size_px
        self._focal_px = FOCAL_SHARE * size_px[0]
        width, height = size_mm
        self._axes = _axes(stand)
        corners = np.array([[0.0, 0.0, 0.0], [width, 0.0, 0.0], [width, height, 0.0], [0.0, height, 0.0]])
        self._centre = self._fit(np.array([width / 2, height / 2, 0.0]), corners)
        self._shift_px = np.array(size_px) / 2 - _middle(self._raw(corners))

    @property
    def centre(self) -> Points:
        """The place of the lens, in world millimetres."""
        return self._centre

    @property
    def axes(self) -> Points:
        """Rows: the picture's right, its down, and the line of sight, as world directions."""
        return self._axes

    def project(self, points: Points) -> Points:
        """Picture points (N, 2) in pixels of world points (N, 3) in millimetres."""
        projected: Points = self._raw(np.asarray(points, dtype=np.float64).reshape(-1, 3)) + self._shift_px
        return projected

    def homography(
        self, height_mm: float = 0.0, mm_per_px: float = 1.0, origin_mm: tuple[float, float] = (0.0, 0.0)
    ) -> Points:
        """3x3 matrix from pixels of a flat print lying at `height_mm` to the picture."""
        right, down, forward = self._axes
        offset = np.array([origin_mm[0], origin_mm[1], height_mm]) - self.centre
        basis = np.zeros((3, 3))
        for row, axis in enumerate((right, down, forward)):
            basis[row] = (axis[0] * mm_per_px, axis[1] * mm_per_px, float(axis @ offset))
        middle = np.array(self.size_px) / 2 + self._shift_px
        lens = np.array([[self._focal_px, 0.0, middle[0]], [0.0, self._focal_px, middle[1]], [0.0, 0.0, 1.0]])
        matrix: Points = lens @ basis
        return matrix

    def over_pushed(self, right_mm: float, down_mm: float) -> "Pinhole":
        """The same camera, in the coordinates of a board that was pushed over the table."""
        other = copy(self)
        other._centre = self._centre - (right_mm, down_mm, 0.0)
        return other

    def knocked(self, pan_deg: float, tilt_deg: float, roll_deg: float) -> "Pinhole":
        """The same lens in the same place, turned so far to the right and down, and rolled clockwise."""
        other = copy(self)
        other._axes = _rolled(roll_deg) @ _tilted(tilt_deg) @ _panned(pan_deg) @ self._axes
        return other

    def depth(self, x_mm: float, y_mm: float) -> float:
        """Distance along the line of sight of a point of the table, for drawing back to front."""
        return float((np.array([x_mm, y_mm, 0.0]) - self.centre) @ self._axes[2])

    def _raw(self, points: Points) -> Points:
        right, down, forward = self._axes
        seen = points - self.centre
        depth = seen @ forward
        flat = np.stack([seen @ right, seen @ down], axis=1) / depth[:, None]
        raw: Points = flat * self._focal_px + np.array(self.size_px) / 2
        return raw

    def _fit(self, target: Points, corners: Points) -> Points:
        """The place of the lens at which the corners fill the picture."""
        near, far = 300.0, 6000.0
        for _ in range(40):
            middle = (near + far) / 2
            self._centre = target - middle * self._axes[2]
            spread = np.ptp(self._raw(corners), axis=0) / np.array(self.size_px)
            if float(spread.max()) > FILL:
                near = middle
            else:
                far = middle
        fitting: Points = target - far * self._axes[2]
        return fitting


def _axes(stand: Stand) -> Points:
    """Rows: the picture's right, its down, and the line of sight, as world directions."""
    up, side = math.radians(stand.elevation_deg), math.radians(stand.azimuth_deg)
    right = np.array([math.cos(side), -math.sin(side), 0.0])
    down = np.array([math.sin(up) * math.sin(side), math.sin(up) * math.cos(side), -math.cos(up)])
    forward = -np.array([math.cos(up) * math.sin(side), math.cos(up) * math.cos(side), math.sin(up)])
    roll = math.radians(stand.roll_deg)
    turned_right = math.cos(roll) * right + math.sin(roll) * down
    turned_down = math.cos(roll) * down - math.sin(roll) * right
    return np.stack([turned_right, turned_down, forward])


def _panned(degrees: float) -> Points:
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return np.array([[cosine, 0.0, -sine], [0.0, 1.0, 0.0], [sine, 0.0, cosine]])


def _tilted(degrees: float) -> Points:
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return np.array([[1.0, 0.0, 0.0], [0.0, cosine, -sine], [0.0, sine, cosine]])


def _rolled(degrees: float) -> Points:
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])


def _middle(points: Points) -> Points:
    middle: Points = (points.min(axis=0) + points.max(axis=0)) / 2
    return middle
