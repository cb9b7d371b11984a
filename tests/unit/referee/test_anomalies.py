"""Anomalies on the board: a question if a picture shows one for certain, and never a fault of a player."""

from functools import partial

import pytest
from msgspec.structs import replace
from referee_tables import board, position
from rules_for_tests import rules_of, with_rules
from sharp_pictures import FIGURES, sharp_picture

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, OFF, Place, goal
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, VerdictKind
from companion.referee.match import match
from companion.referee.pictures.anomalies import Question, watch
from companion.rules.setup import first_position

SURE = 0.995
TABLE = "r:5,20 y:12,40 g:30 b:48 dog:60"
picture = partial(sharp_picture, sure=SURE)


def moved(seat: int, origin: int, target: int, on: str = TABLE) -> Placement:
    placement = board(on)
    rows = [list(pawns) for pawns in placement.pawns]
    rows[seat].remove(Place(origin))
    rows[seat].append(Place(target))
    return placement.with_pawns(tuple(tuple(sorted(pawns)) for pawns in rows))


def asked(
    shown: Placement, on: str = TABLE, turn: int = 0, **unsure: tuple[int, float] | tuple[int, float, int]
) -> list[tuple[str, object]]:
    """The questions about the table as (code, pawn's place)."""
    found = watch(*with_rules(position(on, turn)), picture(shown, **unsure))
    return [(reason.code, reason.target if reason.origin is None else reason.origin) for reason in found or ()]


def test_a_board_that_is_right_leads_to_no_question() -> None:
    assert asked(board(TABLE)) == []


@pytest.mark.parametrize("turn", range(4))
def test_a_pawn_that_is_nowhere_is_missing(turn: int) -> None:
    assert asked(moved(1, 12, OFF), turn=turn) == [(Question.MISSING, 12)]


def test_a_pawn_can_be_missing_in_its_kennel_and_in_its_lane() -> None:
    assert asked(moved(2, KENNEL, OFF)) == [(Question.MISSING, KENNEL)]
    home = f"{TABLE} y:{goal(2)}"
    placement = replace(board("r:5"), pawns=((Place(5), *[KENNEL] * 3), (goal(2), *[KENNEL] * 3), *[(KENNEL,) * 4] * 2))
    there = replace(position("r:5"), placement=placement)
    gone = placement.with_pawns((placement.pawns[0], (OFF, *[KENNEL] * 3), *placement.pawns[2:]))
    assert [reason.origin for reason in watch(rules_of(there), there, picture(gone)) or ()] == [goal(2)], home


def test_the_dog_can_be_missing() -> None:
    assert asked(board(f"{TABLE[:-6]}dog:off")) == [(Question.FIGURE_MISSING, None)]


def test_two_pawns_that_changed_places_are_named_both() -> None:
    shown = board("r:5,20 y:48,40 g:30 b:12 dog:60")
    (reason,) = watch(*with_rules(position(TABLE)), picture(shown)) or ()
    assert (reason.code, reason.seat, reason.origin, reason.target) == (Question.SWAPPED, 1, 12, 48)
    assert dict(reason.params) == {"blocker": 3, "blocker_at": 48}


def test_own_pawns_count_as_swapped_too() -> None:
    assert asked(board("r:12,20 y:5,40 g:30 b:48 dog:60")) == [(Question.SWAPPED, 5)]


def test_a_move_before_the_card_leads_to_a_question_for_the_card() -> None:
    assert asked(moved(0, 5, 10)) == [(Question.CARD_FIRST, 5)]


def test_a_capture_in_the_making_is_no_pawn_missing() -> None:
    shown = board("r:12,20 y:40 g:30 b:48 dog:60")
    lying = shown.with_pawns((shown.pawns[0], (OFF, *shown.pawns[1][1:]), *shown.pawns[2:]))
    assert asked(shown) == asked(lying) == [(Question.CARD_FIRST, 5)]


