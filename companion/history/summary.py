"""One game in short, from its events and when they were stored."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.history.standing import standing
from companion.session import events as ev
from companion.session.evolve import replay
from companion.session.state import NoGame
from companion.views.saved_game import SavedGame


class Stored(NamedTuple):
    """When an event was stored: by which start of the program, and the time in Unix milliseconds."""

    epoch: int
    ms: int


def summarise(events: Sequence[ev.Event], stored: Sequence[Stored]) -> SavedGame:
    """The game of these events, each `stored` at its time.  Raises ValueError for events that are no game."""
    started = events[0] if events else None
    if not isinstance(started, ev.Start):
        raise ValueError("it does not begin with its start")
    state = replay(tuple(events))
    assert not isinstance(state, NoGame)
    stand = standing(events)
    return SavedGame(
        game=started.game,
        variant=started.variant,
        names=started.names,
        colours=started.colours,
        teams=state.teams,
        started_ms=stored[0].ms,
        changed_ms=stored[-1].ms,
        played_ms=played_ms(events, stored),
        rows=len(events),
        ply=state.ply,
        captures=sum(captures(event) for row, event in enumerate(events, start=1) if row in stand),
        disputes=sum(isinstance(event, ev.PlayRefused | ev.PositionCorrected) for event in events),
        undos=sum(isinstance(event, ev.EventsUndone) for event in events),
        result=state.result,
        demo=started.demo,
    )


def captures(event: ev.Event) -> int:
    """How many pawns a play sent home."""
    return sum(len(step.captures) for step in event.steps) if isinstance(event, ev.PlayAccepted) else 0


def played_ms(events: Sequence[ev.Event], stored: Sequence[Stored]) -> int:
    """How long was played: neither pauses count, nor the time in which the program was off, nor a clock set back."""
    played, paused = 0, False
    for index in range(1, len(events)):
        before, now = stored[index - 1], stored[index]
        paused = isinstance(events[index - 1], ev.GamePaused) or (
            paused and not isinstance(events[index - 1], ev.GameResumed)
        )
        if not paused and before.epoch == now.epoch:
            played += max(0, now.ms - before.ms)
    return played
