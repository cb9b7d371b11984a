"""The JSON form of positions (docs/reference/formats/position.md): complete, strict, and refused in one line."""

from typing import Any

import pytest
from board_text import at, board
from example_position import EXAMPLE, LINE
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_position, parse_position
from companion.model.places import OFF
from companion.model.position import BETWEEN_STOPS
from companion.model.position_form import PositionError
from companion.rules.schema import placement_from_json, placement_to_json, position_from_json, position_to_json


def test_the_line_of_the_page_is_a_position() -> None:
    assert format_position(parse_position(LINE)) == LINE


def test_the_example_of_the_page_is_read_and_written_back() -> None:
    """Read and written back: the same but for the order inside a list, which means nothing."""
    position = position_from_json(SHIPPED, EXAMPLE)
    assert board(position) == "0:0 1:g1,17 2:33,40 3:48 dog=24 wheel=0"
    assert position.teams == (0, 1, 0, 1)
    as_json = position_to_json(rules_of(position), position)
    assert as_json == EXAMPLE | {
        "pawns": [
            *EXAMPLE["pawns"][:1],
            ["kennel", "kennel", 17, "goal-1"],
            ["kennel", "kennel", 33, 40],
            EXAMPLE["pawns"][3],
        ]
    }
    assert position_from_json(SHIPPED, as_json) == position


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"v": 2}, "v: 2 is not supported"),
        ({"v": True}, "v: True is not supported"),
        ({"variant": "chess"}, "variant: unknown variant 'chess'"),
        ({"variant": 5}, "variant: 5 is no name"),
        ({"variant": "_dog_family"}, "variant: unknown variant"),
        ({"sectors": 6}, "sectors: black_dog has a board of 4"),
        ({"sectors": "4"}, "sectors: '4' is no whole number"),
        ({"seats": [0, 1, 2, 2]}, "seats: .* twice"),
        ({"seats": [0, 2, 1, 3]}, "seats: .* not clockwise"),
        ({"seats": [0, 1, 2, 4]}, "seats: a sector is 0 to 3"),
        ({"seats": [0]}, "seats: black_dog is played by 2 or 3 or 4"),
        ({"seats": 4}, "seats: 4 is no list"),
        ({"turn": 4}, "turn: 4 is no seat"),
        ({"turn": -1}, "turn: -1 is no seat"),
        ({"turn": False}, "turn: False is no whole number"),
        ({"turn": 1.0}, "turn: 1.0 is no whole number"),
        ({"teams": [0, 1, 2, 3]}, "teams: black_dog is played with the teams"),
        ({"teams": [0, 0, 1, 1]}, "teams: black_dog is played with the teams"),
        ({"teams": [0, 1]}, "teams: .* every seat"),
        ({"options": []}, "options: .* no table"),
        ({"options": {"bd.paw_own_only": None}}, "options: .* no table"),
        ({"copied": "copy"}, "copied: 'copy' is never itself"),
        ({"copied": "joker"}, "copied: 'joker' is no card"),
        ({"copied": 8}, "copied: 8 is no card"),
        ({"touched": [False] * 4}, "'touched': unknown key"),
        ({"extra": 1}, "'extra': unknown key"),
        ({"dog": 16}, "dog: field 16 is a start field"),
        ({"dog": 17}, "dog: a pawn stands on field 17 too"),
        ({"dog": 64}, "dog: 64 is no track field"),
        ({"dog": "goal-1"}, "dog: 'goal-1' is no track field"),
        ({"dog": None}, "dog: 'None' is no field"),
        ({"dog": "off"}, "dog: 'off' is no track field"),
        ({"wheel": 4}, "wheel: '4' is no number of quarter turns"),
        ({"wheel": None}, "wheel: 'None' is no number"),
        ({"wheel": True}, "wheel: 'True' is no number"),
        ({"pawns": []}, "pawns: 4 lists are needed"),
        ({"pawns": [["kennel"] * 4] * 3}, "pawns: 4 lists are needed"),
        ({"pawns": [["kennel"] * 5] + [["kennel"] * 4] * 3}, r"pawns\[0\]: 4 pawns are needed, not 5"),
        ({"pawns": [["kennel"] * 3] + [["kennel"] * 4] * 3}, r"pawns\[0\]: 4 pawns are needed, not 3"),
        ({"pawns": [["kennel"] * 4] * 3 + ["kennel"]}, r"pawns\[3\]: 'kennel' is no list"),
        ({"pawns": [["kennel"] * 4] * 3 + [["home"] * 4]}, r"pawns\[3\]: 'home' is no place"),
        ({"pawns": [["kennel"] * 4] * 3 + [[64, 1, 2, 3]]}, r"pawns\[3\]: field 64 is not on the track"),
        ({"pawns": [["kennel"] * 4] * 3 + [[True, 1, 2, 3]]}, r"pawns\[3\]: True is no place"),
        ({"pawns": [["kennel"] * 4] * 3 + [["off", 1, 2, 3]]}, r"pawns\[3\]: a pawn cannot be off the board"),
        (
            {"pawns": [["kennel"] * 4] * 3 + [["centre", 1, 2, 3]]},
            r"pawns\[3\]: the board of black_dog has no 'centre'",
        ),
        ({"pawns": [["kennel"] * 4] * 3 + [[1, 1, 2, 3]]}, r"pawns\[3\]: two pawns stand on 1"),
        (
            {"pawns": [["kennel", 9, "kennel", "kennel"]] * 2 + [["kennel"] * 4] * 2},
            r"pawns\[1\]: two pawns stand on 9",
        ),
        ({"pawns": [["kennel"] * 4] * 3 + [["goal-1", "goal-1", 2, 3]]}, r"pawns\[3\]: two pawns stand on 'goal-1'"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], reason: str) -> None:
    """With the key and the reason, in one line; BD-R26: the dog never stands on a start field."""
    with pytest.raises(PositionError, match=reason) as refused:
        position_from_json(SHIPPED, EXAMPLE | change)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("key", ["v", "variant", "sectors", "seats", "turn", "pawns", "copied", "dog", "wheel"])
