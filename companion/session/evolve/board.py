"""How each event changes a game on a board.

Total and without judgement: recorded events have happened.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never, get_args

from msgspec.structs import replace

from companion.model.play import Play, StepKind
from companion.rules.apply import remembered
from companion.session import events as ev
from companion.session.evolve.computer import computer_changed, with_levels
from companion.session.evolve.hands import hand_changed, hand_lost, refilled, with_value
from companion.session.evolve.opening import opened
from companion.session.phases import next_phase
from companion.session.state import (
    Agreement,
    BoardGame,
    Dealing,
    Declaration,
    LastPlay,
    Over,
    Owed,
    OwedKind,
    PhaseState,
    Playing,
    Preparing,
)
from companion.session.turns import can_play, next_to_play, switch

#: After these an undo can still be taken back, or there is a new one that can.
KEEP_UNDONE: Final = frozenset({ev.EventsUndone, ev.EventsRedone, ev.GamePaused, ev.GameResumed, ev.SeatGiven})
#: After these the last thing that a player did with cards is still the newest news, or the one before it again.
KEEP_NOTED: Final = KEEP_UNDONE | {ev.PlayDeclared, ev.DeclarationWithdrawn, ev.CardsEntered, ev.ShadowJudged}
_NOTED: Final = frozenset(get_args(ev.NotedEvent))


def evolve_board(state: BoardGame, event: ev.Event) -> BoardGame:
    """Returns the game after `event`; its `seq` is one higher.

    The newest results are kept: a decision looks where its events lead, and then they happen.
    Raises ValueError for an event that begins a game or needs another kind of game.
    """
    for before, happened, after in _newest.results:
        if before is state and happened is event:
            return after
    after = _evolved(state, event)
    _newest.results = ((state, event, after), *_newest.results[: _KEPT - 1])
    return after


class _Newest:
    """The newest results, the last one first: a game, an event and the game after it.  Threads see whole tuples."""

    results: tuple[tuple[BoardGame, ev.Event, BoardGame], ...] = ()


_newest: Final = _Newest()
_KEPT: Final = 3


def _evolved(state: BoardGame, event: ev.Event) -> BoardGame:
    kind = type(event)
    change = _CHANGES.get(kind)
    if change is None:
        raise ValueError(f"{kind.__name__} cannot happen in a game on a board that is on")
    after = change(state, event)
    undone = after.undone if kind in KEEP_UNDONE else None
    noted = after.noted if kind in KEEP_NOTED else event if kind in _NOTED else None
    phase = next_phase(state.phase, event, after)
    return replace(after, seq=state.seq + 1, phase_state=phase, undone=undone, noted=noted)


def _play_declared(state: BoardGame, event: ev.PlayDeclared) -> BoardGame:
    card = Declaration(seat=event.seat, card=event.card, acting_as=event.acting_as, announced=event.announced)
    return _playing(state, declared=card.after(state.declared))


def _game_abandoned(state: BoardGame, _: ev.GameAbandoned) -> BoardGame:
    return replace(state, phase_state=Over(result=(), exchanged=state.exchanged), paused=False)


def _playing(state: BoardGame, **values: Declaration | Owed | None) -> BoardGame:
    """Returns the game with another declared card or duty (`owed`); other phases have neither."""
    match state.phase_state:
        case Playing() as now:
            return replace(state, phase_state=replace(now, **values))
        case Preparing() | Dealing() | Over():
            return state
        case _:
            assert_never(state.phase_state)


def _done_with(state: BoardGame) -> BoardGame:
    """Returns the game after a player's due action: nothing lies open or is owed, and it can be taken back."""
    return replace(state, earlier=state, phase_state=_nothing_open(state.phase_state))


def _nothing_open(now: PhaseState) -> PhaseState:
    return Playing() if isinstance(now, Playing) else now


def _play_accepted(state: BoardGame, event: ev.PlayAccepted) -> BoardGame:
    position = state.position
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
    copied = remembered(state.rules, position, event.acting_as or event.card)
    # One new state for all of it: making one is most of the cost of a play here.
    played = replace(
        state,
        earlier=state,
        phase_state=_nothing_open(state.phase_state),
        cards=_cards_less(state, event.seat),
        hands=hand_changed(state.hands, event.seat, gone=event.card),
        discard=state.discard + 1,
        discard_top=event.card,
        position=replace(position, placement=event.result, copied=copied),
        ply=state.ply + 1,
        last=last,
        last_legal=last,
    )
    passed = _pass_turn(refilled(played, event.seat), event.seat)
    return _draw_offered(_neighbour_skipped(passed, play), play, event.seat)


