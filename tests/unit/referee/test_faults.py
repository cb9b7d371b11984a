"""Faults at the table, each with the ruling that a good human referee would name first (rules.md 5.1 and 5.2)."""

import pytest
from referee_tables import board, position

from companion.model.position import BETWEEN_STOPS, Placement
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge

DONE = ("g1", "g2", "g3", "g4")

FAULTS = [
    # id, card, copied, before, after, ruling, code
    ("one too few", "8", None, board(red=[5]), board(red=[12]), "CORE-R10", "exact_count"),
    ("one too many", "3", None, board(red=[13]), board(red=[17]), "CORE-R10", "exact_count"),
    ("1/11 walked 2", "1/11", None, board(red=[13]), board(red=[15]), "CORE-R10", "exact_count"),
    ("copied count", "copy", "9", board(red=[13]), board(red=[21]), "CORE-R10", "exact_count"),
    ("too short into the lane", "8", None, board(red=[60]), board(red=["g3"]), "CORE-R10", "exact_count"),
    ("too far in the lane", "2", None, board(red=["g1"]), board(red=["g4"]), "CORE-R10", "exact_count"),
    ("opponent's pawn", "8", None, board(red=[5], yellow=[19]), board(red=[5], yellow=[27]), "CORE-R27", "wrong_pawn"),
    ("partner's pawn", "3", None, board(red=[5], green=[34]), board(red=[5], green=[37]), "CORE-R27", "partner_not_yet"),
    (
        "helper moves an opponent",
        "3",
        None,
        board(red=DONE, green=[34], yellow=[20]),
        board(red=DONE, green=[34], yellow=[23]),
        "CORE-R27",
        "wrong_pawn",
    ),
    ("out of the kennel with a 3", "3", None, board(red=[5]), board(red=[5, 0]), "CORE-R28", "kennel_closed"),
    ("black card starts", "black5", None, board(red=[5]), board(red=[5, 0], dog=2), "CORE-R28", "kennel_closed"),
    ("partner 4 starts", "partner4", None, board(red=[5]), board(red=[5, 0]), "CORE-R28", "kennel_closed"),
    ("magnet starts", "magnet", None, board(red=[5]), board(red=[5, 0]), "CORE-R28", "kennel_closed"),
    ("start beyond the start", "13", None, board(), board(red=[1]), "CORE-R28", "start_field_only"),
    ("start onto a foreign start", "13", None, board(), board(red=[16]), "CORE-R28", "start_field_only"),
    ("start onto the own blocker", "13", None, board(red=[0]), board(red=[0, 0]), "CORE-R09", "start_blocked"),
    ("two pawns", "3", None, board(red=[5, 20]), board(red=[8 - 1, 21]), "CORE-R29", "one_pawn_only"),
    ("right one and a second", "3", None, board(red=[13, 20]), board(red=[16, 23]), "CORE-R29", "one_pawn_only"),
    ("walk and start", "13", None, board(red=[5]), board(red=[18, 0]), "CORE-R29", "one_pawn_only"),
    ("backward", "8", None, board(red=[30]), board(red=[22]), "CORE-R30", "backward"),
    ("partner 4 backward", "partner4", None, board(red=[30]), board(red=[26]), "CORE-R30", "backward"),
    ("magnet backward", "magnet", None, board(red=[30], blue=[40]), board(red=[28], blue=[40]), "CORE-R30", "backward"),
    ("over a blocker", "3", None, board(red=[14], yellow=[16]), board(red=[17], yellow=[16]), "CORE-R06", "passed_blocker"),
    ("over the own blocker", "8", None, board(red=[60, 0]), board(red=[4, 0]), "CORE-R06", "passed_blocker"),
    ("home over the own blocker", "8", None, board(red=[60, 0]), board(red=["g4", 0]), "CORE-R06", "passed_blocker"),
    ("onto a blocker", "2", None, board(red=[14], yellow=[16]), board(red=[16]), "CORE-R07", "landed_on_blocker"),
    ("beside a blocker", "2", None, board(red=[14], yellow=[16]), board(red=[16], yellow=[16]), "CORE-R07", "landed_on_blocker"),
    ("start field into the lane", "2", None, board(red=[0]), board(red=["g2"]), "CORE-R02", "lane_from_start"),
    ("jump in the lane", "3", None, board(red=["g1", "g2"]), board(red=["g2", "g4"]), "CORE-R13", "lane_jump"),
    ("jump into the lane", "8", None, board(red=[60, "g1"]), board(red=["g4", "g1"]), "CORE-R13", "lane_jump"),
    ("out of the lane", "3", None, board(red=["g2"]), board(red=[3]), "CORE-R13", "lane_backward"),
    ("backward in the lane", "2", None, board(red=["g4"]), board(red=["g2"]), "CORE-R13", "lane_backward"),
    ("captured pawn left on another field", "2", None, board(red=[3], blue=[5]), board(red=[5], blue=[6]), "CORE-R15", "captured_elsewhere"),
    ("captured pawn put on its start", "2", None, board(red=[3], blue=[5]), board(red=[5], blue=[48]), "CORE-R15", "captured_elsewhere"),
    ("another pawn moved too", "2", None, board(red=[3], blue=[20]), board(red=[5], blue=[21]), "CORE-R31", "pawn_not_meant"),
    ("another pawn taken off", "2", None, board(red=[3], blue=[20]), board(red=[5]), "CORE-R31", "pawn_taken_off"),
    ("jumped pawn taken off", "3", None, board(red=[14], blue=[15]), board(red=[17]), "CORE-R26", "jumped_not_captured"),
    ("pawn taken away, nothing else", "2", None, board(red=[3], blue=[20]), board(red=[3], blue=["off"]), "CORE-R31", "pawn_taken_off"),
    ("dog with a blue card", "2", None, board(red=[3]), board(red=[5], dog=62), "BD-R84", "dog_without_black_card"),
    ("only the dog with a blue card", "2", None, board(red=[3]), board(red=[3], dog=62), "BD-R84", "dog_without_black_card"),
    ("only the dog", "black5", None, board(red=[13]), board(red=[13], dog=2), "BD-R30", "dog_alone"),
    ("dog one too far", "black5", None, board(red=[13], dog=50), board(red=[18], dog=56), "BD-R84", "dog_wrong_count"),
    ("dog counts the start field", "black5", None, board(red=[13], dog=60), board(red=[18], dog=1), "BD-R24", "dog_counted_start_field"),
    ("dog on a start field", "black6", None, board(red=[13], dog=59), board(red=[19], dog=0), "BD-R26", "dog_on_start_field"),
    ("dog by another value", "black1-7", None, board(red=[13], dog=50), board(red=[16], dog=54), "BD-R31", "dog_same_value"),
    ("dog backward", "black5", None, board(red=[13], dog=50), board(red=[18], dog=45), "CORE-R30", "dog_backward"),
    ("dog bites on a start field", "black5", None, board(red=[20], blue=[0], dog=60), board(red=[25], dog=2), "BD-R25", "dog_spares_start_field"),
    ("dog's victim put elsewhere", "black5", None, board(red=[20], blue=[52], dog=50), board(red=[25], blue=[57], dog=55), "CORE-R15", "captured_elsewhere"),
    ("wheel before the dog", "black5", None, board(red=[3], dog=50), board(red=[24], dog=50, wheel=1), "BD-R08", "wheel_before_dog"),
    ("black card walked wrong", "black6", None, board(red=[13], dog=50), board(red=[18], dog=56), "CORE-R10", "exact_count"),
    ("wheel turned for nothing", "2", None, board(red=[3]), board(red=[5], wheel=1, dog=12), "BD-R05", "wheel_without_paw"),
    ("only the wheel turned", "2", None, board(red=[3]), board(red=[3], wheel=3, dog=44), "BD-R05", "wheel_without_paw"),
    ("wheel turned half round", "3", None, board(red=[5], dog=50), board(red=[40], dog=50, wheel=2), "BD-R06", "wheel_too_far"),
    ("wheel turned twice for two paws", "partner4", None, board(red=[6], green=[22], dog=50), board(red=[40], green=[56], dog=50, wheel=2), "BD-R09", "wheel_too_far"),
    ("wheel bumped", "2", None, board(red=[3]), board(red=[5], wheel=BETWEEN_STOPS), "BD-R82", "wheel_bumped"),
    ("pawns not carried", "3", None, board(red=[5], dog=50), board(red=[8], dog=50, wheel=1), "BD-R17", "wheel_without_pawns"),
    ("wheel after a swap", "swap", None, board(red=[3], blue=[8], dog=50), board(red=[24], blue=[3], dog=50, wheel=1), "BD-R13", "swap_turns_no_wheel"),
    ("wheel after the dog's paw", "black5", None, board(red=[13], dog=3), board(red=[18], dog=24, wheel=1), "BD-R15", "dog_turns_no_wheel"),
    ("paw left with the same card", "partner4", None, board(red=[10], green=[36], dog=50), board(red=[14], green=[36], dog=50, wheel=1), "BD-R05", "wheel_without_paw"),
    ("landed on the dog on a paw", "3", None, board(red=[5, 20], dog=8), board(red=[20], dog=24, wheel=1), "BD-R21", "wheel_pawn_gone"),
    ("bitten on a paw", "black5", None, board(red=[3, 20], dog=5), board(red=[20], dog=26, wheel=1), "BD-R10", "wheel_pawn_gone"),
    ("magnet one short", "magnet", None, board(red=[13], blue=[23]), board(red=[21], blue=[23]), "BD-R36", "magnet_short"),
    ("magnet short of a blocker", "magnet", None, board(red=[5], yellow=[16]), board(red=[13], yellow=[16]), "BD-R37", "magnet_short"),
    ("magnet past a pawn", "magnet", None, board(red=[13], blue=[18, 30]), board(red=[29], blue=[18, 30]), "BD-R36", "magnet_passed"),
    ("magnet past a blocker", "magnet", None, board(red=[5], yellow=[16, 30]), board(red=[29], yellow=[16, 30]), "BD-R37", "magnet_passed"),
    ("magnet past a guest on a start", "magnet", None, board(red=[5], blue=[16, 30]), board(red=[29], blue=[16, 30]), "BD-R38", "magnet_passed"),
    ("magnet onto a pawn", "magnet", None, board(red=[13], blue=[18]), board(red=[18]), "BD-R44", "magnet_captures_not"),
    ("magnet of a pawn right behind", "magnet", None, board(red=[13], blue=[14, 30]), board(red=[29], blue=[14, 30]), "BD-R41", "magnet_nothing_to_pull"),
    ("magnet into the lane", "magnet", None, board(red=[61], dog=30), board(red=["g3"], dog=30), "BD-R39", "magnet_into_lane"),
    ("magnet in the lane", "magnet", None, board(red=["g1", 13], dog=30), board(red=["g2", 13], dog=30), "BD-R42", "magnet_in_lane"),
    ("swap with a blocker", "swap", None, board(red=[5], yellow=[16, 20]), board(red=[16], yellow=[5, 20]), "BD-R46", "swap_protected"),
    ("swap of the own blocker", "swap", None, board(red=[0, 5], yellow=[20]), board(red=[20, 5], yellow=[0]), "BD-R46", "swap_protected"),
    ("swap with the dog", "swap", None, board(red=[5], yellow=[20], dog=30), board(red=[30], yellow=[20], dog=5), "BD-R47", "swap_with_dog"),
    ("swap of two foreign pawns", "swap", None, board(red=[5], yellow=[20], blue=[30]), board(red=[5], yellow=[30], blue=[20]), "CORE-R27", "swap_needs_own_pawn"),
    ("swap without a second pawn", "swap", None, board(red=[5], yellow=[20]), board(red=[9], yellow=[20]), "BD-R47", "swap_needs_two"),
    ("swap as a capture", "swap", None, board(red=[5], yellow=[20]), board(red=[20]), "BD-R47", "swap_needs_two"),
    ("swap and another pawn", "swap", None, board(red=[5], yellow=[20], blue=[30]), board(red=[20], yellow=[5], blue=[31]), "CORE-R31", "pawn_not_meant"),
    ("copy as first card", "copy", None, board(red=[5]), board(red=[13]), "BD-R51", "nothing_to_copy"),
    ("partner 4, five points", "partner4", None, board(red=[1], green=[34]), board(red=[4], green=[36]), "CORE-R10", "points_overspent"),
    ("partner 4, opponent too early", "partner4", None, board(red=[1], yellow=[20]), board(red=[3], yellow=[22]), "CORE-R27", "wrong_pawn"),
    ("partner 4 past a blocker", "partner4", None, board(red=[14], yellow=[16], green=[40]), board(red=[18], yellow=[16], green=[40]), "CORE-R06", "passed_blocker"),
    ("partner 4, third pawn too", "partner4", None, board(red=[1, 17], green=[34]), board(red=[3, 18], green=[36]), "CORE-R10", "points_overspent"),
    ("copied swap turns the wheel", "copy", "swap", board(red=[3], blue=[8], dog=50), board(red=[24], blue=[3], dog=50, wheel=1), "BD-R13", "swap_turns_no_wheel"),
]  # fmt: skip


