"""The centre of Tock 6, its doors on the 7 of every sector, and Tock 6 as other programs see it."""

from typing import Any

import pytest
from rules_for_tests import rules_of, with_rules
from written_tables import Table

from companion.catalogue.shipped import SHIPPED
from companion.model.position_form import PositionError
from companion.rules.legal import ActingAsError, UnknownCardError, legal_plays
from companion.rules.schema import next_to_json, position_from_json

TOCK = Table("tock_6 players=6")
SMALL = Table("tock_6 sectors=4")
DOORS = (7, 25, 43, 61, 79, 97)
OPENERS = ("A", "2", "K")
KENNEL = ["kennel"] * 4
#: Three pawns at home that no ace moves, so that nothing but the fourth one matters.
LANE = "g2,g3,g4"


def leads_to(before: str, card: str, *after: str, table: Table = TOCK) -> None:
    """The plays of the card lead to exactly these boards, each of them once."""
    position = table.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {table.seen(text, position) for text in after}


@pytest.mark.parametrize(("card", "walk"), [("A", 1), ("2", 2), ("K", 13)])
@pytest.mark.parametrize("door", DOORS)
def test_every_seven_opens_the_centre(door: int, card: str, walk: int) -> None:
    """TK-R15, TK-R18, TK-R20: with ace, 2 or king; the own value of the card stays a choice."""
    field = (door + walk) % 108
    own_value = [f"red:{field},{LANE}"]
    leads_to(f"red:{door},{LANE}", card, *own_value, f"red:centre,{LANE}")


