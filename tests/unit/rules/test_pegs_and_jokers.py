"""Pegs and Jokers against a brute force, and its rulings one by one (docs/reference/rules/pegs-and-jokers.md)."""

import copy
import random
from typing import Any

import pytest
from plain_pegs import CARDS, HOME, LANE, PlainPegs, Rows, crowded, is_home
from playout_tables import Case, engine_outcomes, kernel_for_tests, kernel_outcomes, ready
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_play, parse_place, parse_position
from companion.model.places import KENNEL, Place, goal
from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.referee.expectation import unfinished_states
from companion.referee.judge import judge
from companion.rules.legal import legal_plays
from companion.rules.listing.search import Search
from companion.rules.variant_files.sense import game_faults
from companion.rules.written_play import IllegalPlayError, parse_play

FOUR, THREES, PAIRS = (0, 1, 0, 1), (0, 1, 0, 1, 0, 1), (0, 1, 2, 0, 1, 2)
TABLES: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    (FOUR, {}),
    (FOUR, {"extra_lap": False, "faces": "own", "two_swaps": True}),
    (THREES, {"nine_splits": False}),
    (PAIRS, {"two_swaps": True}),
]
POSITIONS, POSITIONS_OF_LONG = 8, 2_500


def position_of(rows: Rows, turn: int, teams: tuple[int, ...], switches: dict[str, Any]) -> Position:
    ordered = [sorted(map(name_of, row), key=parse_place) for row in rows]
    pawns = " ".join(f"{seat}:{','.join(row)}" for seat, row in enumerate(ordered))
    options = [f"pj.{name}={str(value).lower()}" for name, value in switches.items()]
    options += ["pj.teams6=opposite"] if teams == PAIRS else []
    line = f"v1 pegs_and_jokers {len(teams)} turn={turn} teams={','.join(map(str, teams))} {pawns}"
    return parse_position(f"{line} {' '.join(options)}".strip())


def name_of(place: int) -> str:
    return "k" if place == HOME else f"g{place - LANE}" if place > LANE else str(place)


def plain(place: Place) -> int:
    lane = {goal(number): LANE + number for number in range(1, 6)}
    return HOME if place == KENNEL else lane.get(place, int(place))


def check(teams: tuple[int, ...], switches: dict[str, Any], positions: int, seed: int) -> int:
    """The number of plays that both list."""
    rng, search, found = random.Random(f"{teams} {switches} {seed}"), PlainPegs(teams, **switches), 0
    while positions:
        rows, turn = crowded(rng, search), rng.randrange(len(teams))
        if any(all(is_home(rows[seat]) for seat, of in enumerate(teams) if of == team) for team in teams):
            continue
        positions -= 1
        position = position_of(rows, turn, teams, switches)
        for card in CARDS:
            plays = legal_plays(rules_of(position), position, card)
            listed = {tuple(tuple(sorted(map(plain, row))) for row in play.result.pawns) for play in plays}
            assert len(listed) == len(plays)
            assert listed == search.ends(rows, turn, card), (card, position)
            found += len(plays)
    return found


@pytest.mark.parametrize(("teams", "switches"), TABLES, ids=str)
def test_every_card_equals_a_brute_force(teams: tuple[int, ...], switches: dict[str, Any]) -> None:
    """PJ-R01 to PJ-R07 and PJ-R11 to PJ-R19."""
    assert check(teams, switches, POSITIONS, 1) > 10 * POSITIONS


@pytest.mark.long
@pytest.mark.parametrize(("teams", "switches"), TABLES, ids=str)
def test_every_card_equals_a_brute_force_in_ten_thousand_positions(
    teams: tuple[int, ...], switches: dict[str, Any]
) -> None:
    assert check(teams, switches, POSITIONS_OF_LONG, 2) > 10 * POSITIONS_OF_LONG


EMPTY = {0: "", 1: "", 2: "", 3: ""}


def board(pawns: dict[int, str], *options: str) -> Position:
    """Four players, the first to move; the pawns that are not named wait."""
    rows = {seat: [*filter(None, row.split(","))] for seat, row in {**EMPTY, **pawns}.items()}
    full = {seat: sorted([*row, *["k"] * (5 - len(row))], key=parse_place) for seat, row in rows.items()}
    words = " ".join(f"{seat}:{','.join(row)}" for seat, row in full.items())
    return parse_position(f"v1 pegs_and_jokers 4 turn=0 teams=0,1,0,1 {words} {' '.join(options)}".strip())


