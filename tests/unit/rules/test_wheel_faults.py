"""The disc of Black DOG was turned where the play allows no turn: the ruling, and what is wrong with the turn."""

import pytest
from board_text import at
from rules_for_tests import rules_of

from companion.model.notation import read_play
from companion.model.play import Play
from companion.rules.faults.fault import Aftermath
from companion.rules.moves.turn import turn_of

POSITION = at("5", dog=50)
RULES = rules_of(POSITION)


def fault_of(text: str, turned: int, *, unfinished: bool = False, left: bool = False) -> tuple[str, str] | None:
    """The fault of so many quarter turns after a play, 9 for a disc between two stops."""
    written, between = read_play(text), turned == 9
    play = Play(card=written.card, steps=written.steps, result=POSITION.placement)
    seen = Aftermath(
        play=play,
        unfinished=unfinished,
        turned=0 if between else turned,
        between=between,
        left_behind=left,
        has_choice=False,
    )
    faults = [fault for effect in RULES.effects for fault in effect.turn_faults(turn_of(RULES, POSITION), seen)]
    assert len(faults) < 2
    return (faults[0].ruling, faults[0].code) if faults else None


@pytest.mark.parametrize(
    ("text", "turned", "fault"),
    [
        ("3 0:5>8 wheel+", 0, None),
        ("3 0:5>8 wheel+", 1, None),
        ("3 0:5>8 wheel-", -1, None),
        ("3 0:5>8 wheel+", 2, ("BD-R06", "wheel_too_far")),
        ("partner4 0:5>6 0:21>24 wheel+", 2, ("BD-R09", "wheel_too_far")),
        ("2 0:5>7", 9, ("BD-R82", "wheel_bumped")),
        ("2 0:5>7", 1, ("BD-R05", "wheel_without_paw")),
        ("swap 0:5<>1:8", 1, ("BD-R13", "swap_turns_no_wheel")),
        ("black5 0:5>10 dog:50>56", -1, ("BD-R15", "dog_turns_no_wheel")),
        ("black5 0:5>10 dog:50>55", -1, ("BD-R05", "wheel_without_paw")),
        ("3 0:5>8x0@8", 1, ("BD-R21", "wheel_pawn_gone")),
        ("3 0:5>8x1@8", 1, ("BD-R05", "wheel_without_paw")),
        ("black5 0:3>8 dog:4>9x0@8", 1, ("BD-R10", "wheel_pawn_gone")),
        ("black5 0:3>8 dog:4>9x0@7", 1, ("BD-R05", "wheel_without_paw")),
        ("partner4 0:5>8 0:8>9", 1, ("BD-R11", "wheel_pawn_moved_on")),
        ("partner4 0:5>8 0:21>22", 1, ("BD-R05", "wheel_without_paw")),
    ],
)
def test_a_turn_that_nobody_may_make_has_its_ruling(text: str, turned: int, fault: tuple[str, str] | None) -> None:
    assert fault_of(text, turned) == fault


def test_no_disc_is_turned_before_all_points_are_spent() -> None:
    """BD-R08; a pawn that is on no paw makes that no better."""
    assert fault_of("partner4 0:5>8", 1, unfinished=True) == ("BD-R08", "wheel_before_points")
    assert fault_of("partner4 0:5>7", 1, unfinished=True) == ("BD-R05", "wheel_without_paw")


def test_a_disc_turns_with_all_that_stands_on_it() -> None:
    """BD-R17."""
    assert fault_of("3 0:5>8 wheel+", 1, left=True) == ("BD-R17", "wheel_without_pawns")
