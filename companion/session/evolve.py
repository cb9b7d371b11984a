"""`evolve(state, event) -> state`: how each event changes the game.

Total and without judgement: what is recorded, happened.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from companion.model.play import Play
from companion.model.position import Position
from companion.rules.apply import remembered
from companion.rules.catalogue import load_variant
from companion.session import events as ev
from companion.session.state import Declaration, LastPlay, Phase, State
from companion.session.turns import next_to_play

T = TypeVar("T")


def evolve(state: State, event: ev.Event) -> State:
    """The state after `event`; its `seq` is one higher."""
    after = _HOW[type(event)](state, event)
    return replace(after, seq=state.seq + 1)


def replay(events: tuple[ev.Event, ...]) -> State:
    """The state that a whole record leads to."""
    state = State()
    for event in events:
        state = evolve(state, event)
    return state


def _game_started(state: State, event: ev.GameStarted) -> State:
    seats = len(event.position.seats)
    return State(
        seq=state.seq,
        game=event.game,
        names=event.names,
        colours=event.colours,
        board=event.board,
        position=event.position,
        phase=Phase.DEAL if event.counted else Phase.PLAY,
        round=0 if event.counted else 1,
        dealer=event.dealer,
        first=event.first,
        counted=event.counted,
        cards=(0,) * seats if event.counted else (),
        out=(False,) * seats,
        exchanged=(not event.counted,) * seats,
        deck=load_variant(event.position.variant).deck_size if event.counted else None,
    )


def _cards_dealt(state: State, event: ev.CardsDealt) -> State:
    position = _position(state)
    seats = len(position.seats)
    variant = load_variant(position.variant)
    waits_for_dog = variant.has("dog") and position.placement.extra("dog") is None
    return replace(
        state,
        phase=Phase.DOG if waits_for_dog else Phase.EXCHANGE,
        round=event.round,
        dealer=event.dealer,
        first=event.first,
        cards=(event.cards,) * seats,
        out=(False,) * seats,
        exchanged=(False,) * seats,
        deck=event.deck,
        discard=0 if event.reshuffled else state.discard,
        discard_top=None,
        position=replace(position, turn=event.first, copied=None),
    )


def _dog_placed(state: State, event: ev.DogPlaced) -> State:
    position = _position(state)
    placement = position.placement.with_extra("dog", event.field)
    return replace(state, phase=Phase.EXCHANGE, position=position.with_placement(placement))


def _card_exchanged(state: State, event: ev.CardExchanged) -> State:
    exchanged = _with(state.exchanged, event.seat, True)
    return replace(state, exchanged=exchanged, phase=Phase.PLAY if all(exchanged) else Phase.EXCHANGE)


def _play_declared(state: State, event: ev.PlayDeclared) -> State:
    return replace(state, declared=Declaration(seat=event.seat, card=event.card, acting_as=event.acting_as))


def _declaration_withdrawn(state: State, _: ev.DeclarationWithdrawn) -> State:
    return replace(state, declared=None)


def _play_accepted(state: State, event: ev.PlayAccepted) -> State:
    position = _position(state)
    last = LastPlay(
        seq=state.seq + 1,
        seat=event.seat,
        card=event.card,
        legal=True,
        notation=event.notation,
        play=Play(card=event.card, steps=event.steps, result=event.result, acting_as=event.acting_as),
        before=position,
    )
    played = _spend(replace(state, earlier=state), event.seat, event.card, event.acting_as)
    moved = replace(_position(played), placement=event.result)
    return _pass_turn(
        replace(played, position=moved, ply=state.ply + 1, declared=None, last=last, last_legal=last), event.seat
    )


def _play_refused(state: State, event: ev.PlayRefused) -> State:
    last = LastPlay(
        seq=state.seq + 1,
        seat=event.seat,
        card=event.card,
        legal=False,
        reasons=event.reasons,
        before=state.position,
    )
    declared = replace(state.declared, refused=event.seen) if state.declared else None
    return replace(state, declared=declared, last=last)


def _turn_skipped(state: State, event: ev.TurnSkipped) -> State:
    return _pass_turn(replace(state, earlier=state, declared=None), event.seat)


def _hand_forfeited(state: State, event: ev.HandForfeited) -> State:
    """BD-R81: the hand goes under the discard pile, so the card on top stays the one to copy."""
    lost = state.cards[event.seat] if state.counted else 0
    after = replace(
        state,
        earlier=state,
        declared=None,
        discard=state.discard + lost,
        cards=_with(state.cards, event.seat, 0) if state.counted else (),
        out=_with(state.out, event.seat, True),
    )
    return _pass_turn(after, event.seat)


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    position = replace(_position(state), turn=event.first if state.counted else _position(state).turn, copied=None)
    return replace(
        state,
        phase=Phase.DEAL if state.counted else Phase.PLAY,
        round=state.round if state.counted else state.round + 1,
        dealer=event.dealer,
        first=event.first,
        out=(False,) * len(state.out),
        position=position,
        declared=None,
    )


def _position_corrected(state: State, event: ev.PositionCorrected) -> State:
    position = _position(state)
    last = LastPlay(seq=state.seq + 1, seat=position.turn, card=event.card or "", legal=True)
    after = replace(state, earlier=state, declared=None, last=last)
    if event.card is not None:
        after = _spend(replace(after, ply=state.ply + 1), position.turn, event.card, None)
    corrected = replace(_position(after), placement=event.placement, turn=event.turn)
    resumed = Phase.PLAY if state.phase is Phase.OVER else state.phase
    return replace(after, position=corrected, phase=resumed, result=None)


def _events_undone(state: State, event: ev.EventsUndone) -> State:
    earlier = state
    while earlier.seq >= event.back_to and earlier.earlier is not None:
        earlier = earlier.earlier
    return replace(earlier, declared=None, paused=state.paused, seq=state.seq)


def _game_paused(state: State, _: ev.GamePaused) -> State:
    return replace(state, paused=True)


def _game_resumed(state: State, _: ev.GameResumed) -> State:
    return replace(state, paused=False)


def _game_won(state: State, event: ev.GameWon) -> State:
    return replace(state, phase=Phase.OVER, result=event.seats, declared=None)


def _game_abandoned(state: State, _: ev.GameAbandoned) -> State:
    return replace(state, phase=Phase.OVER, result=(), declared=None, paused=False)


def _spend(state: State, seat: int, card: str, acting_as: str | None) -> State:
    """The card goes onto the discard pile and is what a Copy copies from now on (BD-R52: never a copy itself)."""
    position = _position(state)
    return replace(
        state,
        cards=_with(state.cards, seat, max(0, state.cards[seat] - 1)) if state.counted else (),
        discard=state.discard + 1,
        discard_top=card,
        position=replace(position, copied=remembered(position, acting_as or card)),
    )


def _pass_turn(state: State, seat: int) -> State:
    following = next_to_play(state, seat)
    position = _position(state)
    return replace(state, position=replace(position, turn=position.turn if following is None else following))


def _position(state: State) -> Position:
    if state.position is None:
        raise ValueError("the record has an event before its game was started")
    return state.position


def _with(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*row[:index], value, *row[index + 1 :])


_HOW: Final[dict[type, Callable[[State, Any], State]]] = {
    ev.GameStarted: _game_started,
    ev.CardsDealt: _cards_dealt,
    ev.DogPlaced: _dog_placed,
    ev.CardExchanged: _card_exchanged,
    ev.PlayDeclared: _play_declared,
    ev.DeclarationWithdrawn: _declaration_withdrawn,
    ev.PlayAccepted: _play_accepted,
    ev.PlayRefused: _play_refused,
    ev.TurnSkipped: _turn_skipped,
    ev.HandForfeited: _hand_forfeited,
    ev.RoundEnded: _round_ended,
    ev.PositionCorrected: _position_corrected,
    ev.EventsUndone: _events_undone,
    ev.GamePaused: _game_paused,
    ev.GameResumed: _game_resumed,
    ev.GameWon: _game_won,
    ev.GameAbandoned: _game_abandoned,
}
