"""What was seen of a board at one pose, carried to where another pose shows it.

Law: what lies on the board's plane goes with the board.  What lies round it may have stayed, so it is forgotten.
A pawn is held against its earlier picture only where both poses show it alike.
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

#: A pawn shows alike at two poses where its head is no further beside, in parts of the width of its foot.
SAME_VIEW: Final = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class SeenAt:
    """How the board looks `empty` at a `pose`, and the last picture there whose truth was given."""

    pose: Pose
    empty: EmptyBoard
    confirmed: Confirmed | None

    def carried(self, board: Board, now: Pose, shape: tuple[int, int], *, same_camera: bool) -> "SeenAt":
        """The same at the pose `now` in a picture of (height, width) pixels; with the `same_camera` at the same place
        what lies round the board is kept too."""
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
        """Which spots (n,) show a pawn alike at both poses, and were wholly in the picture at this one."""
        places, tall = board.spots.places_mm, np.full(len(board.spots.places_mm), board.piece.tall_mm)
        feet, heads = self.pose.pixels(places), self.pose.raised(places, tall)
        aside = places + np.array([board.piece.width_mm, 0.0])
        broad = np.linalg.norm(now.pixels(aside) - now.pixels(places), axis=1)
        room = np.linalg.norm(self.pose.pixels(aside) - feet, axis=1)[:, None]
        height, width = self.empty.known.shape
        inside = [((at > room) & (at < (width, height) - room)).all(axis=1) for at in (feet, heads)]
        beside = np.linalg.norm(on_plane(way, heads) - now.raised(places, tall), axis=1)
        return np.asarray((beside < SAME_VIEW * broad) & inside[0] & inside[1], dtype=np.bool_)
