"""The image of a board at one pose: its outline, its spots with the disc at its angle, its free surface."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.board_mask import Mask, board_mask
from vision.find.disc import rest_deg, turned_places, with_disc_beside
from vision.find.pose import Pose
from vision.frames import Points
from vision.read.cover.free_surface import free_surface
from vision.read.silhouettes import Silhouettes, draw_silhouettes, redraw_silhouettes

#: Smaller turns of the disc move no printed line by a pixel.
SAME_ANGLE_DEG: Final = 0.4
#: Pawns stand loosely in the disc's holes: they follow its rest angle by half.
CARRIED_SHARE: Final = 0.5
#: The disc is at its old place if its marker is at most this far off, in millimetres.
SAME_PLACE_MM: Final = 0.5
IN_PLACE: Final = np.zeros(2)


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A `board` at `pose` in a picture of `shape` (height, width): its mask at half size, the `outlines` of its spots
    with the disc `disc_deg` off its stop, and the pixels of its free `surface`.  The disc of `board` is at its visible
    place on the board's plane, `offset_mm` (2,) beside its own."""

    board: Board
    offset_mm: Points
    pose: Pose
    shape: tuple[int, int]
    half_mask: Mask
    disc_deg: float
    outlines: Silhouettes
    surface: NDArray[np.int64]


def draw_view(
    pose: Pose, board: Board, shape: tuple[int, int], angle_deg: float | None, offset_mm: Points = IN_PLACE
) -> BoardView:
    """Returns the view of a board at a new pose; `angle_deg` is the disc's angle and `offset_mm` (2,) its visible
    offset from its place, as far as they are known."""
    disc_deg, shown = rest_deg(angle_deg), with_disc_beside(board, offset_mm)
    outlines = draw_silhouettes(pose, shown, turned_places(shown, disc_deg * CARRIED_SHARE), shape)
    surface = free_surface(pose, shown, outlines, shape)
    return BoardView(shown, offset_mm, pose, shape, board_mask(pose, board, shape, 2), disc_deg, outlines, surface)


def with_disc(view: BoardView, board: Board, angle_deg: float, offset_mm: Points | None) -> BoardView:
    """Returns the view with the disc at another angle, or further beside its place (2,), None if that is not seen; the
    same object if that moves nothing."""
    disc_deg = rest_deg(angle_deg)
    stays = offset_mm is None or float(np.linalg.norm(offset_mm - view.offset_mm)) <= SAME_PLACE_MM
    if stays and abs(disc_deg - view.disc_deg) <= SAME_ANGLE_DEG:
        return view
    at = view.offset_mm if stays or offset_mm is None else offset_mm
    shown = with_disc_beside(board, at)
    spots = turned_places(shown, disc_deg * CARRIED_SHARE)
    outlines = redraw_silhouettes(view.outlines, view.pose, shown, spots, board.spots.on_disc, view.shape)
    surface = free_surface(view.pose, shown, outlines, view.shape)
    return replace(view, board=shown, offset_mm=at, disc_deg=disc_deg, outlines=outlines, surface=surface)
