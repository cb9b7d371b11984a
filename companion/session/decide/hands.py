"""Cards that leave a hand without being played, or come into it: forfeit, discard, draw.

Law: no card is given up while a card can be played (CORE-R11), unless a switch says otherwise.
"""

from typing import Final

from companion.model.position import Position
from companion.rules.deal import DealError, draw_card
from companion.rules.legal import playable
from companion.rules.mechanics.start import Start
from companion.rules.rules import Rules
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.decide.decision import (
    Decision,
    check_cards,
    check_held,
    check_nothing_owed,
    check_turn,
    position_in_play,
)
from companion.session.decide.rounds import aftermath
from companion.session.decide.senses import Senses
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, OwedKind
from companion.session.turns import switch, when_stuck

Hand = tuple[str, ...]

_TO_DRAW: Final = (OwedKind.REPLACE, OwedKind.DRAW, OwedKind.MAY_DRAW)


def forfeit(state: BoardGame, senses: Senses, command: cmd.Forfeit) -> Decision:
    """Accepts a forfeit after trying every card of the open hand (CORE-R24, CORE-R11).

    In the games without forfeits only a Tock player with no pawn in play lays the whole hand down (TK-R21); if nobody
    counts cards the player's word is taken.
    """
    position = position_in_play(state)
    check_turn(state, position, command.seat)
    check_nothing_owed(state)
    instead = _INSTEAD_OF_FORFEIT.get(when_stuck(state.rules, position))
    hand = _open_hand(state, position, command.seat, command.hand)
    if instead and state.counted and not _lays_down(state.rules, position, hand):
        raise Refused(instead)
    _check_unplayable(state.rules, position, hand or ())
    return _given_up(state, senses, ev.HandForfeited(seat=command.seat, hand=hand))


_INSTEAD_OF_FORFEIT: Final = {
    "lay_down": "throw_one_card",
    "discard_one": "throw_one_card",
    "discard_and_draw": "discard_instead",
}


def discard(state: BoardGame, senses: Senses, command: cmd.Discard) -> Decision:
    """Throws a card away: for another seat's play (ST-R12), before a draw, or in place of a play (BD-R74, TK-R22)."""
    position = position_in_play(state)
    owed = state.owed
    if owed is not None and owed.kind is OwedKind.DISCARD:
        if command.seat != owed.seat:
            raise Refused("discard_first", name=state.names[owed.seat])
        because = "cost" if owed.keeps_turn else "skipped"
        return _given_up(state, senses, _thrown(state, command, because, None))
    check_turn(state, position, command.seat)
    check_nothing_owed(state)
    if owed is not None and owed.kind is OwedKind.PLAY_OR_DISCARD:
        shown = _drawn_card(state, position, command)
        return _given_up(state, senses, _thrown(state, command, "stuck", shown))
    if not state.rules.deal.playable_must_be_played:
        return _given_up(state, senses, _thrown(state, command, "stuck", None))
    return _discard_stuck(state, senses, position, command)


def _discard_stuck(state: BoardGame, senses: Senses, position: Position, command: cmd.Discard) -> Decision:
    """Throws one card away because none can be played; in some games another one comes for it."""
    stuck = when_stuck(state.rules, position)
    if stuck == "forfeit":
        raise Refused("forfeit_instead")
    hand = _open_hand(state, position, command.seat, command.hand)
    _check_unplayable(state.rules, position, hand or ())
    if hand is not None and _lays_down(state.rules, position, hand):
        raise Refused("lay_down_hand")
    draws = stuck == "discard_and_draw" and _can_draw(state)
    return _given_up(state, senses, _thrown(state, command, "draw" if draws else "stuck", hand))


def draw(state: BoardGame, senses: Senses, command: cmd.DrawCards) -> Decision:
    """Draws a card for the one thrown away (BD-R74), or optional ones for the special field (ROY-R20)."""
    owed = state.owed
    if owed is None or owed.kind not in _TO_DRAW:
        raise Refused("nothing_to_draw")
    if command.seat != owed.seat:
        raise Refused("draw_first", name=state.names[owed.seat])
    least = 0 if owed.kind is OwedKind.MAY_DRAW else owed.count
    if not least <= command.count <= owed.count:
        raise Refused("draw_so_many", count=owed.count)
    return _given_up(state, senses, _drawn(state, command))


