"""Super Tock, basic game: no protection on the start field, Heaven behind the 8 of every sector, Home.

Four players on 72 fields (starts 0, 18, 36, 54; doors 8, 26, 44, 62), red and green against yellow and blue.
"""

from typing import Any

import pytest
from rules_for_tests import rules_of, with_rules
from written_tables import Table

from companion.catalogue.shipped import SHIPPED
from companion.model.position_form import PositionError
from companion.rules.apply import winners
from companion.rules.legal import ActingAsError, UnknownCardError, legal_plays
from companion.rules.schema import next_to_json, position_from_json

SUPER = Table("super_tock")
ADVANCED = Table("super_tock_advanced")
BOTH = pytest.mark.parametrize("table", [SUPER, ADVANCED], ids=["basic", "advanced"])
DOORS = (8, 26, 44, 62)
HOME = "red:g1,g2,g3,g4"
KENNEL = ["kennel"] * 4
#: Three pawns at home that no ace moves.
LANE = "g2,g3,g4"


def leads_to(before: str, card: str, *after: str, table: Table = SUPER) -> None:
    """The plays of the card lead to exactly these boards, each of them once."""
    position = table.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {table.seen(text, position) for text in after}


def switched(table: Table, switch: str) -> Table:
    return Table(f"{table.variant} {switch}")


@BOTH
def test_nobody_is_protected_on_his_start_field(table: Table) -> None:
    """ST-R01: passed, taken, and no way home is shut; by the letter of the rules."""
    leads_to("red:16 yellow:18", "5", "red:21 yellow:18", table=table)
    leads_to("red:16 yellow:18", "2", "red:18", table=table)
    leads_to("red:70,0", "5", "red:3,0", "red:g3,0", "red:70,5", table=table)
    leads_to("red:70,0", "2", "red:0", "red:70,2", table=table)


@BOTH
def test_start_fields_block_by_house_rule(table: Table) -> None:
    """ST-R01 with `st.start_block`: as in Tock 6; a guest on a start field blocks nobody."""
    blocked = switched(table, "st.start_block=true")
    leads_to("red:16 yellow:18", "5", table=blocked)
    leads_to("red:16 yellow:18", "2", table=blocked)
    leads_to("red:70,0", "5", "red:70,5", table=blocked)
    leads_to("red:16 blue:18", "5", "red:21 blue:18", table=blocked)
    leads_to("red:16 blue:18", "2", "red:18", table=blocked)


@BOTH
@pytest.mark.parametrize("card", ["A", "10", "K"])
@pytest.mark.parametrize("door", DOORS)
def test_ace_10_and_king_lead_from_an_8_to_heaven(door: int, card: str, table: Table) -> None:
    """ST-R05, ST-R06: with ace, 10 or king; the own value remains a right."""
    field = (door + {"A": 1, "10": 10, "K": 13}[card]) % 72
    own_value = [f"red:{field},{LANE}"]
    leads_to(f"red:{door},{LANE}", card, *own_value, f"red:centre,{LANE}", table=table)


