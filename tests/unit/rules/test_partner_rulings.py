"""Partner 4: four points shared out."""

from board_text import HOME, at, boards, moves
from rules_for_tests import with_rules

from companion.rules.legal import legal_plays


def test_a_pawn_may_take_two_portions() -> None:
    """BD-R58: red 1, green 2, red 1: each portion lands, so red captures on 19 and is clear of it again."""
    position = at("18 g4", "19", "34", dog=60)
    assert "0:g4,20 2:36 dog=60 wheel=0" in boards(position, "partner4")


def test_portions_in_a_row_are_one() -> None:
    """BD-R58: one pawn alone walks through; it lands once, after four fields."""
    assert moves(at("18", "19 20 21", dog=60), "partner4") == {"0:18>22"}


def test_the_end_of_every_portion_captures() -> None:
    """BD-R59: and the fields between do not."""
    reached = boards(at("18", "19", "34", dog=60), "partner4")
    assert "0:19 2:37 dog=60 wheel=0" in reached
    assert "0:20 1:19 2:36 dog=60 wheel=0" in reached


def test_everything_on_the_partner_is_allowed() -> None:
    """BD-R60: though the own pawn could move."""
    assert "0:18 2:38 dog=60 wheel=0" in boards(at("18", green="34", dog=60), "partner4")


def test_the_partner_must_be_moved_when_the_own_cannot() -> None:
    """BD-R61: the card is playable, so it counts among the plays that a player must not refuse."""
    assert moves(at(green="34", dog=60), "partner4") == {"2:34>38"}


def test_opponents_join_in_when_a_team_mate_is_done() -> None:
    """BD-R62: the player himself or his partner; any split, all four on an opponent; the dog never."""
    helper = boards(at(HOME, "20", "34", dog=62), "partner4")
    assert {"0:g4,g3,g2,g1 1:22 2:36 dog=62 wheel=0", "0:g4,g3,g2,g1 1:23 2:35 dog=62 wheel=0"} <= helper
    partner_done = boards(at("5", "17", HOME, dog=62), "partner4")
    assert {"0:5 1:21 2:g4,g3,g2,g1 dog=62 wheel=0", "0:9 1:17 2:g4,g3,g2,g1 dog=62 wheel=0"} <= partner_done
    assert all("dog=62" in board or "wheel=0" not in board for board in helper | partner_done)


def test_no_opponents_before_a_team_mate_is_done() -> None:
    """BD-R62: an opponent's being done does not count."""
    assert moves(at("18", "20", blue=HOME, dog=60), "partner4") == {"0:18>22"}


def test_an_opponent_s_blocker_may_be_moved() -> None:
    """BD-R63: it is protected from capture, swap and overtaking only."""
    assert "1:16>20" in moves(at(HOME, "16", "34", dog=62), "partner4")


def test_opponents_may_be_driven_home_or_past() -> None:
    """BD-R64: the mover chooses lane or track, and moves their lane pawns."""
    position = at(HOME, "14", "34", "g1", dog=62)
    reached = {board.partition(" ")[2] for board in boards(position, "partner4")}
    assert {"1:g2 2:34 3:g1 dog=62 wheel=0", "1:18 2:34 3:g1 dog=62 wheel=0"} <= reached
    assert "1:14 2:35 3:g4 dog=62 wheel=0" in reached


def test_an_opponent_s_pawn_captures_as_usual() -> None:
    """BD-R65: also the mover's own team."""
    assert "1:30>34x2@34" in moves(at(HOME, "30", "34", dog=62), "partner4")


def test_points_left_after_the_own_last_pawn() -> None:
    """BD-R66: they go to the partner's pawns or, from then on, to opponents'."""
    reached = boards(at("63 g2 g3 g4", "19", "34", dog=50), "partner4")
    assert "0:g4,g3,g2,g1 1:19 2:36 dog=50 wheel=0" in reached
    assert "0:g4,g3,g2,g1 1:21 2:34 dog=50 wheel=0" in reached
    assert "0:g4,g3,g2,63 1:23 2:34 dog=50 wheel=0" not in reached


def test_the_partner_s_last_pawn_home_does_not_win_alone() -> None:
    """BD-R67: he is done, and with the points left opponents may be moved."""
    position = at("5", "20", "31 g2 g3 g4", dog=50)
    home = {board for board in boards(position, "partner4") if "2:g4,g3,g2,g1" in board}
    assert home == {
        "0:7 1:20 2:g4,g3,g2,g1 dog=50 wheel=0",
        "0:6 1:21 2:g4,g3,g2,g1 dog=50 wheel=0",
        "0:5 1:22 2:g4,g3,g2,g1 dog=50 wheel=0",
    }


def test_the_last_pawn_of_the_team_with_two_points_over() -> None:
    """BD-R68: legal when the rest goes to opponents."""
    assert moves(at(HOME, green="31 g2 g3 g4", dog=50), "partner4") == {"2:31>35"}
    assert "0:g4,g3,g2,g1 1:22 2:g4,g3,g2,g1 dog=50 wheel=0" in boards(
        at(HOME, "20", "31 g2 g3 g4", dog=50), "partner4"
    )


def test_partner_4_goes_forward_only() -> None:
    """BD-R69: every step by as many fields as it takes points."""
    for play in legal_plays(*with_rules(at("18", green="40", dog=60)), "partner4"):
        walked = [step for step in play.steps if step.kind == "advance"]
        assert sum(step.value for step in walked) == 4
        assert all(step.target == step.origin + step.value for step in walked)


def test_partner_4_starts_nobody() -> None:
    """BD-R70: points are for walking."""
    assert moves(at(dog=60), "partner4") == set()


def test_the_card_overrides_the_basic_rule() -> None:
    """BD-R71: the partner's pawn moves though the own ones are not home (CORE-R27)."""
    assert moves(at("1", green="33", dog=60), "partner4") >= {"2:33>37"}


def test_a_portion_from_the_start_field_stays_on_the_track() -> None:
    """BD-R58, CORE-R02: red 2 ends on its start field; its next portion of the same card may not go home."""
    reached = boards(at("62", green="33", dog=50), "partner4")
    assert "0:1 2:34 dog=50 wheel=0" in reached
    assert "0:g1 2:34 dog=50 wheel=0" in reached
    blocked_after_landing = boards(at("62 g4", green="33", dog=50), "partner4")
    assert "0:g4,0 2:35 dog=50 wheel=0" in blocked_after_landing


def test_the_last_four_points_of_a_side_may_bite() -> None:
    """BD-R20, BD-R59: a portion that ends on the dog sends the pawn home and the rest goes on."""
    assert "2:37 dog=19 wheel=0" in boards(at("18", green="34", dog=19), "partner4")
