"""The explanation of a card in words: each use, its numbers and its powers."""

import pytest
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.rules.rules import Options
from ui.i18n import load_words
from ui.presenters.play.cards import board_help, card_help
from ui.presenters.setup import game_data

WORDS = load_words("en", WORDING)


@pytest.mark.parametrize(
    ("game", "card", "text"),
    [
        ("dog_cards", "1/11", "Begins a row. Goes into a row as 1 or 11. Buys the open card at place 1 or 11."),
        ("dog_cards", "12", "Goes into a row as 12. Buys the open card at place 12."),
        ("dog_cards", "4", "Goes into a row as 4. Buys the open card at one of the places 1 to 8."),
        ("dog_cards", "14", "Goes into a row as 14. Or take any card out of the discard pile."),
        ("dog_cards", "joker", "Stands for every number but 14. Buys the open card at one of the places 1 to 13."),
        ("dog_cards", "robber", "Takes the last card of another player's row."),
        (
            "dog",
            "7",
            "7 points, shared out as you like over your own pawns. Whoever is overtaken goes back to the kennel.",
        ),
        ("tock_6", "7", "7 points for one pawn or for two."),
    ],
)
def test_a_card_explains_its_uses(game: str, card: str, text: str) -> None:
    assert card_help(card, WORDS, game_data(SHIPPED, game)) == text


@pytest.mark.parametrize(("options", "swaps"), [((), False), ((("pj.two_swaps", True),), True)])
def test_a_card_explains_only_the_uses_that_it_has_at_this_table(options: Options, swaps: bool) -> None:
    said = card_help("2", WORDS, game_data(SHIPPED, "pegs_and_jokers"), options)
    assert said.startswith(WORDS.text("aid.advance", fields="2"))
    assert (WORDS.text("aid.swap") in said) is swaps


@pytest.mark.parametrize(
    ("game", "messages"),
    [
        ("dog", []),
        ("black_dog", ["aid.paw"]),
        ("dog_royal", ["aid.special"]),
        ("tock_6", ["aid.door"]),
        ("dog_cards", ["aid.open_row"]),
    ],
)
def test_a_board_explains_what_it_does_by_itself(game: str, messages: list[str]) -> None:
    assert board_help(game_data(SHIPPED, game), WORDS) == tuple(map(WORDS.text, messages))
