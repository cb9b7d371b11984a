"""DOG Royal as other programs see it: rows in the order of the ranks, draws, refusals; and the plain game beside it."""

from typing import Any

import pytest
from rules_for_tests import rules_of, with_rules
from written_tables import Table

from companion.catalogue.shipped import SHIPPED
from companion.model.position_form import PositionError
from companion.rules.legal import ActingAsError, UnknownCardError, legal_plays
from companion.rules.schema import next_to_json, position_from_json, position_to_json

PLAIN = Table("dog_royal_plain")
ROYAL = Table("dog_royal")
KENNEL = ["kennel"] * 4


def royal(**changes: Any) -> dict[str, Any]:
    """Returns a position as JSON; `changes` are the differences."""
    data: dict[str, Any] = {
        "v": 1,
        "variant": "dog_royal",
        "options": {},
        "sectors": 4,
        "seats": [0, 1, 2, 3],
        "turn": 0,
        "copied": None,
        "pawns": [["kennel", "kennel", 7, "kennel"], KENNEL, KENNEL, KENNEL],
    }
    return {**data, **changes}


def nexts(data: dict[str, Any], card: str) -> list[dict[str, Any]]:
    position = position_from_json(SHIPPED, data)
    return [
        next_to_json(SHIPPED.variant(position.variant), play)
        for play in legal_plays(rules_of(position), position, card)
    ]


def plain_to(before: str, card: str, *after: str) -> None:
    position = PLAIN.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {PLAIN.seen(text, position) for text in after}


def test_next_states_pawns_and_draws() -> None:
    """ROY-R20: `draws` is always there, also as nought; the rows stay in the order of the ranks."""
    others = [KENNEL, KENNEL, KENNEL]
    assert nexts(royal(), "2") == [{"pawns": [["kennel", "kennel", 9, "kennel"], *others], "draws": 0}]
    found = nexts(royal(), "3")
    assert len(found) == 2
    for field in (10, 26):
        assert {"pawns": [["kennel", "kennel", field, "kennel"], *others], "draws": 1} in found


def test_rows_are_ranks() -> None:
    """ROY-R01: king, knight, citizen, jester; the same places in another order are another position."""
    king = royal(pawns=[[7, "kennel", "kennel", "kennel"], KENNEL, KENNEL, KENNEL])
    assert position_from_json(SHIPPED, king) != position_from_json(SHIPPED, royal())
    assert nexts(king, "8") == []
    assert nexts(royal(), "8")[0]["pawns"][0] == ["kennel", "kennel", 15, "kennel"]
    row = ["goal-2", 40, "kennel", 7]
    assert (
        position_to_json(
            *with_rules(position_from_json(SHIPPED, royal(pawns=[row, KENNEL, KENNEL, KENNEL]))),
        )["pawns"][0]
        == row
    )


def test_rows_of_the_plain_game_are_not() -> None:
    """ROY-R38: printed side down the pawns of a colour are alike; so a start is one play, with ranks it is four."""
    first, second = [40, "kennel", "kennel", 7], ["kennel", 7, 40, "kennel"]
    plain = [royal(variant="dog_royal_plain", pawns=[row, KENNEL, KENNEL, KENNEL]) for row in (first, second)]
    assert position_from_json(SHIPPED, plain[0]) == position_from_json(SHIPPED, plain[1])
    empty = [KENNEL, KENNEL, KENNEL, KENNEL]
    assert len(nexts(royal(variant="dog_royal_plain", pawns=empty), "13")) == 1
    started = [shown["pawns"][0] for shown in nexts(royal(pawns=empty), "13")]
    assert sorted(row.index(0) for row in started) == [0, 1, 2, 3]
    assert [set(shown) for shown in nexts(royal(variant="dog_royal_plain", pawns=empty), "13")] == [{"pawns"}]


def test_a_captured_pawn_keeps_its_rank() -> None:
    """CORE-R15, ROY-R02: it goes home with its rank."""
    position = royal(pawns=[["kennel", "kennel", 7, "kennel"], ["kennel", 9, "goal-1", 40], KENNEL, KENNEL])
    assert nexts(position, "2")[0]["pawns"][1] == ["kennel", "kennel", "goal-1", 40]


def test_starts_touch_nobody() -> None:
    """ROY-R32: everybody comes onto his own start field, with any rank, so no start takes another's pawn there."""
    rows: list[list[Any]] = [KENNEL, KENNEL, KENNEL, KENNEL]
    for seat in (0, 1, 2, 3):
        started = nexts(royal(turn=seat, pawns=rows), "13")
        assert len(started) == 4
        rows = next(shown["pawns"] for shown in started if shown["pawns"][seat][3 - seat] != "kennel")
    assert rows == [[*KENNEL[:3], 0], [*KENNEL[:2], 16, "kennel"], ["kennel", 32, *KENNEL[:2]], [48, *KENNEL[:3]]]


def test_a_swap_keeps_ranks_apart() -> None:
    """ROY-R12: each with each is a play of its own."""
    position = royal(pawns=[["kennel", 9, 7, "kennel"], ["kennel", 20, "kennel", 40], KENNEL, KENNEL])
    assert len(nexts(position, "swap")) == 4


