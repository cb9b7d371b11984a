"""Taking a place, and walking forward and back, against a plain search (docs/reference/rules/pegs-and-jokers.md)."""

import copy
import random
from collections.abc import Iterator
from functools import cache

import pytest
from plain_jackaroo import FIELDS, HOME, LANE, PlainJackaroo, Rows, crowded, is_home

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_play, parse_position
from companion.model.places import KENNEL, Place, goal
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules, compile_rules
from companion.rules.variant_files.file import build_variant

POSITIONS, POSITIONS_OF_LONG = 25, 10_000
#: The cards of Jackaroo that are played so here.
USES = {
    "J": [{"use": "take_place"}],
    "Q": [{"use": "take_place", "partners": "opponents", "from_kennel": False}],
    "9": [{"use": "forward_and_back", "points": 9}],
}


@cache
def house_rules() -> Rules:
    tables = copy.deepcopy(dict(SHIPPED.variant("jackaroo").tables))
    for card, uses in USES.items():
        tables["cards"][card]["uses"] = uses
    del tables["options"]["jk.jack_walks"]
    return compile_rules(build_variant("jackaroo", tables), 4, (0, 1, 2, 3), (0, 1, 0, 1))


def ends(rows: Rows, turn: int, card: str) -> set[Rows]:
    """The boards by the rules text."""
    plain, partner = PlainJackaroo(), (turn + 2) % 4
    hand = partner if is_home(rows[turn]) else turn
    found: Iterator[Rows]
    if card == "9":
        found = plain.paired(rows, hand, 9)
    elif card == "Q":
        found = plain.placed(rows, hand, ((turn + 1) % 4, (turn + 3) % 4), from_home=False)
    else:
        found = plain.placed(rows, hand, tuple(seat for seat in range(4) if seat != hand), from_home=True)
    return {tuple(tuple(sorted(row)) for row in end) for end in found}


def plain_place(place: Place) -> int:
    lane = {goal(number): LANE + number for number in range(1, 5)}
    return HOME if place == KENNEL else lane.get(place, int(place))


def position_line(rows: Rows, turn: int) -> str:
    names = {HOME: "k", **{LANE + number: f"g{number}" for number in range(1, 5)}}
    pawns = (f"{seat}:{','.join(names.get(place, str(place)) for place in row)}" for seat, row in enumerate(rows))
    return f"v1 jackaroo 4 turn={turn} teams=0,1,0,1 {' '.join(pawns)}"


def check(positions: int, seed: int) -> int:
    rng, found = random.Random(seed), 0
    for _ in range(positions):
        rows, turn = crowded(rng), rng.randrange(4)
        if any(is_home(rows[seat]) and is_home(rows[seat + 2]) for seat in (0, 1)):
            continue
        position = parse_position(position_line(rows, turn))
        for card in USES:
            plays = legal_plays(house_rules(), position, card)
            listed = {tuple(tuple(sorted(map(plain_place, row))) for row in play.result.pawns) for play in plays}
            assert len(listed) == len(plays)
            assert listed == ends(rows, turn, card), (card, position)
            found += len(plays)
    return found


def test_both_equal_a_plain_search() -> None:
    """PJ-R01, PJ-R02, PJ-R03, PJ-R04."""
    assert house_rules().field_count == FIELDS
    assert check(POSITIONS, 1) > 10 * POSITIONS


@pytest.mark.long
def test_both_equal_a_plain_search_in_ten_thousand_positions() -> None:
    assert check(POSITIONS_OF_LONG, 2) > 10 * POSITIONS_OF_LONG


def judged(card: str, before: str, after: str) -> tuple[VerdictKind, str]:
    position = parse_position(f"v1 jackaroo 4 turn=0 teams=0,1,0,1 {before}")
    seen = parse_position(f"v1 jackaroo 4 turn=0 teams=0,1,0,1 {after}").placement
    verdict = judge(house_rules(), position, card, seen)
    return verdict.kind, verdict.reasons[0].code if verdict.reasons else ""


def test_the_referee_tells_why_a_place_is_not_taken() -> None:
    others = "1:k,k,k,18 2:k,k,k,30 3:k,k,k,k"
    assert judged("J", f"0:k,k,k,5 {others}", "0:k,k,k,30 1:k,k,k,18 2:k,k,k,k 3:k,k,k,k")[0] is VerdictKind.LEGAL
    wrong = judged("J", f"0:k,k,k,5 {others}", "0:k,k,k,18 1:k,k,k,k 2:k,k,k,30 3:k,k,k,k")
    assert wrong == (VerdictKind.ILLEGAL, "landed_on_blocker")
    wrong = judged("J", f"0:k,k,k,5 {others}", "0:k,k,k,20 1:k,k,k,18 2:k,k,k,30 3:k,k,k,k")
    assert wrong == (VerdictKind.ILLEGAL, "not_allowed_here")


def test_a_pair_is_unfinished_after_its_first_half() -> None:
    empty = "1:k,k,k,k 2:k,k,k,k 3:k,k,k,k"
    assert judged("9", f"0:k,k,5,25 {empty}", f"0:k,k,9,25 {empty}") == (VerdictKind.UNFINISHED, "spend_points")
    assert judged("9", f"0:k,k,5,25 {empty}", f"0:k,k,9,20 {empty}")[0] is VerdictKind.LEGAL
    assert judged("9", f"0:k,k,5,25 {empty}", f"0:k,k,9,21 {empty}")[0] is VerdictKind.ILLEGAL
    position = parse_position(f"v1 jackaroo 4 turn=0 teams=0,1,0,1 0:k,k,5,25 {empty}")
    assert "9 0:5>9 0:25>20" in {format_play(play) for play in legal_plays(house_rules(), position, "9")}
