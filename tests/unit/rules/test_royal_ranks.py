"""Passing and taking by rank in DOG Royal, the king's cards and the knight's way over blockers.

Starts lie on 0, 16, 32, 48; the special fields 10, 26, 42, 58 are kept clear here.
"""

import pytest
from rules_for_tests import rules_of
from written_tables import Table

from companion.rules.legal import legal_plays

RANKS = ("king", "knight", "citizen", "jester")
ROYAL = Table("dog_royal")


def leads_to(before: str, card: str, *after: str, table: Table = ROYAL) -> None:
    """The plays of the card lead to exactly these boards, each of them once."""
    position = table.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {table.seen(text, position) for text in after}


@pytest.mark.parametrize("passed", RANKS)
@pytest.mark.parametrize("mover", RANKS)
def test_only_equal_or_lower_ranks_are_passed(mover: str, passed: str) -> None:
    """ROY-R01: king before knight before citizen before jester; an opponent's pawn and the partner's alike."""
    allowed = RANKS.index(mover) <= RANKS.index(passed)
    for seat in ("yellow", "green"):
        after = [f"red:{mover}@6 {seat}:{passed}@5"] if allowed else []
        leads_to(f"red:{mover}@3 {seat}:{passed}@5", "3", *after)


def test_own_pawns_are_not_passed_either() -> None:
    """ROY-R01: the own knight stands in the own jester's way, not the other way round."""
    leads_to("red:knight@5,jester@3", "3", "red:knight@8,jester@3")
    leads_to("red:knight@3,jester@5", "3", "red:knight@6,jester@5", "red:knight@3,jester@8")


def test_every_pawn_on_the_way_counts() -> None:
    """ROY-R01: one of higher rank among several is enough; one on the field before the first counts for nothing."""
    leads_to("red:citizen@19 yellow:jester@20,king@22", "5")
    leads_to("red:citizen@19 yellow:jester@20,king@18", "5", "red:citizen@24 yellow:jester@20,king@18")


def test_rank_counts_on_the_way_home() -> None:
    """ROY-R01: also between the pawn and its own lane."""
    leads_to("red:citizen@61 yellow:knight@63", "5")
    leads_to(
        "red:citizen@61 yellow:jester@63", "5", "red:citizen@2 yellow:jester@63", "red:citizen@g2 yellow:jester@63"
    )


@pytest.mark.parametrize("taken", RANKS)
@pytest.mark.parametrize("mover", RANKS)
def test_any_rank_takes_any_but_the_king(mover: str, taken: str) -> None:
    """ROY-R02, ROY-R09: rank does not matter on landing; a king is taken by a king alone."""
    allowed = taken != "king" or mover == "king"
    leads_to(f"red:{mover}@3 yellow:{taken}@6", "3", *[f"red:{mover}@6"] * allowed)


def test_own_and_partner_s_pawns_are_taken_too() -> None:
    """ROY-R02, CORE-R12: as everywhere, and never the king by another rank of the same side (ROY-R11)."""
    leads_to("red:jester@3,knight@6", "3", "red:jester@6", "red:jester@3,knight@9")
    leads_to("red:jester@3 green:knight@6", "3", "red:jester@6")
    leads_to("red:king@6,knight@3", "3", "red:king@9,knight@3")
    leads_to("red:knight@3 green:king@6", "3")
    leads_to("red:king@3 green:king@6", "3", "red:king@6")


def test_onto_a_king_is_no_suicide() -> None:
    """ROY-R09: the play does not exist; another pawn must do it."""
    leads_to("red:knight@3,jester@20 yellow:king@6", "3", "red:knight@3,jester@23 yellow:king@6")
    leads_to("red:knight@3 yellow:king@13", "10")


def test_green_cards_suspend_rank() -> None:
    """ROY-R03: the 10, and the 4 in both directions; a 9 does not."""
    leads_to("red:jester@3 yellow:king@5", "10", "red:jester@13 yellow:king@5")
    leads_to("red:jester@4 yellow:king@5", "9")
    leads_to(
        "red:jester@23 yellow:king@25 blue:knight@21",
        "+-4",
        "red:jester@27 yellow:king@25 blue:knight@21",
        "red:jester@19 yellow:king@25 blue:knight@21",
    )