@pytest.mark.parametrize("card", SHIPPED.variant("dog_royal").cards)
def test_a_play_is_offered_once(card: str) -> None:
    """docs/reference/formats/programs.md: once per distinct `next`, for every card of a full board."""
    rows = [[1, 21, 7, 55], [17, 10, "goal-2", 31], [40, 33, 60, "kennel"], ["kennel", "goal-1", 50, 12]]
    found = [str(shown) for shown in nexts(royal(pawns=rows, copied="1-7"), card)]
    assert found
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"pawns": [[7, 7, "kennel", "kennel"], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[7, *KENNEL[:3]], [7, *KENNEL[:3]], KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["goal-1", "goal-1", "kennel", "kennel"], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[7, *KENNEL], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["kennel"] * 3, KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["centre", *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["off", *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[64, *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["goal-5", *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"sectors": 5}, "sectors"),
        ({"sectors": "4"}, "sectors"),
        ({"seats": [0, 1, 1, 3]}, "seats"),
        ({"seats": [0, 1, 2, 4]}, "seats"),
        ({"turn": 4}, "turn"),
        ({"turn": True}, "turn"),
        ({"copied": "copy"}, "copied"),
        ({"copied": "7"}, "copied"),
        ({"options": {"roy.kings_one": True}}, "options"),
        ({"options": {"roy.king_one": "no"}}, "options"),
        ({"options": {"bd.free_start": "may"}}, "options"),
        ({"teams": [0, 0, 1, 1]}, "teams"),
        ({"teams": [0, 1, 2, 3]}, "teams"),
        ({"teams": [0, 1]}, "teams"),
        ({"dog": 24}, "dog"),
        ({"touched": [False] * 4}, "touched"),
        ({"draws": 1}, "draws"),
        ({"variant": "dog_roial"}, "variant"),
        ({"v": 2}, "v"),
    ],
)
def test_an_impossible_position_is_refused(changes: dict[str, Any], key: str) -> None:
    """With one line that names the key (docs/reference/formats/position.md); ROY-R36: four pawns a seat."""
    with pytest.raises(PositionError) as refused:
        position_from_json(SHIPPED, royal(**changes))
    line = str(refused.value)
    assert key in line
    assert "\n" not in line


@pytest.mark.parametrize("players", [2, 3, 5, 6])
@pytest.mark.parametrize("variant", ["dog_royal", "dog_royal_plain"])
def test_every_table_has_four_pawns_a_player(variant: str, players: int) -> None:
    """ROY-R36: no fifth one, neither alone nor in teams."""
    sectors = 4 if players < 4 else 6
    data = royal(variant=variant, sectors=sectors, seats=list(range(players)), pawns=[KENNEL] * players)
    assert len(nexts(data, "13")) == (4 if variant == "dog_royal" else 1)
    with pytest.raises(PositionError, match="4 pawns"):
        position_from_json(SHIPPED, {**data, "pawns": [[*KENNEL, 7]] + [KENNEL] * (players - 1)})


def test_alone_the_first_with_four_at_home_has_won() -> None:
    """ROY-R36, CORE-R19: then there is nothing left to play; in a team the partner is helped."""
    home = ["goal-1", "goal-2", "goal-3", "goal-4"]
    assert nexts(royal(seats=[0, 1, 2], pawns=[home, [20, *KENNEL[:3]], KENNEL]), "3") == []
    assert len(nexts(royal(pawns=[home, KENNEL, [34, *KENNEL[:3]], KENNEL]), "3")) == 1


def test_cards_of_other_games_are_unknown() -> None:
    """docs/reference/formats/README.md: `as` belongs to jokers, and there is none here."""
    position = ROYAL.position("red:jester@7")
    for card in ("7", "joker", "partner4", "A", "3 ", ""):
        with pytest.raises(UnknownCardError):
            legal_plays(rules_of(position), position, card)
    with pytest.raises(ActingAsError):
        legal_plays(rules_of(position), position, "copy", "8")


def test_the_plain_game_knows_no_ranks() -> None:
    """ROY-R38: everybody passes and takes everybody, a 10 is a 9 and one more, blockers block."""
    plain_to("red:20 yellow:25", "10", "red:30 yellow:25")
    plain_to("red:20 yellow:25", "9", "red:29 yellow:25")
    plain_to("red:20 yellow:25", "5", "red:25")
    plain_to("red:14 yellow:16", "10")
    plain_to("red:62", "5", "red:3", "red:g3")


def test_the_plain_game_has_no_special_fields() -> None:
    """ROY-R38: 10 and 26 are fields like others."""
    plain_to("red:7", "3", "red:10")
    plain_to("red:5 yellow:11", "magnet", "red:10 yellow:11")


def test_the_plain_4_goes_both_ways() -> None:
    """ROY-R39: forward or backward, over other pawns, not over blockers and never home backward."""
    plain_to("red:20 yellow:22,18", "+-4", "red:24 yellow:22,18", "red:16 yellow:22,18")
    plain_to("red:18 yellow:16", "+-4", "red:22 yellow:16")
    plain_to("red:2", "+-4", "red:6", "red:62")
    plain_to("red:g4", "+-4")


def test_the_plain_1_7_and_magnet_play_as_with_ranks() -> None:
    """ROY-R37, ROY-R33, ROY-R34: as with ranks."""
    plain_to("red:17", "1-7", *[f"red:{field}" for field in range(18, 25)])
    plain_to("red:5 yellow:6", "magnet")
    plain_to("red:5", "magnet")
    position = Table("dog_royal_plain roy.magnet_zero=true").position("red:5 yellow:6")
    assert [play.result for play in legal_plays(rules_of(position), position, "magnet")] == [position.placement]
