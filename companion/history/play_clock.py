"""The time that a game has been played, and the time of its present turn, from the times of its rows.

Laws: pauses do not count, nor the time after the end, nor that in which the program was off: a row counts from the one
before only if the same start of the program stored both.  A clock that is set has no effect: the count uses one that
nobody sets, and a gap longer than any turn is a gap.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.session import events as ev


class Stored(NamedTuple):
    """When an event was stored: the start of the program, Unix milliseconds, and milliseconds of a steady clock.

    Nobody sets that clock; it counts from anywhere within one start.  None if nobody recorded it.
    """

    epoch: int
    ms: int
    tick_ms: int | None = None


#: Nobody thinks so long: the table was left alone, or its clock was set.
LONGEST_TURN_MS: Final = 2 * 3_600_000


def gap_ms(before: Stored, now: Stored) -> int:
    """Returns the milliseconds from one row to a later one, however the clock on the wall was set between them.

    Without a clock that nobody sets, a gap within one start that is longer than any turn counts as none.
    """
    if before.epoch != now.epoch:
        return max(0, now.ms - before.ms)
    if before.tick_ms is not None and now.tick_ms is not None:
        return max(0, now.tick_ms - before.tick_ms)
    gap = max(0, now.ms - before.ms)
    return gap if gap <= LONGEST_TURN_MS else 0


class PlayTime(NamedTuple):
    """Milliseconds of play, and of the present turn; `running`: the clock goes on."""

    played_ms: int = 0
    turn_ms: int = 0
    running: bool = False


#: Events within somebody's turn that do not end it.
_WITHIN_TURN: Final = (
    ev.PlayDeclared,
    ev.DeclarationWithdrawn,
    ev.PlayRefused,
    ev.ShadowJudged,
    ev.CardRevealed,
    ev.CardDiscarded,
    ev.CardsDrawn,
    ev.CardsEntered,
    ev.SeatGiven,
    ev.GamePaused,
    ev.GameResumed,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayClock:
    """Where the clock of a game stands at its newest row."""

    played_ms: int = 0
    turn_ms: int = 0
    paused: bool = False
    over: bool = False
    newest: Stored | None = None

    def after(self, event: ev.Event, stored: Stored) -> "PlayClock":
        """Returns the clock at the next row."""
        gap = self._gap_ms(stored)
        within = is_within_turn(event)
        return PlayClock(
            played_ms=self.played_ms + gap,
            turn_ms=self.turn_ms + gap if within else 0,
            paused=isinstance(event, ev.GamePaused) or (self.paused and not isinstance(event, ev.GameResumed)),
            over=isinstance(event, ev.GameWon | ev.GameAbandoned),
            newest=stored,
        )

    def at(self, now: Stored) -> PlayTime:
        """Returns the reading of the clock at a time."""
        gap = self._gap_ms(now)
        return PlayTime(self.played_ms + gap, self.turn_ms + gap, self._runs_in(now.epoch))

    def _runs_in(self, epoch: int) -> bool:
        return not self.paused and not self.over and self.newest is not None and self.newest.epoch == epoch

    def _gap_ms(self, now: Stored) -> int:
        if self.newest is None or not self._runs_in(now.epoch):
            return 0
        gap = gap_ms(self.newest, now)
        return gap if gap <= LONGEST_TURN_MS else 0


def clock_after(clock: PlayClock, rows: Iterable[tuple[ev.Event, Stored]]) -> PlayClock:
    """Returns the clock after these rows; a game that begins among them begins its clock."""
    for event, stored in rows:
        before = PlayClock() if isinstance(event, ev.Start) else clock
        clock = before.after(event, stored)
    return clock


def is_within_turn(event: ev.Event) -> bool:
    """Returns whether the present turn goes on after the event."""
    return isinstance(event, _WITHIN_TURN) and ends_turn_of(event) is None


def ends_turn_of(event: ev.Event) -> int | None:
    """Returns the seat whose turn the event ends; None if it ends none."""
    match event:
        case ev.PlayAccepted(seat=seat) | ev.ActionTaken(seat=seat) | ev.TurnSkipped(seat=seat):
            return seat
        case ev.HandForfeited(seat=seat):
            return seat
        case ev.CardDiscarded(seat=seat, because=because):
            return None if because in ("draw", "cost") else seat
        case _:
            return None
