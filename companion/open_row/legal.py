"""All legal actions of a position, each with its result.

With an unknown hand every card that may still be in it counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.open_row.actions import Action, ActionKind
from companion.open_row.apply import after_action
from companion.open_row.catalogue import Card, CardRules
from companion.open_row.faults import cards_in_hand, fault_in_use
from companion.open_row.position import CardPosition, winners, wrong_places


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action and the position after it; cards of chance are unknown in it if no pile determines them."""

    action: Action
    result: CardPosition


def legal_actions(rules: CardRules, position: CardPosition) -> tuple[Choice, ...]:
    """Everything the seat to move may do; none when the game is won.

    Indistinguishable cards of the draw pile are one choice: the uppermost of them stands for all.
    """
    choices: list[Choice] = []
    looked: set[CardPosition] = set()
    for action in _candidates(rules, position):
        if fault_in_use(rules, position, action) is not None:
            continue
        result = after_action(rules, position, action)
        if action.kind is ActionKind.LOOK:
            if result in looked:
                continue
            looked.add(result)
        choices.append(Choice(action, result))
    return tuple(choices)


def _candidates(rules: CardRules, position: CardPosition) -> Iterator[Action]:
    """The actions of the present moment; in an ordinary turn every possible use of the cards in hand."""
    if winners(rules, position):
        return
    if wrong := wrong_places(rules, position):
        yield from (Action(kind=ActionKind.MEND, place=place) for place in wrong)
        return
    for card in cards_in_hand(rules, position):
        if position.given is None:
            yield from _uses(rules, position, card)
        else:
            yield Action(kind=ActionKind.GIVE, card=card)


def _uses(rules: CardRules, position: CardPosition, card: Card) -> Iterator[Action]:
    face = rules.face(card)
    for seat, rows in enumerate(position.rows):
        for row in range(1, len(rows) + 2):
            yield Action(kind=ActionKind.LAY, card=card, seat=seat, row=row)
            yield Action(kind=ActionKind.ROB, card=card, seat=seat, row=row)
        for number, laid in enumerate(rows, 1):
            for place in range(1, len(laid) + 1):
                yield Action(kind=ActionKind.EXCHANGE, card=card, seat=seat, row=number, place=place)
    for place in rules.places_bought(card):
        yield Action(kind=ActionKind.BUY, card=card, place=place)
    for place in range(1, face.looks + 1):
        yield Action(kind=ActionKind.LOOK, card=card, place=place)
    for wanted in rules.game.cards:
        yield Action(kind=ActionKind.SEARCH, card=card, wanted=wanted)
    yield Action(kind=ActionKind.DISCARD, card=card)


def nearest_action(rules: CardRules, position: CardPosition, action: Action) -> Action | None:
    """The legal action nearest to an illegal one: of the same kind, with the same card, at the same place."""

    def far(other: Action) -> tuple[bool, bool, bool, int, int]:
        return (
            other.kind is not action.kind,
            other.card != action.card,
            other.seat != action.seat,
            abs((other.row or 0) - (action.row or 0)),
            abs((other.place or 0) - (action.place or 0)),
        )

    return min((choice.action for choice in legal_actions(rules, position)), key=far, default=None)
