"""The value of a decision, and the checks of the game before a command is carried out."""

from collections.abc import Iterable

from msgspec import Struct

from companion.model.position import Position
from companion.model.verdict import Verdict
from companion.rules.rules import Rules
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.decide.senses import NO_SENSES, Senses
from companion.session.state import BoardGame, OwedKind, Phase
from companion.session.turns import next_to_play


class Decision(Struct, frozen=True, kw_only=True):
    """`events` to store, in order; `verdict` of the referee on the view (None: nothing was judged)."""

    events: tuple[ev.Event, ...] = ()
    verdict: Verdict | None = None
    senses: Senses = NO_SENSES


def position_in_play(state: BoardGame) -> Position:
    """Returns the position, in a phase in which cards are played.  Raises Refused."""
    waits = _BEFORE_PLAY.get(state.phase)
    if waits:
        raise Refused(waits)
    return state.position


_BEFORE_PLAY = {
    Phase.OVER: "game_over",
    Phase.EXCHANGE: "exchange_first",
    Phase.FIGURE: "place_dog_first",
    Phase.START: "start_first",
    Phase.DEAL: "still_dealing",
}


def check_turn(state: BoardGame, position: Position, seat: int) -> None:
    """Raises Refused unless it is this seat's turn."""
    if seat != position.turn:
        raise Refused("not_your_turn", name=state.names[position.turn])


def check_nothing_owed(state: BoardGame) -> None:
    """Raises Refused while somebody must draw or throw away a card before the game goes on."""
    owed = state.owed
    if owed is None:
        return
    if owed.kind in (OwedKind.REPLACE, OwedKind.DRAW):
        raise Refused("draw_first", name=state.names[owed.seat])
    if owed.kind is OwedKind.DISCARD:
        raise Refused("discard_first", name=state.names[owed.seat])
    if owed.kind is OwedKind.MAY_DRAW and next_to_play(state, owed.seat) is None:
        raise Refused("draw_or_not", name=state.names[owed.seat])


def check_cards(rules: Rules, cards: Iterable[str]) -> None:
    """Raises Refused unless the game has all these cards."""
    known = rules.variant.cards
    for card in cards:
        if card not in known:
            raise Refused("unknown_card", card=card)


def check_held(state: BoardGame, seat: int, card: str | None) -> None:
    """Checks that with known hands the card is named and held.  Raises Refused."""
    hand = state.hand(seat) if 0 <= seat < len(state.names) else None
    if hand is None:
        return
    if card is None:
        raise Refused("name_the_card")
    if card not in hand:
        raise Refused("card_not_held", card=card, name=state.names[seat])
