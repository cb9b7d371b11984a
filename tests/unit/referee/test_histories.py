"""Several cards that were laid before anything was seen: what a picture with doubtful spots says of them."""

import pytest
from referee_tables import board, position
from rules_for_tests import rules_of
from sharp_pictures import sharp_picture

from companion.referee.histories import LaidCard, explained

BEFORE = position("r:5 y:20 g:30 b:48")
RULES = rules_of(BEFORE)
CARDS = (LaidCard(seat=0, card="8"), LaidCard(seat=1, card="2"), LaidCard(seat=2, card="9"))
BOTH = board("r:13 y:22 g:30 b:48")


def test_two_plays_are_seen_at_once() -> None:
    history = explained(RULES, BEFORE, CARDS, sharp_picture(BOTH))
    assert history is not None
    assert [str(play.steps[0].target) for play in history.plays] == ["13", "22"]


@pytest.mark.parametrize("chance", [0.6, 0.85, 0.95])
def test_a_spot_that_has_nothing_to_do_with_them_may_be_doubtful(chance: float) -> None:
    """Even one that shows a pawn more than there are."""
    history = explained(RULES, BEFORE, CARDS, sharp_picture(BOTH, f40=(2, chance)))
    assert history is not None
    assert history.plays[-1].result == BOTH


@pytest.mark.parametrize("field", [13, 22])
def test_a_spot_that_they_rest_on_may_not(field: int) -> None:
    seat = 1 if field == 13 else 2
    picture = sharp_picture(BOTH, **{f"f{field}": (seat, 0.55), f"f{field + 1}": (seat, 0.55)})
    assert explained(RULES, BEFORE, CARDS, picture) is None


@pytest.mark.parametrize(
    "shown", ["r:14 y:22 g:30 b:48", "r:13 y:22 g:31 b:48", "r:13 y:23 g:30 b:49", "r:5 y:22 g:30 b:48"]
)
def test_what_no_plays_explain_is_left_open(shown: str) -> None:
    assert explained(RULES, BEFORE, CARDS, sharp_picture(board(shown))) is None


def test_a_board_on_which_nothing_happened_is_no_history() -> None:
    assert explained(RULES, BEFORE, CARDS, sharp_picture(BEFORE.placement)) is None


def test_captured_pawns_that_lie_about_still_are_waited_for() -> None:
    before = position("r:5 y:13 g:30")
    cards = (LaidCard(seat=0, card="8"), LaidCard(seat=1, card="3"))
    assert explained(rules_of(before), before, cards, sharp_picture(board("r:13 y:off g:30"))) is None
