"""Special fields, the citizen's jump, the jester's waste, magnet and copy in DOG Royal.

Starts lie on 0, 16, 32, 48; the special fields are 10, 26, 42, 58.  `+1` behind a board: one card may be drawn at once.
"""

import pytest
from rules_for_tests import rules_of
from written_tables import Table

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL
from companion.rules.legal import legal_plays
from companion.rules.schema import next_to_json

ROYAL = Table("dog_royal")
CARDS = ("1/11", "13", "2", "3", "+-4", "5", "6", "1-7", "8", "9", "10", "12", "swap", "magnet")


def leads_to(before: str, card: str, *after: str, table: Table = ROYAL) -> None:
    """The plays of the card lead to exactly these boards and draws, each of them once."""
    position = table.position(before)
    plays = legal_plays(rules_of(position), position, card)
    reached = [(play.result, next_to_json(SHIPPED.variant(position.variant), play)["draws"]) for play in plays]
    assert len(reached) == len(set(reached))
    assert set(reached) == {
        (table.seen(text.removesuffix(" +1"), position), int(text.endswith(" +1"))) for text in after
    }


def test_the_jump_is_a_choice() -> None:
    """ROY-R16, ROY-R20: the citizen stays or jumps; he may draw either way."""
    leads_to("red:citizen@7", "3", "red:citizen@10 +1", "red:citizen@26 +1")


@pytest.mark.parametrize("rank", ["king", "knight", "jester"])
def test_only_citizens_jump(rank: str) -> None:
    """ROY-R16: the others draw and stay."""
    leads_to(f"red:{rank}@7", "3", f"red:{rank}@10 +1")


def test_the_jump_goes_to_the_next_free_special_field() -> None:
    """ROY-R17: occupied ones are skipped, whoever stands there; none free, no jump."""
    for colour in ("yellow", "green"):
        others = f"{colour}:jester@26"
        leads_to(f"red:citizen@7 {others}", "3", f"red:citizen@10 {others} +1", f"red:citizen@42 {others} +1")
    leads_to(
        "red:citizen@7,king@26", "3", "red:citizen@10,king@26 +1", "red:citizen@42,king@26 +1", "red:citizen@7,king@29"
    )
    others = "yellow:jester@26,citizen@42 blue:king@58"
    leads_to(f"red:citizen@7 {others}", "3", f"red:citizen@10 {others} +1")


def test_nothing_stops_the_jump() -> None:
    """ROY-R16, ROY-R17: neither higher ranks nor a blocker on the way."""
    others = "yellow:king@16,knight@20"
    leads_to(f"red:citizen@7 {others}", "3", f"red:citizen@10 {others} +1", f"red:citizen@26 {others} +1")


def test_no_second_draw_and_no_chain() -> None:
    """ROY-R18: one card, one jump."""
    leads_to(
        "red:citizen@7",
        "1-7",
        *[f"red:citizen@{field}" for field in (8, 9, 11, 12, 13, 14)],
        "red:citizen@10 +1",
        "red:citizen@26 +1",
    )


def test_the_jump_over_the_own_start_field_stays_on_the_track() -> None:
    """ROY-R19: it is no walk, so neither lane nor the own blocker matter; afterwards the place alone counts."""
    leads_to("red:citizen@55", "3", "red:citizen@58 +1", "red:citizen@10 +1")
    leads_to(
        "red:citizen@55,jester@0",
        "3",
        "red:citizen@58,jester@0 +1",
        "red:citizen@10,jester@0 +1",
        "red:citizen@55,jester@3",
    )
    leads_to("red:citizen@10", "8", "red:citizen@18")
    leads_to("red:citizen@58", "8", "red:citizen@2", "red:citizen@g2")


@pytest.mark.parametrize("value", ["true", "false"])
def test_a_draw_never_splits_a_play(value: str) -> None:
    """ROY-R20, both values of `roy.draw_optional`: the board and the most that may be drawn are the same."""
    leads_to("red:jester@7", "3", "red:jester@10 +1", table=Table(f"dog_royal roy.draw_optional={value}"))


