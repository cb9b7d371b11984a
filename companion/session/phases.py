"""The phases of a game on a board, and every way from one to the next.

Everything that decides the phase stands in this module.

A round is prepared step by step: the cards are dealt, the neutral figure is placed, partners exchange a card, players
who may start free decide, and then cards are played until nobody can play.  The steps differ from game to game, and a
step that has nothing to wait for is left out.  So a transition does not name one phase but the candidates in their
order: the game goes to the first of them that waits for something (`_entered`).  Free starts come before the first
deal, right after it, or after the exchange, as the game has it: `START` is the first candidate, and in games with free
starts after the exchange it is entered only then.  A phase's values are gone when the game leaves it; the steps before
the first card keep theirs together, because each of them has to know the steps still to come.

An event that has no row here leaves the phase as it is, with one exception: an undo brings back an earlier state, and
its phase with it.  Events are facts and are never refused here; `decide` limits the commands of each phase.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, assert_never

from msgspec.structs import replace

from companion.session import events as ev
from companion.session.state import BoardGame, Dealing, Over, Phase, PhaseState, Playing, Preparing
from companion.session.turns import missing_figure

Candidates = tuple[Phase, ...]
Row = Mapping[type[ev.Event], Candidates]

#: How a game begins: at once, with the deal, or in the middle.
FIRST: Final[Candidates] = (Phase.START, Phase.DEAL, Phase.PLAY)
#: Steps that may be due between the deal and the first card (BD-R02, ROY-R31).
_BEFORE_PLAY: Final[Candidates] = (Phase.START, Phase.FIGURE, Phase.EXCHANGE, Phase.PLAY)
#: A free start may have been one before the first deal.
_AFTER_A_START: Final[Candidates] = (Phase.START, Phase.DEAL, Phase.FIGURE, Phase.EXCHANGE, Phase.PLAY)
#: Events that may come in any phase.
_ALWAYS: Final[Row] = {
    ev.CardsDealt: _BEFORE_PLAY,
    ev.RoundEnded: (Phase.DEAL, Phase.PLAY),
    ev.GameWon: (Phase.OVER,),
    ev.GameAbandoned: (Phase.OVER,),
}
TRANSITIONS: Final[Mapping[Phase, Row]] = MappingProxyType(
    {
        Phase.START: {**_ALWAYS, ev.FreeStartDecided: _AFTER_A_START},
        Phase.DEAL: _ALWAYS,
        Phase.FIGURE: {**_ALWAYS, ev.DogPlaced: _BEFORE_PLAY, ev.PositionCorrected: _BEFORE_PLAY},
        Phase.EXCHANGE: {**_ALWAYS, ev.CardExchanged: _BEFORE_PLAY},
        Phase.PLAY: _ALWAYS,
        # a correction shows that the game was not over
        Phase.OVER: {**_ALWAYS, ev.PositionCorrected: (Phase.PLAY,)},
    }
)


def next_phase(before: Phase, event: ev.Event, after: BoardGame) -> PhaseState:
    """Returns the phase that the event leads to, out of the phase `before`.

    `after` has everything else of the new state, with the phase `before` as the event changed it.
    """
    candidates = TRANSITIONS[before].get(type(event))
    return after.phase_state if candidates is None else first_waiting(candidates, after)


def first_waiting(candidates: Candidates, game: BoardGame) -> PhaseState:
    """Returns the first phase that waits for something.  The last candidate always does."""
    return next(entered for phase in candidates if (entered := _entered(phase, game)) is not None)


def _entered(phase: Phase, game: BoardGame) -> PhaseState | None:
    """Returns the values of the phase when the game comes to it; None if it waits for nothing."""
    now = game.phase_state
    match phase:
        case Phase.START:
            return replace(now, phase=phase) if isinstance(now, Preparing) and _starts(now, game) else None
        case Phase.DEAL:
            return Dealing() if game.counted and not any(game.cards) else None
        case Phase.FIGURE:
            missing = missing_figure(game.rules, game.position) is not None
            return replace(now, phase=phase) if isinstance(now, Preparing) and missing else None
        case Phase.EXCHANGE:
            return replace(now, phase=phase) if isinstance(now, Preparing) and not all(now.exchanged) else None
        case Phase.PLAY:
            return now if isinstance(now, Playing) else Playing()
        case Phase.OVER:
            return now if isinstance(now, Over) else None
        case _:
            assert_never(phase)


def _starts(now: Preparing, game: BoardGame) -> bool:
    """Returns whether free starts are due, and nothing that comes before them in this game (BD-R02, ROY-R31)."""
    last = game.rules.setup.when == "after_exchange"
    waits = last and (missing_figure(game.rules, game.position) is not None or not all(now.exchanged))
    return any(now.to_start) and not waits
