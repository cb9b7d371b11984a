"""The table of a card game, the known part of the players' hands, and the seat to move.

A position names its game and its switches; the rules made of them are given beside it (`rules_of`).

Law: an unknown card is `UNKNOWN`, everywhere: the same position serves the referee who sees all cards, a player who
sees the own hand, and the public that sees none.  Cards are never lost: known and unknown ones add up to the deck.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.open_row.catalogue import Card, CardRules, Options, ruleset

#: A card whose face is not known.
UNKNOWN: Final[Card] = "?"
#: An empty place of the open row, because none of the remaining cards may lie there.
EMPTY: Final[Card] = "-"

Cards = tuple[Card, ...]
Row = Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPosition:
    """A table of 2 to 4 seats; hands, rows and so on go by seat, places and numbers begin with 1.

    `open_row`: the card at each place.  `rows`: the unfinished rows of a seat in the order in which they were begun.
    `finished`: rows that a seat has completed (a last card lies there for each).  `hands`: sorted, the unknown cards
    last.  `draw`: the draw pile, its top first.  `discard`: the discard pile, its top last; all of it is known.
    `given`: during the exchange before the game the card that each seat has pushed over to its partner (None: nothing
    yet); None if there is no exchange or it is over.  `options`: the switches that differ from their defaults.
    """

    variant: str
    options: Options
    turn: int
    open_row: Cards
    rows: tuple[tuple[Row, ...], ...]
    finished: tuple[int, ...]
    hands: tuple[Cards, ...]
    draw: Cards
    discard: Cards
    given: tuple[Card | None, ...] | None = None

    @property
    def seat_count(self) -> int:
        return len(self.hands)


def rules_of(position: CardPosition) -> CardRules:
    """The rules by which a position of a game that comes with the program is played.  Raises GameError."""
    return ruleset(position.variant, position.seat_count, position.options)


def wanted_next(row: Row) -> int:
    """The number that a row needs next."""
    return len(row) + 1


def wrong_places(rules: CardRules, position: CardPosition) -> tuple[int, ...]:
    """The places of the open row where a card lies on its own number (DC-R03)."""
    return tuple(place for place, card in enumerate(position.open_row, 1) if not rules.may_lie(card, place))


def winners(rules: CardRules, position: CardPosition) -> tuple[int, ...]:
    """The seats that have won: both rows of a player, or one row of each partner, are complete."""
    for seat in range(position.seat_count):
        team = rules.team(seat)
        if all(position.finished[member] >= rules.rows for member in team):
            return tuple(sorted(team))
    return ()


def all_cards(rules: CardRules, position: CardPosition) -> Iterator[Card]:
    """Every card of the game, the unknown ones too."""
    last = next(card for card, face in rules.game.cards.items() if rules.game.row_end in face.values)
    yield from (card for card in position.open_row if card != EMPTY)
    yield from (card for rows in position.rows for row in rows for card in row)
    yield from (last for count in position.finished for _ in range(count))
    yield from (card for hand in position.hands for card in hand)
    yield from position.draw
    yield from position.discard
    yield from (card for card in position.given or () if card is not None)


def sorted_hand(rules: CardRules, cards: Iterable[Card]) -> Cards:
    """Cards in the order of the game's data, unknown ones last."""
    order = {card: index for index, card in enumerate(rules.game.cards)}
    return tuple(sorted(cards, key=lambda card: order.get(card, len(order))))


def seen_by(position: CardPosition, seat: int | None, looking: int = 0) -> CardPosition:
    """The position as a player sees it, or with None as everybody may: other hands and the draw pile are unknown.

    `looking`: the number of cards from the top of the draw pile that are seen too.
    """
    hands = tuple(hand if index == seat else _hidden(hand) for index, hand in enumerate(position.hands))
    given = position.given and tuple(
        card if index == seat or card is None else UNKNOWN for index, card in enumerate(position.given)
    )
    draw = position.draw[:looking] + _hidden(position.draw[looking:])
    return replace(position, hands=hands, given=given, draw=draw)


def with_hand(rules: CardRules, position: CardPosition, cards: Iterable[Card]) -> CardPosition:
    """The position with the hand of the seat to move laid open."""
    hands = list(position.hands)
    hands[position.turn] = sorted_hand(rules, cards)
    return replace(position, hands=tuple(hands))


def _hidden(cards: Cards) -> Cards:
    return (UNKNOWN,) * len(cards)