def test_green_cards_do_not_lift_blockers_or_lanes() -> None:
    """ROY-R03, ROY-R15, CORE-R13: on its start field a pawn stops all but knights, in the lane every one."""
    leads_to("red:jester@12 yellow:citizen@16", "10")
    leads_to("red:king@15 yellow:jester@16", "+-4", "red:king@11 yellow:jester@16")
    leads_to("red:citizen@18 yellow:jester@16", "+-4", "red:citizen@22 yellow:jester@16")
    leads_to("red:king@g1,jester@63", "+-4", "red:king@g1,jester@3", "red:king@g1,jester@59")


def test_a_copied_green_card_is_green() -> None:
    """ROY-R04: and a copied blue one is not."""
    leads_to("red:jester@3 yellow:king@5 copied:10", "copy", "red:jester@13 yellow:king@5")
    leads_to("red:jester@3 yellow:king@5 copied:9", "copy")
    leads_to(
        "red:jester@8 yellow:king@6 copied:+-4", "copy", "red:jester@12 yellow:king@6", "red:jester@4 yellow:king@6"
    )


@pytest.mark.parametrize(
    ("card", "fields"),
    [("2", [22]), ("3", [23]), ("+-4", [16, 24]), ("5", [25]), ("6", [26]), ("1-7", [21, 22, 23, 24, 25, 26, 27])]
    + [(card, []) for card in ("8", "9", "10", "12")],
)
def test_the_king_walks_up_to_seven(card: str, fields: list[int]) -> None:
    """ROY-R05: no card above 7 moves him; others of his colour may walk it."""
    leads_to("red:king@20 yellow:jester@40", card, *[f"red:king@{field} yellow:jester@40" for field in fields])
    if not fields:
        target = 28 + int(card)
        leads_to("red:king@20,jester@28", card, f"red:king@20,jester@{target}")


def test_the_king_swaps_and_follows_the_magnet_but_walks_no_13() -> None:
    """ROY-R05, ROY-R12: magnet and swap, he and against him; a start card brings him in; 13 fields he never walks."""
    leads_to("red:king@20 yellow:jester@40", "magnet", "red:king@39 yellow:jester@40")
    leads_to("red:king@20 yellow:jester@40", "swap", "red:king@40 yellow:jester@20")
    leads_to("red:jester@20 yellow:king@40", "swap", "red:jester@40 yellow:king@20")
    leads_to("red:jester@20 yellow:king@16", "swap")
    out = "knight@g2,citizen@g3,jester@g4"
    leads_to(f"red:{out}", "13", f"red:king@0,{out}")
    leads_to(f"red:king@20,{out}", "13")
    leads_to("red:king@20,knight@0,citizen@g3,jester@g4", "13", "red:king@20,knight@13,citizen@g3,jester@g4")


@pytest.mark.parametrize("table", [ROYAL, Table("dog_royal roy.king_one=false")])
def test_a_house_rule_limits_the_king_s_one(table: Table) -> None:
    """ROY-R06: 1 lies within 1 to 7, 11 does not; `roy.king_one` off: only out of the kennel.  A 1-7 is none."""
    lane = "knight@g2,citizen@g3,jester@g4"
    one = [f"red:king@21,{lane}"] if table is ROYAL else []
    leads_to(f"red:king@20,{lane}", "1/11", *one, table=table)
    leads_to(f"red:king@20,{lane} copied:1/11", "copy", *one, table=table)
    leads_to(f"red:{lane}", "1/11", f"red:king@0,{lane}", table=table)
    leads_to(f"red:king@20,{lane}", "1-7", *[f"red:king@{20 + value},{lane}" for value in range(1, 8)], table=table)


def test_the_magnet_pulls_a_king_any_distance() -> None:
    """ROY-R07: the limit is one of numbers."""
    leads_to("red:king@5 yellow:jester@40", "magnet", "red:king@39 yellow:jester@40")


