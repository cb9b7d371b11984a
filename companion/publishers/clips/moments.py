"""The moments that get a clip: a play that was wrong, questioned or corrected by people, and the win."""

from typing import Final

from companion.model.verdict import VerdictKind
from companion.session.events import EventsUndone, GameWon, PlayRefused, PositionCorrected
from companion.views.table_view import TableView

#: Seconds after a clip in which another one would mostly repeat it.
QUIET_S: Final = 10.0
_DISPUTES: Final = (PlayRefused, PositionCorrected, EventsUndone)


class Moments:
    """Follows the table's snapshots and picks those that get a clip: at most one for each row of the record."""

    def __init__(self) -> None:
        self._last: tuple[str, int] | None = None
        self._last_s = 0.0

    def is_one(self, view: TableView, events: tuple[object, ...], now_s: float) -> bool:
        """Takes every snapshot with its stored events; `now_s` never goes back."""
        won = any(isinstance(event, GameWon) for event in events)
        asked = view.verdict is not None and view.verdict.kind is VerdictKind.UNCLEAR
        if not (won or asked or any(isinstance(event, _DISPUTES) for event in events)):
            return False
        row = (view.game, view.seq)
        if row == self._last or (self._last and now_s - self._last_s < QUIET_S and not won):
            return False
        self._last, self._last_s = row, now_s
        return True
