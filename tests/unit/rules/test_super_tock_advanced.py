"""The advanced cards of Super Tock: the 4 goes back, the 10 changes places, the jack stops the left neighbour."""

import pytest
from rules_for_tests import rules_of, with_rules
from written_tables import Table

from companion.catalogue.shipped import SHIPPED
from companion.model.play import StepKind
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from companion.rules.schema import next_to_json

ADVANCED = Table("super_tock_advanced")
SWAP_ONLY = Table("super_tock_advanced st.ten_keeps_value=false")
BLOCKING = Table("super_tock_advanced st.start_block=true")
WALKING = Table("super_tock_advanced st.jack_moves_too=true")
HOME = "red:g1,g2,g3,g4"


def leads_to(before: str, card: str, *after: str, table: Table = ADVANCED) -> None:
    """The plays of the card lead to exactly these boards, each of them once."""
    position = table.position(before)
    reached = [play.result for play in legal_plays(rules_of(position), position, card)]
    assert len(reached) == len(set(reached))
    assert set(reached) == {table.seen(text, position) for text in after}


def test_the_ten_has_three_uses() -> None:
    """ST-R09: change places, go to Heaven or out of it, or walk ten; `st.ten_keeps_value` off: not the last."""
    leads_to("red:8 yellow:40", "10", "red:40 yellow:8", "red:centre yellow:40", "red:18 yellow:40")
    leads_to("red:8 yellow:40", "10", "red:40 yellow:8", "red:centre yellow:40", table=SWAP_ONLY)
    leads_to("red:20", "10", "red:30")
    leads_to("red:20", "10", table=SWAP_ONLY)
    leads_to("red:centre", "10", *[f"red:{door}" for door in (8, 26, 44, 62)], table=SWAP_ONLY)


def test_the_basic_ten_changes_nobody() -> None:
    """ST-R09: only the advanced rules know it."""
    leads_to("red:20 yellow:40", "10", "red:30 yellow:40", table=Table("super_tock"))


def test_the_ten_changes_with_any_opponent() -> None:
    """ST-R10: of choice, on any field of the track."""
    leads_to(
        "red:20 yellow:40 blue:50,60",
        "10",
        "red:40 yellow:20 blue:50,60",
        "red:50 yellow:40 blue:20,60",
        "red:60 yellow:40 blue:20,50",
        table=SWAP_ONLY,
    )


@pytest.mark.parametrize("other", ["green:40", "yellow:centre", "yellow:g1", "blue:kennel", "red:40"])
def test_whom_the_ten_does_not_change(other: str) -> None:
    """ST-R10: neither the partner nor the own; nobody in Heaven, Home or the kennel."""
    before = "red:20,40" if other == "red:40" else f"red:20 {other}"
    leads_to(before, "10", table=SWAP_ONLY)


def test_who_does_not_change_himself() -> None:
    """ST-R10: neither out of Heaven nor out of Home."""
    leads_to("red:g2 yellow:40", "10", table=SWAP_ONLY)
    leads_to("red:centre yellow:40", "10", *[f"red:{door} yellow:40" for door in (8, 26, 44, 62)], table=SWAP_ONLY)


def test_start_fields_and_the_ten() -> None:
    """ST-R10, ST-R01: a pawn on its 18 may be changed, unless `st.start_block` protects it; guests always."""
    leads_to("red:20 yellow:18", "10", "red:18 yellow:20", table=SWAP_ONLY)
    leads_to("red:0 yellow:40", "10", "red:40 yellow:0", table=SWAP_ONLY)
    leads_to("red:20 yellow:18", "10", "red:30 yellow:18", table=BLOCKING)
    leads_to("red:0 yellow:40", "10", "red:10 yellow:40", table=BLOCKING)
    leads_to("red:20 yellow:54", "10", "red:54 yellow:20", "red:30 yellow:54", table=BLOCKING)


def test_a_helper_s_ten_swaps_a_partner_s_with_an_opponent_s_pawn() -> None:
    """ST-R10, ST-R16: a partner's pawn with an opponent's."""
    leads_to(f"{HOME} green:40 yellow:50", "10", f"{HOME} green:50 yellow:40", f"{HOME} green:50")