def test_a_king_copies_what_suits_him() -> None:
    """ROY-R08: a 3, not an 8."""
    leads_to("red:king@20 copied:3", "copy", "red:king@23")
    leads_to("red:king@20 copied:8", "copy")
    leads_to("red:king@20 yellow:jester@30 copied:swap", "copy", "red:king@30 yellow:jester@20")


def test_a_foreign_king_on_the_start_field_is_taken() -> None:
    """ROY-R10: by any pawn of that colour, out of the kennel, come round, or by the 4 backward."""
    lane = "knight@g2,citizen@g3"
    leads_to(f"red:king@g4,{lane} yellow:king@0", "13", f"red:king@g4,{lane},jester@0")
    leads_to("red:jester@61 yellow:king@0", "3", "red:jester@0")
    leads_to("red:jester@4 yellow:king@0", "+-4", "red:jester@0", "red:jester@8 yellow:king@0")
    leads_to("red:jester@61 green:king@0", "3", "red:jester@0")


def test_on_any_other_start_field_a_king_is_a_king() -> None:
    """ROY-R10, ROY-R09: only the owner of the field takes him there."""
    leads_to("green:jester@61 yellow:king@0", "3", table=Table("dog_royal turn=green"))
    leads_to("red:jester@13 blue:king@16", "3")
    leads_to("red:king@13 blue:king@16", "3", "red:king@16")


def test_a_helper_takes_a_king_on_his_partner_s_start_field() -> None:
    """ROY-R10, CORE-R16: any pawn of that colour, whoever moves it."""
    home = "red:king@g1,knight@g2,citizen@g3,jester@g4"
    leads_to(f"{home} green:jester@29 yellow:king@32", "3", f"{home} green:jester@32")


def test_the_own_king_is_never_taken_by_his_side() -> None:
    """ROY-R11: a start card with the own king on the start field is stopped by the blocker (CORE-R09) as well."""
    leads_to("red:king@0,knight@g2,citizen@g3", "13")
    leads_to("red:king@23,jester@20", "3", "red:king@26,jester@20")


def test_a_knight_passes_blockers() -> None:
    """ROY-R13: he passes an occupied start field, forward and backward, but does not set foot there; others never."""
    leads_to("red:knight@14 yellow:citizen@16", "5", "red:knight@19 yellow:citizen@16")
    leads_to(
        "red:knight@18 yellow:jester@16", "+-4", "red:knight@22 yellow:jester@16", "red:knight@14 yellow:jester@16"
    )
    leads_to("red:knight@14 yellow:citizen@16", "2")
    for rank in ("king", "citizen", "jester"):
        leads_to(f"red:{rank}@14 yellow:jester@16", "5")


def test_a_knight_respects_a_king_on_his_start_field() -> None:
    """ROY-R13: rank still counts there; a green card lifts it."""
    leads_to("red:knight@14 yellow:king@16", "5")
    leads_to("red:knight@14 yellow:king@16", "10", "red:knight@24 yellow:king@16")
    leads_to("red:knight@14 yellow:knight@16", "5", "red:knight@19 yellow:knight@16")


def test_a_knight_goes_home_over_his_own_side_s_blocker() -> None:
    """ROY-R13: nobody else may; the own king on the start field needs green."""
    leads_to(
        "red:knight@62,jester@0",
        "5",
        "red:knight@g3,jester@0",
        "red:knight@3,jester@0",
        "red:knight@62,jester@5",
    )
    leads_to("red:citizen@62,jester@0", "5", "red:citizen@62,jester@5")
    leads_to("red:king@0,knight@62", "5", "red:king@5,knight@62")
    leads_to(
        "red:king@0,knight@61",
        "+-4",
        "red:king@0,knight@g1",
        "red:king@0,knight@1",
        "red:king@0,knight@57",
        "red:king@4,knight@61",
        "red:king@60,knight@61",
    )


def test_a_magnet_stops_a_knight_behind_the_blocker() -> None:
    """ROY-R14: his jump does not apply to it, yet he is moved by it like any pawn."""
    leads_to(
        "red:knight@5 yellow:jester@16 green:jester@25",
        "magnet",
        "red:knight@15 yellow:jester@16 green:jester@25",
    )
    leads_to("red:knight@15 yellow:jester@16 green:jester@25", "magnet")