@pytest.mark.parametrize("card", ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q"])
def test_other_cards_lead_to_no_heaven(card: str) -> None:
    """ST-R05, ST-R08: the 2, which opens the centre of Tock 6, neither."""
    walk = {"J": 11, "Q": 12}.get(card) or int(card)
    leads_to(f"red:8,{LANE}", card, f"red:{8 + walk},{LANE}")
    leads_to(f"red:centre,{LANE}", card)


@BOTH
@pytest.mark.parametrize("field", [0, 7, 9, 18, 25])
def test_only_an_8_leads_to_heaven(field: int, table: Table) -> None:
    """ST-R05: after stopping on one; passing it or standing beside it does not do."""
    for card, walk in (("A", 1), ("10", 10), ("K", 13)):
        leads_to(f"red:{field},{LANE}", card, f"red:{field + walk},{LANE}", table=table)


@BOTH
@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_a_newcomer_captures_the_pawn_in_heaven(colour: str, table: Table) -> None:
    """ST-R07: a newcomer captures who is there."""
    before = f"red:8,{LANE} {colour}:centre"
    leads_to(before, "A", f"red:9,{LANE} {colour}:centre", f"red:centre,{LANE}", table=table)


@BOTH
@pytest.mark.parametrize("card", ["A", "10", "K"])
def test_a_pawn_leaves_heaven_to_any_8(card: str, table: Table) -> None:
    """ST-R08: the player's choice; a pawn there is captured, also an own one (ST-R21)."""
    leads_to(f"red:centre,{LANE}", card, *[f"red:{door},{LANE}" for door in DOORS], table=table)
    leads_to(
        f"red:centre,{LANE} blue:26",
        card,
        f"red:26,{LANE}",
        *[f"red:{door},{LANE} blue:26" for door in DOORS if door != 26],
        table=table,
    )


@BOTH
def test_the_own_pawn_is_captured_in_heaven_and_on_an_8(table: Table) -> None:
    """ST-R07, ST-R08, ST-R21: on both the own pawn is captured like any other."""
    leads_to(
        "red:8,centre,g3,g4",
        "A",
        "red:9,centre,g3,g4",
        "red:centre,g3,g4",
        "red:8,g3,g4",
        *[f"red:8,{door},g3,g4" for door in DOORS[1:]],
        table=table,
    )


def test_the_large_board_has_six_8s() -> None:
    """ST-R08: one a sector, of six."""
    large = Table("super_tock players=6")
    doors = (*DOORS, 80, 98)
    leads_to(f"red:centre,{LANE}", "10", *[f"red:{door},{LANE}" for door in doors], table=large)
    leads_to(f"red:98,{LANE}", "10", f"red:0,{LANE}", f"red:centre,{LANE}", table=large)


@BOTH
def test_each_card_walks_its_basic_value(table: Table) -> None:
    """ST-R06, ST-R20: ace 1, king 13, queen 12; in the basic game jack 11, the 4 forward and the 7 undivided."""
    leads_to(f"red:20,{LANE}", "A", f"red:21,{LANE}", table=table)
    leads_to(f"red:20,{LANE}", "K", f"red:33,{LANE}", table=table)
    leads_to(f"red:20,{LANE}", "Q", f"red:32,{LANE}", table=table)
    leads_to("red:20,40", "7", "red:27,40", "red:20,47", table=table)
    leads_to("red:20", "J", "red:31")
    leads_to("red:20", "4", "red:24")
    leads_to("red:20 yellow:40", "J", "red:31 yellow:40")
    leads_to("red:20 yellow:40", "10", "red:30 yellow:40")


@BOTH
def test_a_helper_plays_his_partner_s_pawns(table: Table) -> None:
    """ST-R16: after the own four are home, and not before; cards must be played (CORE-R11)."""
    leads_to(f"{HOME} green:40 yellow:50", "5", f"{HOME} green:45 yellow:50", table=table)
    leads_to(f"{HOME} green:44", "A", f"{HOME} green:36,44", f"{HOME} green:45", f"{HOME} green:centre", table=table)
    leads_to(f"red:20,{LANE} green:40", "5", f"red:25,{LANE} green:40", table=table)


@BOTH
def test_home_is_exact_and_nobody_is_jumped(table: Table) -> None:
    """ST-R17, CORE-R13, CORE-R10, CORE-R02."""
    leads_to("red:70,g1", "5", "red:3,g1", table=table)
    leads_to("red:70,g3", "5", "red:3,g3", table=table)
    leads_to("red:70,g4", "5", "red:3,g4", "red:g3,g4", table=table)
    leads_to("red:70", "7", "red:5", table=table)
    leads_to("red:g1,g3", "2", table=table)
    leads_to("red:g1,g3", "A", "red:0,g1,g3", "red:g2,g3", "red:g1,g4", table=table)
    leads_to("red:0", "3", "red:3", table=table)


@BOTH
def test_own_and_team_mate_s_pawns_are_captured(table: Table) -> None:
    """ST-R21: everywhere on the track; `st.capture_own` off: nobody lands on his own side."""
    leads_to("red:20,22", "2", "red:22", "red:20,24", table=table)
    leads_to("red:20 green:22", "2", "red:22", table=table)
    spared = switched(table, "st.capture_own=false")
    leads_to("red:20,22", "2", "red:20,24", table=spared)
    leads_to("red:20 yellow:22", "2", "red:22", table=spared)
    leads_to(
        "red:8,centre,g3,g4", "A", "red:9,centre,g3,g4", *[f"red:8,{door},g3,g4" for door in DOORS[1:]], table=spared
    )


def test_a_team_mate_is_spared_as_well() -> None:
    """ST-R21 with `st.capture_own` off: "own and team-mate's" is one ruling, so both are left alone."""
    leads_to("red:20 green:22", "2", table=Table("super_tock st.capture_own=false"))
    leads_to("red:20,g4 blue:22", "2", "red:22,g4", table=Table("super_tock st.capture_own=false"))


@BOTH
def test_no_start_onto_the_own_pawn(table: Table) -> None:
    """ST-R23, CORE-R09: with ace and king, though nobody is protected there; a guest is captured."""
    leads_to("red:0,g4", "A", "red:1,g4", table=table)
    leads_to("red:0,g4", "K", "red:13,g4", table=table)
    leads_to("red:g4 yellow:0", "K", "red:0,g4", table=table)
    leads_to("red:g4 green:0", "A", "red:0,g4", table=table)


@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 3), (4, 2), (5, 5), (6, 3)])
def test_opposite_seats_are_teams(players: int, teams: int) -> None:
    """ST-R16, docs/reference/formats/position.md: two by two at four and six, else everyone alone, as may be stated."""
    table = Table(f"super_tock players={players}")
    assert len(set(table.position(HOME).teams)) == teams
    assert bool(winners(*with_rules(table.position(HOME)))) == (players in (2, 3, 5))
    table.data["teams"] = list(range(players))
    assert winners(*with_rules(table.position(HOME))) == (0,)
    assert legal_plays(*with_rules(table.position(HOME)), "A") == ()


