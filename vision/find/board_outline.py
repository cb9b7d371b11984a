"""Finds the four corners of an unknown board in one picture: by its markers, else by its outline.

Law: the result is only a proposal; a person sees the corners and may drag them before they are used.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.frames import Image, Points

#: The width of the picture in the search for outlines, and the longest side in the search for markers: the finer detail
#: of a photograph adds no information, and takes seconds.
SEARCH_PX: Final = 640
MARKERS_PX: Final = 4000
#: The least part of the picture that a board fills, and the largest.
SMALLEST_PART: Final = 0.08
LARGEST_PART: Final = 0.96
#: The largest ratio of the apparent sides of a board.
LONGEST_SIDE: Final = 4.0
#: The distance from a corner marker's middle to the corner of the board, in widths of the marker.
MARKER_INSET: Final = 0.85
#: The largest ratio of a board's area to that of its corners: for straight sides, and for sides bent by a wide lens.
BOW: Final = 1.12
BENT_BOW: Final = 1.35
#: Outlines whose corners are this near to each other are one.
SAME_PX: Final = 12.0
#: The true edge of a board is this near to its outline, in picture widths; it is sought at this many points a side, and
#: an edge reaches this part of the strongest one nearby.
EDGE_REACH: Final = 0.012
EDGE_POINTS: Final = 80
EDGE_PART: Final = 0.5
CORNER_IDS: Final = (0, 1, 2, 3)


def corners_by_markers(image: Image) -> Points | None:
    """Returns the corners (4, 2) in pixels, upper left first and clockwise, from the usual four markers; None without
    them."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    scale = min(1.0, MARKERS_PX / max(image.shape[:2]))
    shown = image if scale == 1.0 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    corners, ids, _ = detector.detectMarkers(shown)
    # OpenCV returns None for no ids, which its type stubs deny
    names = [] if ids is None else [int(name) for name in np.asarray(ids).ravel()]
    seen = {name: np.asarray(at, dtype=np.float64).reshape(4, 2) for name, at in zip(names, corners, strict=False)}
    if not set(CORNER_IDS) <= seen.keys():
        return None
    # from a marker's middle its outer corner points at the corner of the board
    middles = np.array([seen[name].mean(axis=0) for name in CORNER_IDS])
    outer = np.array([seen[name][place] for place, name in enumerate(CORNER_IDS)])
    found = middles + (outer - middles) * 2 * MARKER_INSET
    return np.asarray((found + 0.5) / scale - 0.5, dtype=np.float64)


def corners_by_outline(image: Image) -> Points | None:
    """Returns the corners (4, 2) of the four-sided object that contrasts most with the table, the one nearest to the
    picture's upper left first; None without such an object."""
    found = outlines(image)
    return _sharpened(image, found[0]) if found else None


def outlines(image: Image, bow: float = BOW) -> list[Points]:
    """Returns all possible boards in a picture, as corners (4, 2), clockwise; the likeliest first.

    `bow` is the largest ratio of a board's area to that of its corners, as the lens bends its sides.
    """
    scale = min(1.0, SEARCH_PX / image.shape[1])
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    quads = [quad for mask in _masks(small) for quad in _quads(mask, bow)]
    quads.sort(key=lambda quad: -_contrast(small, quad) * float(np.sqrt(cv2.contourArea(quad))))
    different: list[Points] = []
    for quad in quads:
        corners = _clockwise(np.asarray(quad, dtype=np.float64))
        if all(np.abs(corners - other).max() > SAME_PX for other in different):
            different.append(corners)
    return [(corners + 0.5) / scale - 0.5 for corners in different]


def _sharpened(image: Image, quad: Points) -> Points:
    """Returns the corners (4, 2) at which lines along the true edges meet, in the picture at its full size."""
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(image, (5, 5), 0), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    for reach in (EDGE_REACH * image.shape[1], 0.5 * EDGE_REACH * image.shape[1]):
        sides = [_edge(lab, start, end, reach) for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True)]
        met = [np.cross(sides[number - 1], side) for number, side in enumerate(sides)]
        if not all(abs(corner[2]) >= 1e-9 for corner in met):
            return quad
        quad = np.array([corner[:2] / corner[2] for corner in met])
    return quad