def ends(card: str, pawns: dict[int, str], *options: str) -> set[str]:
    position = board(pawns, *options)
    return {format_play(play).partition(" ")[2] for play in legal_plays(rules_of(position), position, card)}


def judged(card: str, before: dict[int, str], after: dict[int, str]) -> tuple[VerdictKind, str, int | None]:
    """The verdict, its first reason and the place where a pawn belongs."""
    position = board(before)
    verdict = judge(rules_of(position), position, card, board(after).placement)
    reason = verdict.reasons[0] if verdict.reasons else None
    return (verdict.kind, reason.code, reason.target) if reason else (verdict.kind, "", None)


def test_a_side_has_eighteen_fields_and_the_deck_six_jokers() -> None:
    """PJ-R11, PJ-R12, PJ-R20."""
    game = SHIPPED.variant("pegs_and_jokers")
    assert (game.field_count(4), game.field_count(6), game.deck_size) == (72, 108, 162)
    assert rules_of(board({})).feet == (67, 13, 31, 49)
    assert game.default_teams(6) == THREES
    assert ends("K", {}) == {"0:k>0"}
    assert ends("Q", {0: "0"}) == {"0:0>10"}
    assert ends("Q", {0: "0"}, "pj.faces=own") == {"0:0>12"}


def test_a_partner_goes_on_to_the_entrance_of_its_lane() -> None:
    """PJ-R05: by a walk, out of the kennel, by a joker, and with a part of a 7."""
    assert ends("3", {0: "5", 2: "8"}) == {"0:5>8x2@8>31"}
    assert ends("A", {2: "0"}) == {"0:k>0x2@0>31"}
    assert ends("joker", {2: "40", 1: "20"}) == {"0:k>>40x2@40>31", "0:k>>20x1@20"}
    assert "0:5>8x2@8>31 0:20>24" in ends("7", {0: "5,20", 2: "8"})
    assert ends("8", {0: "30", 3: "22"}) == {"0:30>22x3@22"}


def test_who_stands_on_the_entrance_decides_where_the_partner_goes() -> None:
    """PJ-R06: an opponent there goes home; behind its own team, or the pawn that comes there, it goes home itself."""
    assert ends("3", {0: "5", 1: "31", 2: "8"}) == {"0:5>8x1@31x2@8>31"}
    assert ends("3", {0: "5", 2: "8,31"}) == {"0:5>8x2@8"}
    assert "0:5>8x2@8" in ends("3", {0: "5,31", 2: "8"})
    assert ends("3", {0: "28", 2: "31"}) == {"0:28>31x2@31"}
    assert ends("8", {0: "31", 2: "23"}) == {"0:31>23x2@23>31"}


def test_the_own_colour_is_neither_passed_nor_landed_on() -> None:
    """PJ-R07, PJ-R15, PJ-R17."""
    assert ends("3", {0: "5,7"}) == {"0:7>10"}
    assert ends("8", {0: "5,7"}) == {"0:5>69"}
    assert ends("A", {0: "0"}) == {"0:0>1"}
    assert ends("3", {0: "5", 1: "18,8"}) == {"0:5>8x1@8"}
    assert ends("2", {0: "69"}) == {"0:69>71"}


def test_the_way_home_is_exact_or_another_lap() -> None:
    """PJ-R18, CORE-R10, CORE-R01: after an 8 from the start field it is three fields to the entrance."""
    assert ends("8", {0: "0"}) == {"0:0>64"}
    assert ends("5", {0: "64"}) == {"0:64>69", "0:64>g2"}
    assert ends("10", {0: "64"}) == {"0:64>2"}
    assert ends("10", {0: "64"}, "pj.extra_lap=false") == set()


def test_the_switches_of_the_two_and_the_nine() -> None:
    """PJ-R13, PJ-R16, PJ-R03."""
    assert ends("2", {0: "5", 1: "20"}) == {"0:5>7"}
    assert ends("2", {0: "5", 1: "20"}, "pj.two_swaps=true") == {"0:5>7", "0:5<>1:20"}
    assert "0:5>9 0:40>35" in ends("9", {0: "5,40"})
    assert ends("9", {0: "5,40"}, "pj.nine_splits=false") == {"0:5>14", "0:40>49"}