def superb(**changes: Any) -> dict[str, Any]:
    """Returns a position as JSON; `changes` are the differences."""
    data: dict[str, Any] = {
        "v": 1,
        "variant": "super_tock",
        "options": {},
        "sectors": 4,
        "seats": [0, 1, 2, 3],
        "turn": 0,
        "pawns": [["centre", "goal-2", "goal-3", "goal-4"], KENNEL, KENNEL, KENNEL],
    }
    return {**data, **changes}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"pawns": [["centre", *KENNEL[:3]], ["centre", *KENNEL[:3]], KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["heaven", *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[72, *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[*KENNEL, 4], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"options": {"tk.lane_offset": -2}}, "options"),
        ({"options": {"st.ten_keeps_value": False}}, "options"),
        ({"options": {"st.start_block": "on"}}, "options"),
        ({"seats": [0, 1, 2, 3, 4, 5], "pawns": [KENNEL] * 6}, "sectors"),
        ({"dog": 3}, "dog"),
    ],
)
def test_an_impossible_position_is_refused(changes: dict[str, Any], key: str) -> None:
    """docs/reference/formats/position.md; a switch of the advanced cards is unknown in the basic game."""
    with pytest.raises(PositionError) as refused:
        position_from_json(SHIPPED, superb(**changes))
    assert key in str(refused.value)
    assert "\n" not in str(refused.value)


@BOTH
def test_other_cards_are_unknown(table: Table) -> None:
    """docs/reference/formats/README.md."""
    position = table.position(HOME)
    for card in ("joker", "1/11", "swap"):
        with pytest.raises(UnknownCardError):
            legal_plays(rules_of(position), position, card)
    with pytest.raises(ActingAsError):
        legal_plays(rules_of(position), position, "J", "10")


@pytest.mark.parametrize("card", SHIPPED.variant("super_tock").cards)
@BOTH
def test_a_play_is_offered_once(table: Table, card: str) -> None:
    """docs/reference/formats/programs.md: once per distinct `next`, which has the pawns alone."""
    position = table.position("red:71,8,20,g2 yellow:18,centre,30 green:54,9,60,g1 blue:25,61,50,12")
    found = [
        next_to_json(SHIPPED.variant(table.variant), play) for play in legal_plays(rules_of(position), position, card)
    ]
    assert found
    assert len(found) == len({str(shown) for shown in found})
    assert all(set(shown) == {"pawns"} for shown in found)
