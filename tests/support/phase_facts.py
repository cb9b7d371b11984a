"""Values of the phase of a game on a board, for tests that read them in any phase."""

from msgspec.structs import replace

from companion.session.state import BoardGame, Playing, Preparing


def pushed_over(state: BoardGame) -> tuple[str | None, ...]:
    """By seat: the known card that lies pushed over and is not yet in the other hand."""
    now = state.phase_state
    return now.given if isinstance(now, Preparing) else (None,) * len(state.names)


def undeclared(state: BoardGame) -> BoardGame:
    """The game with the open card back in the hand."""
    now = state.phase_state
    return replace(state, phase_state=replace(now, declared=None)) if isinstance(now, Playing) else state
