"""Faults at the table, each with the ruling that a good human referee would name first (`faults.txt`)."""

import pytest
from referee_tables import Situation, board, position, situations
from rules_for_tests import rules_of, with_rules
from written_tables import Table

from companion.model.verdict import VerdictKind
from companion.referee.hint import hinted_play
from companion.referee.judge import judge

FAULTS = situations("faults.txt")


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_names_its_ruling(fault: Situation) -> None:
    verdict = judge(rules_of(fault.before), fault.before, fault.card, fault.after)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert (verdict.reasons[0].ruling, verdict.reasons[0].code) == (fault.ruling, fault.code)


def test_a_fault_offers_the_nearest_plays() -> None:
    verdict = judge(*with_rules(position("r:5,30")), "8", board("r:12,30"))
    assert verdict.candidates[0].result.pawns[0] == board("r:13,30").pawns[0]
    assert len(verdict.candidates) <= 3


def test_a_reason_tells_the_pawn_and_the_numbers() -> None:
    reason = judge(*with_rules(position("r:5")), "8", board("r:12")).reasons[0]
    assert (reason.seat, reason.origin, reason.target) == (0, 5, 12)
    params = dict(reason.params)
    (right,), _ = hinted_play(str(params.pop("nearest")))
    assert params == {"card": "8", "went": 7, "wanted": "8"}
    assert (right.kind, right.seat, right.origin, right.target, right.value) == ("advance", 0, 5, 13, 8)


def test_a_second_fault_is_named_after_the_first() -> None:
    verdict = judge(*with_rules(position("r:3 b:20")), "2", board("r:5 b:21 dog:62"))
    assert [reason.ruling for reason in verdict.reasons] == ["BD-R84", "CORE-R31"]


def test_several_like_pawns_are_read_kindly() -> None:
    """5 to 13 and the captured one home, rather than 13 taken off and 5 moved onto nothing."""
    verdict = judge(*with_rules(position("r:5,13 b:30")), "8", board("r:13 b:31"))
    assert [reason.code for reason in verdict.reasons] == ["pawn_not_meant"]


def test_a_disc_that_carried_nobody_is_not_blamed_on_a_second_pawn() -> None:
    """BD-R05: the dog has bitten a pawn, and the wheel was turned although no pawn landed on a paw."""
    table = Table("black_dog players=3 turn=yellow")
    green = "green:g2,1,3,7,15"
    before = table.position(f"red:g4,g3,5,11 yellow:2,12,57,60,63 {green} dog:8 wheel:2")
    seen = table.seen(f"red:g4,g3,5 yellow:2,60,62,63 {green} dog:13 wheel:1", before)
    verdict = judge(*with_rules(before), "black5", seen)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert [reason.code for reason in verdict.reasons] == ["wheel_without_paw"]


def test_a_disc_that_carried_its_pawns_half_round_moved_none_of_them() -> None:
    """BD-R05: two pawns changed places on the disc, which a legal play of one of them does not explain."""
    table = Table("black_dog players=2 turn=green")
    before = table.position("red:g2,g1,0,31,46 green:g3,27,32,35,58 dog:8 wheel:1")
    seen = table.seen("red:g2,g1,0,31,46 green:g3,26,32,35,59 dog:40 wheel:3", before)
    verdict = judge(*with_rules(before), "1/11", seen)
    assert [reason.code for reason in verdict.reasons] == ["wheel_without_paw"]


def test_a_captured_pawn_that_still_stands_is_no_second_pawn_moved_there() -> None:
    """CORE-R15: the dog passed 60, 63 and 1, whose pawns stand there still."""
    table = Table("black_dog players=3 turn=yellow")
    before = table.position("red:51,55,57,61 yellow:1,54,56,60,63 green:49,50,62 dog:58 wheel:1")
    seen = table.seen("red:51,61 yellow:1,60,63 green:49,50,62 dog:58 wheel:1", before)
    verdict = judge(*with_rules(before), "black6", seen)
    assert verdict.kind is VerdictKind.ILLEGAL
    left_lying = [reason.origin for reason in verdict.reasons if reason.code == "captured_pawn_home"]
    assert {1, 60, 63} <= set(left_lying)
    assert len(left_lying) == len(set(left_lying))
    assert not {"one_pawn_only", "several_pawns_moved"} & {reason.code for reason in verdict.reasons}
