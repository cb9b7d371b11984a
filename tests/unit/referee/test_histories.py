"""Several cards that were laid before any picture: the verdict on them from a picture with doubtful spots."""

import dataclasses

import pytest
from msgspec.structs import replace
from referee_tables import board, position
from rules_for_tests import rules_of
from sharp_pictures import sharp_picture

from companion.referee.histories import History, LaidCard, explained

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


@pytest.mark.parametrize(("doubtful", "explains"), [(2, True), (3, False)])
def test_a_picture_with_three_doubtful_spots_is_no_ground(doubtful: int, explains: bool) -> None:
    unsure = {f"f{40 + number}": (2, 0.95) for number in range(doubtful)}
    assert (explained(RULES, BEFORE, CARDS, sharp_picture(BOTH, **unsure)) is not None) is explains


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


GONE_OUT = board("r:0,5 y:22 g:30 b:48")


def out_of_the_kennel(after: str, *cards: str, **unsure: tuple[int, float, int]) -> History | None:
    """The history of a 13 and of the cards that were laid on it."""
    laid = (LaidCard(seat=0, card="13"), *(LaidCard(seat=1 + number, card=card) for number, card in enumerate(cards)))
    return explained(RULES, BEFORE, laid, sharp_picture(board(after), sure=0.999, **unsure))


def test_a_pawn_that_stands_nowhere_would_be_missed() -> None:
    """It left its kennel, and the others have played on."""
    found = out_of_the_kennel("r:0,5 y:22 g:30 b:48", "2", f0=(0, 0.9, 1))
    assert found is not None
    assert found.plays[-1].result == GONE_OUT
    alone = out_of_the_kennel("r:0,5 y:20 g:30 b:48", f0=(0, 0.9, 1))
    assert alone is None


def test_in_the_newest_play_nobody_had_time_to_miss_it() -> None:
    cards = (LaidCard(seat=3, card="2"), LaidCard(seat=0, card="13"))
    before = replace(BEFORE, turn=3)
    picture = sharp_picture(board("r:0,5 y:20 g:30 b:50"), sure=0.999, f0=(0, 0.86, 1))
    assert explained(RULES, before, cards, picture) is None
    found = explained(RULES, before, (*cards, LaidCard(seat=1, card="2")), picture)
    assert found is not None
    assert found.plays[-1].result == board("r:0,5 y:20 g:30 b:50")


def test_what_is_plain_is_a_fault_however_many_play_on() -> None:
    assert out_of_the_kennel("r:off,5 y:22 g:30 b:48", "2", "9") is None
    assert out_of_the_kennel("r:0,5 y:22 g:30 b:48", "2", "9", f0=(0, 0.97, 1)) is None
    assert out_of_the_kennel("r:1,5 y:22 g:30 b:48", "2", "9", f0=(0, 0.6, 1)) is None


def test_who_has_not_moved_may_have_been_overtaken() -> None:
    """The next player's pawn has moved plainly; of the first one's it is not plain."""
    picture = sharp_picture(BOTH, sure=0.999, f5=(1, 0.7, 0), f13=(0, 0.6, 1))
    assert explained(RULES, BEFORE, CARDS, picture) is None


def test_a_pawn_that_stands_elsewhere_is_easily_overlooked() -> None:
    """As the one that stands nowhere in the picture of a start, but it may be on a field far away."""
    assert out_of_the_kennel("r:0,5 y:22 g:30 b:48", "2", f0=(0, 0.9, 1), f40=(0, 0.75, 1)) is None


def test_that_a_pawn_may_stand_where_it_stood_is_no_miscount() -> None:
    """Its play is likelier, and the next player has played on."""
    picture = sharp_picture(BOTH, sure=0.999, f5=(0, 0.75, 1), f13=(1, 0.6, 0))
    history = explained(RULES, BEFORE, CARDS, picture)
    assert history is not None
    assert history.plays[-1].result == BOTH
    beside = sharp_picture(BOTH, sure=0.999, f12=(0, 0.75, 1), f13=(1, 0.6, 0))
    assert explained(RULES, BEFORE, CARDS, beside) is None


OTHER_PAWN = position("r:5,9 y:20 g:30 b:48")
OTHER_MOVED = board("r:5,17 y:22 g:30 b:48")


@pytest.mark.parametrize("earlier", ["r:5,17 y:20 g:30 b:48", "r:5,9 y:20 g:30 b:48", "r:5,12 y:20 g:30 b:48"])
def test_the_board_under_the_next_card_may_be_an_unfinished_play(earlier: str) -> None:
    history = explained(RULES, OTHER_PAWN, CARDS, sharp_picture(OTHER_MOVED), sharp_picture(board(earlier)))
    assert history is not None
    assert history.plays[-1].result == OTHER_MOVED


def test_another_play_that_was_finished_then_is_not_taken_back_unseen() -> None:
    """Somebody moves the wrong pawn back and the right one on: a fault that looks like a play of the first card."""
    earlier = sharp_picture(board("r:9,13 y:20 g:30 b:48"))
    assert explained(RULES, OTHER_PAWN, CARDS, sharp_picture(OTHER_MOVED)) is not None
    assert explained(RULES, OTHER_PAWN, CARDS, sharp_picture(OTHER_MOVED), earlier) is None


def test_a_corrected_fault_allows_any_play() -> None:
    """One pawn went, a yellow one with it; both were put back, and the other pawn went, unseen before the next card."""
    fault = board("r:9,13 y:21 g:30 b:48")
    refused = (dataclasses.replace(CARDS[0], refused=fault), *CARDS[1:])
    assert explained(RULES, OTHER_PAWN, CARDS, sharp_picture(OTHER_MOVED), sharp_picture(fault)) is None
    history = explained(RULES, OTHER_PAWN, refused, sharp_picture(OTHER_MOVED), sharp_picture(fault))
    assert history is not None
    assert history.plays[-1].result == OTHER_MOVED


def test_a_stage_of_the_newest_card_is_no_row_of_finished_plays() -> None:
    """Red went 57 to 61, and of the second four only the disc is still to be turned.  Just so would lie there what two
    whole fours leave, of which one turns the disc and the other turns it back."""
    before = position("r:57,60 y:48 b:26 dog:12")
    cards = (LaidCard(seat=0, card="partner4"), LaidCard(seat=1, card="partner4"))
    stage = board("r:60,61 y:50 b:28 dog:12")
    assert explained(rules_of(before), before, cards, sharp_picture(stage)) is None
