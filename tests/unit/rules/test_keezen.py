"""Keezen (docs/reference/rules/keezen.md): rulings in single positions, and every play against a brute force."""

from dataclasses import replace
from typing import Any

import pytest
from dog_tables import boards
from dog_tables import table as any_table
from plain_differences import plain_differences
from plain_games import PlainGame
from rules_for_tests import rules_of

from companion.model.position import Position
from companion.rules.deal import dealer_after, exchanges

STEPS = {str(number): (("forward", number),) for number in (2, 3, 5, 6, 8, 9, 10)}
CARDS = STEPS | {
    "A": (("out", 0), ("forward", 1)),
    "4": (("backward", 4),),
    "7": (("in two", 7),),
    "J": (("swap", 0),),
    "Q": (("forward", 12),),
    "K": (("out", 0),),
}
#: The table for four as most texts tell it.
KEEZEN = PlainGame(cards=CARDS, starts=(0, 16, 32, 48), teams=(0, 1, 0, 1), fields=64, entrance=-1, laps=False)
#: The game by each house rule.
HOUSES: list[tuple[dict[str, Any], PlainGame]] = [
    ({}, KEEZEN),
    ({"kz.extra_lap": True}, replace(KEEZEN, laps=True)),
    ({"kz.ace_eleven": True}, replace(KEEZEN, cards=CARDS | {"A": (*CARDS["A"], ("forward", 11))})),
    ({"kz.king_walks": True}, replace(KEEZEN, cards=CARDS | {"K": (*CARDS["K"], ("forward", 13))})),
    ({"kz.jack_partners": "opponents"}, replace(KEEZEN, swaps_partner=False)),
    ({"kz.jack_own_start": True}, replace(KEEZEN, swaps_from_start=True)),
    ({"kz.seven_rest": "never"}, replace(KEEZEN, rest_to_partner=False)),
    ({"kz.capture_own": False}, replace(KEEZEN, captures_own=False)),
    ({"kz.lane_gaps": False}, replace(KEEZEN, gaps=False)),
]
ALONE = [(2, (0, 32)), (3, (0, 16, 32))]
FEW = [
    (any_table(game="keezen", players=count), replace(KEEZEN, starts=starts, teams=tuple(range(count))))
    for count, starts in ALONE
]
TABLES = [*((any_table(game="keezen", options=options), plain) for options, plain in HOUSES), *FEW]
IDS = [*("".join(options) or "usual" for options, _ in HOUSES), "two", "three"]


def table(pawns: str = "", **options: Any) -> Position:
    named = {f"kz.{name}": value for name, value in options.items()}
    return any_table(pawns, game="keezen", options=named)


@pytest.mark.parametrize(("position", "plain"), TABLES, ids=IDS)
def test_every_play_is_that_of_the_brute_force(position: Position, plain: PlainGame) -> None:
    """KZ-R01, KZ-R02, KZ-R03, KZ-R04, KZ-R05, KZ-R06, KZ-R07, KZ-R08, KZ-R09, KZ-R10, KZ-R14."""
    assert list(plain_differences(plain, position, 12, seed=1)) == []


@pytest.mark.long
@pytest.mark.parametrize(("position", "plain"), TABLES, ids=IDS)
def test_every_play_is_that_of_the_brute_force_on_many_boards(position: Position, plain: PlainGame, full: bool) -> None:
    """Of the usual game ten thousand boards with --full."""
    assert list(plain_differences(plain, position, 10_000 if full else 60, seed=2)) == []


def test_the_goal_begins_before_the_start_field() -> None:
    """KZ-R01: field 63 is the last one of the lap of red; from there one step leads in, over no start field."""
    assert boards(table("0:63"), "A") == {"0:g1", "0:0,63"}
    assert boards(table("0:0,62"), "3") == {"0:3,62", "0:0,g2"}


def test_nobody_walks_past_the_own_goal() -> None:
    """KZ-R02: a number too high is no play, unless the house walks another lap."""
    assert boards(table("0:60"), "8") == set()
    assert boards(table("0:60", extra_lap=True), "8") == {"0:4"}


def test_a_house_fills_the_goal_from_the_inside() -> None:
    """KZ-R14, CORE-R14: the innermost free field first; else gaps may stay."""
    assert boards(table("0:61"), "5") == {"0:g3"}
    assert boards(table("0:61", lane_gaps=False), "5") == set()
    assert boards(table("0:61", lane_gaps=False), "6") == {"0:g4"}
    assert boards(table("0:61,g4", lane_gaps=False), "5") == {"0:g3,g4"}


def test_the_start_field_is_closed_to_all() -> None:
    """CORE-R05, CORE-R06: nobody passes it in any direction, the own colour neither."""
    assert boards(table("0:14 1:16"), "3") == set()
    assert boards(table("0:18 1:16"), "4") == set()
    assert boards(table("0:0,2"), "4") == {"0:2,60"}


def test_a_four_goes_back_over_the_own_start_field() -> None:
    """KZ-R08: never into the goal, and never inside it."""
    assert boards(table("0:0"), "4") == {"0:60"}
    assert boards(table("0:2"), "4") == {"0:62"}
    assert boards(table("0:g4"), "4") == set()


def test_a_seven_is_shared_over_two_pawns() -> None:
    """KZ-R09, KZ-R10: all of it, and the partner takes the rest only with the last own pawn at home."""
    assert boards(table("0:5,20"), "7") == {
        *("0:12,20", "0:5,27"),
        *(f"0:{5 + part},{27 - part}" for part in range(1, 7)),
    }
    assert boards(table("0:g2,g3,g4,63 2:40"), "7") == {"0:g1,g2,g3,g4 2:46"}
    assert boards(table("0:g2,g3,g4,63 2:40", seven_rest="never"), "7") == set()


def test_who_cannot_play_throws_the_hand_away() -> None:
    """KZ-R11, CORE-R11: and waits for the next deal, unless the house throws one card a turn."""
    assert rules_of(table()).deal.when_stuck(4) == "forfeit"
    assert rules_of(table(no_move="one")).deal.when_stuck(4) == "discard_one"


@pytest.mark.parametrize(("keeps", "dealers"), [(False, [1, 2, 3, 0, 1, 2]), (True, [0, 0, 1, 1, 1, 2])])
def test_a_pack_is_dealt_in_three_rounds(keeps: bool, dealers: list[int]) -> None:
    """KZ-R12, KZ-R13: 5, 4 and 4 cards each, no exchange; the deal passes on every round, or with the pack."""
    rules = rules_of(table(dealer_keeps=keeps))
    assert (rules.variant.deck_size, exchanges(rules)) == (52, False)
    dealer, found = 0, []
    for number in range(1, 7):
        dealer = dealer_after(rules, number, dealer)
        found.append(dealer)
    assert found == dealers
    assert [rules.deal.cards_in_round(number, 4) for number in range(1, 6)] == [5, 4, 4, 5, 4]
