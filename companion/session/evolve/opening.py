"""How a game on a board begins, and how a round does: from the deal to the first play.

Total and without judgement: recorded events have happened.
"""

from typing import assert_never

from msgspec.structs import replace

from companion.model.places import Place
from companion.model.position import Position
from companion.rules.deal import exchanges, receiver
from companion.rules.rules import Rules
from companion.rules.setup import to_start
from companion.rules.variant_files.tables import rules_of_game
from companion.session import events as ev
from companion.session.evolve.computer import hands_to_enter
from companion.session.evolve.hands import hand_changed, with_value
from companion.session.phases import FIRST, first_waiting
from companion.session.state import BoardGame, Dealing, Over, Phase, PhaseState, Playing, Preparing
from companion.session.turns import missing_figure

OpeningEvent = ev.CardsDealt | ev.DogPlaced | ev.CardExchanged | ev.FreeStartDecided | ev.RoundEnded


def opened(state: BoardGame, event: OpeningEvent) -> BoardGame:
    """Returns the game after an event between two rounds of play."""
    match event:
        case ev.CardsDealt():
            return _cards_dealt(state, event)
        case ev.DogPlaced():
            return _dog_placed(state, event)
        case ev.CardExchanged():
            return _card_exchanged(state, event)
        case ev.FreeStartDecided():
            return _free_start_decided(state, event)
        case ev.RoundEnded():
            return _round_ended(state, event)
        case _:
            assert_never(event)


def begun(event: ev.GameStarted) -> BoardGame:
    """Returns the game that begins with the event, the first row of its record."""
    rules = rules_of_game(event.position, event.rules)
    seats = len(event.position.seats)
    waiting = to_start(rules, event.position, dealt=False) if event.counted else (False,) * seats
    game = BoardGame(
        seq=1,
        game=event.game,
        names=event.names,
        colours=event.colours,
        board=event.board,
        position=event.position,
        phase_state=_preparing(seats, exchanged=not event.counted, to_start=waiting),
        round=0 if event.counted else 1,
        dealer=event.dealer,
        first=event.first,
        counted=event.counted,
        cards=(0,) * seats if event.counted else (),
        out=(False,) * seats,
        deck=rules.variant.deck_size if event.counted else None,
        demo=event.demo,
        levels=event.levels,
        rules=rules,
    )
    return replace(game, phase_state=first_waiting(FIRST, game))


def _preparing(seats: int, *, exchanged: bool, to_start: tuple[bool, ...]) -> Preparing:
    """Returns a round whose preparation has not begun; the table of phases finds its first step."""
    return Preparing(phase=Phase.START, exchanged=(exchanged,) * seats, given=(None,) * seats, to_start=to_start)


def _cards_dealt(state: BoardGame, event: ev.CardsDealt) -> BoardGame:
    position = state.position
    seats = len(position.seats)
    before = 0 if event.reshuffled else state.discard
    waiting = to_start(state.rules, position, dealt=True) if event.round == 1 else (False,) * seats
    return replace(
        state,
        earlier=state,
        phase_state=_preparing(seats, exchanged=not exchanges(state.rules), to_start=waiting),
        round=event.round,
        dealer=event.dealer,
        first=event.first,
        cards=(event.cards,) * seats,
        out=(False,) * seats,
        hands=hands_to_enter(state.levels) if event.hands is None else tuple(map(_in_order, event.hands)),
        deck=event.deck,
        discard=before if event.discard is None else event.discard,
        discard_top=None,
        position=replace(position, turn=event.first, copied=None),
    )


def _in_order(hand: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(hand))


def _dog_placed(state: BoardGame, event: ev.DogPlaced) -> BoardGame:
    position = state.position
    figure = event.figure or missing_figure(state.rules, position) or state.rules.variant.figures[0]
    placed = position.with_placement(position.placement.with_extra(figure, event.field))
    return replace(state, earlier=state, position=placed)


def _card_exchanged(state: BoardGame, event: ev.CardExchanged) -> BoardGame:
    """Exchanges the cards once everybody has pushed one over (CORE-R21).

    A known card is taken back alone, hidden ones all together.
    """
    match state.phase_state:
        case Preparing() as now:
            alone = event.card is not None or not any(now.exchanged)
            pushed = replace(
                state,
                earlier=state if alone else state.earlier,
                hands=hand_changed(state.hands, event.seat, gone=event.card),
            )
            given = with_value(now.given, event.seat, event.card)
            after = replace(now, exchanged=with_value(now.exchanged, event.seat, True), given=given)
            return _received(pushed, after) if all(after.exchanged) else replace(pushed, phase_state=after)
        case Dealing() | Playing() | Over():
            return state
        case _:
            assert_never(state.phase_state)


def _received(state: BoardGame, prepared: Preparing) -> BoardGame:
    hands = state.hands
    for giver, card in enumerate(prepared.given):
        if card is not None:
            hands = hand_changed(hands, receiver(state.rules, giver), came=(card,))
    return replace(state, hands=hands, phase_state=replace(prepared, given=(None,) * len(prepared.given)))


def _free_start_decided(state: BoardGame, event: ev.FreeStartDecided) -> BoardGame:
    decided = replace(state, earlier=state, phase_state=_decided(state.phase_state, event.seat))
    if event.pawn is None:
        return decided
    return replace(decided, position=_with_started(state.rules, state.position, event.seat, event.pawn))


def _decided(now: PhaseState, seat: int) -> PhaseState:
    match now:
        case Preparing(to_start=to_start):
            return replace(now, to_start=with_value(to_start, seat, False))
        case Dealing() | Playing() | Over():
            return now
        case _:
            assert_never(now)


def _with_started(rules: Rules, position: Position, seat: int, pawn: int) -> Position:
    row = list(position.placement.pawns[seat])
    row[pawn] = Place(rules.starts[seat])
    rows = with_value(position.placement.pawns, seat, tuple(row if rules.ranks else sorted(row)))
    return position.with_placement(position.placement.with_pawns(rows))


def _round_ended(state: BoardGame, event: ev.RoundEnded) -> BoardGame:
    """Puts the cards still in hands onto the discard pile when people end a round early."""
    position = replace(state.position, turn=event.first if state.counted else state.position.turn, copied=None)
    return replace(
        state,
        # if cards are counted a round ends with somebody's play, and is taken back with it
        earlier=state.earlier if state.counted else state,
        round=state.round if state.counted else state.round + 1,
        dealer=event.dealer,
        first=event.first,
        cards=(0,) * len(state.cards),
        hands=None,
        phase_state=Playing(),
        discard=state.discard + sum(state.cards),
        out=(False,) * len(state.out),
        position=position,
    )
