"""The result of a frame: its status, the reading of a board at rest, and remarks for the people at the table."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray


class Remark(StrEnum):
    """A remark that is worth a message though the board is read: the most pressing one first."""

    CAMERAS_DISAGREE = "cameras_disagree"
    CAMERA_MOVED = "camera_moved"
    BOARD_MOVED = "board_moved"
    GLARE = "glare"
    DISC_TURNED = "disc_turned"
    COVERED = "covered"
    ON_FIELD = "on_field"
    SIMILAR_COLOURS = "similar_colours"
    MARKER_HIDDEN = "marker_hidden"
    ONE_BLIND = "one_blind"


class Corner(StrEnum):
    """A corner of the board by its position in the picture, clockwise."""

    UPPER_LEFT = "upper_left"
    UPPER_RIGHT = "upper_right"
    LOWER_RIGHT = "lower_right"
    LOWER_LEFT = "lower_left"


class FrameStatus(StrEnum):
    SEARCHING = "searching"
    NO_MARKERS = "no_markers"
    MARKERS_MISSING = "markers_missing"
    TOO_DARK = "too_dark"
    BLURRED = "blurred"
    COLOURLESS = "colourless"
    MOVING = "moving"
    HAND = "hand"
    TURNING = "turning"
    SETTLED = "settled"
    BAD_PICTURE = "bad_picture"
    DISAGREE = "disagree"


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """`scores` (spots, classes) are log-probabilities, class 0 for empty, in the order of the board's spots, each spot
    by itself: for callers that weigh whole positions, which have no more pieces than there are.  `counted` (spots,
    classes) are the same given the numbers of pieces: the content of a spot.

    `quarter_turn` is the clockwise quarter turn of the disc and `disc_deg` its angle, None if it was not seen.
    """

    t_ms: int
    scores: NDArray[np.float64]
    counted: NDArray[np.float64]
    quarter_turn: int | None
    disc_deg: float | None


@dataclass(frozen=True, slots=True, eq=False)
class FrameResult:
    """The content of a frame; `rest_ms` is the time for which the picture has been at rest, `remarks` are in order of
    urgency; `missing` are the corners whose markers were not read, if that is the reason of the status; `disputed` are
    the spots of which two cameras see something different."""

    status: FrameStatus
    reading: BoardReading | None = None
    rest_ms: int = 0
    remarks: tuple[Remark, ...] = ()
    missing: tuple[Corner, ...] = ()
    disputed: tuple[int, ...] = ()
