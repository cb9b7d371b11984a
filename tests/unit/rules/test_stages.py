"""Stages: the boards that are right between the parts of a play."""

from board_text import HOME, at, board, boards, moves
from rules_for_tests import rules_of, with_rules

from companion.model.position import Position
from companion.rules.legal import stages


def boards_by_missing_part(position: Position, card: str) -> dict[str, set[str]]:
    """Returns the boards of the unfinished plays by their missing part."""
    found: dict[str, set[str]] = {}
    for stage in stages(rules_of(position), position, card):
        found.setdefault(stage.missing, set()).add(board(position.with_placement(stage.placement)))
    return found


def test_a_number_card_has_no_parts() -> None:
    """A walk cut short is no stage."""
    assert stages(*with_rules(at("5", dog=20)), "8") == ()
    assert stages(*with_rules(at("5", "20", dog=60)), "swap") == ()


def test_the_wheel_is_still_to_be_turned() -> None:
    """BD-R08: the pawn stands on the paw, the disc has not moved."""
    assert boards_by_missing_part(at("10", dog=1), "2") == {"turn_the_wheel": {"0:12 dog=1 wheel=0"}}


def test_the_dog_is_still_to_be_moved() -> None:
    """BD-R28: the pawn has walked, its capture is in the kennel, dog and wheel stand."""
    assert boards_by_missing_part(at("33", "38", dog=50), "black5") == {"move_the_dog": {"0:38 dog=50 wheel=0"}}
    assert boards_by_missing_part(at("3", dog=50), "black5") == {
        "move_the_dog": {"0:8 dog=50 wheel=0"},
        "turn_the_wheel": {"0:8 dog=55 wheel=0"},
    }


def test_no_dog_stage_without_a_legal_pawn() -> None:
    """BD-R30."""
    assert stages(*with_rules(at("15", "16", dog=20)), "black6") == ()


def test_a_single_pawn_s_way_has_a_stage_a_point() -> None:
    """Partner 4: one, two or three fields of the four, when nobody else can take the rest."""
    assert boards_by_missing_part(at("18", dog=60), "partner4") == {
        "spend_points": {"0:19 dog=60 wheel=0", "0:20 dog=60 wheel=0", "0:21 dog=60 wheel=0"}
    }


def test_a_capture_on_the_way_needs_somebody_else_to_finish() -> None:
    """BD-R58: a pawn that lands has ended its portion; alone it cannot go on from a capture."""
    assert boards_by_missing_part(at("18", "19", dog=60), "partner4") == {
        "spend_points": {"0:20 1:19 dog=60 wheel=0", "0:21 1:19 dog=60 wheel=0"}
    }
    helped = boards_by_missing_part(at("18", "19", "34", dog=60), "partner4")["spend_points"]
    assert "0:19 2:34 dog=60 wheel=0" in helped


def test_a_dead_end_is_no_stage() -> None:
    """CORE-R10, CORE-R15: red has captured the only pawn that could have taken the rest."""
    spent = boards_by_missing_part(at("18", green="20", dog=60), "partner4")["spend_points"]
    assert "0:20 dog=60 wheel=0" not in spent
    assert {"0:19 2:20 dog=60 wheel=0", "0:18 2:21 dog=60 wheel=0"} <= spent


def test_the_remaining_points_must_fit_the_lanes() -> None:
    """CORE-R13: the remaining points must fit the lanes."""
    position = at("g1", green="g2", dog=60)
    assert moves(position, "partner4") == {"0:g1>g3 2:g2>g4", "2:g2>g3 0:g1>g4"}
    assert boards_by_missing_part(position, "partner4")["spend_points"] == {
        f"0:{red} 2:{green} dog=60 wheel=0"
        for red, green in [
            ("g2", "g2"),
            ("g3", "g2"),
            ("g4", "g2"),
            ("g1", "g3"),
            ("g1", "g4"),
            ("g2", "g3"),
            ("g3", "g3"),
            ("g2", "g4"),
        ]
    }


def test_on_the_own_start_field_on_the_way_home() -> None:
    """CORE-R02: red walks 62, 63, 0, goal: the stop on the start field is a step of one portion, not a new one."""
    spent = boards_by_missing_part(at("63 g4", dog=50), "partner4")["spend_points"]
    assert {"0:g4,0 dog=50 wheel=0", "0:g4,g1 dog=50 wheel=0", "0:g4,g2 dog=50 wheel=0"} <= spent


def test_the_turn_of_the_wheel_is_a_missing_part() -> None:
    """BD-R09."""
    found = boards_by_missing_part(at("20", dog=1), "partner4")
    assert found["turn_the_wheel"] == {"0:24 dog=1 wheel=0"}


def test_a_won_position_has_no_stages() -> None:
    """CORE-R19."""
    assert stages(*with_rules(at(HOME, "20", HOME, dog=50)), "partner4") == ()


def test_stages_of_a_copy_are_those_of_its_card() -> None:
    """BD-R55."""
    position = at("33", dog=20, copied="black1-7")
    assert boards_by_missing_part(position, "copy") == boards_by_missing_part(position, "black1-7")


def test_no_stage_onto_the_dog_unless_forced() -> None:
    """BD-R20 with bd.dog_suicide: stages lead to the plays that are legal."""
    position = at("33 g1", dog=34, options="bd.dog_suicide=only-forced")
    assert not any("0:g1 " in text for text in boards_by_missing_part(position, "black1-7")["move_the_dog"])
    assert boards(position, "black1-7")


def test_the_lane_is_no_way_along_the_track() -> None:
    """CORE-R13: red could get to goal-1 or goal-2, but never use four points up there."""
    assert boards_by_missing_part(at("63 g3 g4", dog=50), "partner4")["spend_points"] == {
        "0:g4,g3,0 dog=50 wheel=0",
        "0:g4,g3,1 dog=50 wheel=0",
        "0:g4,g3,2 dog=50 wheel=0",
    }