def test_missing_keys_are_named(key: str) -> None:
    """Only `options` and `teams` may be left out."""
    with pytest.raises(PositionError, match=f"{key}: missing"):
        position_from_json(SHIPPED, {name: value for name, value in EXAMPLE.items() if name != key})
    assert position_from_json(SHIPPED, {name: value for name, value in EXAMPLE.items() if name != "options"})


@pytest.mark.parametrize("thing", [None, 3, "text", [EXAMPLE]])
def test_a_position_is_an_object(thing: object) -> None:
    with pytest.raises(PositionError, match="no JSON object"):
        position_from_json(SHIPPED, thing)


def test_the_numbers_of_the_teams_are_kept() -> None:
    """Only who plays with whom matters; the numbers are kept."""
    position = position_from_json(SHIPPED, EXAMPLE | {"teams": [1, 0, 1, 0]})
    assert position.teams == (1, 0, 1, 0)
    assert position_to_json(rules_of(position), position)["teams"] == [1, 0, 1, 0]


def test_seats_may_begin_anywhere() -> None:
    """Clockwise from any sector; start fields go by sector."""
    position = position_from_json(SHIPPED, EXAMPLE | {"seats": [1, 2, 3, 0]})
    assert position.seats == (1, 2, 3, 0)


def test_what_was_seen_may_be_impossible() -> None:
    """Two on a field, beside the board, missing pawns, a dog on a start field or off, a disc between two stops."""
    position = position_from_json(SHIPPED, EXAMPLE)
    seen = placement_from_json(
        rules_of(position), {"pawns": [[5, 5], ["off"], [], [5]], "dog": "off", "wheel": None}, seen=True
    )
    assert seen.pawns == ((OFF, OFF, 5, 5), (OFF,) * 4, (OFF,) * 4, (OFF, OFF, OFF, 5))
    assert seen.extra("dog") == OFF
    assert seen.extra("wheel") == BETWEEN_STOPS
    assert placement_to_json(SHIPPED.variant("black_dog"), seen)["wheel"] is None
    assert placement_to_json(SHIPPED.variant("black_dog"), seen)["dog"] == "off"
    on_start = placement_from_json(rules_of(position), {"pawns": EXAMPLE["pawns"], "dog": 16, "wheel": 0}, seen=True)
    assert on_start.extra("dog") == 16


def test_what_was_seen_is_read_strictly_too() -> None:
    """Nothing unknown, nothing that is no place, not more pawns than there are."""
    position = position_from_json(SHIPPED, EXAMPLE)
    for seen, reason in [
        ({"pawns": EXAMPLE["pawns"], "dog": 1, "wheel": 0, "hand": []}, "'hand': unknown key of a seen"),
        ({"pawns": EXAMPLE["pawns"], "wheel": 0}, "dog: missing"),
        ({"pawns": [["kennel"] * 5] * 4, "dog": 1, "wheel": 0}, "4 pawns are needed, not 5"),
        ({"pawns": [["lost"]] * 4, "dog": 1, "wheel": 0}, "'lost' is no place"),
    ]:
        with pytest.raises(PositionError, match=reason):
            placement_from_json(rules_of(position), seen, seen=True)
    with pytest.raises(PositionError, match="two pawns"):
        placement_from_json(rules_of(position), {"pawns": [[5, 5, 6, 7]] * 4, "dog": 1, "wheel": 0})


def test_a_next_lists_pawns_from_kennel_to_lane_then_extras() -> None:
    """Pawns from the kennel to the lane, then the extra values."""
    placement = at("g4 3 g1", "40", dog=24, wheel=3).placement
    assert placement_to_json(SHIPPED.variant("black_dog"), placement) == {
        "pawns": [
            ["kennel", 3, "goal-1", "goal-4"],
            ["kennel", "kennel", "kennel", 40],
            ["kennel"] * 4,
            ["kennel"] * 4,
        ],
        "dog": 24,
        "wheel": 3,
    }
