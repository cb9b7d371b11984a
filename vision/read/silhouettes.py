"""Draws the pixels that a pawn would cover on a spot: foot, body and head, by the camera's pose.

Law: everything about a pawn's shape is here; a ball is a pawn whose head is its foot.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board, Piece
from vision.find.pose import Pose
from vision.frames import Points
from vision.read.windows import Windows, draw_windows

#: Radii as parts of the foot's radius, and heights as parts of the pawn's: the body narrows to a round head.
_SOLID: Final = ((0.86, 0.02), (0.62, 0.22), (0.40, 0.55), (0.48, 0.80))
#: The core leaves out the rim, which a pawn a little beside its spot would not reach.
CORE: Final = 0.72
#: The area that a pawn may cover when it stands off its spot, in parts of its own outline.
WIDE: Final = 1.55
#: A spot lies in an area that covers this part of its core.
PART: Final = 0.25
#: The mirror image of a pawn on a glossy board, in parts of its own outline.
MIRROR: Final = 1.2
_ROUND: Final = np.array([[np.cos(turn), np.sin(turn)] for turn in np.linspace(0, 2 * np.pi, 16, endpoint=False)])

Pixels = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Silhouettes:
    """For every spot: `core` and `wide` pixels as indices into the flat picture, and the spot's foot in pixels.

    `mirror[k]` is where a glossy board would show the pawn of spot `k` upside down.  `neighbours[k]` are the spots
    whose wide outline overlaps the core of `k`, `mirroring[k]` those whose mirror image does.  `depth` grows towards
    the camera.
    """

    core: tuple[Pixels, ...]
    wide: tuple[Pixels, ...]
    mirror: tuple[Pixels, ...]
    windows: Windows
    feet: Points
    depth: NDArray[np.float64]
    neighbours: tuple[tuple[int, ...], ...]
    mirroring: tuple[tuple[int, ...], ...]

    def colours(self, picture: NDArray[np.float32]) -> NDArray[np.float64]:
        """Returns the median colour (n, 3) of the core of every spot in a picture (h, w, 3); NaN for spots out of
        view."""
        flat = picture.reshape(-1, 3)
        found = [np.median(flat[core], axis=0) if len(core) else np.full(3, np.nan) for core in self.core]
        return np.array(found, dtype=np.float64)

    def within(self, flags: NDArray[np.bool_] | None) -> NDArray[np.int64]:
        """Returns the spots with a good part of their core in the flagged pixels (h, w); none for None."""
        if flags is None:
            return np.empty(0, dtype=np.int64)
        flat = flags.reshape(-1)
        found = [spot for spot, core in enumerate(self.core) if len(core) and flat[core].mean() > PART]
        return np.array(found, dtype=np.int64)


def draw_silhouettes(pose: Pose, board: Board, spots_mm: Points, shape: tuple[int, int]) -> Silhouettes:
    """Returns the outlines of a pawn on each of the spots (n, 2) in a picture of (height, width) pixels."""
    outlines = _standing(pose, board.piece, spots_mm, shape)
    return _arranged(outlines, _windows(pose, board.piece, spots_mm), pose, spots_mm, shape)


def redraw_silhouettes(
    before: Silhouettes,
    pose: Pose,
    board: Board,
    spots_mm: Points,
    moved: NDArray[np.bool_],
    shape: tuple[int, int],
) -> Silhouettes:
    """Returns the outlines after some of the spots `moved` (n,), such as those on a disc; the others are reused."""
    which = np.flatnonzero(moved)
    outlines: list[tuple[Pixels, ...]] = list(zip(before.core, before.wide, before.mirror, strict=True))
    for spot, outline in zip(which, _standing(pose, board.piece, spots_mm[which], shape), strict=True):
        outlines[spot] = outline
    windows = before.windows.but(which, _windows(pose, board.piece, spots_mm[which]))
    return _arranged(outlines, windows, pose, spots_mm, shape)


def _arranged(
    outlines: list[tuple[Pixels, ...]], windows: Windows, pose: Pose, spots_mm: Points, shape: tuple[int, int]
) -> Silhouettes:
    core = tuple(outline[0] for outline in outlines)
    wide = tuple(outline[1] for outline in outlines)
    mirror = tuple(outline[2] for outline in outlines)
    return Silhouettes(
        core=core,
        wide=wide,
        mirror=mirror,
        windows=windows,
        feet=pose.pixels(spots_mm),
        depth=_depth(pose, spots_mm),
        neighbours=_overlapped(wide, core, shape),
        mirroring=_overlapped(mirror, core, shape),
    )


def _standing(pose: Pose, piece: Piece, spots_mm: Points, shape: tuple[int, int]) -> list[tuple[Pixels, ...]]:
    """Returns the core, wide and mirrored outline of every spot."""
    foot, heights = _solid(piece)
    return _outlines(pose, spots_mm, [foot * CORE, foot * WIDE, foot * MIRROR], [heights, heights, -heights], shape)


def _windows(pose: Pose, piece: Piece, spots_mm: Points) -> Windows:
    foot, heights = _solid(piece)
    places = spots_mm[:, None] + foot
    tall = np.broadcast_to(heights, places.shape[:-1])
    outlines = pose.raised(places.reshape(-1, 2), tall.reshape(-1)).reshape(places.shape)
    heads = pose.raised(spots_mm, np.full(len(spots_mm), piece.tall_mm))
    return draw_windows(outlines, pose.pixels(spots_mm), heads)


def _outlines(
    pose: Pose,
    spots_mm: Points,
    offsets: list[Points],
    heights: list[NDArray[np.float64]],
    shape: tuple[int, int],
) -> list[tuple[Pixels, ...]]:
    """Returns for every spot the pixels of each solid, given by points (m, 2) round its axis and their heights (m,);
    all are projected together."""
    places = spots_mm[:, None, None, :] + np.stack(offsets)[None]
    tall = np.broadcast_to(np.stack(heights), places.shape[:-1])
    shown = pose.raised(places.reshape(-1, 2), tall.reshape(-1)).reshape(places.shape).astype(np.float32)
    return [tuple(_filled(outline, shape) for outline in spot) for spot in shown]


def _solid(piece: Piece) -> tuple[Points, NDArray[np.float64]]:
    """Returns points (m, 2) round a pawn's axis in millimetres, and their heights (m,)."""
    rings = ((0.8, 0.5), (0.6, 0.8), (0.6, 0.2)) if piece.shape == "marble" else _SOLID
    places = np.concatenate([_ROUND * piece.width_mm / 2 * part for part, _ in rings])
    return places, np.concatenate([np.full(len(_ROUND), piece.tall_mm * height) for _, height in rings])


