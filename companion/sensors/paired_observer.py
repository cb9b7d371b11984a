"""Two cameras over one board: a reader for each, and one observation of both."""

import numpy as np
from numpy.typing import NDArray

from companion.board.profile import BoardProfile
from companion.model.observation import Observation
from companion.model.position import Position
from companion.rules.rules import Rules
from companion.sensors.board_observer import BoardObserver, PieceRoster, Reports
from companion.sensors.board_spots import BoardSpots, observation
from companion.sensors.sight import sight_of
from companion.sensors.unknowns import Blindness
from companion.views.sight import Sight
from vision.find.pose import Pose
from vision.frames import Frame, Image
from vision.results import FrameResult, FrameStatus
from vision.two_cameras import TwoCameras


class PairedObserver:
    """Turns the frames of two cameras into observations; `Frame.camera` tells whose a frame is.

    People see the pose, the print and the pictures of the first camera.
    """

    def __init__(self, profile: BoardProfile, roster: PieceRoster, flat: Image | None = None) -> None:
        """`flat` is the picture of the empty board seen from above, if one is kept."""
        self._observers = (BoardObserver(profile, roster, flat), BoardObserver(profile, roster, flat))
        self._spots = BoardSpots.of(profile, roster.sectors, roster.pawns)
        self._both = TwoCameras(self._spots)
        self.spot_names = _spot_names(profile, roster, self._spots)
        self._profile = profile
        self._roster = roster
        self._result = FrameResult(FrameStatus.SEARCHING)
        self._reports = Reports()
        #: The newest reading of one camera waits for the newest frame of the other.
        self._is_held_back = False
        self.blindness = Blindness()

    def expect(self, rules: Rules, position: Position) -> None:
        """Gives both readers the pieces that stand on the board for certain, according to the record."""
        for observer in self._observers:
            observer.expect(rules, position)

    def observe(self, frame: Frame) -> tuple[FrameResult, Observation | None]:
        """Returns the result of both cameras after the frame, and an observation when one of both is due."""
        own = self._observers[frame.camera].look(frame)
        if own is None:
            return self._result, None
        result = self._result = self._both.after(frame.camera, own, frame.t_ms)
        rests, is_read = own.status is FrameStatus.SETTLED, result.status is FrameStatus.SETTLED
        if is_read and not rests and not self._is_held_back:
            # a camera that reads nothing itself confirms no reading of the other one
            return result, None
        self._is_held_back = rests and not is_read
        due = self._reports.is_due(result, self._both.t_ms)
        return result, observation(result.reading, self._spots) if due and result.reading else None

    @property
    def flat(self) -> Image | None:
        """The picture of the board seen from above by which the first camera finds it, if there is one."""
        return self._observers[0].flat

    @property
    def pose(self) -> Pose | None:
        """The pose of the board before the first camera; None until it has been found."""
        return self._observers[0].pose

    def set_corners(self, corners_px: NDArray[np.float64]) -> None:
        """Sets the corners (4, 2) of a board without markers in the first camera's picture, upper left first."""
        self._observers[0].set_corners(corners_px)

    def sight(self, picture: tuple[int, int]) -> Sight | None:
        """Returns the board in a picture of (width, height) pixels of the first camera; None until it was found."""
        if self.pose is None:
            return None
        reading = self._result.reading
        return sight_of(self._profile, self._roster.sectors, self._roster.colours, self.pose, reading, picture)


def _spot_names(profile: BoardProfile, roster: PieceRoster, spots: BoardSpots) -> tuple[str, ...]:
    """Returns a name for each spot, `PLACE:NUMBER:COLOUR` with a place of the catalogues: `after:3:red` is three fields
    after the start field of red."""
    sector = spots.field_count // len(profile.goal)
    starts = {each * sector: colour for each, colour in zip(roster.sectors, roster.colours, strict=False)}
    names = []
    for field in range(spots.field_count):
        start = max((at for at in starts if at <= field), default=max(starts))
        beyond = (field - start) % spots.field_count
        names.append(f"{'after' if beyond else 'start'}:{beyond}:{starts[start]}")
    names += [f"goal_of:{place}:{colour}" for colour in roster.colours for place in range(1, spots.lane + 1)]
    names += [
        f"kennel:0:{colour}" for colour, size in zip(roster.colours, spots.kennels, strict=False) for _ in range(size)
    ]
    return (*names, *(() if spots.centre is None else ("centre:0:",)))


def observer_of(
    profile: BoardProfile, roster: PieceRoster, flat: Image | None = None, *, cameras: int = 1
) -> BoardObserver | PairedObserver:
    """Returns the observer of a board under one camera or two."""
    return (PairedObserver if cameras == 2 else BoardObserver)(profile, roster, flat)
