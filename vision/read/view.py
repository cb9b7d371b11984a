"""How a board at one pose shows in a picture: its outline, its spots with the disc as it lies, its free surface."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.board_mask import Mask, board_mask
from vision.find.disc import rest_deg, turned_places
from vision.find.pose import Pose
from vision.read.cover.free_surface import free_surface
from vision.read.silhouettes import Silhouettes, draw_silhouettes, redraw_silhouettes

#: Smaller turns of the disc move no printed line by a pixel.
SAME_ANGLE_DEG: Final = 0.4
#: Pawns stand in the disc's holes, but loosely: they follow its rest angle by half.
CARRIED_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board at `pose` in a picture of `shape` (height, width): its mask at half size, the `outlines` of its spots
    with the disc `disc_deg` off its stop, and the pixels of its free `surface`."""

    pose: Pose
    shape: tuple[int, int]
    half_mask: Mask
    disc_deg: float
    outlines: Silhouettes
    surface: NDArray[np.int64]


def draw_view(pose: Pose, board: Board, shape: tuple[int, int], angle_deg: float | None) -> BoardView:
    """The view of a board at a new pose; `angle_deg` is the disc's angle as far as it is known."""
    disc_deg = rest_deg(angle_deg)
    outlines = draw_silhouettes(pose, board, turned_places(board, disc_deg * CARRIED_SHARE), shape)
    surface = free_surface(pose, board, outlines, shape)
    return BoardView(pose, shape, board_mask(pose, board, shape, 2), disc_deg, outlines, surface)


def with_disc(view: BoardView, board: Board, angle_deg: float) -> BoardView:
    """The view with the disc at another angle; the very same one where that moves nothing."""
    disc_deg = rest_deg(angle_deg)
    if abs(disc_deg - view.disc_deg) <= SAME_ANGLE_DEG:
        return view
    spots = turned_places(board, disc_deg * CARRIED_SHARE)
    outlines = redraw_silhouettes(view.outlines, view.pose, board, spots, board.spots.on_disc, view.shape)
    surface = free_surface(view.pose, board, outlines, view.shape)
    return replace(view, disc_deg=disc_deg, outlines=outlines, surface=surface)
