"""The value of a decision, and the checks of the game before a command is carried out."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from companion.model.position import Position
from companion.model.verdict import Verdict
from companion.rules.rules import Rules
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.state import NO_SENSES, BoardGame, OwedKind, Phase, Senses
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


def may_hold(state: BoardGame, seat: int, card: str) -> bool:
    """Returns whether the seat may hold the card; a hidden hand is believed."""
    hand = state.hand(seat)
    return hand is None or card in hand


def check_held(state: BoardGame, seat: int, card: str | None) -> None:
    """Checks that with known hands the card is named and held.  Raises Refused."""
    hand = state.hand(seat) if 0 <= seat < len(state.names) else None
    if hand is None:
        return
    if card is None:
        raise Refused("name_the_card")
    if not may_hold(state, seat, card):
        raise Refused("card_not_held", card=card, name=state.names[seat])


def settled(senses: Senses) -> Senses:
    """Returns the senses after an accepted position.

    The encoder counts from it, earlier pictures do not count, and the camera has still to see it.
    """
    watch = senses.watch and replace(senses.watch, shown=False)
    return replace(
        NO_SENSES,
        boot=senses.boot,
        net=senses.net,
        base=senses.net,
        dismissed=senses.dismissed,
        watch=watch,
        waiting=senses.waiting,
        turn_unknown=senses.turn_unknown,
        proposed=senses.proposed,
    )


def answered(senses: Senses) -> Senses:
    """Returns the senses after a person decides how the game goes on.

    An anomaly that was let stand raises no new question.
    """
    after = settled(senses)
    if senses.anomaly is None or not senses.anomaly.asked:
        return after
    return replace(after, dismissed=(*senses.dismissed, senses.anomaly.reason))


def time_of(senses: Senses) -> int:
    """Returns when the newest picture was taken, in milliseconds; 0 without a picture."""
    return senses.observation.t_ms if senses.observation else 0
