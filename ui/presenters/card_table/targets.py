"""The targets of a card: the places of the table that are tapped after it, and the actions that each tap may mean.

The engine decides which actions are legal; this module contains no rule.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.open_row.actions import Action, ActionKind
from companion.open_row.catalogue import Card, CardRules
from companion.open_row.legal import legal_actions
from companion.open_row.position import CardPosition, Row, wanted_next


class TargetKind(StrEnum):
    """A place of the open row, a row of a player, the draw pile, and the discard pile: to take from, to throw on."""

    OPEN = "open"
    ROW = "row"
    DRAW = "draw"
    SEARCH = "search"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Target:
    """`number` is the place of the open row, or the row of `seat`; both from 1, as in an action."""

    kind: TargetKind
    seat: int | None = None
    number: int | None = None


#: The actions that a tap on a place may mean, by place.
Targets = Mapping[Target, tuple[Action, ...]]
_BY_KIND = {
    ActionKind.LOOK: TargetKind.DRAW,
    ActionKind.SEARCH: TargetKind.SEARCH,
    ActionKind.DISCARD: TargetKind.DISCARD,
}
#: A card that is put under the pile is no card of the hand.
NO_CARD: Card = ""


def target_of(action: Action) -> Target:
    """The target of an action."""
    if action.row is not None:
        return Target(TargetKind.ROW, action.seat, action.row)
    if action.kind in _BY_KIND:
        return Target(_BY_KIND[action.kind])
    return Target(TargetKind.OPEN, number=action.place)


@lru_cache(maxsize=8)
def legal_targets(rules: CardRules, position: CardPosition) -> Mapping[Card, Targets]:
    """The legal targets of each card; NO_CARD maps to the repairs without a card (DC-R03).  Giving needs no tap."""
    found: dict[Card, dict[Target, tuple[Action, ...]]] = {}
    for choice in legal_actions(rules, position):
        action = choice.action
        if action.kind is not ActionKind.GIVE:
            by_target = found.setdefault(action.card or NO_CARD, {})
            target = target_of(action)
            by_target[target] = (*by_target.get(target, ()), action)
    return found


def pile_target(rules: CardRules, position: CardPosition, card: Card) -> Target:
    """The meaning of the discard pile for a card: taking from it if that is allowed, else throwing the card on it."""
    search = Target(TargetKind.SEARCH)
    return search if search in legal_targets(rules, position).get(card, {}) else Target(TargetKind.DISCARD)


def meant(
    rules: CardRules, position: CardPosition, card: Card, target: Target, place: int | None = None
) -> tuple[Action, ...]:
    """The actions that a tap may mean, the legal ones first; if none is legal, the action that the referee judges.

    `place` is the tapped place in the row; it chooses among several actions.
    """
    actions = legal_targets(rules, position).get(card, {}).get(target, ())
    if not actions:
        return (_asked(rules, position, card, target, place),)
    there = tuple(action for action in actions if _place_of(position, action) == place)
    return there if len(there) == 1 else actions


def _asked(rules: CardRules, position: CardPosition, card: Card, target: Target, place: int | None) -> Action:
    """The action behind a tap on a place where the card may not go; the referee answers it with a reason."""
    match target.kind:
        case TargetKind.OPEN:
            return Action(kind=ActionKind.BUY, card=card, place=target.number)
        case TargetKind.DRAW:
            return Action(kind=ActionKind.LOOK, card=card, place=1)
        case TargetKind.SEARCH:
            return Action(kind=ActionKind.SEARCH, card=card, wanted=card)
        case TargetKind.DISCARD:
            return Action(kind=ActionKind.DISCARD, card=card)
        case TargetKind.ROW:
            return _asked_of_row(rules, position, card, target, place)


def _asked_of_row(rules: CardRules, position: CardPosition, card: Card, target: Target, place: int | None) -> Action:
    assert target.seat is not None
    if rules.face(card).robs:
        return Action(kind=ActionKind.ROB, card=card, seat=target.seat, row=target.number)
    jokers = jokers_of(rules, _row(position, target))
    if place in jokers or (jokers and target.seat not in rules.team(position.turn)):
        at = place if place in jokers else jokers[0]
        return Action(kind=ActionKind.EXCHANGE, card=card, seat=target.seat, row=target.number, place=at)
    return Action(kind=ActionKind.LAY, card=card, seat=target.seat, row=target.number)


def jokers_of(rules: CardRules, row: Row) -> tuple[int, ...]:
    """The places of a row at which a joker lies."""
    return tuple(place for place, card in enumerate(row, 1) if rules.face(card).wild)


def lit_places(position: CardPosition, actions: Iterable[Action]) -> frozenset[int]:
    """The places within their row that these actions are about."""
    return frozenset(place for action in actions if (place := _place_of(position, action)) is not None)


def _place_of(position: CardPosition, action: Action) -> int | None:
    """The place in its row that an action is about: that of the joker, the last one, or the next one."""
    if action.row is None:
        return None
    row = _row(position, target_of(action))
    if action.kind is ActionKind.ROB:
        return len(row)
    return wanted_next(row) if action.kind is ActionKind.LAY else action.place


def _row(position: CardPosition, target: Target) -> Row:
    """The row as it lies; without cards if it has not been begun."""
    assert target.seat is not None
    assert target.number is not None
    rows = position.rows[target.seat]
    return rows[target.number - 1] if target.number <= len(rows) else ()