@pytest.mark.parametrize("card", ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"])
def test_other_cards_do_not_open_it(card: str) -> None:
    """TK-R15, TK-R17: neither in nor out."""
    position = TOCK.position(f"red:7,{LANE}")
    for play in legal_plays(rules_of(position), position, card):
        assert TOCK.seen(f"red:centre,{LANE}", position) != play.result
    leads_to(f"red:centre,{LANE}", card)


@pytest.mark.parametrize("field", [0, 6, 8, 18, 24, 26])
def test_only_a_seven_is_a_door(field: int) -> None:
    """TK-R18, TK-R19: neither the fields beside it nor a start field."""
    for card, walk in (("A", 1), ("2", 2), ("K", 13)):
        leads_to(f"red:{field},{LANE}", card, f"red:{field + walk},{LANE}")


def test_passing_a_seven_opens_nothing() -> None:
    """TK-R19, TK-R15: the pawn must have stopped there; the card is spent on the jump."""
    leads_to(f"red:6,{LANE}", "2", f"red:8,{LANE}")
    leads_to(f"red:5,{LANE}", "2", f"red:7,{LANE}")
    leads_to(f"red:6,{LANE}", "A", f"red:7,{LANE}")


@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_who_stands_in_the_centre_is_taken(colour: str) -> None:
    """TK-R16: opponent or team-mate."""
    leads_to(f"red:7,{LANE} {colour}:centre", "2", f"red:9,{LANE} {colour}:centre", f"red:centre,{LANE}")


def test_the_own_pawn_in_the_centre_is_taken_too() -> None:
    """TK-R16, TK-R23."""
    leads_to(
        "red:7,centre,g3,g4",
        "2",
        "red:9,centre,g3,g4",
        "red:centre,g3,g4",
        "red:7,g3,g4",
        *[f"red:7,{door},g3,g4" for door in DOORS[1:]],
    )


@pytest.mark.parametrize("card", OPENERS)
def test_a_pawn_leaves_the_centre_to_any_seven(card: str) -> None:
    """TK-R17: of the player's choice."""
    leads_to(f"red:centre,{LANE}", card, *[f"red:{door},{LANE}" for door in DOORS])
    leads_to(f"red:centre,{LANE}", card, *[f"red:{door},{LANE}" for door in DOORS[:4]], table=SMALL)


def test_landing_on_a_seven_out_of_the_centre_takes() -> None:
    """TK-R17: any pawn there is taken; blockers on the track are no matter."""
    others = "yellow:18,25 green:36 black:72"
    without = "yellow:18 green:36 black:72"
    leads_to(
        f"red:centre,{LANE} {others}",
        "2",
        f"red:25,{LANE} {without}",
        *[f"red:{door},{LANE} {others}" for door in DOORS if door != 25],
    )


def test_a_door_need_not_be_in_play() -> None:
    """TK-R17, TK-R18: the sevens of sectors without a player count as well."""
    two = Table("tock_6 players=2")
    leads_to(f"red:centre,{LANE}", "2", *[f"red:{door},{LANE}" for door in DOORS], table=two)


def test_a_house_rule_leaves_one_way_out_of_the_centre() -> None:
    """TK-R17 with `tk.centre_exit` next: a single seven."""
    table = Table("tock_6 players=6 tk.centre_exit=next")
    position = table.position(f"red:centre,{LANE}")
    reached = [play.result for play in legal_plays(rules_of(position), position, "2")]
    assert len(reached) == 1
    assert reached[0] in {table.seen(f"red:{door},{LANE}", position) for door in DOORS}


def test_a_helper_uses_the_centre() -> None:
    """TK-R15, TK-R26, CORE-R16: with the pawns of his partners."""
    home = "red:g1,g2,g3,g4"
    leads_to(
        f"{home} green:7 black:centre",
        "2",
        f"{home} green:9 black:centre",
        f"{home} green:centre",
        *[f"{home} green:7 black:{door}" for door in DOORS[1:]],
        f"{home} black:7",
    )


def test_the_own_start_field_is_no_matter_in_the_centre() -> None:
    """TK-R17, CORE-R01: from the centre to the last seven before the own start, home by the place alone."""
    leads_to(f"red:97,{LANE}", "Q", f"red:1,{LANE}", "red:g1,g2,g3,g4")
    assert len(legal_plays(*with_rules(TOCK.position("red:centre,0,g3,g4")), "2")) == len(DOORS) + 1


def tock(**changes: Any) -> dict[str, Any]:
    """Returns a position as JSON; `changes` are the differences."""
    data: dict[str, Any] = {
        "v": 1,
        "variant": "tock_6",
        "options": {},
        "sectors": 6,
        "seats": [0, 1, 3, 4],
        "turn": 0,
        "pawns": [["centre", "goal-2", "goal-3", "goal-4"], KENNEL, KENNEL, KENNEL],
    }
    return {**data, **changes}


def test_next_has_pawns_only() -> None:
    """docs/reference/formats/programs.md: no draws, no wheel; the centre by its name."""
    position = position_from_json(SHIPPED, tock(pawns=[[7, "goal-2", "goal-3", "goal-4"], KENNEL, KENNEL, KENNEL]))
    found = [next_to_json(SHIPPED.variant("tock_6"), play) for play in legal_plays(rules_of(position), position, "2")]
    assert [set(shown) for shown in found] == [{"pawns"}, {"pawns"}]
    assert sorted("centre" in shown["pawns"][0] for shown in found) == [False, True]


@pytest.mark.parametrize("card", SHIPPED.variant("tock_6").cards)
def test_a_play_is_offered_once(card: str) -> None:
    """docs/reference/formats/programs.md: once per distinct `next`, for every card of a full board."""
    rows = [[107, 7, 20, "goal-2"], [18, "centre", 30, "kennel"], [54, 9, 100, "goal-1"], [25, 61, 50, 12]]
    position = position_from_json(SHIPPED, tock(pawns=rows))
    found = [
        str(next_to_json(SHIPPED.variant("tock_6"), play)) for play in legal_plays(rules_of(position), position, card)
    ]
    assert found
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"pawns": [["centre", "centre", "kennel", "kennel"], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["centre", *KENNEL[:3]], ["centre", *KENNEL[:3]], KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[108, *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[-1, *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [["center", *KENNEL[:3]], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"pawns": [[7, *KENNEL], KENNEL, KENNEL, KENNEL]}, "pawns"),
        ({"sectors": 5}, "sectors"),
        ({"seats": [0, 1, 3, 6]}, "seats"),
        ({"seats": [0, 1, 3]}, "pawns"),
        ({"seats": [3, 1, 0, 4]}, "seats"),
        ({"turn": -1}, "turn"),
        ({"teams": [0, 1, 0]}, "teams"),
        ({"teams": [0, 1, 0, "1"]}, "teams"),
        ({"copied": "8"}, "copied"),
        ({"options": {"tk.centre_exit": "nearest"}}, "options"),
        ({"options": {"st.start_block": True}}, "options"),
        ({"options": {"tk.lane_offset": -1}}, "options"),
        ({"options": {"tk.seven_burns": 1}}, "options"),
        ({"wheel": 0}, "wheel"),
    ],
)
def test_an_impossible_position_is_refused(changes: dict[str, Any], key: str) -> None:
    """docs/reference/formats/position.md: with one line that names the key."""
    with pytest.raises(PositionError) as refused:
        position_from_json(SHIPPED, tock(**changes))
    line = str(refused.value)
    assert key in line
    assert "\n" not in line


@pytest.mark.parametrize("teams", [None, [0, 1, 0, 1], [0, 1, 2, 3]])
def test_teams_that_are_taken(teams: list[int] | None) -> None:
    """TK-R28: as usual, or everyone alone; then the partner's place is nobody's to help."""
    home = ["goal-1", "goal-2", "goal-3", "goal-4"]
    rows = [home, KENNEL, [60, *KENNEL[:3]], KENNEL]
    position = position_from_json(SHIPPED, tock(pawns=rows, **({} if teams is None else {"teams": teams})))
    assert len(legal_plays(rules_of(position), position, "5")) == (0 if teams == [0, 1, 2, 3] else 1)


def test_cards_outside_the_pack_are_unknown() -> None:
    """docs/reference/formats/README.md: 52 cards, no joker."""
    position = position_from_json(SHIPPED, tock())
    for card in ("joker", "1", "11", "13", "a"):
        with pytest.raises(UnknownCardError):
            legal_plays(rules_of(position), position, card)
    with pytest.raises(ActingAsError):
        legal_plays(rules_of(position), position, "2", "A")