@pytest.mark.parametrize(("card", "copied", "before", "after", "ruling", "code"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_fault_names_its_ruling(
    card: str, copied: str | None, before: Placement, after: Placement, ruling: str, code: str
) -> None:
    verdict = judge(position(before, copied=copied), card, after)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert (verdict.reasons[0].ruling, verdict.reasons[0].code) == (ruling, code)


def test_a_fault_offers_the_nearest_plays() -> None:
    before = board(red=[5, 30])
    verdict = judge(position(before), "8", board(red=[12, 30]))
    assert verdict.candidates[0].result.pawns[0] == board(red=[13, 30]).pawns[0]
    assert len(verdict.candidates) <= 3


def test_a_reason_tells_the_pawn_and_the_numbers() -> None:
    reason = judge(position(board(red=[5])), "8", board(red=[12])).reasons[0]
    assert (reason.seat, reason.origin, reason.target) == (0, 5, 12)
    assert dict(reason.params) == {"card": "8", "went": 7, "wanted": "8"}


def test_a_second_fault_is_named_after_the_first() -> None:
    verdict = judge(position(board(red=[3], blue=[20])), "2", board(red=[5], blue=[21], dog=62))
    assert [reason.ruling for reason in verdict.reasons] == ["BD-R84", "CORE-R31"]
