"""Whether the plays of a record stand where a table accepts them: in the play phase, by the seat to move."""

from companion.session import events as ev
from companion.session.evolve import evolve
from companion.session.state import BoardGame, NoGame, Phase, State
from companion.transcript.text import GameText


def misplaced_play(record: GameText) -> tuple[int, str] | None:
    """Returns the line of the first play that no table would have accepted there, and why.

    None if there is no such play.

    A game of cards alone is checked as it is read (`validate_cards`).
    """
    state: State = NoGame()
    for line, event in zip(record.lines, record.events, strict=True):
        if isinstance(event, ev.PlayAccepted) and isinstance(state, BoardGame):
            reason = _reason(event, state)
            if reason is not None:
                return line, reason
        state = evolve(state, event)
    return None


def _reason(event: ev.PlayAccepted, state: BoardGame) -> str | None:
    if state.phase is not Phase.PLAY:
        return f"a play in the phase {state.phase.value}, before cards are played"
    if state.position is not None and event.seat != state.position.turn:
        return f"it is the turn of seat {state.position.turn}, not of seat {event.seat}"
    return None
