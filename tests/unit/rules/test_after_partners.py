"""After Partners (docs/reference/rules/after-partners.md): single rulings, and every play against a brute force."""

import random

import pytest
from dog_tables import boards
from dog_tables import table as any_table
from plain_differences import plain_differences
from plain_games import PlainGame
from playout_tables import Case, crowded, engine_outcomes, kernel_for_tests, kernel_outcomes, ready
from rules_for_tests import rules_of

from companion.board.files import board_for
from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.rules.deal import dealer_after, exchanges

STEPS = {str(number): (("forward", number),) for number in (2, 3, 5, 6, 9, 10, 12)}
CARDS = STEPS | {
    "heart": (("out", 0),),
    "1/14": (("forward", 1), ("forward", 14)),
    "4": (("backward", 4),),
    "7": (("each once", 7),),
    "8": (("out", 0), ("forward", 8)),
    "13": (("out", 0), ("forward", 13)),
    "swap": (("swap", 0),),
}
PLAIN = PlainGame(
    cards=CARDS,
    starts=(0, 15, 30, 45),
    teams=(0, 1, 0, 1),
    fields=60,
    entrance=-1,
    laps=False,
    captures_own=False,
    swaps_any=True,
    passes_own_start=True,
)


def table(pawns: str = "") -> Position:
    return any_table(pawns, game="after_partners")


def test_every_play_is_that_of_the_brute_force() -> None:
    """PA-R01 to PA-R13, and PA-R16."""
    assert list(plain_differences(PLAIN, table(), 40, seed=1)) == []


@pytest.mark.long
def test_every_play_is_that_of_the_brute_force_on_many_boards(full: bool) -> None:
    """Ten thousand boards with --full."""
    assert list(plain_differences(PLAIN, table(), 10_000 if full else 150, seed=2)) == []


def test_the_kernel_draws_just_the_legal_plays() -> None:
    """PA-R05, PA-R07: also with pawns in each other's way."""
    made, chance = ready(Case("after_partners", 4, ())), random.Random(4)
    for _ in range(12):
        position = crowded(made, chance)
        for card in ("swap", "4", chance.choice(list(CARDS))):
            drawn = kernel_outcomes(kernel_for_tests(), made, position, card)
            assert drawn == engine_outcomes(made, position, card), (card, position)


def test_a_field_holds_one_pawn() -> None:
    """PA-R02, PA-R13, PA-R16."""
    assert boards(table("0:5"), "heart") == {"0:0,5"}
    assert boards(table("0:0"), "heart") == set()
    assert boards(table("0:5,8"), "3") == {"0:5,11"}
    assert boards(table("0:5 2:8"), "3") == set()
    assert boards(table("0:5 1:8"), "3") == {"0:8"}


def test_a_start_field_is_closed_to_all_but_its_own_colour() -> None:
    """PA-R05, PA-R09: backward over the own pawn on its start field; the partner stops too."""
    assert boards(table("0:0,2"), "4") == {"0:0,58", "0:2,56"}
    assert boards(table("0:28 2:30"), "3") == set()
    assert boards(table("0:32 2:30"), "4") == set()


def test_the_swap_card_changes_any_two_pawns_of_two_colours() -> None:
    """PA-R07, PA-R08."""
    assert boards(table("1:20 2:33 3:50"), "swap") == {"1:33 2:20 3:50", "1:50 2:33 3:20", "1:20 2:50 3:33"}
    assert boards(table("0:0,g2 1:15,20"), "swap") == set()
    assert boards(table("0:5,9"), "swap") == set()


def test_a_number_too_high_is_no_play() -> None:
    """PA-R03, PA-R04, PA-R06, PA-R10."""
    assert boards(table("0:57"), "1/14") == {"0:58"}
    assert boards(table("0:57"), "8") == {"0:0,57"}
    assert boards(table("0:57"), "5") == {"0:g3"}
    assert boards(table("0:57,g1"), "5") == set()


def test_a_seven_goes_to_any_number_of_pawns_each_of_them_once() -> None:
    """PA-R11, PA-R12."""
    assert "0:6,22,43,54" in boards(table("0:5,20,40,53"), "7")
    assert boards(table("0:g2,g3,g4,58 2:40"), "7") == {"0:g1,g2,g3,g4 2:45"}


@pytest.mark.parametrize(
    ("before", "after", "kind", "code"),
    [
        ("1:20 3:50", "1:50 3:20", VerdictKind.LEGAL, ""),
        ("1:20 3:50", "1:50", VerdictKind.ILLEGAL, "swap_needs_any_two"),
        ("0:5,9 1:20", "0:9,20", VerdictKind.ILLEGAL, "swap_needs_any_two"),
        ("1:15,20 3:50", "1:20,50 3:15", VerdictKind.ILLEGAL, "swap_protected"),
    ],
    ids=["two others", "one of them alone", "a capture", "a pawn on its start field"],
)
def test_the_referee_judges_swaps_of_two_others(before: str, after: str, kind: VerdictKind, code: str) -> None:
    """PA-R07, PA-R08."""
    position = table(before)
    verdict = judge(rules_of(position), position, "swap", table(after).placement)
    assert (verdict.kind, verdict.reasons[0].code if verdict.reasons else "") == (kind, code)


def test_a_dealer_deals_three_times_four_cards() -> None:
    """PA-R14, PA-R15, PA-R17, PA-R18, PA-R19, PA-R20."""
    rules = rules_of(table())
    assert (rules.variant.deck_size, set(rules.variant.deck.values()), exchanges(rules)) == (56, {4}, True)
    assert (rules.deal.exchange_with(4), rules.deal.when_stuck(4)) == ("partner", "forfeit")
    dealer, found = 0, []
    for number in range(1, 6):
        dealer = dealer_after(rules, number, dealer)
        found.append((rules.deal.cards_in_round(number, 4), dealer, rules.next_seat(dealer)))
    assert found == [(4, 0, 1), (4, 0, 1), (4, 1, 2), (4, 1, 2), (4, 1, 2)]
    assert boards(table("0:g1,g2,g3,g4 2:40"), "2") == {"0:g1,g2,g3,g4 2:42"}


def test_the_board_is_made_to_measure() -> None:
    """PA-R01."""
    game = SHIPPED.variant("after_partners")
    assert (game.field_count(4), board_for(game, 4)) == (60, "made_4x15_g4_p4_e-1")