def test_alone_everybody_is_an_opponent() -> None:
    """ST-R10: at a table without teams the player opposite too."""
    table = Table("super_tock_advanced st.ten_keeps_value=false")
    table.data["teams"] = [0, 1, 2, 3]
    leads_to("red:20 green:40", "10", "red:40 green:20", table=table)


def test_the_jack_is_an_effect_only() -> None:
    """ST-R11: nothing moves on the board, so there is one play, whatever stands there; never eleven fields."""
    for before in ("red:20", "red:20,40 yellow:31", "yellow:18", "red:g1"):
        leads_to(before, "J", before)


def test_the_jack_walks_by_house_rule() -> None:
    """ST-R11 with `st.jack_moves_too`: eleven fields and the effect."""
    leads_to("red:20", "J", "red:31", table=WALKING)
    (play,) = legal_plays(*with_rules(WALKING.position("red:20")), "J")
    assert [step.kind for step in play.steps] == [StepKind.ADVANCE, StepKind.SKIP]


@pytest.mark.parametrize(
    ("turn", "stopped", "follows"), [("red", 1, 2), ("yellow", 2, 3), ("green", 3, 0), ("blue", 0, 1)]
)
def test_the_left_neighbour_loses_his_turn(turn: str, stopped: int, follows: int) -> None:
    """ST-R11, ST-R12: the step names him, who then picks the card himself; the seat after him is to move."""
    position = Table(f"super_tock_advanced turn={turn}").position("red:20")
    (play,) = legal_plays(rules_of(position), position, "J")
    assert [(step.kind, step.other_seat) for step in play.steps] == [(StepKind.SKIP, stopped)]
    assert after_play(rules_of(position), position, play).turn == follows
    assert after_play(rules_of(position), position, play).placement == position.placement


def test_the_neighbour_may_be_the_partner() -> None:
    """ST-R13: with two players he is the only other; in teams that sit side by side he is a partner: allowed."""
    two = Table("super_tock_advanced players=2")
    position = two.position("red:20")
    (play,) = legal_plays(rules_of(position), position, "J")
    assert after_play(rules_of(position), position, play).turn == 0
    assert play.steps[0].other_seat == 1


def test_a_helper_s_jack_hits_his_own_left_neighbour() -> None:
    """ST-R11, ST-R16: still his own left neighbour."""
    position = ADVANCED.position(f"{HOME} green:40")
    (play,) = legal_plays(rules_of(position), position, "J")
    assert play.steps[0].other_seat == 1
    assert next_to_json(SHIPPED.variant("super_tock_advanced"), play)["pawns"][2].count(40) == 1


def test_a_four_back_is_no_way_home() -> None:
    """ST-R14: from behind the start it stays on the track; in Home it does not move."""
    leads_to("red:2", "4", "red:70")
    leads_to("red:0", "4", "red:68")
    leads_to("red:g4", "4")
    leads_to("red:70", "4", "red:66")


def test_a_four_never_goes_forward() -> None:
    """ST-R22: always back; in the basic game always forward.  It captures at its end, blockers or not (ST-R01)."""
    leads_to("red:20", "4", "red:16")
    leads_to("red:20", "4", "red:24", table=Table("super_tock"))
    leads_to("red:20 yellow:18,16", "4", "red:16 yellow:18")
    leads_to("red:22 yellow:18", "4", "red:18")
    leads_to("red:20 yellow:18", "4", table=BLOCKING)


def test_after_a_four_home_is_near() -> None:
    """ST-R14, CORE-R03: four back from the start, five forward into Home."""
    leads_to("red:68", "5", "red:1", "red:g1")


def test_other_cards_stay_basic() -> None:
    """ST-R09, ST-R11, ST-R22: the advanced rules change three cards."""
    for card in ("2", "3", "5", "6", "7", "8", "9", "Q"):
        walk = 12 if card == "Q" else int(card)
        leads_to("red:20 yellow:60", card, f"red:{20 + walk} yellow:60")
    leads_to("red:20 yellow:60", "A", "red:0,20 yellow:60", "red:21 yellow:60")
    leads_to("red:20 yellow:60", "K", "red:0,20 yellow:60", "red:33 yellow:60")