def test_a_done_player_helps_and_the_seven_brings_the_last_peg_home() -> None:
    """PJ-R14, PJ-R19."""
    home = "g1,g2,g3,g4,g5"
    assert ends("3", {0: home, 2: "8"}) == {"2:8>11"}
    assert "0:66>g1 2:8>13" in ends("7", {0: "g2,g3,g4,g5,66", 2: "8"})


@pytest.mark.parametrize(
    ("after", "kind", "code", "target"),
    [
        ({0: "8", 2: "31"}, VerdictKind.LEGAL, "", None),
        ({0: "8"}, VerdictKind.ILLEGAL, "goes_to_entrance", 31),
        ({0: "8", 2: "30"}, VerdictKind.ILLEGAL, "goes_to_entrance", 31),
        ({0: "8", 2: "8"}, VerdictKind.UNFINISHED, "goes_to_entrance", 31),
        ({0: "5", 2: "31"}, VerdictKind.ILLEGAL, "partner_not_yet", 31),
    ],
    ids=["at the entrance", "in the kennel", "one before it", "where it stood", "alone"],
)
def test_the_referee_sends_a_partner_to_the_entrance(
    after: dict[int, str], kind: VerdictKind, code: str, target: int | None
) -> None:
    """PJ-R05."""
    assert judged("3", {0: "5", 2: "8"}, after) == (kind, code, target)


def test_a_written_play_names_where_a_partner_goes() -> None:
    position = board({0: "5", 1: "31", 2: "8"})
    for text in ("3 0:5>8x1@31x2@8>31", "3 0:5>8x2@8>31x1@31"):
        assert format_play(parse_play(rules_of(position), text, position)) == "3 0:5>8x1@31x2@8>31"
    with pytest.raises(IllegalPlayError):
        parse_play(rules_of(position), "3 0:5>8x1@31x2@8", position)


def test_the_camera_may_still_see_a_partner_where_it_stood() -> None:
    """PJ-R05: there, or beside the board, but nobody of its colour is missing elsewhere."""
    position = board({0: "5", 2: "8,40"})
    states = unfinished_states(rules_of(position), position, "3")
    assert board({0: "8", 2: "8,40"}).placement in [state.placement for state in states]


def test_a_known_portion_of_a_seven_minds_who_stands_on_the_entrance() -> None:
    """PJ-R06: the portions that a pawn can walk are kept from one position to the next."""
    for others, end in (({}, "0:5>12x2@12>31"), ({1: "31"}, "0:5>12x1@31x2@12>31"), ({0: "5,31"}, "0:5>12x2@12")):
        position = board({0: "5", 2: "12", **others})
        plays = Search(rules_of(position), position).plays("7", None)
        assert end in {format_play(play).partition(" ")[2] for play in plays}


@pytest.mark.parametrize(("teams", "switches"), [TABLES[1], TABLES[2]], ids=str)
def test_the_kernel_draws_just_the_legal_plays(teams: tuple[int, ...], switches: dict[str, Any]) -> None:
    """PJ-R01 to PJ-R07."""
    options = tuple(sorted((f"pj.{name}", value) for name, value in switches.items()))
    made, rng, search = ready(Case("pegs_and_jokers", len(teams), options)), random.Random(3), PlainPegs(teams)
    for _ in range(12):
        rows = crowded(rng, search)
        position = position_of(rows, rng.randrange(len(teams)), teams, switches)
        for card in rng.sample(CARDS, 6) if not any(map(is_home, rows)) else ():
            drawn = kernel_outcomes(kernel_for_tests(), made, position, card)
            assert drawn == engine_outcomes(made, position, card), (card, position)


@pytest.mark.parametrize(
    ("table", "change", "fault"),
    [
        ("deal", {"may_keep": "jok"}, ("deal.may_keep", "there is no card 'jok'; did you mean joker?")),
        ("walk", {"onto_mates": "away"}, ("walk.onto_mates", "")),
    ],
    ids=["no such card", "no such word"],
)
def test_a_file_with_another_word_is_refused(table: str, change: dict[str, str], fault: tuple[str, str]) -> None:
    tables = copy.deepcopy(dict(SHIPPED.variant("pegs_and_jokers").tables))
    tables[table] |= change
    found = list(game_faults(tables, "pegs_and_jokers", ()))
    assert any(each.key == fault[0] and fault[1] in each.reason for each in found), found
