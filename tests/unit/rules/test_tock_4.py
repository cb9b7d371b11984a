"""Tock for four (docs/reference/rules/tock-4.md): rulings in single positions, and every play against a brute force."""

from dataclasses import replace

import pytest
from plain_differences import plain_differences
from plain_games import PlainGame
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.position import Position
from companion.rules.deal import dealer_after, exchanges, receiver
from companion.rules.legal import legal_plays

STEPS = {str(number): (("forward", number),) for number in (2, 3, 5, 6, 8, 9, 10)}
CARDS = STEPS | {
    "A": (("out", 0), ("forward", 1)),
    "4": (("backward", 4),),
    "7": (("burning", 7),),
    "J": (("swap", 0),),
    "Q": (("forward", 12),),
    "K": (("out", 0), ("forward", 13)),
}
#: The table for four as most texts tell it.
TOCK = PlainGame(cards=CARDS, starts=(0, 18, 36, 54), teams=(0, 1, 0, 1), fields=72, entrance=0)
#: The game by each house rule.
HOUSES: list[tuple[str, PlainGame]] = [
    ("", TOCK),
    ("tq.lane_offset=-2", replace(TOCK, entrance=-2)),
    ("tq.extra_lap=false", replace(TOCK, laps=False)),
    ("tq.lane_gaps=false", replace(TOCK, gaps=False)),
    ("tq.ace_eleven=true", replace(TOCK, cards=CARDS | {"A": (*CARDS["A"], ("forward", 11))})),
    ("tq.jack_own_own=true", replace(TOCK, swaps_own=True)),
    ("tq.jack_walks=ten", replace(TOCK, cards=CARDS | {"J": (*CARDS["J"], ("forward", 10))})),
    ("tq.jack_walks=eleven", replace(TOCK, cards=CARDS | {"J": (*CARDS["J"], ("forward", 11))})),
    ("tq.king_takes=way", replace(TOCK, cards=CARDS | {"K": (("out", 0), ("sweeping", 13))})),
    ("tq.five=others", replace(TOCK, cards=CARDS | {"5": (("others", 5),)})),
    ("tq.seven_burns=false tq.seven_parts=2", replace(TOCK, cards=CARDS | {"7": (("in two", 7),)})),
]
IDS = [switches or "usual" for switches, _ in HOUSES]


def position(switches: str = "") -> Position:
    return Table(f"tock_4 {switches}").position("")


@pytest.mark.parametrize(("switches", "plain"), HOUSES, ids=IDS)
def test_every_play_is_that_of_the_brute_force(switches: str, plain: PlainGame) -> None:
    """TQ-R01, TQ-R02, TQ-R03, TQ-R04, TQ-R05, TQ-R06, TQ-R07, TQ-R08, TQ-R09, TQ-R10, TQ-R14, TQ-R15."""
    assert list(plain_differences(plain, position(switches), 8, seed=1)) == []


@pytest.mark.long
@pytest.mark.parametrize(("switches", "plain"), HOUSES, ids=IDS)
def test_every_play_is_that_of_the_brute_force_on_many_boards(switches: str, plain: PlainGame, full: bool) -> None:
    """Of the usual game ten thousand boards with --full."""
    assert list(plain_differences(plain, position(switches), 10_000 if full else 30, seed=2)) == []


def leads_to(switches: str, before: str, card: str, *after: str) -> None:
    """The plays of the card lead to exactly these boards."""
    table = Table(f"tock_4 {switches}")
    now = table.position(before)
    assert {play.result for play in legal_plays(rules_of(now), now, card)} == {table.seen(text, now) for text in after}


def test_the_seven_burns_whom_it_passes() -> None:
    """TQ-R08, TQ-R09: shared out over any number of own pawns."""
    leads_to("", "red:5 yellow:8", "7", "red:12")
    leads_to("tq.seven_burns=false", "red:5 yellow:8", "7", "red:12 yellow:8")


def test_the_rest_of_the_seven_is_the_partners() -> None:
    """TQ-R10: with the last own pawn home."""
    leads_to(
        "tq.lane_offset=-2", "red:70,g2,g3,g4 green:40", "7", "red:g1,g2,g3,g4 green:46", "red:5,g2,g3,g4 green:40"
    )


def test_the_jack_swaps_and_walks_in_some_houses() -> None:
    """TQ-R05, TQ-R06."""
    leads_to("", "red:5 yellow:20", "J", "red:20 yellow:5")
    leads_to("tq.jack_walks=ten", "red:5", "J", "red:15")


def test_a_ten_takes_a_card_from_the_neighbour_in_some_houses() -> None:
    """TQ-R16: the neighbour keeps the turn, and the board stays as it is."""
    leads_to("", "yellow:20", "10")
    leads_to("tq.ten_throws=true", "yellow:20", "10", "yellow:20")


def test_the_deal_of_a_pack() -> None:
    """TQ-R11, TQ-R12, TQ-R13: 5, 4, 4 by one dealer, a card to the partner, and one card goes if none can be played."""
    rules = rules_of(position())
    assert [rules.deal.cards_in_round(number, 4) for number in range(1, 5)] == [5, 4, 4, 5]
    assert [dealer_after(rules, number, 0) for number in (1, 2, 3)] == [0, 0, 1]
    assert (exchanges(rules), receiver(rules, 1), rules.deal.when_stuck(4)) == (True, 3, "discard_one")
    house = rules_of(position("tq.exchange=false tq.no_move=all"))
    assert (exchanges(house), house.deal.when_stuck(4)) == (False, "forfeit")
