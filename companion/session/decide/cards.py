"""A game of cards alone: actions are judged as they are declared, and cards that are turned up are named.

Law: nobody is accused for an unknown card: every card that may still lie or be held there counts.
"""

from collections import Counter

from companion.model.notation import NotationError
from companion.model.verdict import Verdict, VerdictKind
from companion.open_row.actions import ActionKind, Turn, format_action, parse_turn
from companion.open_row.apply import ShuffleError, after_action
from companion.open_row.catalogue import CardRules
from companion.open_row.position import EMPTY, UNKNOWN, all_cards, winners
from companion.open_row.text import format_card_position
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.card_game import CardGame, judge_turn, tables_of
from companion.session.commands import Refused
from companion.session.decide.decision import Decision
from companion.session.decide.senses import Senses


def start_card_game(senses: Senses, command: cmd.StartCardGame) -> Decision:
    """Begins the game; unknown cards stay unknown, and the people at the table name those that lie open."""
    rules, position = command.rules, command.position
    if not len(command.names) == len(command.colours) == position.seat_count:
        detail = f"{len(command.names)} names and {len(command.colours)} colours for {position.seat_count} seats"
        raise Refused("rules_do_not_fit", detail=detail)
    started = ev.CardGameStarted(
        game=command.game,
        variant=position.variant,
        names=command.names,
        colours=command.colours,
        position=format_card_position(position),
        first=position.turn,
        rules=tables_of(rules),
        demo=command.demo,
    )
    return Decision(events=(started,), senses=senses)


def decide_cards(state: CardGame, senses: Senses, command: cmd.Command) -> Decision:
    """Returns the decision on a command in a game of cards alone; sensors play no part in it."""
    match command:
        case cmd.ReportObservation() | cmd.ReportWheel() | cmd.LoseWheel() | cmd.LoseSight():
            return Decision(senses=senses)
        case cmd.Resume():
            return Decision(events=(ev.GameResumed(),) if state.paused else (), senses=senses)
        case cmd.Abandon():
            return Decision(events=(ev.GameAbandoned(),) if state.result is None else (), senses=senses)
    if state.paused:
        raise Refused("game_paused")
    match command:
        case cmd.Pause():
            return Decision(events=(ev.GamePaused(),), senses=senses)
        case cmd.Undo():
            return Decision(events=_undone(state), senses=senses)
        case cmd.Redo():
            return Decision(events=_redone(state), senses=senses)
    if state.result is not None:
        raise Refused("game_over")
    return _played(state, senses, command)


def _played(state: CardGame, senses: Senses, command: cmd.Command) -> Decision:
    match command:
        case cmd.DeclareAction():
            return _declare(state, senses, command)
        case cmd.Exchange(seat=seat, card=card):
            return Decision(events=_given(state, seat, card), senses=senses)
        case cmd.RevealCard(place=place, card=card):
            return Decision(events=_revealed(state, place, card), senses=senses)
        case _:
            raise Refused("not_now")


def _declare(state: CardGame, senses: Senses, command: cmd.DeclareAction) -> Decision:
    """DC-R22: one action a turn.  A forbidden action is refused with its ruling and changes nothing."""
    turn = _parsed(state.rules, command.action)
    action = turn[0]
    verdict = judge_turn(state, command.seat, turn)
    if verdict.kind is VerdictKind.LEGAL and action.kind is ActionKind.GIVE:
        return Decision(events=_given(state, command.seat, action.card), verdict=verdict, senses=senses)
    if verdict.kind is not VerdictKind.LEGAL:
        return Decision(events=(_refused(command, turn, verdict),), verdict=verdict, senses=senses)
    try:
        after = after_action(state.rules, state.position, action, command.shuffled)
    except ShuffleError as error:
        raise Refused("not_an_action", detail=str(error)) from error
    taken = ev.ActionTaken(seat=command.seat, action=format_action(action), shuffled=command.shuffled)
    won = (ev.GameWon(seats=seats),) if (seats := winners(state.rules, after)) else ()
    return Decision(events=(taken, *won), verdict=verdict, senses=senses)


def _parsed(rules: CardRules, text: str) -> Turn:
    try:
        return parse_turn(rules, text)
    except NotationError as error:
        raise Refused("not_an_action", detail=str(error)) from error


def _refused(command: cmd.DeclareAction, turn: Turn, verdict: Verdict) -> ev.PlayRefused:
    """Returns the refusal, without the face of a card to be pushed over: it is still in the hand."""
    face_down = turn[0].kind is ActionKind.GIVE
    return ev.PlayRefused(
        seat=command.seat,
        card="" if face_down else turn[0].card or "",
        reasons=verdict.reasons,
        seen=None,
        t_ms=0,
        confidence=1.0,
        action="+".join(format_action(action) for action in turn),
    )


def _given(state: CardGame, seat: int, card: str | None) -> tuple[ev.Event, ...]:
    """Pushes cards over face down, one after the other; a card of a hidden hand stays unknown (DC-R20)."""
    position = state.position
    if position.given is None or not 0 <= seat < position.seat_count:
        raise Refused("not_now")
    if position.given[seat] is not None:
        return ()
    if seat != position.turn:
        raise Refused("not_your_turn", name=state.names[position.turn])
    hand = position.hands[seat]
    if UNKNOWN in hand:
        return (ev.CardExchanged(seat=seat),)
    if card is None:
        raise Refused("name_the_card")
    if card not in hand:
        raise Refused("card_not_held", card=card, name=state.names[seat])
    return (ev.CardExchanged(seat=seat, card=card),)


def _revealed(state: CardGame, place: int, card: str) -> tuple[ev.Event, ...]:
    """Names a card, also one named wrongly before; one on its own number is named too, and then corrected (DC-R03)."""
    row = state.position.open_row
    if card not in state.faces:
        raise Refused("unknown_card", card=card)
    if not 1 <= place <= len(row) or row[place - 1] == EMPTY:
        raise Refused("not_now")
    if row[place - 1] == card:
        return ()
    known = Counter(all_cards(state.rules, state.position))
    if not known[UNKNOWN] or known[card] >= state.rules.face(card).count:
        raise Refused("card_lies_elsewhere", card=card)
    return (ev.CardRevealed(place=place, card=card),)


def _undone(state: CardGame) -> tuple[ev.Event, ...]:
    if state.earlier is None:
        raise Refused("nothing_to_undo")
    return (ev.EventsUndone(back_to=state.earlier.seq + 1),)


def _redone(state: CardGame) -> tuple[ev.Event, ...]:
    if state.undone is None:
        raise Refused("nothing_to_redo")
    return (ev.EventsRedone(undo=state.undone.seq + 1),)
