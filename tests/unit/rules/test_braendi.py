"""The profile `braendi` (docs/reference/rules/braendi.md): a pawn that came round neither blocks nor is protected.

Positions carry it as `touched`; it is the one difference to DOG in movement (CORE-R01, CORE-R02, CORE-R05).
"""

from typing import Any

import pytest
from dog_tables import HOME, after, boards, nexts
from dog_tables import table as any_table
from rules_for_tests import with_rules

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.model.position_form import PositionError
from companion.rules.legal import legal_plays
from companion.rules.schema import position_from_json, position_to_json


def table(pawns: str = "", **more: Any) -> Position:
    return any_table(pawns, game="braendi", **more)


@pytest.mark.parametrize(
    ("pawns", "card", "reached"),
    [
        ("0:62", "2", "0:0 touched:0"),
        ("0:62", "joker", "0:0 touched:0"),
        ("0:4", "4", "0:0 touched:0"),
        ("0:20 1:0", "J", "0:0 1:20 touched:0"),
        ("0:61,20", "7", "0:0,24 touched:0"),
    ],
)
def test_who_comes_round_is_marked_as_touched(pawns: str, card: str, reached: str) -> None:
    """CORE-R05: by a walk, a walk backward, a part of a 7 or a swap."""
    assert reached in nexts(table(pawns), card)


def test_who_starts_has_not_come_round() -> None:
    """CORE-R05: fresh from the kennel it blocks and is protected."""
    assert nexts(table(), "K") == {"0:0"}
    assert boards(table("0:0 3:62", turn=3), "3") == set()
    assert boards(table("0:0 3:62", turn=3), "2") == set()
    assert boards(table("0:0 1:20 2:40", turn=1), "J") == {"0:0 1:40 2:20"}


def test_who_came_round_does_not_block() -> None:
    """CORE-R05, CORE-R06: it is overtaken by others and by its own colour, forward, backward and on the way home."""
    assert nexts(table("0:0 3:62", touched=(0,), turn=3), "3") == {"0:0 3:1 touched:0"}
    assert nexts(table("0:0 3:2", touched=(0,), turn=3), "4") == {"0:0 3:6 touched:0", "0:0 3:62 touched:0"}
    assert nexts(table("0:0,62", touched=(0,)), "3") == {
        "0:3,62",
        "0:62,g3",
        "0:0,1 touched:0",
        "0:0,g1 touched:0",
    }


def test_who_came_round_is_not_protected() -> None:
    """CORE-R07, CORE-R05: it is captured, swapped and burned; its colour's mark goes with it."""
    assert nexts(table("0:0 3:62", touched=(0,), turn=3), "2") == {"3:0"}
    assert nexts(table("0:0 3:62", touched=(0,), turn=3), "J") == {"0:62 3:0"}
    assert nexts(table("0:0 3:62", touched=(0,), turn=3), "7") == {"3:5"}
    assert nexts(table("0:0 1:20", touched=(0,)), "J") == {"0:20 1:0"}


def test_who_came_round_goes_straight_home() -> None:
    """CORE-R02, CORE-R01: its move begins on the start field; a fresh pawn's may not."""
    assert nexts(table("0:0", touched=(0,)), "3") == {"0:3", "0:g3"}
    assert nexts(table("0:0", touched=(0,)), "5") == {"0:5"}
    assert nexts(table("0:0,g2", touched=(0,)), "3") == {"0:3,g2"}
    assert nexts(table("0:0"), "3") == {"0:3"}


def test_the_mark_goes_when_the_pawn_goes() -> None:
    """CORE-R05: and is not taken along; the next pawn from the kennel is fresh."""
    assert nexts(table("0:0", touched=(0,)), "9") == {"0:9"}
    gone = after(table("0:0", touched=(0,)), "9", "0:9", turn=0)
    fresh = after(gone, "K", "0:0,9", turn=3)
    assert fresh.placement == table("0:0,9").placement
    assert nexts(table("0:0 2:32", touched=(0, 2)), "9") == {"0:9 2:32 touched:2"}


def test_a_start_onto_the_own_pawn_that_came_round() -> None:
    """CORE-R09, CORE-R12: it is captured like any other, and the new one is fresh."""
    assert nexts(table("0:0", touched=(0,)), "K") == {"0:0", "0:13"}
    assert nexts(table("0:0"), "K") == {"0:13"}


