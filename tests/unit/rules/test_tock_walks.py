"""Tock 6 at its edges: the foot of an early lane, laps that house rules cut short, the one way out of the centre."""

import pytest
from rules_for_tests import rules_of
from written_tables import Table

from companion.rules.legal import legal_plays

HOME = "g1,g2,g3,g4"
#: Three pawns at home that no ace moves, so that nothing but the fourth one matters.
LANE = "g2,g3,g4"


def leads_to(switches: str, before: str, card: str, *after: str) -> None:
    """The plays of the card at six players lead to exactly these boards, each of them once."""
    table = Table(f"tock_6 players=6 {switches}")
    position = table.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {table.seen(text, position) for text in after}


def test_the_foot_of_an_early_lane_is_one_step_from_home() -> None:
    """TK-R01, TK-R25: the foot is a plain field, so home is a step away from it; the field behind it is past the lane.

    Where the lane leaves at the 18 itself, the same fields are an ordinary way round the corner.
    """
    early = "tk.lane_offset=-2"
    leads_to(early, f"red:106,{LANE}", "A", f"red:107,{LANE}", f"red:{HOME}")
    leads_to(early, f"red:107,{LANE}", "A", f"red:0,{LANE}")
    leads_to(early, f"red:107,{LANE}", "5", f"red:4,{LANE}")
    leads_to("", f"red:106,{LANE}", "A", f"red:107,{LANE}")
    leads_to("", f"red:106,{LANE}", "3", f"red:1,{LANE}", f"red:{HOME}")


def test_an_early_lane_ends_the_last_lap() -> None:
    """TK-R24, TK-R01: nobody passes the foot of his lane, but who stands behind it, or on the 18, walks on."""
    once = "tk.lane_offset=-2 tk.extra_lap=false"
    leads_to(once, "red:104", "8")
    leads_to(once, "red:106", "8")
    leads_to(once, "red:104", "5", "red:g3")
    leads_to(once, "red:107", "8", "red:7")
    leads_to(once, "red:0", "8", "red:8")
    leads_to("tk.lane_offset=-2", "red:104", "8", "red:4")


def test_parts_of_a_seven_keep_to_the_last_lap() -> None:
    """TK-R24, TK-R08: each part for itself; 18 is the last field on which the pawn may stop before its lane."""
    once = "tk.extra_lap=false"
    leads_to(
        once,
        "red:106,20",
        "7",
        "red:106,27",
        "red:107,26",
        "red:0,25",
        "red:g1,24",
        "red:g2,23",
        "red:g3,22",
        "red:g4,21",
    )
    leads_to(once, "red:2", "4", "red:106")


@pytest.mark.parametrize(("colour", "door"), [("red", 7), ("yellow", 25), ("green", 43), ("white", 97)])
def test_the_one_way_out_is_the_own_seven(colour: str, door: int) -> None:
    """TK-R17 with `tk.centre_exit` next: the first 7 behind the own start field; a pawn there is taken."""
    switches = f"tk.centre_exit=next turn={colour}"
    guest = "red" if colour != "red" else "blue"
    leads_to(switches, f"{colour}:centre,{LANE}", "2", f"{colour}:{door},{LANE}")
    leads_to(switches, f"{colour}:centre,{LANE} {guest}:{door}", "2", f"{colour}:{door},{LANE}")


def test_the_one_way_out_belongs_to_the_pawn() -> None:
    """TK-R17, TK-R26: a helper brings a partner's pawn out to that partner's 7."""
    leads_to(
        "tk.centre_exit=next",
        f"red:{HOME} green:centre,{LANE}",
        "2",
        f"red:{HOME} green:43,{LANE}",
    )


def test_the_small_board_goes_round_after_72() -> None:
    """TK-R02, TK-R24: four sectors of 18 with the lane and the lap as on the large board."""
    table = Table("tock_6 sectors=4")
    for before, card, after in (
        ("red:70", "9", {"red:7"}),
        ("red:70", "6", {"red:4", "red:g4"}),
        ("red:2", "4", {"red:70"}),
    ):
        position = table.position(before)
        assert {play.result for play in legal_plays(rules_of(position), position, card)} == {
            table.seen(text, position) for text in after
        }


def test_a_helper_leaves_protected_partners_alone() -> None:
    """TK-R05, TK-R26: of two partners' pawns, one on its own 18 or in the centre changes with nobody."""
    team = f"red:{HOME} green:40 "
    leads_to("", team + "black:72", "J", f"red:{HOME} green:51 black:72", f"red:{HOME} green:40 black:83")
    leads_to("", team + "black:centre", "J", f"red:{HOME} green:51 black:centre")
    leads_to(
        "",
        team + "black:36",
        "J",
        f"red:{HOME} green:36 black:40",
        f"red:{HOME} green:51 black:36",
        f"red:{HOME} green:40 black:47",
    )