def test_a_foreign_pawn_astray_or_put_away_leads_to_a_question() -> None:
    assert asked(moved(2, 30, 33)) == [(Question.ASTRAY, 30)]
    assert asked(moved(2, 30, KENNEL)) == [(Question.IN_KENNEL, 30)]


def test_a_pawn_in_another_pawn_s_place_may_be_swapped_with_it() -> None:
    seen = moved(1, 12, 48)
    assert asked(seen.with_pawns((*seen.pawns[:3], (OFF, *[KENNEL] * 3)))) == []


def test_a_thing_on_a_field_leads_to_a_question_while_all_pawns_show() -> None:
    assert asked(board(TABLE), f7=(2, SURE)) == [(Question.THING, 7)]
    assert asked(board(TABLE), f7=(2, SURE), f12=(2, 0.7)) == []


def test_a_bumped_board_is_one_question() -> None:
    assert asked(board("r:6,21 y:13,41 g:31 b:49 dog:60")) == [(Question.DISAGREES, None)]


def test_of_four_pawns_astray_none_is_named() -> None:
    table = "y:12,20 g:30 b:48"
    assert asked(board("y:13,21 g:31 b:48"), on=table) == [(Question.ASTRAY, place) for place in (12, 20, 30)]
    assert asked(board("y:13,21 g:31 b:49"), on=table) == [(Question.DISAGREES, None)]
    assert asked(board("y:off,off g:off b:off"), on=table) == [(Question.DISAGREES, None)]


def test_four_pawns_put_away_or_moved_before_the_card_are_named_each() -> None:
    assert asked(board(""), on="y:12,20 g:30 b:48") == [(Question.IN_KENNEL, place) for place in (12, 20, 30, 48)]
    own = "r:5,15,25,35"
    assert asked(board("r:6,16,26,36"), on=own) == [(Question.CARD_FIRST, place) for place in (5, 15, 25, 35)]


@pytest.mark.parametrize(("count", "questions"), [(8, []), (9, [(Question.DISAGREES, None)])])
def test_a_picture_that_contradicts_itself_too_often_is_no_game(count: int, questions: list[object]) -> None:
    ghosts = {f"f{21 + number}": (2, 0.95, 0) for number in range(count)}
    assert asked(board("r:5"), on="r:5", **ghosts) == questions


def test_of_two_that_changed_places_one_must_be_plain_to_see() -> None:
    shown = board("r:5,20 y:48,40 g:30 b:12 dog:60")
    assert asked(shown, f48=(0, 0.6, 2)) == [(Question.SWAPPED, 12)]
    assert asked(shown, f48=(0, 0.9, 2)) == []
    assert asked(shown, f48=(4, 0.6, 2)) == []
    assert asked(shown, f48=(0, 0.6, 2), f12=(4, 0.9, 2)) == []


@pytest.mark.parametrize("sure", [0.5, 0.9, 0.96])
def test_an_uncertain_anomaly_is_not_reported(sure: float) -> None:
    assert asked(moved(1, 12, OFF), f12=(0, sure, 2)) == []
    assert asked(board("r:5,20 y:48,40 g:30 b:12 dog:60"), f12=(4, sure, 2), f48=(2, sure, 4)) == []


def test_a_hidden_field_may_hold_the_pawn() -> None:
    hidden = 1 / FIGURES
    assert asked(moved(1, 12, OFF), f12=(0, hidden)) == []
    assert asked(moved(1, 12, OFF), f25=(0, hidden)) == []


def test_a_turned_disc_is_somebodys_play() -> None:
    shown = board(TABLE).with_extra("wheel", 1)
    assert watch(*with_rules(position(TABLE)), picture(shown)) is None


