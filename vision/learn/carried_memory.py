"""Carries the memory of a board from one pose to another.

Law: the content of the board's plane moves with the board.  The surroundings may have stayed, so they are forgotten.  A
pawn is compared with its earlier picture only if both poses show it alike.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.board import Board
from vision.find.board_mask import board_mask
from vision.find.lens import on_plane
from vision.find.pose import Pose
from vision.frames import Points
from vision.read.appearance import EmptyBoard, Flags, moved
from vision.read.decoding import Confirmed

#: A pawn looks alike at two poses if its head shifts by at most this, in parts of the width of its foot.
SAME_VIEW: Final = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class SeenAt:
    """The `empty` board at a `pose`, and the last picture there with a known truth."""

    pose: Pose
    empty: EmptyBoard
    confirmed: Confirmed | None

    def carried(self, board: Board, now: Pose, shape: tuple[int, int], *, same_camera: bool) -> "SeenAt":
        """Returns the same at the pose `now` in a picture of (height, width) pixels; with the `same_camera` at the same
        place the surroundings of the board are kept too."""
        places = board.spots.places_mm
        way = self.pose.carried(places, places, now)
        empty = self.empty.warped(way, shape)
        if not same_camera:
            empty = EmptyBoard(empty.lab, empty.known & (board_mask(now, board, shape) > 0))
        before = self.confirmed
        if before is None:
            return SeenAt(now, empty, None)
        alike = self._alike(board, now, way)
        classes, supposed = (np.where(alike, known, -1) for known in (before.classes, before.supposed))
        lab = moved(before.lab, way, (shape[1], shape[0]))
        return SeenAt(now, empty, Confirmed(lab, classes, supposed))

    def _alike(self, board: Board, now: Pose, way: Points) -> Flags:
        """Returns the spots (n,) that show a pawn alike at both poses, and were wholly in the picture at this one."""
        places, tall = board.spots.places_mm, np.full(len(board.spots.places_mm), board.piece.tall_mm)
        feet, heads = self.pose.pixels(places), self.pose.raised(places, tall)
        aside = places + np.array([board.piece.width_mm, 0.0])
        broad = np.linalg.norm(now.pixels(aside) - now.pixels(places), axis=1)
        room = np.linalg.norm(self.pose.pixels(aside) - feet, axis=1)[:, None]
        height, width = self.empty.known.shape
        inside = [((at > room) & (at < (width, height) - room)).all(axis=1) for at in (feet, heads)]
        beside = np.linalg.norm(on_plane(way, heads) - now.raised(places, tall), axis=1)
        return np.asarray((beside < SAME_VIEW * broad) & inside[0] & inside[1], dtype=np.bool_)
