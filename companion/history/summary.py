"""One game in short, from its events and their times."""

from collections.abc import Sequence

from companion.history.figures import game_figures, played_ms
from companion.history.play_clock import Stored
from companion.session import events as ev
from companion.session.evolve import replay
from companion.session.game import AnyGame
from companion.session.results import ResultEvent, kept_result
from companion.session.state import BoardGame, NoGame
from companion.views.kept.saved_game import Entered, SavedGame


def summarise(events: Sequence[ev.Event], stored: Sequence[Stored]) -> SavedGame:
    """Returns the game of these events, each `stored` at its time.  Raises ValueError for events that are no game."""
    started = events[0] if events else None
    if not isinstance(started, ev.Start):
        raise ValueError("it does not begin with its start")
    state = replay(tuple(events))
    assert not isinstance(state, NoGame)
    figures = game_figures(events, stored)
    total = figures.total
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
        captures=total.captures + total.bites,
        disputes=sum(isinstance(event, ev.PlayRefused | ev.PositionCorrected) for event in events),
        undos=sum(isinstance(event, ev.EventsUndone) for event in events),
        result=state.result,
        demo=started.demo,
        by_computer=tuple(sorted(_by_computer(events))),
        figures=figures,
        order=_order(started, state),
    )


def summarise_result(events: Sequence[ResultEvent]) -> SavedGame:
    """Returns the result of these events in short.  Raises ValueError for events that are none."""
    kept = kept_result(events)
    result = kept.result
    played = result.minutes * 60_000
    return SavedGame(
        game=kept.game,
        variant=result.variant,
        names=result.names,
        teams=result.teams,
        started_ms=max(0, result.ended_ms - played),
        changed_ms=result.ended_ms,
        played_ms=played,
        rows=len(events),
        result=result.winners,
        entered=Entered(
            day_only=result.day_only, place=result.place, note=result.note, source=result.source, struck=kept.struck
        ),
    )


def _order(started: ev.Start, state: AnyGame) -> tuple[int, ...]:
    """Returns the seats in the order of their turns; none for a game that the record has from its middle on."""
    if isinstance(started, ev.GameStarted) and not started.counted:
        return ()
    step = state.rules.turn_step if isinstance(state, BoardGame) else 1
    seats = len(started.names)
    return tuple((started.first + turns * step) % seats for turns in range(seats))


def _by_computer(events: Sequence[ev.Event]) -> set[int]:
    """Returns the seats that the computer played, even for one turn only."""
    seats: set[int] = set()
    for event in events:
        match event:
            case ev.GameStarted(levels=levels):
                seats |= {seat for seat, level in enumerate(levels) if level is not None}
            case ev.SeatGiven(seat=seat, level=level) if level is not None:
                seats.add(seat)
    return seats