def test_number_cards_four_magnet_and_their_copies_draw() -> None:
    """ROY-R21: number cards, the 4 backward, the magnet and copies of these."""
    leads_to("red:jester@14", "+-4", "red:jester@10 +1", "red:jester@18")
    leads_to("red:citizen@14", "+-4", "red:citizen@10 +1", "red:citizen@26 +1", "red:citizen@18")
    near = "yellow:jester@11"
    leads_to(f"red:jester@5 {near}", "magnet", f"red:jester@10 {near} +1")
    leads_to(f"red:citizen@5 {near}", "magnet", f"red:citizen@10 {near} +1", f"red:citizen@26 {near} +1")
    leads_to("red:citizen@7 copied:3", "copy", "red:citizen@10 +1", "red:citizen@26 +1")
    leads_to(
        "red:citizen@5 yellow:jester@11 copied:magnet", "copy", f"red:citizen@10 {near} +1", f"red:citizen@26 {near} +1"
    )


def test_a_swap_draws_nothing() -> None:
    """ROY-R21: nor does its copy; nor a special field left or passed."""
    leads_to("red:citizen@5 yellow:jester@26", "swap", "red:citizen@26 yellow:jester@5")
    leads_to("red:citizen@5 yellow:jester@26 copied:swap", "copy", "red:citizen@26 yellow:jester@5")
    leads_to("red:citizen@10", "3", "red:citizen@13")
    leads_to("red:citizen@7", "5", "red:citizen@12")


def test_landing_there_takes_and_draws() -> None:
    """ROY-R21, ROY-R02: a pawn on the special field goes home; the jump is open then."""
    leads_to("red:citizen@7 yellow:jester@10", "3", "red:citizen@10 +1", "red:citizen@26 +1")


def test_a_helper_draws_for_the_pawn_he_moves() -> None:
    """ROY-R22: the partner's citizen jumps, the player of the card draws."""
    home = "red:king@g1,knight@g2,citizen@g3,jester@g4"
    leads_to(f"{home} green:citizen@39", "3", f"{home} green:citizen@42 +1", f"{home} green:citizen@58 +1")


def test_the_large_side_has_six_special_fields() -> None:
    """ROY-R17: one a sector; from the last one it goes on to the first."""
    large = Table("dog_royal players=6")
    leads_to("red:citizen@87", "3", "red:citizen@90 +1", "red:citizen@10 +1", table=large)
    leads_to("red:citizen@71", "3", "red:citizen@74 +1", "red:citizen@90 +1", table=large)


def test_nobody_who_lands_is_taken() -> None:
    """ROY-R23: no play sends a pawn of the mover home that it has moved, on any field it lands on."""
    position = ROYAL.position("red:king@5,knight@7,citizen@20,jester@40 yellow:king@10,jester@26 blue:citizen@42")
    for card in CARDS:
        for play in legal_plays(rules_of(position), position, card):
            moved = [step for step in play.steps if step.seat == 0 and step.origin != KENNEL]
            assert all(step.target in play.result.pawns[0] for step in moved[-1:])


def test_the_jester_wastes_up_to_two_on_the_way_in() -> None:
    """ROY-R26: 0, 1 or 2 points of the card that carries him from the track into the lane; never 3."""
    leads_to("red:jester@62", "5", "red:jester@3", "red:jester@g3", "red:jester@g2", "red:jester@g1")
    leads_to("red:jester@62", "8", "red:jester@6", "red:jester@g4")
    leads_to("red:jester@62", "9", "red:jester@7")
    leads_to("red:jester@63", "2", "red:jester@1", "red:jester@g1")
    leads_to(
        "red:jester@57",
        "1/11",
        *_started("jester@57"),
        "red:jester@58 +1",
        "red:jester@4",
        "red:jester@g4",
        "red:jester@g3",
        "red:jester@g2",
    )


def _started(others: str) -> list[str]:
    return [f"red:{rank}@0,{others}" for rank in ("king", "knight", "citizen")]


@pytest.mark.parametrize("rank", ["king", "knight", "citizen"])
def test_no_other_rank_wastes(rank: str) -> None:
    """ROY-R26, CORE-R10."""
    leads_to(f"red:{rank}@62", "5", f"red:{rank}@3", f"red:{rank}@g3")
    leads_to(f"red:{rank}@62", "2", f"red:{rank}@0")


def test_wasting_passes_nobody_in_the_lane() -> None:
    """ROY-R26, CORE-R13: the fields that are walked must be free, the wasted ones need not."""
    leads_to("red:jester@62,king@g1", "5", "red:jester@3,king@g1")
    leads_to("red:jester@62,king@g3", "5", "red:jester@3,king@g3", "red:jester@g2,king@g3", "red:jester@g1,king@g3")
    leads_to("red:jester@62,knight@0", "5", "red:jester@62,knight@5")


