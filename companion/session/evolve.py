"""`evolve(state, event) -> state`: how each event changes the game.

Total and without judgement: what is recorded, happened.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from companion.model.places import Place
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.rules.apply import remembered
from companion.rules.catalogue import load_variant
from companion.rules.deal import exchanges, receiver
from companion.rules.ruleset import ruleset_of
from companion.session import events as ev
from companion.session.state import Declaration, LastPlay, Owed, OwedKind, Phase, State
from companion.session.turns import can_play, free_starts, missing_figure, next_to_play, phase_before_play, switch

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
    to_start = free_starts(event.position, dealt=False) if event.counted else (False,) * seats
    opening = Phase.START if any(to_start) else Phase.DEAL
    return State(
        seq=state.seq,
        game=event.game,
        names=event.names,
        colours=event.colours,
        board=event.board,
        position=event.position,
        phase=opening if event.counted else Phase.PLAY,
        round=0 if event.counted else 1,
        dealer=event.dealer,
        first=event.first,
        counted=event.counted,
        cards=(0,) * seats if event.counted else (),
        out=(False,) * seats,
        exchanged=(not event.counted,) * seats,
        given=(None,) * seats,
        to_start=to_start,
        deck=load_variant(event.position.variant).deck_size if event.counted else None,
    )


def _cards_dealt(state: State, event: ev.CardsDealt) -> State:
    position = _position(state)
    seats = len(position.seats)
    before = 0 if event.reshuffled else state.discard
    dealt = replace(
        state,
        round=event.round,
        dealer=event.dealer,
        first=event.first,
        cards=(event.cards,) * seats,
        out=(False,) * seats,
        exchanged=(not exchanges(position),) * seats,
        hands=None if event.hands is None else tuple(tuple(sorted(hand)) for hand in event.hands),
        given=(None,) * seats,
        to_start=free_starts(position, dealt=True) if event.round == 1 else (False,) * seats,
        deck=event.deck,
        discard=before if event.discard is None else event.discard,
        discard_top=None,
        position=replace(position, turn=event.first, copied=None),
    )
    return replace(dealt, phase=phase_before_play(dealt, position))


def _dog_placed(state: State, event: ev.DogPlaced) -> State:
    position = _position(state)
    figure = event.figure or missing_figure(position) or load_variant(position.variant).figures[0]
    placed = position.with_placement(position.placement.with_extra(figure, event.field))
    phase = phase_before_play(state, placed) if state.phase is Phase.FIGURE else state.phase
    return replace(state, phase=phase, position=placed)


def _card_exchanged(state: State, event: ev.CardExchanged) -> State:
    """CORE-R21: the cards change hands only when everybody has pushed one over.  A known card can be taken back."""
    pushed = replace(
        state,
        earlier=state.earlier if event.card is None else state,
        exchanged=_with(state.exchanged, event.seat, True),
        given=_with(state.given, event.seat, event.card),
        hands=_hand_changed(state, event.seat, gone=event.card),
    )
    if all(pushed.exchanged):
        pushed = replace(_received(pushed), given=(None,) * len(state.given))
    return replace(pushed, phase=phase_before_play(pushed, _position(pushed)))


def _received(state: State) -> State:
    for giver, card in enumerate(state.given):
        if card is not None:
            hands = _hand_changed(state, receiver(_position(state), giver), came=(card,))
            state = replace(state, hands=hands)
    return state


def _free_start_decided(state: State, event: ev.FreeStartDecided) -> State:
    decided = replace(state, earlier=state, to_start=_with(state.to_start, event.seat, False))
    if event.pawn is not None:
        decided = replace(decided, position=_with_started(_position(state), event.seat, event.pawn))
    if any(decided.to_start):
        return decided
    return replace(decided, phase=phase_before_play(decided, _position(decided)) if state.round else Phase.DEAL)


def _with_started(position: Position, seat: int, pawn: int) -> Position:
    rules = ruleset_of(position)
    row = list(position.placement.pawns[seat])
    row[pawn] = Place(rules.starts[seat])
    rows = _with(position.placement.pawns, seat, tuple(row if rules.ranks else sorted(row)))
    return position.with_placement(position.placement.with_pawns(rows))


def _play_declared(state: State, event: ev.PlayDeclared) -> State:
    return replace(state, declared=Declaration(seat=event.seat, card=event.card, acting_as=event.acting_as))


def _declaration_withdrawn(state: State, _: ev.DeclarationWithdrawn) -> State:
    return replace(state, declared=None)


def _play_accepted(state: State, event: ev.PlayAccepted) -> State:
    position = _position(state)
    play = Play(card=event.card, steps=event.steps, result=event.result, acting_as=event.acting_as, draws=event.draws)
    last = LastPlay(
        seq=state.seq + 1,
        seat=event.seat,
        card=event.card,
        legal=True,
        notation=event.notation,
        play=play,
        before=position,
    )
    played = _spend(replace(state, earlier=state, owed=None), event.seat, event.card, event.acting_as)
    moved = replace(_position(played), placement=event.result)
    passed = _pass_turn(
        replace(played, position=moved, ply=state.ply + 1, declared=None, last=last, last_legal=last), event.seat
    )
    return _draw_offered(_neighbour_skipped(passed, play), play, event.seat)


def _neighbour_skipped(state: State, play: Play) -> State:
    """ST-R11, ST-R13: it is the neighbour's turn, but only to throw a card away; without cards nothing happens."""
    for step in play.steps:
        if step.kind is StepKind.SKIP and step.other_seat is not None and can_play(state, step.other_seat):
            turned = replace(_position(state), turn=step.other_seat)
            return replace(state, position=turned, owed=Owed(kind=OwedKind.DISCARD, seat=step.other_seat))
    return state


