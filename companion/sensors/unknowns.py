"""The gaps in the camera's knowledge, each with one word, on the tablet as from the doctor.

Law: an unknown state is never reported as something else.  Each word that is no good news has an id
(`companion.views.troubles`), a sentence and a cure in every language, and a row in docs/explanation/vision.md.
"""

from collections.abc import Sequence
from typing import Final

from companion.session.decide.boards.witness import SIGHT_KEPT_MS
from companion.views.table_view import Health, HealthState
from companion.views.wording.phrases import ALTERNATIVES
from vision.results import FrameResult, FrameStatus, Remark

#: The reasons why a picture yields no reading of the board; the last four are no trouble.
STATES: Final = {
    FrameStatus.SEARCHING: (HealthState.SEARCHING, "camera_searching"),
    FrameStatus.NO_MARKERS: (HealthState.SEARCHING, "camera_no_markers"),
    FrameStatus.MARKERS_MISSING: (HealthState.SEARCHING, "camera_markers_missing"),
    FrameStatus.BAD_PICTURE: (HealthState.SEARCHING, "camera_bad_picture"),
    FrameStatus.TOO_DARK: (HealthState.SEARCHING, "camera_too_dark"),
    FrameStatus.COLOURLESS: (HealthState.SEARCHING, "camera_colourless"),
    FrameStatus.BLURRED: (HealthState.SEARCHING, "camera_blurred"),
    FrameStatus.DISAGREE: (HealthState.SEARCHING, "camera_disagree"),
    FrameStatus.HAND: (HealthState.OK, "camera_hand"),
    FrameStatus.MOVING: (HealthState.OK, "camera_moving"),
    FrameStatus.TURNING: (HealthState.OK, "camera_moving"),
    FrameStatus.SETTLED: (HealthState.OK, "camera_ok"),
}
#: The gaps, present or recent, in the reading of a board.
REMARKS: Final = {
    Remark.CAMERAS_DISAGREE: "camera_dispute",
    Remark.CAMERA_MOVED: "camera_moved",
    Remark.BOARD_MOVED: "camera_board_moved",
    Remark.GLARE: "camera_glare",
    Remark.DISC_TURNED: "camera_disc_turned",
    Remark.COVERED: "camera_covered",
    Remark.ON_FIELD: "camera_on_field",
    Remark.SIMILAR_COLOURS: "camera_similar_colours",
    Remark.MARKER_HIDDEN: "camera_marker_hidden",
    Remark.ONE_BLIND: "camera_one_blind",
}
#: The place of the board is uncertain just after a change of the picture size.
TURNED: Final = "camera_turned"
#: Pictures in which no board can be found.
UNUSABLE: Final = (FrameStatus.BAD_PICTURE, FrameStatus.TOO_DARK, FrameStatus.COLOURLESS, FrameStatus.BLURRED)
_BLIND: Final = (FrameStatus.NO_MARKERS, FrameStatus.MARKERS_MISSING, FrameStatus.DISAGREE, *UNUSABLE)
#: Dark, without colours, out of focus, covered, no board in view: nobody plays a whole card in less time.
BLIND_MS: Final = 2000
#: So many of the spots in dispute are named.
NAMED: Final = 2


def camera_health(result: FrameResult, spots: Sequence[str] = ()) -> Health:
    """Returns the health for a frame: the reason why nothing can be judged, or a remark on a frame that can.

    `spots` are the names of the board's spots, as `PairedObserver.spot_names` has them.
    """
    disputed = ALTERNATIVES.join(spots[spot] for spot in result.disputed[:NAMED])
    params = (("spots", disputed),) if disputed else ()
    if result.status is FrameStatus.SETTLED and result.remarks:
        return Health(part="camera", state=HealthState.OK, code=REMARKS[result.remarks[0]], params=params)
    state, code = STATES[result.status]
    corners = (("corners", ALTERNATIVES.join(result.missing)),) if result.missing else ()
    return Health(part="camera", state=state, code=code, params=corners + params)


class Blindness:
    """Follows the frames of one camera, in the order of their times."""

    def __init__(self) -> None:
        self._settled_ms: int | None = None
        self._blind_ms: int | None = None
        self._reported = False

    def begins(self, result: FrameResult, t_ms: int) -> bool:
        """Returns whether from this frame on a play may have been missed; True once until the board is seen again.

        Hands and moving things may be over the board for longer than darkness (`SIGHT_KEPT_MS`).
        """
        if result.status is FrameStatus.SETTLED:
            self._settled_ms, self._blind_ms, self._reported = t_ms, None, False
            return False
        if result.status not in _BLIND:
            self._blind_ms = None
        elif self._blind_ms is None:
            self._blind_ms = t_ms
        blind = self._blind_ms is not None and t_ms - self._blind_ms >= BLIND_MS
        unseen = self._settled_ms is not None and t_ms - self._settled_ms > SIGHT_KEPT_MS
        begins = (blind or unseen) and not self._reported
        self._reported = self._reported or begins
        return begins