def test_without_the_disc_s_marker_nothing_on_it_leads_to_a_question() -> None:
    on_disc = "r:5 y:9 dog:60"
    assert asked(moved(1, 9, OFF, on=on_disc), on=on_disc) == [(Question.MISSING, 9)]
    unmarked = replace(picture(moved(1, 9, OFF, on=on_disc)), wheel=None)
    assert watch(*with_rules(position(on_disc)), unmarked) == ()


def test_ranked_pawns_are_named_by_their_rank() -> None:
    start = first_position(SHIPPED.variant("dog_royal"))
    pawns = (tuple(Place(5 + n) for n in range(4)), *start.placement.pawns[1:])
    there = replace(start, placement=start.placement.with_pawns(pawns))
    seen = there.placement.with_pawns(((Place(5), Place(6), OFF, Place(8)), *pawns[1:]))
    (reason,) = watch(rules_of(there), there, picture(seen)) or ()
    assert (reason.code, reason.origin) == (Question.MISSING, 7)
    assert dict(reason.params)["rank"] == "citizen"


# --- with an open card ------------------------------------------------------------------------------------------------


def questions(shown: Placement, card: str = "8", on: str = TABLE, turn: int = 0) -> tuple[Reason, ...]:
    verdict = match(*with_rules(there(on, turn)), card, picture(shown))
    assert verdict.kind is VerdictKind.UNCLEAR
    assert verdict.anomaly
    return verdict.reasons


def there(on: str, turn: int) -> Position:
    return position(on, turn)


@pytest.mark.parametrize("card", ["8", "swap", "magnet"])
def test_missing_pawns_are_nobodys_play(card: str) -> None:
    two = moved(2, 30, OFF).with_pawns(moved(1, 12, OFF).pawns[:2] + moved(2, 30, OFF).pawns[2:])
    assert [(reason.code, reason.origin) for reason in questions(moved(1, 12, OFF), card)] == [("pawn_missing", 12)]
    assert [reason.origin for reason in questions(two, card)] == [12, 30]


def test_a_pawn_missing_beside_a_play_leaves_the_play_to_choose() -> None:
    played = moved(0, 5, 13)
    shown = played.with_pawns((played.pawns[0], moved(1, 12, OFF).pawns[1], *played.pawns[2:]))
    verdict = match(*with_rules(position(TABLE)), "8", picture(shown))
    assert [(reason.code, reason.origin) for reason in verdict.reasons] == [("pawn_missing", 12)]
    assert verdict.candidates[0].result == played


def test_pawns_that_the_card_does_not_move_changed_places() -> None:
    shown = board("r:5,20 y:48,40 g:30 b:12 dog:60")
    assert [reason.code for reason in questions(shown)] == ["pawns_swapped"]


def test_a_swap_of_foreign_pawns_with_the_swap_card_is_a_fault() -> None:
    shown = board("r:5,20 y:48,40 g:30 b:12 dog:60")
    assert match(*with_rules(position(TABLE)), "swap", picture(shown)).kind is VerdictKind.ILLEGAL


@pytest.mark.parametrize("place", [KENNEL, OFF])
def test_the_captured_pawn_may_be_taken_off_first(place: Place) -> None:
    reasons = questions(moved(1, 12, place, on="r:4 y:12 g:30 b:48"), on="r:4 y:12 g:30 b:48")
    assert [(reason.code, reason.origin) for reason in reasons] == [("captured_first", 12)]


def test_a_pawn_that_cannot_be_captured_was_put_away_wrongly() -> None:
    verdict = match(*with_rules(position(TABLE)), "8", picture(moved(1, 12, KENNEL)))
    assert (verdict.kind, verdict.reasons[0].code) == (VerdictKind.ILLEGAL, "pawn_taken_off")


def test_a_wrong_move_is_still_a_wrong_move() -> None:
    verdict = match(
        *with_rules(position(TABLE)),
        "8",
        picture(
            moved(0, 5, 12, on="r:5 b:48"),
        ),
    )
    assert verdict.kind is not VerdictKind.LEGAL
    assert not verdict.anomaly