def _draw_offered(state: State, play: Play, seat: int) -> State:
    """ROY-R20, ROY-R22: who played the card draws; nothing to draw from, nothing owed."""
    position = _position(state)
    kept = 1 if state.discard and load_variant(position.variant).remembers_last_card else 0
    left = play.draws if state.deck is None else min(play.draws, state.deck + state.discard - kept)
    if left <= 0:
        return state
    kind = OwedKind.MAY_DRAW if switch(position, "roy.draw_optional", True) else OwedKind.DRAW
    return replace(state, owed=Owed(kind=kind, seat=seat, count=left))


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
    return _pass_turn(replace(state, earlier=state, declared=None, owed=None), event.seat)


def _hand_forfeited(state: State, event: ev.HandForfeited) -> State:
    """BD-R81: the hand goes under the discard pile, so the card on top stays the one to copy."""
    lost = state.cards[event.seat] if state.counted else 0
    after = replace(
        state,
        earlier=state,
        declared=None,
        owed=None,
        discard=state.discard + lost,
        cards=_with(state.cards, event.seat, 0) if state.counted else (),
        hands=None if state.hands is None else _with(state.hands, event.seat, ()),
        out=_with(state.out, event.seat, True),
    )
    return _pass_turn(after, event.seat)


def _card_discarded(state: State, event: ev.CardDiscarded) -> State:
    """Where a card may be copied, what is thrown away goes under the pile: it was not played (BD-R53, BD-R57)."""
    under = load_variant(_position(state).variant).remembers_last_card
    after = replace(
        state,
        earlier=state,
        declared=None,
        owed=None,
        cards=_with(state.cards, event.seat, max(0, state.cards[event.seat] - 1)) if state.counted else (),
        hands=_hand_changed(state, event.seat, gone=event.card),
        discard=state.discard + 1,
        discard_top=state.discard_top if under else event.card,
    )
    if event.because == "draw":
        return replace(after, owed=Owed(kind=OwedKind.REPLACE, seat=event.seat))
    return _pass_turn(after, event.seat)


