"""When a camera that gives pictures has not seen the board for so long that something may have been missed."""

from typing import Final

from companion.session.decide.boards.grounds import SIGHT_KEPT_MS
from vision.results import FrameResult, FrameStatus

_BLIND: Final = (FrameStatus.NO_MARKERS, FrameStatus.TOO_DARK, FrameStatus.BLURRED, FrameStatus.BAD_PICTURE)
#: Dark, out of focus, covered, no board in view: nobody plays a whole card in less.
BLIND_MS: Final = 2000


class Blindness:
    """Follows the frames of one camera, in the order of their times."""

    def __init__(self) -> None:
        self._settled_ms: int | None = None
        self._blind_ms: int | None = None
        self._reported = False

    def begins(self, result: FrameResult, t_ms: int) -> bool:
        """Whether with this frame something may have been missed; True once until the board is seen again.

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
