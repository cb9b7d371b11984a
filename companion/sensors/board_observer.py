"""Frames become observations: the reader of one board with the pieces of one game."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board.profile import BoardProfile
from companion.looks.colours import FIGURE_COLOUR
from companion.model.observation import Observation
from companion.model.position import Position
from companion.rules.rules import Rules
from companion.sensors.board_print import board_reader
from companion.sensors.board_spots import BoardSpots, labels, observation
from companion.sensors.sight import sight_of
from companion.sensors.unknowns import Blindness
from companion.views.sight import Sight
from vision.find.pose import Pose
from vision.frames import Frame, Image, same_picture
from vision.results import FrameResult, FrameStatus

#: A board that lies still is reported again after this long: time confirms an illegal state and replaces lost commands.
AGAIN_MS: Final = 300
#: A picture identical to the previous one in every pixel is not new: a hanging line repeats pictures, and a half
#: finished move would seem to be at rest.  A picture that stays identical for longer shows a board without any noise.
REPEATED_MS: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceRoster:
    """The pieces on the board: the printed sector and the colour of each seat, and whether there is a dog.

    `pawns` is the number of pawns of a seat, None if unknown.
    """

    sectors: tuple[int, ...]
    colours: tuple[str, ...]
    dog: bool
    pawns: int | None = None

    @property
    def piece_colours(self) -> tuple[str, ...]:
        """The colours by the classes of pieces: those of the seats, then that of the neutral figure."""
        return (*self.colours, *((FIGURE_COLOUR,) if self.dog else ()))


def roster_of(rules: Rules, position: Position, colours: tuple[str, ...]) -> PieceRoster:
    dog, pawns = bool(rules.variant.figures), rules.pawns_per_seat
    return PieceRoster(sectors=position.seats, colours=colours, dog=dog, pawns=pawns)


class Reports:
    """When a board at rest is reported: at once, and again while it stays at rest."""

    def __init__(self) -> None:
        self._reported_ms: int | None = None

    def is_due(self, result: FrameResult, t_ms: int) -> bool:
        """Returns whether the result of a frame at `t_ms` is to be reported; then the next report is due later."""
        if result.status is not FrameStatus.SETTLED or result.reading is None:
            self._reported_ms = None
            return False
        if self._reported_ms is not None and t_ms - self._reported_ms < AGAIN_MS:
            return False
        self._reported_ms = t_ms
        return True


class BoardObserver:
    """Turns frames into observations; no thread and no clock of its own, so a replay uses it as a live table does."""

    #: One camera disputes nothing, so no spot needs a name.
    spot_names: tuple[str, ...] = ()

    def __init__(self, profile: BoardProfile, roster: PieceRoster, flat: Image | None = None) -> None:
        """`flat` is the picture of the empty board seen from above, if one is kept."""
        self._spots = BoardSpots.of(profile, roster.sectors, roster.pawns)
        self._reader = board_reader(profile, self._spots, roster.piece_colours, flat)
        self._profile = profile
        self._roster = roster
        self._result = FrameResult(FrameStatus.SEARCHING)
        self._reports = Reports()
        self._newest: Frame | None = None
        self._was_first = False
        self.blindness = Blindness()

    def expect(self, rules: Rules, position: Position) -> None:
        """Gives the reader the pieces that stand on the board for certain, according to the record."""
        self._reader.expect(labels(rules, position, self._spots))

    def observe(self, frame: Frame) -> tuple[FrameResult, Observation | None]:
        """Returns the result of the frame, and an observation when one is due; a repeated frame yields nothing new."""
        result = self.look(frame)
        if result is None:
            return self._result, None
        due = self._reports.is_due(result, frame.t_ms)
        return result, observation(result.reading, self._spots) if due and result.reading else None

    def look(self, frame: Frame) -> FrameResult | None:
        """Returns the result of the frame; None if it repeats the one before."""
        if self._is_repeated(frame):
            return None
        self._result = self._reader.look(frame)
        return self._result

    def _is_repeated(self, frame: Frame) -> bool:
        """Returns whether the frame is repeated; the first picture may be, since no move is half finished before it."""
        newest = self._newest
        if newest is None or not same_picture(frame.image, newest.image):
            self._newest, self._was_first = frame, newest is None
            return False
        return not self._was_first and frame.t_ms - newest.t_ms < REPEATED_MS

    @property
    def flat(self) -> Image | None:
        """The picture of the board seen from above by which it is found, if there is one."""
        return self._reader.flat

    @property
    def pose(self) -> Pose | None:
        """The pose of the board; None until it has been found."""
        return self._reader.pose

    def find_board(self, frame: Frame) -> Pose | None:
        """Returns the pose of the board after one more frame; None until it has been found."""
        self.observe(frame)
        return self.pose

    def set_corners(self, corners_px: NDArray[np.float64]) -> None:
        """Sets the corners (4, 2) of a board without markers, upper left first and clockwise."""
        self._reader.set_corners(corners_px)

    def sight(self, picture: tuple[int, int]) -> Sight | None:
        """Returns the board in a picture of (width, height) pixels; None until it has been found."""
        pose, result = self._reader.pose, self._result
        if pose is None:
            return None
        return sight_of(self._profile, self._roster.sectors, self._roster.colours, pose, result.reading, picture)