def _cards_drawn(state: State, event: ev.CardsDrawn) -> State:
    replaced = state.owed is not None and state.owed.kind is OwedKind.REPLACE
    drawn = event.cards[0] if event.cards else None
    discard = state.discard if event.discard is None else event.discard
    return replace(
        state,
        earlier=state,
        owed=Owed(kind=OwedKind.PLAY_OR_DISCARD, seat=event.seat, card=drawn) if replaced else None,
        cards=_with(state.cards, event.seat, state.cards[event.seat] + event.count) if state.counted else (),
        hands=_hand_changed(state, event.seat, came=event.cards or ()),
        deck=event.deck,
        discard=discard,
        discard_top=state.discard_top if discard else None,
    )


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    """Cards still in hands, when people end a round early, go onto the discard pile."""
    position = replace(_position(state), turn=event.first if state.counted else _position(state).turn, copied=None)
    return replace(
        state,
        phase=Phase.DEAL if state.counted else Phase.PLAY,
        round=state.round if state.counted else state.round + 1,
        dealer=event.dealer,
        first=event.first,
        cards=(0,) * len(state.cards),
        hands=None,
        owed=None,
        discard=state.discard + sum(state.cards),
        out=(False,) * len(state.out),
        position=position,
        declared=None,
    )


def _position_corrected(state: State, event: ev.PositionCorrected) -> State:
    position = _position(state)
    last = LastPlay(seq=state.seq + 1, seat=position.turn, card=event.card or "", legal=True)
    owed = state.owed if event.turn == position.turn else None
    after = replace(state, earlier=state, declared=None, owed=owed, last=last)
    if event.card is not None:
        after = _spend(replace(after, ply=state.ply + 1), position.turn, event.card, None)
    corrected = replace(_position(after), placement=event.placement, turn=event.turn)
    return replace(after, position=corrected, phase=_phase_corrected(state, corrected), result=None)


def _phase_corrected(state: State, position: Position) -> Phase:
    """A game that was over goes on; a figure that was put on the board need not be placed any more."""
    if state.phase is Phase.FIGURE:
        return phase_before_play(state, position)
    return Phase.PLAY if state.phase is Phase.OVER else state.phase


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
    return replace(state, phase=Phase.OVER, result=event.seats, declared=None, owed=None)


def _game_abandoned(state: State, _: ev.GameAbandoned) -> State:
    return replace(state, phase=Phase.OVER, result=(), declared=None, owed=None, paused=False)


def _spend(state: State, seat: int, card: str, acting_as: str | None) -> State:
    """The card goes onto the discard pile and is what a Copy copies from now on (BD-R52: never a copy itself)."""
    position = _position(state)
    return replace(
        state,
        cards=_with(state.cards, seat, max(0, state.cards[seat] - 1)) if state.counted else (),
        hands=_hand_changed(state, seat, gone=card),
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


def _hand_changed(
    state: State, seat: int, *, gone: str | None = None, came: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], ...] | None:
    """The known hands after a card left one of them or others came; None where they are hidden."""
    if state.hands is None:
        return None
    hand = list(state.hands[seat])
    if gone in hand:
        hand.remove(gone)
    return _with(state.hands, seat, tuple(sorted([*hand, *came])))


def _with(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*row[:index], value, *row[index + 1 :])


_HOW: Final[dict[type, Callable[[State, Any], State]]] = {
    ev.GameStarted: _game_started,
    ev.CardsDealt: _cards_dealt,
    ev.DogPlaced: _dog_placed,
    ev.CardExchanged: _card_exchanged,
    ev.FreeStartDecided: _free_start_decided,
    ev.PlayDeclared: _play_declared,
    ev.DeclarationWithdrawn: _declaration_withdrawn,
    ev.PlayAccepted: _play_accepted,
    ev.PlayRefused: _play_refused,
    ev.TurnSkipped: _turn_skipped,
    ev.HandForfeited: _hand_forfeited,
    ev.CardDiscarded: _card_discarded,
    ev.CardsDrawn: _cards_drawn,
    ev.RoundEnded: _round_ended,
    ev.PositionCorrected: _position_corrected,
    ev.EventsUndone: _events_undone,
    ev.GamePaused: _game_paused,
    ev.GameResumed: _game_resumed,
    ev.GameWon: _game_won,
    ev.GameAbandoned: _game_abandoned,
}
