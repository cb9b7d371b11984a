"""What is worth a clip: a play that was called wrong, asked about or put right by people, and the win."""

from typing import Final

from companion.model.verdict import VerdictKind
from companion.session.events import EventsUndone, GameWon, PlayRefused, PositionCorrected
from companion.views.table_view import TableView

#: So soon after the last clip most of it would be the same.
QUIET_S: Final = 10.0
_DISPUTES: Final = (PlayRefused, PositionCorrected, EventsUndone)


class Moments:
    """Follows the table's snapshots and says which are worth a clip: one for each row of the record at most."""

    def __init__(self) -> None:
        self._last: tuple[str, int] | None = None
        self._last_s = 0.0

    def is_one(self, view: TableView, events: tuple[object, ...], now_s: float) -> bool:
        """Takes every snapshot with what was stored for it; `now_s` never goes back."""
        won = any(isinstance(event, GameWon) for event in events)
        asked = view.verdict is not None and view.verdict.kind is VerdictKind.UNCLEAR
        if not (won or asked or any(isinstance(event, _DISPUTES) for event in events)):
            return False
        row = (view.game, view.seq)
        if row == self._last or (self._last and now_s - self._last_s < QUIET_S and not won):
            return False
        self._last, self._last_s = row, now_s
        return True
