"""Which module answers which command.

Raises `Refused` for a command that makes no sense in the present state.  A verdict that asks or waits is not an event:
nothing happened yet.
"""

from typing import assert_never

from msgspec.structs import replace

from companion.session import commands as cmd
from companion.session.card_game import CardGame
from companion.session.commands import Refused
from companion.session.decide import computer, course, hands, looks, opening, plays, shadow
from companion.session.decide.cards import decide_cards, start_card_game
from companion.session.decide.decision import Decision
from companion.session.decide.senses import Senses
from companion.session.state import BoardGame, NoGame, State

#: Decisions of people about the course of a game that is not paused.
CourseCommand = cmd.Correct | cmd.SkipTurn | cmd.NewRound | cmd.Undo | cmd.Redo | cmd.Pause
OpeningCommand = cmd.Deal | cmd.PlaceDog | cmd.Exchange | cmd.FreeStart
PlayCommand = cmd.DeclarePlay | cmd.WithdrawDeclaration | cmd.ChoosePlay | cmd.Forfeit | cmd.Discard | cmd.DrawCards


def decide(state: State, senses: Senses, command: cmd.Command) -> Decision:
    """Returns the decision on `command`: events, and `senses` with the additions of the observation."""
    if isinstance(command, cmd.WatchSilently):
        return shadow.watched_silently(state, senses, command.report)
    return shadow.followed(state, senses.shadow, _decided(state, senses, command))


def _decided(state: State, senses: Senses, command: cmd.Command) -> Decision:
    match command:
        case cmd.ProposeCard(cards=cards):
            return Decision(senses=replace(senses, proposed=_proposed(state, cards)))
        case cmd.StartGame() | cmd.StartCardGame() | cmd.DeclarePlay():
            # a proposal is for the card that nobody has named yet
            senses = replace(senses, proposed=())
    match command:
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
            senses = replace(senses, referee=looks.opened(state, senses.referee))
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
    match command:
        case cmd.ReportObservation() | cmd.ReportWheel() | cmd.LoseWheel() | cmd.LoseSight():
            return looks.sensed(state, senses, command)
        case cmd.Resume():
            return course.resume(state, senses)
        case cmd.Abandon():
            return course.abandon(state, senses)
    if state.paused:
        raise Refused("game_paused")
    match command:
        case cmd.Correct() | cmd.SkipTurn() | cmd.NewRound() | cmd.Undo() | cmd.Redo() | cmd.Pause():
            return _course(state, senses, command)
        case cmd.Deal() | cmd.PlaceDog() | cmd.Exchange() | cmd.FreeStart():
            return _opening(state, senses, command)
        case cmd.Announce() | cmd.EnterCards() | cmd.GiveSeat() | cmd.SettleUndo():
            return computer.decide_computer(state, senses, command)
        case cmd.StartGame() | cmd.StartCardGame() | cmd.DeclareAction() | cmd.RevealCard():
            raise Refused("not_now")
        case cmd.ProposeCard() | cmd.WatchSilently():
            raise Refused("not_now")
        case _:
            return _play(state, senses, command)


def _course(state: BoardGame, senses: Senses, command: CourseCommand) -> Decision:
    match command:
        case cmd.Correct():
            return course.correct(state, senses, command)
        case cmd.SkipTurn():
            return course.skip(state, senses, command)
        case cmd.NewRound():
            return course.new_round(state, senses)
        case cmd.Undo():
            return course.undo(state, senses)
        case cmd.Redo():
            return course.redo(state, senses)
        case cmd.Pause():
            return course.pause(senses)
        case _:
            assert_never(command)


def _opening(state: BoardGame, senses: Senses, command: OpeningCommand) -> Decision:
    match command:
        case cmd.Deal():
            return opening.deal(state, senses, command)
        case cmd.PlaceDog():
            return opening.place_figure(state, senses, command)
        case cmd.Exchange():
            return opening.exchange(state, senses, command)
        case cmd.FreeStart():
            return opening.free_start(state, senses, command)
        case _:
            assert_never(command)


def _play(state: BoardGame, senses: Senses, command: PlayCommand) -> Decision:
    match command:
        case cmd.DeclarePlay():
            return plays.declare(state, senses, command)
        case cmd.WithdrawDeclaration():
            return plays.withdraw(state, senses)
        case cmd.ChoosePlay():
            return plays.choose(state, senses, command)
        case cmd.Forfeit():
            return hands.forfeit(state, senses, command)
        case cmd.Discard():
            return hands.discard(state, senses, command)
        case cmd.DrawCards():
            return hands.draw(state, senses, command)
        case _:
            assert_never(command)
