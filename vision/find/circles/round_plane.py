"""Finds the plane on which ellipses in a picture are circles of one size: the tilt of a board by its fields alone.

For a camera of a known focal length the normal determines a plane except for its distance; on the right plane the
fields of a board are round and alike, unlike most of the rest of the picture.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.circles.ellipses import Ellipses
from vision.frames import Points

#: The steps of the tried tilts of planes, in degrees, and of their directions.
STEP_DEG: Final = 4.0
MOST_TILTED_DEG: Final = 74.0
#: A plane seen flatter than this (sine) shows nothing.
LEAST_FACING: Final = 0.15
#: A circle may appear longer than wide by this factor, plus this many pixels of its shorter half axis.
ROUND: Final = 1.18
ROUND_PX: Final = 1.2
#: Circles are alike if their radii differ by at most this (logarithm).
SAME_SIZE: Final = 0.12
#: This many alike circles make a board likely.
MIN_CIRCLES: Final = 8

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RoundPlane:
    """The ellipses `members` (m,) are circles of this plane: their `places` (m, 2) there, in units of their radius."""

    members: NDArray[np.int64]
    places: Points


def round_plane(ellipses: Ellipses, rays: Points, focal_px: float) -> RoundPlane | None:
    """Returns the plane on which most of the ellipses are circles of one size; `rays` (n, 2) are their middles relative
    to that of the picture, in focal lengths.  None if too few are."""
    best: tuple[float, RoundPlane] | None = None
    shapes, loose = ellipses.shapes / focal_px**2, np.log(ROUND + ROUND_PX / ellipses.axes[:, 0])
    for normal in _normals():
        places, jacobians, facing = _laid_flat(normal, rays)
        flat = jacobians @ shapes @ jacobians.transpose(0, 2, 1)
        half = (flat[:, 0, 0] + flat[:, 1, 1]) / 2
        product = np.maximum(flat[:, 0, 0] * flat[:, 1, 1] - flat[:, 0, 1] ** 2, 1e-30)
        longer = np.sqrt(np.maximum(half**2 - product, 0.0))
        uneven = 0.5 * np.log((half + longer) / np.maximum(half - longer, 1e-15))
        rounds = np.flatnonzero((facing > LEAST_FACING) & (uneven < loose))
        if len(rounds) < MIN_CIRCLES:
            continue
        sizes = 0.25 * np.log(product[rounds])
        most = _most_alike(sizes)
        members = rounds[most]
        worth = float((1 - uneven[members] / loose[members]).sum())
        if len(members) >= MIN_CIRCLES and (best is None or worth > best[0]):
            radius = float(np.exp(np.median(sizes[most])))
            best = worth, RoundPlane(members, places[members] / radius)
    return None if best is None else best[1]


def _most_alike(sizes: Numbers) -> NDArray[np.bool_]:
    """Returns the largest group of similar sizes (n,); sorted first, because a picture may have thousands."""
    ordered = np.sort(sizes)
    counts = np.searchsorted(ordered, sizes + SAME_SIZE) - np.searchsorted(ordered, sizes - SAME_SIZE)
    return np.asarray(np.abs(sizes - sizes[counts.argmax()]) < SAME_SIZE, dtype=np.bool_)


@cache
def _normals() -> Numbers:
    """Returns the normals (n, 3) of all tried planes, towards the camera's far side."""
    found = [(0.0, 0.0, 1.0)]
    for tilt in np.radians(np.arange(1.5 * STEP_DEG, MOST_TILTED_DEG, STEP_DEG)):
        round_about = np.radians(np.arange(0.0, 360.0, max(STEP_DEG, STEP_DEG / np.sin(tilt))))
        found += [(np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), np.cos(tilt)) for way in round_about]
    return np.array(found)


def _laid_flat(normal: Numbers, rays: Points) -> tuple[Points, Numbers, Numbers]:
    """Returns the intersections of rays (n, 2) with the plane at distance 1: places (n, 2) on it, their derivatives by
    the rays (n, 2, 2), and how far the plane faces each ray (n,)."""
    ways = np.column_stack([rays, np.ones(len(rays))])
    facing = ways @ normal
    meets = np.where(np.abs(facing) > LEAST_FACING, facing, LEAST_FACING)[:, None]
    on_plane, _ = cv2.Rodrigues(np.cross((0.0, 0.0, 1.0), normal) * _angle_over_sine(normal))
    across = np.asarray(on_plane, dtype=np.float64)[:, :2]
    moves = [((np.eye(3)[axis] - ways * normal[axis] / meets) / meets) @ across for axis in range(2)]
    return (ways / meets) @ across, np.stack(moves, axis=2), facing


def _angle_over_sine(normal: Numbers) -> float:
    """Returns the factor from the cross product of two unit vectors to the rotation vector from one to the other."""
    sine = float(np.hypot(normal[0], normal[1]))
    return 1.0 if sine < 1e-9 else float(np.arccos(normal[2])) / sine
