"""Jackaroo against a plain search, and its rulings one by one (docs/reference/rules/jackaroo.md)."""

import copy
import random
from typing import Any

import pytest
from plain_jackaroo import CARDS, HOME, LANE, PlainJackaroo, Rows, crowded, is_home
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_play, parse_position
from companion.model.places import KENNEL, Place, goal
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.rules.rules import compile_rules
from companion.rules.variant_files.file import build_variant

SWITCHES: list[dict[str, Any]] = [
    {},
    {"lane_offset": -2, "five": "team"},
    {"pass_own": True, "king_takes_team": False},
    {"jack_walks": True, "ten_throws": False, "seven_parts": 0},
]
POSITIONS, POSITIONS_OF_LONG = 12, 2_500


def position_of(rows: Rows, turn: int, switches: dict[str, Any]) -> Position:
    pawns = " ".join(f"{seat}:{','.join(map(name_of, row))}" for seat, row in enumerate(rows))
    options = " ".join(f"jk.{name}={str(value).lower()}" for name, value in switches.items())
    return parse_position(f"v1 jackaroo 4 turn={turn} teams=0,1,0,1 {pawns} {options}".strip())


def name_of(place: int) -> str:
    return "k" if place == HOME else f"g{place - LANE}" if place > LANE else str(place)


def plain(place: Place) -> int:
    lane = {goal(number): LANE + number for number in range(1, 5)}
    return HOME if place == KENNEL else lane.get(place, int(place))


def check(switches: dict[str, Any], positions: int, seed: int) -> int:
    """The number of plays that both list."""
    rng, search, found = random.Random(f"{switches} {seed}"), PlainJackaroo(**switches), 0
    for _ in range(positions):
        rows, turn = crowded(rng), rng.randrange(4)
        if any(is_home(rows[seat]) and is_home(rows[seat + 2]) for seat in (0, 1)):
            continue
        position = position_of(rows, turn, switches)
        for card in CARDS:
            plays = legal_plays(rules_of(position), position, card)
            listed = {tuple(tuple(sorted(map(plain, row))) for row in play.result.pawns) for play in plays}
            assert len(listed) == len(plays)
            assert listed == search.ends(rows, turn, card), (card, position)
            found += len(plays)
    return found


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_every_card_equals_a_plain_search(switches: dict[str, Any]) -> None:
    """JK-R03, JK-R05, JK-R06, JK-R07, JK-R08, JK-R09, JK-R16, CORE-R02."""
    assert check(switches, POSITIONS, 1) > 10 * POSITIONS


@pytest.mark.long
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_every_card_equals_a_plain_search_in_ten_thousand_positions(switches: dict[str, Any]) -> None:
    assert check(switches, POSITIONS_OF_LONG, 2) > 10 * POSITIONS_OF_LONG


def ends(card: str, pawns: str, options: str = "") -> set[str]:
    """The rows of red after each play of the card, as far as they stand on the track or in the lane."""
    position = parse_position(f"v1 jackaroo 4 turn=0 teams=0,1,0,1 {pawns} {options}".strip())
    return {format_play(play).partition(" ")[2] for play in legal_plays(rules_of(position), position, card)}


def test_the_track_has_seventy_two_fields_and_the_deals_use_up_the_deck() -> None:
    """JK-R01, JK-R02."""
    game = SHIPPED.variant("jackaroo")
    assert (game.field_count(4), game.deck_size, game.deal.cycle(4)) == (72, 52, (4, 4, 5))


def test_the_king_takes_all_on_its_way_and_stops_at_a_guarded_field() -> None:
    """JK-R13, JK-R14, JK-R04."""
    others = "1:k,k,k,10 2:k,k,k,12 3:k,k,k,15"
    assert "0:5>18x1@10x2@12x3@15" in ends("K", f"0:k,k,k,5 {others}")
    assert "0:5>18x1@10x3@15" in ends("K", f"0:k,k,k,5 {others}", "jk.king_takes_team=false")
    assert ends("K", "0:g1,g2,g3,7 1:k,k,k,18 2:k,k,k,k 3:k,k,k,k") == set()


def test_the_five_moves_an_opponent_past_its_lane() -> None:
    """JK-R11, JK-R12."""
    others = "1:k,k,k,15 2:k,k,k,34 3:k,k,k,54"
    assert ends("5", f"0:k,k,k,k {others}") == {"1:15>20", "2:34>39", "2:34>g3"}
    assert ends("5", f"0:k,k,k,k {others}", "jk.five=team") == {"2:34>39", "2:34>g3"}


def test_the_ten_costs_the_next_player_a_card_and_by_a_switch_the_turn() -> None:
    """JK-R10, JK-R17."""
    board = "0:k,k,k,5 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k"
    assert ends("10", board) == {"0:5>15", "discard:1"}
    assert ends("10", board, "jk.ten_costs_turn=true") == {"0:5>15", "skip:1"}
    assert ends("10", board, "jk.ten_throws=false") == {"0:5>15"}


def test_a_player_without_a_play_throws_the_hand_away_and_a_done_one_helps() -> None:
    """JK-R15, JK-R18."""
    assert SHIPPED.variant("jackaroo").deal.when_stuck(4) == "forfeit"
    assert ends("2", "0:g1,g2,g3,g4 1:k,k,k,20 2:k,k,k,40 3:k,k,k,k") == {"2:40>42"}


def test_a_house_may_let_the_five_move_the_others_alone() -> None:
    """JK-R11, JK-R12."""
    tables = copy.deepcopy(dict(SHIPPED.variant("jackaroo").tables))
    tables["cards"]["5"]["uses"] = [{"use": "walk_any", "values": [5], "whose": "others"}]
    del tables["options"]["jk.five"]
    position = parse_position("v1 jackaroo 4 turn=0 teams=0,1,0,1 0:k,k,k,7 1:k,k,k,15 2:k,k,k,34 3:k,k,k,54")
    rules = compile_rules(build_variant("jackaroo", tables), 4, position.seats, position.teams)
    written = {format_play(play).partition(" ")[2] for play in legal_plays(rules, position, "5")}
    assert written == {"1:15>20", "2:34>39", "2:34>g3"}