def _neighbour_skipped(state: BoardGame, play: Play) -> BoardGame:
    """Gives the neighbour the turn, first to throw a card away; without cards nothing happens (ST-R11, ST-R13).

    Where nobody counts cards, one that costs no turn is the table's own affair (JK-R10).
    """
    for step in play.steps:
        keeps = step.kind is StepKind.DISCARD
        costs = step.kind is StepKind.SKIP or (keeps and state.counted)
        if costs and step.other_seat is not None and can_play(state, step.other_seat):
            turned = replace(state.position, turn=step.other_seat)
            owed = Owed(kind=OwedKind.DISCARD, seat=step.other_seat, keeps_turn=keeps)
            return _playing(replace(state, position=turned), owed=owed)
    return state


def _draw_offered(state: BoardGame, play: Play, seat: int) -> BoardGame:
    """Offers cards to draw to the player of the card; with nothing to draw from, nothing is owed (ROY-R20, ROY-R22)."""
    if not play.draws:
        return state
    kept = 1 if state.discard and state.rules.variant.remembers_last_card else 0
    left = play.draws if state.deck is None else min(play.draws, state.deck + state.discard - kept)
    if left <= 0:
        return state
    kind = OwedKind.MAY_DRAW if switch(state.rules, state.position, "roy.draw_optional", True) else OwedKind.DRAW
    return _playing(state, owed=Owed(kind=kind, seat=seat, count=left))


def _play_refused(state: BoardGame, event: ev.PlayRefused) -> BoardGame:
    last = LastPlay(
        seq=state.seq + 1,
        seat=event.seat,
        card=event.card,
        legal=False,
        reasons=event.reasons,
        before=state.position,
    )
    declared = replace(state.declared, refused=event.seen) if state.declared else None
    return _playing(replace(state, last=last), declared=declared)


def _shadow_judged(state: BoardGame, event: ev.ShadowJudged) -> BoardGame:
    """Adds to the count of how often the silent camera agreed, and changes nothing else."""
    now = state.agreement or Agreement()
    if event.agreed:
        return replace(state, agreement=replace(now, same=now.same + 1))
    if event.play is None and not event.reasons:
        return replace(state, agreement=replace(now, unsure=now.unsure + 1))
    return replace(state, agreement=replace(now, otherwise=now.otherwise + 1))


def _hand_forfeited(state: BoardGame, event: ev.HandForfeited) -> BoardGame:
    """Puts the hand under the discard pile, so the card on top stays the one to copy (BD-R81)."""
    lost = state.cards[event.seat] if state.counted else 0
    after = replace(
        _done_with(state),
        discard=state.discard + lost,
        cards=with_value(state.cards, event.seat, 0) if state.counted else (),
        hands=hand_lost(state, event.seat),
        out=with_value(state.out, event.seat, True),
    )
    return _pass_turn(after, event.seat)


def _card_discarded(state: BoardGame, event: ev.CardDiscarded) -> BoardGame:
    """Puts a discarded card under the pile if cards may be copied: it was not played (BD-R53, BD-R57)."""
    under = state.rules.variant.remembers_last_card
    after = replace(
        _done_with(state),
        cards=_cards_less(state, event.seat),
        hands=hand_changed(state.hands, event.seat, gone=event.card),
        discard=state.discard + 1,
        discard_top=state.discard_top if under else event.card,
    )
    after = refilled(after, event.seat)
    if event.because == "draw":
        return _playing(after, owed=Owed(kind=OwedKind.REPLACE, seat=event.seat))
    return after if event.because == "cost" and can_play(after, event.seat) else _pass_turn(after, event.seat)