def _filled(points: NDArray[np.float32], shape: tuple[int, int]) -> Pixels:
    """Returns the pixels inside the hull of points (m, 2); none if it extends beyond the picture."""
    if not np.isfinite(points).all():
        return np.empty(0, dtype=np.int64)
    hull = cv2.convexHull(points).reshape(-1, 2)
    left, top = np.floor(hull.min(axis=0)).astype(int)
    right, bottom = np.ceil(hull.max(axis=0)).astype(int) + 1
    height_px, width_px = shape
    if left < 0 or top < 0 or right > width_px or bottom > height_px:
        return np.empty(0, dtype=np.int64)
    mask = np.zeros((bottom - top, right - left), dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull - (left, top)).astype(np.int32), 1)
    rows, columns = np.nonzero(mask)
    return np.asarray((rows + top) * width_px + columns + left, dtype=np.int64)


def _depth(pose: Pose, spots_mm: Points) -> NDArray[np.float64]:
    rotation, _ = cv2.Rodrigues(pose.rotation)
    flat = np.column_stack([spots_mm, np.zeros(len(spots_mm))])
    away = (flat @ np.asarray(rotation, dtype=np.float64).T + pose.translation.ravel())[:, 2]
    return -np.asarray(away, dtype=np.float64)


def _overlapped(
    covers: tuple[Pixels, ...], cores: tuple[Pixels, ...], shape: tuple[int, int]
) -> tuple[tuple[int, ...], ...]:
    """Returns for each of the `cores` the other spots whose outline in `covers` overlaps it."""
    reach, boxes = _boxes(covers, shape[1]), _boxes(cores, shape[1])
    marked = np.zeros(shape[0] * shape[1], dtype=bool)
    found: list[list[int]] = [[] for _ in cores]
    for spot, pixels in enumerate(covers):
        left, top, right, bottom = reach[spot]
        apart = (boxes[:, 0] > right) | (boxes[:, 2] < left) | (boxes[:, 1] > bottom) | (boxes[:, 3] < top)
        marked[pixels] = True
        for other in np.flatnonzero(~apart).tolist():
            if other != spot and marked[cores[other]].any():
                found[other].append(spot)
        marked[pixels] = False
    return tuple(tuple(spots) for spots in found)


def _boxes(outlines: tuple[Pixels, ...], width: int) -> NDArray[np.int64]:
    """Returns left, top, right, bottom of each outline, (n, 4); one outside the picture has a box that overlaps no
    other."""
    boxes = np.tile(np.array([1, 1, -1, -1], dtype=np.int64), (len(outlines), 1))
    for spot, at in enumerate(outlines):
        if len(at):
            columns = at % width
            boxes[spot] = columns.min(), at[0] // width, columns.max(), at[-1] // width
    return boxes