def _drawn(state: BoardGame, command: cmd.DrawCards) -> ev.CardsDrawn:
    """Returns the event, with the piles after it; the reshuffle leaves a card that a Copy may need (BD-R76)."""
    cards = None
    if state.hands is not None and state.hands[command.seat] is not None and state.level(command.seat) is None:
        cards = command.cards if command.count else ()
        if cards is None or len(cards) != command.count:
            raise Refused("name_the_card")
        check_cards(state.rules, cards)
    deck, pile, reshuffled = state.deck, state.discard, False
    if deck is not None:
        for _ in range(command.count):
            deck, pile, again = draw_card(deck, pile, top_stays=state.rules.variant.remembers_last_card)
            reshuffled = reshuffled or again
    return ev.CardsDrawn(
        seat=command.seat,
        count=command.count,
        deck=deck,
        discard=None if deck is None else pile,
        reshuffled=reshuffled,
        cards=cards,
    )


def is_playable(rules: Rules, position: Position, card: str) -> bool:
    """Returns whether the player to move can play this card somehow."""
    return any(playable(rules, position, (card,)))


def _can_draw(state: BoardGame) -> bool:
    """Returns whether there will be a card to draw after one is thrown away."""
    if state.deck is None:
        return True
    try:
        draw_card(state.deck, state.discard + 1, top_stays=state.rules.variant.remembers_last_card)
    except DealError:
        return False
    return True


def _must_show(state: BoardGame, position: Position) -> bool:
    return state.counted and bool(switch(state.rules, position, "core.verify_forfeit", True))


def _open_hand(state: BoardGame, position: Position, seat: int, shown: Hand | None) -> Hand | None:
    """Returns the cards that prove it: known, or laid open; None if the table takes the player's word.

    A hand is laid open unless the switch `core.verify_forfeit` is off or nobody counts cards.  Raises Refused.
    """
    known = state.hand(seat)
    if known is not None:
        return known
    if shown is None:
        if _must_show(state, position):
            raise Refused("show_hand")
        return None
    check_cards(state.rules, shown)
    if state.counted and len(shown) != state.cards[seat]:
        raise Refused("hand_size", count=state.cards[seat])
    return shown


def _drawn_card(state: BoardGame, position: Position, command: cmd.Discard) -> Hand | None:
    """Checks the drawn card, which must be played if it can be (BD-R74).

    The other cards could not be played before it was drawn.
    """
    known = state.hand(command.seat)
    if known is not None:
        drawn = state.owed.card if state.owed else None
        shown: Hand | None = known if drawn is None else (drawn,)
    elif command.hand is None and _must_show(state, position):
        raise Refused("show_drawn_card")
    elif command.hand is None or len(command.hand) == 1:
        shown = command.hand
    else:
        shown = _open_hand(state, position, command.seat, command.hand)
    check_cards(state.rules, shown or ())
    _check_unplayable(state.rules, position, shown or ())
    return shown


def _check_unplayable(rules: Rules, position: Position, hand: Hand) -> None:
    for card in dict.fromkeys(hand):
        if card != rules.deal.may_keep and is_playable(rules, position, card):
            raise Refused("card_is_playable", card=card)


def _lays_down(rules: Rules, position: Position, hand: Hand | None) -> bool:
    """Returns whether no pawn is in play and no card brings one in (TK-R21, ST-R02); an unseen hand holds none."""
    uses = rules.uses
    starters = (card for card in hand or () if any(isinstance(use, Start) for use in uses[card]))
    return when_stuck(rules, position) == "lay_down" and next(starters, None) is None


def _thrown(state: BoardGame, command: cmd.Discard, because: str, shown: Hand | None) -> ev.CardDiscarded:
    check_held(state, command.seat, command.card)
    if command.card is not None:
        check_cards(state.rules, (command.card,))
        whole = shown is not None and (not state.counted or len(shown) == state.cards[command.seat])
        if shown is not None and whole and command.card not in shown:
            raise Refused("card_not_held", card=command.card, name=state.names[command.seat])
    return ev.CardDiscarded(seat=command.seat, card=command.card, because=because, shown=shown)


def _given_up(state: BoardGame, senses: Senses, event: ev.HandForfeited | ev.CardDiscarded | ev.CardsDrawn) -> Decision:
    return Decision(events=(event, *aftermath(evolve_board(state, event))), senses=senses)