def _cards_drawn(state: BoardGame, event: ev.CardsDrawn) -> BoardGame:
    replaced = state.owed is not None and state.owed.kind is OwedKind.REPLACE
    drawn = event.cards[0] if event.cards else None
    discard = state.discard if event.discard is None else event.discard
    to_play = Owed(kind=OwedKind.PLAY_OR_DISCARD, seat=event.seat, card=drawn)
    return replace(
        _playing(state, owed=to_play if replaced else None),
        earlier=state,
        cards=with_value(state.cards, event.seat, state.cards[event.seat] + event.count) if state.counted else (),
        hands=hand_changed(state.hands, event.seat, came=event.cards or ()),
        deck=event.deck,
        discard=discard,
        discard_top=state.discard_top if discard else None,
    )


def _position_corrected(state: BoardGame, event: ev.PositionCorrected) -> BoardGame:
    position = state.position
    last = LastPlay(seq=state.seq + 1, seat=position.turn, card=event.card or "", legal=True)
    owed = state.owed if event.turn == position.turn else None
    after = _playing(replace(_done_with(state), last=last), owed=owed)
    if event.card is not None:
        after = _spend(replace(after, ply=state.ply + 1), position.turn, event.card)
    corrected = replace(after.position, placement=event.placement, turn=event.turn)
    return replace(after, position=corrected)


def _events_undone(state: BoardGame, event: ev.EventsUndone) -> BoardGame:
    earlier = state
    while earlier.seq >= event.back_to and earlier.earlier is not None:
        earlier = earlier.earlier
    undeclared = _playing(earlier, declared=None)
    return replace(_as_now(undeclared, state), undone=state)


def _as_now(earlier: BoardGame, state: BoardGame) -> BoardGame:
    """Returns an earlier state with the values that no undo takes back: the pause, and who plays which seat."""
    return with_levels(replace(earlier, paused=state.paused), state.levels)


def _spend(state: BoardGame, seat: int, card: str) -> BoardGame:
    """Puts the card onto the discard pile, for a Copy to copy (BD-R52: never a copy itself)."""
    position = state.position
    spent = replace(
        state,
        cards=_cards_less(state, seat),
        hands=hand_changed(state.hands, seat, gone=card),
        discard=state.discard + 1,
        discard_top=card,
        position=replace(position, copied=remembered(state.rules, position, card)),
    )
    return refilled(spent, seat)


def _cards_less(state: BoardGame, seat: int) -> tuple[int, ...]:
    """Returns the number of cards by seat after one of this seat's has gone."""
    return with_value(state.cards, seat, max(0, state.cards[seat] - 1)) if state.counted else ()


def _pass_turn(state: BoardGame, seat: int) -> BoardGame:
    following = next_to_play(state, seat)
    position = state.position
    if following is None or following == position.turn:
        return state
    return replace(state, position=replace(position, turn=following))


#: The changes by kind of event, without the row's number, the phase and what an undo or a viewer keeps of it.
_CHANGES: Final[Mapping[type[ev.Event], Callable[[BoardGame, Any], BoardGame]]] = {
    ev.CardsDealt: opened,
    ev.DogPlaced: opened,
    ev.CardExchanged: opened,
    ev.FreeStartDecided: opened,
    ev.RoundEnded: opened,
    ev.CardsEntered: computer_changed,
    ev.SeatGiven: computer_changed,
    ev.PlayDeclared: _play_declared,
    ev.DeclarationWithdrawn: lambda state, _: _playing(state, declared=None),
    ev.PlayAccepted: _play_accepted,
    ev.PlayRefused: _play_refused,
    ev.ShadowJudged: _shadow_judged,
    ev.TurnSkipped: lambda state, event: _pass_turn(_done_with(state), event.seat),
    ev.HandForfeited: _hand_forfeited,
    ev.CardDiscarded: _card_discarded,
    ev.CardsDrawn: _cards_drawn,
    ev.PositionCorrected: _position_corrected,
    ev.EventsUndone: _events_undone,
    ev.EventsRedone: lambda state, _: state if state.undone is None else _as_now(state.undone, state),
    ev.GamePaused: lambda state, _: replace(state, paused=True),
    ev.GameResumed: lambda state, _: replace(state, paused=False),
    ev.GameWon: lambda state, event: replace(state, phase_state=Over(result=event.seats, exchanged=state.exchanged)),
    ev.GameAbandoned: _game_abandoned,
}
