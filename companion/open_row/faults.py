"""The reason why an action is illegal: the broken ruling, the first one that a good human referee would name.

Law: an action is legal exactly when it has no fault here; the list of legal actions is made by the same rules.  Codes
are stable, their words are in `companion/texts`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from companion.model.verdict import Reason
from companion.open_row.actions import Action, ActionKind, Turn
from companion.open_row.catalogue import Card, CardRules
from companion.open_row.position import (
    EMPTY,
    UNKNOWN,
    CardPosition,
    Cards,
    all_cards,
    wanted_next,
    winners,
    wrong_places,
)

#: A value that separates alternatives: "1|11" is worded "1 or 11".
_OR: Final = "|"
#: The actions that end with drawing a card; in the others a card replaces a card (DC-R07).
_DRAWING: Final = {ActionKind.LAY, ActionKind.DISCARD}


def explain(rules: CardRules, position: CardPosition, turn: Turn) -> tuple[Reason, ...]:
    """The reasons against a turn; empty if it is legal.

    A `draw` behind an action that ends with drawing is understood; any second action is one too many (DC-R22).
    """
    action, *more = turn
    if more and more[0].kind is ActionKind.DRAW and action.kind in _DRAWING:
        more = more[1:]
    if reason := fault(rules, position, action):
        return (reason,)
    return (_one_too_many(position, action, more[0]),) if more else ()


def fault(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    """The first fault of an action, None if it is legal."""
    return (
        _wrong_moment(rules, position, action)
        or _wrong_card(rules, position, action)
        or fault_in_use(rules, position, action)
    )


def fault_in_use(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    """The fault of an action whose moment has come and whose card is in the hand."""
    return _FAULTS[action.kind](rules, position, action)


def wrong_card(rules: CardRules, position: CardPosition) -> Reason | None:
    """The first card of the open row that lies on its own number (DC-R03); nothing else may be done before."""
    for place in wrong_places(rules, position)[:1]:
        return _reason(position, "DC-R03", "mend_first", card=position.open_row[place - 1], place=place)
    return None


def cards_in_hand(rules: CardRules, position: CardPosition) -> Cards:
    """The faces that the seat to move holds or, with unknown cards in its hand, may hold."""
    hand = position.hands[position.turn]
    faces = rules.game.cards
    if UNKNOWN not in hand:
        return tuple(card for card in faces if card in hand)
    known = Counter(all_cards(rules, position))
    return tuple(card for card, face in faces.items() if card in hand or known[card] < face.count)


def _reason(position: CardPosition, ruling: str, code: str, **params: str | int) -> Reason:
    return Reason(ruling=ruling, code=code, seat=position.turn, params=tuple(sorted(params.items())))


def _one_too_many(position: CardPosition, action: Action, second: Action) -> Reason:
    if second.kind is ActionKind.DRAW:
        return _reason(position, "DC-R07", "card_replaces_card")
    if action.kind is ActionKind.EXCHANGE:
        return _reason(position, "DC-R17", "exchange_is_whole_turn")
    if action.kind is second.kind is ActionKind.LAY:
        return _reason(position, "DC-R22", "one_row_only")
    return _reason(position, "DC-R22", "one_action_only")


def _wrong_moment(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    if winners(rules, position):
        return _reason(position, "DC-R19" if rules.partners else "DC-R18", "game_is_won")
    giving = position.given is not None
    if wrong := wrong_card(rules, position):
        return None if action.kind is ActionKind.MEND else wrong
    if giving and action.kind is not ActionKind.GIVE and action.kind is not ActionKind.MEND:
        return _reason(position, "DC-R20", "give_first")
    if not giving and action.kind is ActionKind.GIVE:
        code = "gave_already" if rules.partners else "nobody_to_give_to"
        return _reason(position, "DC-R20", code)
    return None


def _wrong_card(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    """A card that is not, or cannot be, in the hand (DC-R22: one card of the own hand)."""
    if action.card is None or action.card in cards_in_hand(rules, position):
        return None
    return _reason(position, "DC-R22", "card_not_held", card=action.card)


def _lay(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    seat, card = _set(action.seat), _set_card(action.card)
    if seat not in rules.team(position.turn):
        return _reason(position, "DC-R22", "not_your_row")
    if not rules.face(card).values and not rules.face(card).wild:
        return _reason(position, "DC-R14", "no_number", card=card)
    rows = position.rows[seat]
    number = _set(action.row)
    if number > len(rows) + 1:
        return _reason(position, "DC-R18", "no_such_row")
    if number == len(rows) + 1:
        return _no_new_row(rules, position, seat) or _no_first_card(rules, position, card)
    wanted = wanted_next(rows[number - 1])
    if rules.face(card).wild:
        return _reason(position, "DC-R06", "joker_is_no_end", wanted=wanted) if wanted == rules.game.row_end else None
    if rules.fills(card, wanted):
        return None
    code = "row_needs_end" if wanted == rules.game.row_end else "wrong_number"
    return _reason(position, "DC-R04", code, card=card, wanted=wanted)


def _no_new_row(rules: CardRules, position: CardPosition, seat: int) -> Reason | None:
    if len(position.rows[seat]) + position.finished[seat] < rules.rows:
        return None
    if not rules.partners:
        return _reason(position, "DC-R18", "two_rows_at_most")
    if position.finished[seat]:
        return _reason(position, "DC-R19", "lay_at_partner" if seat == position.turn else "partner_is_done")
    return _reason(position, "DC-R18", "one_row_each")


def _no_first_card(rules: CardRules, position: CardPosition, card: Card) -> Reason | None:
    if rules.face(card).wild:
        return None if rules.joker_first else _reason(position, "DC-R05", "joker_not_first")
    if rules.face(card).start:
        return None
    return _reason(position, "DC-R04", "needs_start_or_joker" if rules.joker_first else "needs_start", card=card)


def _buy(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    place, card = _set(action.place), _set_card(action.card)
    face, bought = rules.face(card), rules.places_bought(card)
    if face.robs:
        return _reason(position, "DC-R14", "no_number", card=card)
    if not bought:
        return _reason(position, "DC-R10", "end_buys_nothing", card=card)
    if place > rules.game.open_row:
        return _reason(position, "DC-R10", "no_such_place", count=rules.game.open_row)
    if place not in bought:
        if face.buys:
            return _reason(position, "DC-R11", "four_reaches", card=card, first=bought[0], last=bought[-1])
        wanted = _OR.join(map(str, bought))
        return _reason(position, "DC-R08", "buys_its_number", card=card, place=place, wanted=wanted)
    if position.open_row[place - 1] == EMPTY:
        return _reason(position, "DC-R03", "nothing_lies_there", place=place)
    return None


def _look(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    face, place = rules.face(_set_card(action.card)), _set(action.place)
    if not face.looks:
        return _no_special(rules, position, action, "DC-R12", "only_seven_looks")
    if place > face.looks:
        return _reason(position, "DC-R12", "looks_at_seven", count=face.looks)
    there = len(position.draw or position.discard)
    if not there:
        return _reason(position, "DC-R12", "nothing_to_look_at")
    return _reason(position, "DC-R12", "fewer_to_look_at", count=there) if place > there else None


def _search(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    wanted = _set_card(action.wanted)
    if not rules.face(_set_card(action.card)).searches:
        return _no_special(rules, position, action, "DC-R13", "only_end_searches")
    if rules.face(wanted).searches and not rules.take_searcher:
        return _reason(position, "DC-R13", "end_takes_no_end", sought=wanted)
    if wanted not in position.discard:
        code = "not_the_one_played" if wanted == action.card else "not_thrown_away"
        return _reason(position, "DC-R13", code, sought=wanted)
    return None


def _rob(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    seat = _set(action.seat)
    if not rules.face(_set_card(action.card)).robs:
        return _no_special(rules, position, action, "DC-R14", "only_robber_robs")
    if seat == position.turn:
        return _reason(position, "DC-R14", "rob_not_yourself")
    if seat == rules.partner(position.turn) and not rules.rob_partner:
        return _reason(position, "DC-R14", "rob_not_partner")
    if _set(action.row) > len(position.rows[seat]):
        return _reason(position, "DC-R14", "finished_is_safe" if position.finished[seat] else "nothing_to_rob")
    return None


def _exchange(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    card, place = _set_card(action.card), _set(action.place)
    if action.seat is None:
        return _reason(position, "DC-R17", "open_joker_is_bought")
    rows, number = position.rows[action.seat], _set(action.row)
    row = rows[number - 1] if number <= len(rows) else ()
    if place > len(row) or not rules.face(row[place - 1]).wild:
        return _reason(position, "DC-R17", "no_joker_there")
    if rules.face(card).wild:
        return _reason(position, "DC-R17", "joker_for_joker")
    if not rules.fills(card, place):
        code = "place_one_needs_start" if place == 1 else "not_what_joker_stands_for"
        return _reason(position, "DC-R17", code, card=card, wanted=place)
    return None


def _mend(rules: CardRules, position: CardPosition, action: Action) -> Reason | None:
    if action.place in wrong_places(rules, position):
        return None
    return _reason(position, "DC-R03", "nothing_to_mend", place=_set(action.place))


def _draw(_rules: CardRules, position: CardPosition, _action: Action) -> Reason | None:
    return _reason(position, "DC-R07", "draw_is_no_action")


def _free(_rules: CardRules, _position: CardPosition, _action: Action) -> Reason | None:
    """Any card may be discarded, and any given to the partner."""
    return None


def _no_special(rules: CardRules, position: CardPosition, action: Action, ruling: str, code: str) -> Reason:
    """A special action with a card that does not have it; through a joker there is none at all (DC-R21)."""
    card = _set_card(action.card)
    if rules.face(card).wild:
        return _reason(position, "DC-R21", "joker_has_no_special")
    return _reason(position, ruling, code, card=card)


def _set(value: int | None) -> int:
    assert value is not None, "the kind of action says which values it has"
    return value


def _set_card(value: Card | None) -> Card:
    assert value is not None, "the kind of action says which cards it names"
    return value


_FAULTS: Final[Mapping[ActionKind, Callable[[CardRules, CardPosition, Action], Reason | None]]] = {
    ActionKind.LAY: _lay,
    ActionKind.BUY: _buy,
    ActionKind.LOOK: _look,
    ActionKind.SEARCH: _search,
    ActionKind.ROB: _rob,
    ActionKind.EXCHANGE: _exchange,
    ActionKind.DISCARD: _free,
    ActionKind.GIVE: _free,
    ActionKind.MEND: _mend,
    ActionKind.DRAW: _draw,
}
