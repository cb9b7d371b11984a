"""How a game of DOG Cards begins: deck, open row, hands, and the switches of the house."""

from collections import Counter

import pytest

from companion.open_row.catalogue import GameError, full_deck, load_game, ruleset
from companion.open_row.position import all_cards
from companion.open_row.setup import first_position


def test_the_game_is_dealt_as_printed() -> None:
    """DC-R01, DC-R20: the open row first, then 7 cards each, or 5 and an exchange with four players."""
    deck = full_deck(load_game("dog_cards"))
    assert Counter(Counter(deck).values()) == {8: 15}
    for seats, size in ((2, 7), (3, 7), (4, 5)):
        rules = ruleset("dog_cards", seats, ())
        position = first_position(rules, deck, first=1)
        assert position.open_row == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "12", "13", "14")
        assert [len(hand) for hand in position.hands] == [size] * seats
        assert len(position.draw) == 120 - 13 - seats * size
        assert Counter(all_cards(rules, position)) == Counter(deck)
        assert position.given == ((None,) * 4 if seats == 4 else None)


def test_the_hands_are_dealt_one_card_after_the_other() -> None:
    row, rest = (
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "14", "2"],
        list(full_deck(load_game("dog_cards"))),
    )
    for card in row:
        rest.remove(card)
    position = first_position(ruleset("dog_cards", 3, ()), (*row, *rest), first=2)
    assert position.open_row == tuple(row)
    assert position.hands[2] == ("1/11", "1/11", "1/11", "2", "2", "3", "3")
    assert sorted(position.hands[0]) == sorted(rest[1:21:3])


@pytest.mark.parametrize(
    ("seats", "first", "options", "fault"),
    [
        (5, 0, (), "seats: dog_cards is played by 2 or 3 or 4, not 5"),
        (3, 3, (), "first: 3 is no seat; use 0 to 2"),
        (3, 0, (("dc.jokers", True),), "options: 'dc.jokers' is no switch of this game"),
        (3, 0, (("dc.take_14", 1),), "options: dc.take_14 must be true or false, not 1"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    seats: int, first: int, options: tuple[tuple[str, bool], ...], fault: str
) -> None:
    with pytest.raises(GameError, match=fault):
        first_position(ruleset("dog_cards", seats, options), full_deck(load_game("dog_cards")), first=first)


def test_every_switch_names_its_ruling_and_its_default() -> None:
    """DC-R05, DC-R13, DC-R14"""
    options = load_game("dog_cards").options
    assert {name: rule.rulings for name, rule in options.items()} == {
        "dc.joker_first": ("DC-R05",),
        "dc.take_14": ("DC-R13",),
        "dc.rob_partner": ("DC-R14",),
    }
    assert all(rule.default is True for rule in options.values())