def _edge(lab: Image, start: Points, end: Points, reach: float) -> Points:
    """Returns the line (3,) along the outermost edge near a side: the end of the board, not the print along its rim."""
    way = (end - start) / np.linalg.norm(end - start)
    outwards = np.array([way[1], -way[0]])
    along = start + (end - start) * np.linspace(0.06, 0.94, EDGE_POINTS)[:, None]
    steps = np.arange(-reach, reach + 1)
    colours = np.stack([_colours(lab, along + step * outwards) for step in steps])
    slopes = np.linalg.norm(colours[2:] - colours[:-2], axis=2)
    strong = slopes >= EDGE_PART * slopes.max(axis=0)
    outermost = len(strong) - 1 - strong[::-1].argmax(axis=0)
    at = along + steps[1:-1][outermost][:, None] * outwards
    line = np.asarray(cv2.fitLine(at.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01), dtype=np.float64).ravel()
    off = np.abs((at - line[2:]) @ np.array([-line[1], line[0]]))
    near = at[off <= np.median(off) + 1.0].astype(np.float32)
    x, y, through_x, through_y = np.asarray(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01), dtype=np.float64).ravel()
    return np.array([-y, x, y * through_x - x * through_y])


def _masks(image: Image) -> Iterator[Image]:
    """Yields masks of possible boards: all that differs from the rim of the picture, and areas within strong edges."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = np.concatenate([lab[:8].reshape(-1, 3), lab[:, :8].reshape(-1, 3), lab[:, -8:].reshape(-1, 3)])
    differs = np.linalg.norm((lab - np.median(rim, axis=0)) * (0.5, 1.0, 1.0), axis=2)
    grey = np.asarray(np.clip(differs * 3, 0, 255), dtype=np.uint8)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    kernel = np.ones((7, 7), dtype=np.uint8)
    yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), dtype=np.uint8)
    for low in (30, 60, 120):
        edges = cv2.Canny(cv2.GaussianBlur(image, (5, 5), 0), low, 2.5 * low)
        yield np.asarray(cv2.dilate(edges, np.ones((3, 3), dtype=np.uint8)), dtype=np.uint8)


def _quads(mask: Image, bow: float) -> Iterator[Points]:
    area = float(mask.size)
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        hull = cv2.convexHull(contour)
        if not SMALLEST_PART * area < cv2.contourArea(hull) < LARGEST_PART * area:
            continue
        for slack in (0.02, 0.04, 0.06):
            quad = cv2.approxPolyDP(hull, slack * cv2.arcLength(hull, closed=True), closed=True)
            if len(quad) == 4 and cv2.contourArea(hull) < bow * cv2.contourArea(quad):
                sides = np.linalg.norm(np.diff(quad[[0, 1, 2, 3, 0], 0], axis=0), axis=1)
                if sides.max() < LONGEST_SIDE * sides.min():
                    yield np.asarray(quad.reshape(4, 2), dtype=np.float32)
                break


def _contrast(image: Image, quad: Points) -> float:
    """Returns the difference of the picture just inside and just outside the sides of a quad."""
    middle = quad.mean(axis=0)
    steps = np.linspace(0.1, 0.9, 20)[:, None]
    inside, outside = [], []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        side = start + (end - start) * steps
        inwards = (middle - side) / np.linalg.norm(middle - side, axis=1, keepdims=True)
        inside.append(_colours(image, side + 5 * inwards))
        outside.append(_colours(image, side - 5 * inwards))
    sides = [float(np.linalg.norm(one - other, axis=1).mean()) for one, other in zip(inside, outside, strict=True)]
    return min(sides)


def _colours(image: Image, places: Points) -> Points:
    columns = np.clip(np.round(places[:, 0]).astype(int), 0, image.shape[1] - 1)
    rows = np.clip(np.round(places[:, 1]).astype(int), 0, image.shape[0] - 1)
    return np.asarray(image[rows, columns], dtype=np.float64)


def _clockwise(quad: Points) -> Points:
    """Returns the corners clockwise in the picture, the one nearest to its upper left first."""
    middle = quad.mean(axis=0)
    order = np.argsort(np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0]))
    ring = quad[order]
    return np.roll(ring, -int(np.argmin(ring.sum(axis=1))), axis=0)
