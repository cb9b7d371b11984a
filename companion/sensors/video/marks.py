"""The marks in the table's pictures: a ring round every pawn on the board, and an arrow for each pawn of the last play.

In millimetres of the board, so that they fit the camera's picture as well as the view from above.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.profile import BoardProfile, Point
from companion.looks.colours import PAWN_EDGE, PAWNS, UNKNOWN
from companion.model.places import CENTRE, KENNEL, Place, goal_number, is_goal, is_track
from companion.model.position import Position
from companion.views.put_back import moved_pawns
from companion.views.table_view import TableView

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Bgr = tuple[int, int, int]
#: Returns the pixels (n, 2) of places (n, 2) on the board, in millimetres.
Shown = Callable[[Points], Points]

#: The width of a ring, relative to the foot of a pawn.
_RING: Final = 1.5
_RING_POINTS: Final = 24
#: Parts of a pixel in the coordinates that OpenCV draws at.
_SHIFT: Final = 4
#: The length of an arrow's head, in millimetres.
_HEAD_MM: Final = 14.0


@dataclass(frozen=True, slots=True)
class Marks:
    """`rings` are the places of pawns, `arrows` the start and end of a pawn's way, each with its colour."""

    rings: tuple[tuple[Point, Bgr], ...] = ()
    arrows: tuple[tuple[Point, Point, Bgr], ...] = ()


class LastPlay:
    """Follows the table's snapshots and keeps the pawns that the last accepted play moved."""

    def __init__(self, profile: BoardProfile) -> None:
        self._profile = profile
        self._seq = 0
        self._position: Position | None = None
        self._arrows: tuple[tuple[Point, Point, Bgr], ...] = ()
        self.marks = Marks()

    def on_view(self, view: TableView) -> None:
        """Takes every snapshot in its order, from the table's thread."""
        position, seq = view.position, view.last_play.seq if view.last_play else 0
        if position is None:
            self._seq, self._position, self.marks = 0, None, Marks()
            return
        colours = tuple(_bgr(seat.colour) for seat in view.seats)
        before, self._position = self._position, position
        if seq != self._seq:
            # after an undo the previous play is not drawn again: it is not recent
            newer = before is not None and seq > self._seq
            self._arrows = (
                self._moved(before, position, colours, ranked=bool(view.rules.ranks)) if before and newer else ()
            )
            self._seq = seq
        self.marks = Marks(self._rings(position, colours), self._arrows)

    def _moved(
        self, before: Position, now: Position, colours: tuple[Bgr, ...], *, ranked: bool
    ) -> tuple[tuple[Point, Point, Bgr], ...]:
        if before.seats != now.seats:
            return ()
        moves = moved_pawns(before.placement, now.placement, ranked=ranked)
        # a captured pawn is carried home, and that is no play
        went = ((move.seat, Place(move.origin), Place(move.target)) for move in moves if move.target != KENNEL)
        ways = ((self._at(now, seat, origin), self._at(now, seat, target), seat) for seat, origin, target in went)
        return tuple((start, end, colours[seat]) for start, end, seat in ways if start and end)

    def _rings(self, position: Position, colours: tuple[Bgr, ...]) -> tuple[tuple[Point, Bgr], ...]:
        """Returns the rings; pawns in their kennels have none, because people place them there freely."""
        standing = ((seat, place) for seat, row in enumerate(position.placement.pawns) for place in row)
        rings = ((self._at(position, seat, place), seat) for seat, place in standing if place != KENNEL)
        return tuple((at, colours[seat]) for at, seat in rings if at)

    def _at(self, position: Position, seat: int, place: Place) -> Point | None:
        """Returns a place of a seat in millimetres; None if the board lacks it."""
        sector = position.seats[seat]
        if is_track(place):
            return self._profile.track[place]
        if is_goal(place):
            return self._profile.goal[sector][goal_number(place) - 1]
        if place == KENNEL:
            x, y = np.mean(self._profile.kennel[sector], axis=0)
            return float(x), float(y)
        return self._profile.centre if place == CENTRE else None


def draw(picture: Picture, marks: Marks, shown: Shown, foot_mm: float) -> None:
    """Draws into a picture (h, w, 3) BGR; `shown` maps the places of the board."""
    turns = np.linspace(0, 2 * np.pi, _RING_POINTS, endpoint=False)
    circle = np.column_stack([np.cos(turns), np.sin(turns)]) * foot_mm / 2 * _RING
    for at, colour in marks.rings:
        _line(picture, shown(np.array(at) + circle), colour, closed=True)
    for start, end, colour in marks.arrows:
        for line in _arrow(np.array(start), np.array(end), foot_mm):
            _line(picture, shown(line), colour, closed=False)


def _arrow(start: Points, end: Points, foot_mm: float) -> tuple[Points, ...]:
    """Returns the lines of an arrow that ends at the rings of both places; none if they touch."""
    way = end - start
    length = float(np.linalg.norm(way))
    rim = foot_mm / 2 * _RING
    if length <= 2 * rim:
        return ()
    along = way / length
    across = np.array([-along[1], along[0]])
    tip = end - along * rim
    back = tip - along * min(_HEAD_MM, length / 3)
    half = across * min(_HEAD_MM, length / 3) * 0.6
    return np.stack([start + along * rim, tip]), np.stack([back + half, tip, back - half])


def _line(picture: Picture, pixels: Points, colour: Bgr, *, closed: bool) -> None:
    """Draws a coloured line with a dark edge, so that it is visible on every ground."""
    wide = max(2, round(picture.shape[1] / 300))
    points = [np.round(pixels * 2**_SHIFT).astype(np.int32)]
    for paint, width in ((_bgr_of(PAWN_EDGE), wide + 2), (colour, wide)):
        cv2.polylines(picture, points, closed, paint, width, cv2.LINE_AA, _SHIFT)


def _bgr(colour: str) -> Bgr:
    return _bgr_of(PAWNS.get(colour, UNKNOWN).fill)


def _bgr_of(written: str) -> Bgr:
    red, green, blue = bytes.fromhex(written.removeprefix("#"))
    return blue, green, red