def test_a_part_of_the_seven_onto_the_start_field() -> None:
    """CORE-R05, DOG-R02: a pawn that ends a part there is touched at once; the next part burns it, unstopped."""
    assert nexts(table("0:62,20"), "7") == {
        "0:27,62",
        "0:26,63",
        "0:0,25 touched:0",
        *("0:1,24", "0:24,g1"),
        *("0:2,23", "0:23,g2"),
        *("0:3,22", "0:22,g3"),
        *("0:4,21", "0:21,g4"),
        "0:5,20",
    }
    assert {"0:2", "0:g2"} <= nexts(table("0:61,62"), "7")
    assert {"0:2", "0:g2"}.isdisjoint(nexts(any_table("0:61,62", game="dog"), "7"))


def test_the_seven_burns_who_came_round() -> None:
    """DOG-R03: also the own one, on the way home over it; a fresh one stops the 7."""
    reached = nexts(table("0:0,61", touched=(0,)), "7")
    assert {"0:4", "0:g4"} <= reached
    assert nexts(table("0:0 3:62"), "7") == {"0:7 3:62"}
    assert boards(table("0:0 3:62", turn=3), "7") == set()


def test_a_fresh_pawn_that_went_back_goes_home_like_any_other() -> None:
    """CORE-R03, DOG-R19: a fresh pawn that went back four goes home over its start field like any other."""
    back = after(table("0:0"), "4", "0:60", turn=0)
    assert nexts(back, "5") == {"0:1", "0:g1"}


def test_a_helper_s_pawn_that_came_round() -> None:
    """CORE-R16: the partner's start field counts."""
    assert nexts(table(f"0:{HOME} 2:32", touched=(2,)), "3") == {f"0:{HOME} 2:35", f"0:{HOME} 2:g3"}
    assert nexts(table(f"0:{HOME} 2:32"), "3") == {f"0:{HOME} 2:35"}


def test_own_pawns_are_swapped_by_a_house_rule() -> None:
    """DOG-R15: `braendi.swap_own` lets two own pawns or the own blocker be swapped, others' blockers never."""
    own = {"braendi.swap_own": True}
    assert "0:20 1:0" in boards(table("0:0 1:20", options=own), "J")
    assert boards(table("0:20,30 1:40", options=own), "J") == {"0:20,30 1:40", "0:30,40 1:20", "0:20,40 1:30"}
    assert boards(table("0:20 1:16", options=own), "J") == {"0:20 1:16"}
    assert boards(table("0:0 1:20"), "J") == {"0:0 1:20"}


def test_swapping_needs_one_own_pawn() -> None:
    """DOG-R15: by the house rule too."""
    for play in legal_plays(
        *with_rules(table("0:20 1:40 2:50", options={"braendi.swap_own": True})),
        "J",
    ):
        assert 0 in {step.seat for step in play.steps} | {step.other_seat for step in play.steps}


def test_a_position_keeps_the_mark_of_touched_pawns() -> None:
    """CORE-R05: left out it means nobody; it is kept, and an impossible one is refused."""
    fresh = position_to_json(*with_rules(table("0:0")))
    assert fresh["touched"] == [False, False, False, False]
    del fresh["touched"]
    assert position_from_json(SHIPPED, fresh) == table("0:0")
    assert position_to_json(*with_rules(table("0:0", touched=(0,))))["touched"] == [
        True,
        False,
        False,
        False,
    ]
    assert table("0:0", touched=(0,)) != table("0:0")
    with pytest.raises(PositionError, match="touched"):
        table("0:5", touched=(0,))
    with pytest.raises(PositionError, match="touched"):
        position_from_json(SHIPPED, {**fresh, "touched": [True]})
    with pytest.raises(PositionError, match="touched"):
        position_from_json(SHIPPED, {**fresh, "touched": 1})


def test_no_other_game_knows_the_mark() -> None:
    """CORE-R05: in DOG a pawn that came round blocks as before."""
    with pytest.raises(PositionError, match="touched"):
        any_table("0:0", game="dog", touched=(0,))
