"""Which module answers which command.

Raises `Refused` for a command that makes no sense now.  A verdict that asks or waits is not an event: nothing
happened yet.
"""

from collections.abc import Callable
from typing import Any, Final

from companion.session import commands as cmd
from companion.session.commands import Refused
from companion.session.decide import course, hands, looks, opening, plays
from companion.session.decide.decision import Decision
from companion.session.state import Senses, State

#: What needs no game that is on.
_AT_ANY_TIME: Final = (
    cmd.StartGame,
    cmd.Resume,
    cmd.Abandon,
    cmd.ReportObservation,
    cmd.ReportWheel,
    cmd.LoseWheel,
)


def decide(state: State, senses: Senses, command: cmd.Command) -> Decision:
    """What `command` leads to.  `senses` is taken in and handed back with what the observation added to it."""
    if not isinstance(command, _AT_ANY_TIME):
        if state.position is None:
            raise Refused("no_game")
        if state.paused:
            raise Refused("game_paused")
    return _HOW[type(command)](state, senses, command)


_HOW: Final[dict[type, Callable[[State, Senses, Any], Decision]]] = {
    cmd.StartGame: opening.start_game,
    cmd.Deal: opening.deal,
    cmd.PlaceDog: opening.place_figure,
    cmd.Exchange: opening.exchange,
    cmd.FreeStart: opening.free_start,
    cmd.DeclarePlay: plays.declare,
    cmd.WithdrawDeclaration: plays.withdraw,
    cmd.ReportObservation: looks.observe,
    cmd.ReportWheel: looks.feel_wheel,
    cmd.LoseWheel: looks.lose_wheel,
    cmd.ChoosePlay: plays.choose,
    cmd.Forfeit: hands.forfeit,
    cmd.Discard: hands.discard,
    cmd.DrawCards: hands.draw,
    cmd.Correct: course.correct,
    cmd.SkipTurn: course.skip,
    cmd.NewRound: course.new_round,
    cmd.Undo: course.undo,
    cmd.Pause: course.pause,
    cmd.Resume: course.resume,
    cmd.Abandon: course.abandon,
}