def test_a_partner_s_jester_wastes_too() -> None:
    """ROY-R26, CORE-R16: in the hands of a helper."""
    home = "red:king@g1,knight@g2,citizen@g3,jester@g4"
    leads_to(f"{home} green:jester@30", "5", *[f"{home} green:jester@{place}" for place in ("35", "g3", "g2", "g1")])


def test_no_waste_inside_the_lane() -> None:
    """ROY-R27: only on entering; `roy.jester_inside` allows it."""
    inside = Table("dog_royal roy.jester_inside=true")
    leads_to("red:jester@g1", "5")
    leads_to("red:jester@g1", "2", "red:jester@g3")
    leads_to("red:jester@g1", "5", "red:jester@g4", table=inside)
    leads_to("red:jester@g1", "3", "red:jester@g4", "red:jester@g3", "red:jester@g2", table=inside)
    leads_to("red:king@g1", "5", table=inside)


def test_no_waste_on_the_track() -> None:
    """ROY-R28: nor to end on the own start field, nor with a 4 backward."""
    leads_to("red:jester@20", "5", "red:jester@25")
    leads_to("red:jester@63", "3", "red:jester@2", "red:jester@g2", "red:jester@g1")
    leads_to("red:jester@20", "+-4", "red:jester@24", "red:jester@16")


def test_waste_changes_nothing_with_a_1_7() -> None:
    """ROY-R29: the jester gets where any pawn gets, each place once."""
    for rank in ("jester", "citizen"):
        places = ("63", "0", "g1", "g2", "g3", "g4", "1", "2", "3", "4", "5")
        leads_to(f"red:{rank}@62", "1-7", *[f"red:{rank}@{place}" for place in places])


def test_a_magnet_moves_at_least_one_field() -> None:
    """ROY-R33: not for a pawn right behind the next figure; `roy.magnet_zero` lets the card be played for nothing."""
    before = "red:jester@5 yellow:jester@6 green:jester@20"
    leads_to(before, "magnet")
    leads_to(before, "magnet", before, table=Table("dog_royal roy.magnet_zero=true"))
    leads_to("red:jester@4 yellow:jester@6", "magnet", "red:jester@5 yellow:jester@6")


def test_a_magnet_needs_another_figure_on_the_track() -> None:
    """ROY-R34: lanes do not count, own pawns do."""
    leads_to("red:jester@5", "magnet")
    leads_to("red:jester@5,king@g1 yellow:jester@g2", "magnet")
    leads_to("red:jester@5,king@8", "magnet", "red:jester@7,king@8", "red:jester@5,king@4")


def test_a_magnet_never_overtakes() -> None:
    """ROY-R35: so rank does not matter."""
    leads_to("red:jester@5 yellow:king@20 blue:jester@40", "magnet", "red:jester@19 yellow:king@20 blue:jester@40")
    leads_to("red:jester@61 yellow:king@4", "magnet", "red:jester@3 yellow:king@4")
    leads_to("red:jester@g1 yellow:king@4", "magnet")


def test_the_1_7_is_walked_in_full() -> None:
    """ROY-R37: each value from 1 to 7 and no other."""
    leads_to("red:jester@17", "1-7", *[f"red:jester@{field}" for field in range(18, 25)])
    leads_to("red:jester@g3", "1-7", "red:jester@g4")


def test_a_copy_asks_for_the_last_card_alone() -> None:
    """ROY-R25, BD-R51: its player does not matter; without a card to copy nothing is played."""
    for copied in ("8", "12"):
        leads_to(f"red:jester@1 copied:{copied}", "copy", f"red:jester@{1 + int(copied)}")
    leads_to("red:jester@1", "copy")
    leads_to("red:jester@1 copied:1-7", "copy", *[f"red:jester@{field}" for field in range(2, 9)])


def test_a_swap_needs_a_target() -> None:
    """BD-R45, BD-R46: with only protected foreign pawns it cannot be played, unlike in classic DOG."""
    leads_to("red:jester@5 yellow:jester@16,king@g1", "swap")
    leads_to("red:jester@0 yellow:jester@20", "swap")
    leads_to("red:jester@5,king@20", "swap")
    leads_to("red:jester@5 green:king@20", "swap", "red:jester@20 green:king@5")
