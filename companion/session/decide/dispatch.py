"""Which module answers which command.

Raises `Refused` for a command that makes no sense in the present state.  A verdict that asks or waits is not an event:
nothing happened yet.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

from msgspec.structs import replace

from companion.session import commands as cmd
from companion.session.card_game import CardGame
from companion.session.commands import Refused
from companion.session.decide import computer, course, hands, looks, opening, plays, shadow
from companion.session.decide.cards import decide_cards, start_card_game
from companion.session.decide.decision import Decision
from companion.session.decide.senses import Senses
from companion.session.state import BoardGame, NoGame, State

#: After these there is no card left that nobody has named.
_NAMES_THE_CARD: Final = (cmd.StartGame, cmd.StartCardGame, cmd.DeclarePlay)
#: An answer takes its own kind of command.
Answer = Callable[[BoardGame, Senses, Any], Decision]


def decide(state: State, senses: Senses, command: cmd.Command) -> Decision:
    """Returns the decision on `command`: events, and `senses` with the additions of the observation."""
    if isinstance(command, cmd.WatchSilently):
        return shadow.watched_silently(state, senses, command.report)
    return shadow.followed(state, senses.shadow, _decided(state, senses, command))


def _decided(state: State, senses: Senses, command: cmd.Command) -> Decision:
    if senses.proposed and isinstance(command, _NAMES_THE_CARD):
        senses = replace(senses, proposed=())
    match command:
        case cmd.ProposeCard(cards=cards):
            return Decision(senses=replace(senses, proposed=_proposed(state, cards)))
        case cmd.StartGame():
            return opening.start_game(senses, command)
        case cmd.StartCardGame():
            return start_card_game(senses, command)
    match state:
        case NoGame():
            return _without_game(senses, command)
        case CardGame():
            return decide_cards(state, senses, command)
        case BoardGame():
            referee = looks.opened(state, senses.referee)
            senses = senses if referee is senses.referee else replace(senses, referee=referee)
            return computer.carried_out(looks.followed(state, _decide_board(state, senses, command)))
        case _:
            assert_never(state)


def _proposed(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Returns those of `cards` that the game has.

    None if one of them lies open, because it was tapped before the camera knew it.
    """
    if not isinstance(state, BoardGame):
        return ()
    known = tuple(card for card in cards if card in state.faces)
    return () if state.declared and state.declared.card in known else known


def _without_game(senses: Senses, command: cmd.Command) -> Decision:
    if isinstance(command, looks.SensorReport):
        return Decision(senses=looks.noted(senses, command))
    raise Refused("no_game")


def _decide_board(state: BoardGame, senses: Senses, command: cmd.Command) -> Decision:
    answer = _ALSO_PAUSED.get(type(command))
    if answer is None:
        if state.paused:
            raise Refused("game_paused")
        answer = _IN_PLAY.get(type(command))
    if answer is None:
        raise Refused("not_now")
    return answer(state, senses, command)


def _bare(answer: Callable[[BoardGame, Senses], Decision]) -> Answer:
    """Wraps the answer to a command without values."""
    return lambda state, senses, _: answer(state, senses)


#: The answers in a game on a board that may be paused, by kind of command.
_ALSO_PAUSED: Final[Mapping[type[cmd.Command], Answer]] = {
    cmd.ReportObservation: looks.sensed,
    cmd.ReportWheel: looks.sensed,
    cmd.LoseWheel: looks.sensed,
    cmd.LoseSight: looks.sensed,
    cmd.Resume: _bare(course.resume),
    cmd.Abandon: _bare(course.abandon),
}
#: The answers while it goes on.
_IN_PLAY: Final[Mapping[type[cmd.Command], Answer]] = {
    cmd.Correct: course.correct,
    cmd.SkipTurn: course.skip,
    cmd.NewRound: _bare(course.new_round),
    cmd.Undo: _bare(course.undo),
    cmd.Redo: _bare(course.redo),
    cmd.Pause: _bare(course.pause),
    cmd.Deal: opening.deal,
    cmd.PlaceDog: opening.place_figure,
    cmd.Exchange: opening.exchange,
    cmd.FreeStart: opening.free_start,
    cmd.DeclarePlay: plays.declare,
    cmd.WithdrawDeclaration: _bare(plays.withdraw),
    cmd.ChoosePlay: plays.choose,
    cmd.Forfeit: hands.forfeit,
    cmd.Discard: hands.discard,
    cmd.DrawCards: hands.draw,
    cmd.Announce: computer.announce,
    cmd.EnterCards: computer.enter,
    cmd.GiveSeat: computer.give,
    cmd.SettleUndo: _bare(computer.settle_undo),
}
