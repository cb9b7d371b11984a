"""Legal and unfinished boards (docs/reference/formats/programs.md)."""

import pytest
from referee_tables import Situation, board, position, situations
from rules_for_tests import rules_of, with_rules

from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.rules.legal import UnknownCardError

UNFINISHED = situations("unfinished.txt")


@pytest.mark.parametrize("state", UNFINISHED, ids=[state.name for state in UNFINISHED])
def test_a_proper_state_is_unfinished(state: Situation) -> None:
    verdict = judge(rules_of(state.before), state.before, state.card, state.after)
    assert verdict.kind is VerdictKind.UNFINISHED
    assert (verdict.reasons[0].ruling, verdict.reasons[0].code) == (state.ruling, state.code)
    assert verdict.unchanged == (state.code == "nothing_changed")


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("8", "r:5 dog:50", "r:13 dog:50"),
        ("1/11", "-", "r:0"),
        ("black5", "r:13 b:52 dog:50", "r:18 dog:55"),
        ("3", "r:5 dog:50", "r:24 dog:50 wheel:1"),
        ("3", "r:5 dog:50", "r:56 dog:50 wheel:3"),
        ("swap", "r:3 b:8 dog:50", "r:8 b:3 dog:50"),
        ("magnet", "r:13 b:23", "r:22 b:23"),
        ("2", "r:3,20 dog:5", "r:20 dog:5"),
        ("partner4", "r:1 g:34", "r:3 g:36"),
    ],
)
def test_the_result_of_a_play_is_legal(card: str, before: str, after: str) -> None:
    verdict = judge(*with_rules(position(before)), card, board(after))
    assert verdict.kind is VerdictKind.LEGAL
    assert verdict.play is not None
    assert verdict.play.result == board(after)
    assert verdict.reasons == ()


def test_several_parts_may_be_missing() -> None:
    verdict = judge(*with_rules(position("r:13 b:18 dog:50")), "black5", board("r:18 b:off dog:50"))
    assert [reason.code for reason in verdict.reasons] == ["captured_pawn_home", "move_the_dog"]
    assert (verdict.reasons[0].seat, verdict.reasons[0].target) == (3, -1)


def test_a_heap_of_bitten_pawns_may_lie_about() -> None:
    """More victims than are counted one by one: all still there, or all beside the board."""
    before = position("r:13 y:51,52 b:53,54 dog:50")
    for after in ("r:18 y:51,52 b:53,54 dog:55", "r:18 y:off,off b:off,off dog:55"):
        assert judge(rules_of(before), before, "black5", board(after)).kind is VerdictKind.UNFINISHED


@pytest.mark.parametrize("after", ["r:5 b:5", "r:5 b:5,5,20", "r:5 b:5,off,20"])
def test_only_the_captured_pawn_may_lie_about(after: str) -> None:
    """Not one that was taken home instead of it, nor a second one."""
    assert judge(*with_rules(position("r:3 b:5,20")), "2", board(after)).kind is VerdictKind.ILLEGAL


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(UnknownCardError):
        judge(*with_rules(position("r:5")), "7", board("r:12"))
