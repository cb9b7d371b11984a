"""The camera's referee on single pictures: its verdicts, its questions, its doubts."""

from itertools import product
from math import log

import pytest
from msgspec.structs import replace
from referee_tables import board, position
from rules_for_tests import rules_of, with_rules
from sharp_pictures import FIGURES, row, sharp_picture

from companion.model.places import CENTRE, KENNEL
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.expectation import unfinished_states
from companion.referee.match import chance_of, infer, match
from companion.referee.model import MODEL, is_cheaper
from companion.referee.pictures.likelihood import weigh
from companion.referee.pictures.reading import read_freely
from companion.referee.pictures.residuals import contradicted_spots


def test_a_fault_is_named_as_by_the_exact_judge() -> None:
    said = match(*with_rules(position("r:5")), "8", sharp_picture(board("r:12")))
    assert said.kind is VerdictKind.ILLEGAL
    assert (said.reasons[0].ruling, said.seen) == ("CORE-R10", board("r:12"))
    assert said.confidence > 0.9


def test_a_doubtful_figure_that_was_not_moved_does_not_hide_a_fault() -> None:
    picture = sharp_picture(board("r:12 b:40"), f40=(4, 0.6, 0), f50=(0, 0.6, 4))
    said = match(*with_rules(position("r:5 b:40")), "8", picture)
    assert said.kind is VerdictKind.ILLEGAL
    assert (said.reasons[0].ruling, said.reasons[0].seat) == ("CORE-R10", 0)


def test_of_a_figure_that_was_moved_it_must_be_plain_where_to() -> None:
    picture = sharp_picture(board("r:12 b:40"), f12=(1, 0.6, 0), f11=(0, 0.6, 1))
    assert match(*with_rules(position("r:5 b:40")), "8", picture).kind is VerdictKind.UNCLEAR


def test_a_pawn_shown_twice_close_by_leads_to_a_question() -> None:
    """One field off is the commonest fault, so a ghost there is not explained away."""
    said = match(*with_rules(position("r:5")), "8", sharp_picture(board("r:13"), f12=(1, 0.97)))
    assert said.kind is VerdictKind.UNCLEAR
    assert said.candidates[0].result == board("r:13")


def test_nobody_counts_fields_out_of_the_kennel() -> None:
    """A start may be shown weakly beside its field if a walk to such a place is in question."""
    out = sharp_picture(board("r:0,5"), f0=(1, 0.6, 0), f1=(0, 0.75, 1))
    assert match(*with_rules(position("r:5")), "13", out).kind is VerdictKind.LEGAL
    walked = sharp_picture(board("r:18"), f18=(1, 0.6, 0), f19=(0, 0.75, 1))
    assert match(*with_rules(position("r:5")), "13", walked).kind is VerdictKind.UNCLEAR
    beside = sharp_picture(board("r:0,5"), f0=(1, 0.5, 0), f1=(1, 0.5, 0))
    assert match(*with_rules(position("r:5")), "13", beside).kind is VerdictKind.UNCLEAR


def test_a_ghost_far_away_is_explained_away() -> None:
    assert (
        match(*with_rules(position("r:5")), "8", sharp_picture(board("r:13"), f45=(1, 0.9))).kind is VerdictKind.LEGAL
    )


def test_a_vanished_bystander_leads_to_a_question() -> None:
    said = match(*with_rules(position("r:5 b:40")), "8", sharp_picture(board("r:13 b:off")))
    assert said.kind is VerdictKind.UNCLEAR


def test_one_misread_spot_accuses_nobody() -> None:
    said = match(*with_rules(position("r:5 b:40")), "8", sharp_picture(board("r:5 b:40"), f41=(4, 0.999)))
    assert said.kind is not VerdictKind.ILLEGAL


@pytest.mark.parametrize("after", ["r:18 b:18 dog:50", "r:18 b:off dog:50", "r:18 b:18 dog:55", "r:18 b:off dog:55"])
def test_captured_pawns_may_lie_about(after: str) -> None:
    said = match(*with_rules(position("r:13 b:18 dog:50")), "black5", sharp_picture(board(after)))
    assert said.kind is VerdictKind.UNFINISHED
    assert not said.unchanged


def test_an_unseen_wheel_is_inferred_from_the_pawns_it_carries() -> None:
    seen = replace(sharp_picture(board("r:24 dog:50 wheel:1")), wheel=None)
    said = match(*with_rules(position("r:5 dog:50")), "3", seen)
    assert said.kind is VerdictKind.LEGAL
    assert said.seen == board("r:24 dog:50 wheel:1")


def test_an_unseen_wheel_that_could_turn_either_way_leads_to_a_question() -> None:
    """Two like pawns opposite each other look the same whichever way they were carried."""
    seen = replace(sharp_picture(board("r:24,56 dog:50 wheel:1")), wheel=None)
    said = match(*with_rules(position("r:5,40 dog:50")), "3", seen)
    assert said.kind is VerdictKind.UNCLEAR
    assert {play.result.extra("wheel") for play in said.candidates[:2]} == {1, 3}


def test_a_bumped_board_is_not_judged() -> None:
    before = position("r:5,20,30 y:17,35 g:33,41 b:50,58,3 dog:60")
    said = match(rules_of(before), before, "8", sharp_picture(board("r:6,21,31 y:18,36 g:34,42 b:51,59,4 dog:61")))
    assert (said.kind, said.reasons[0].code) == (VerdictKind.UNCLEAR, "board_disagrees")


def test_cards_are_inferred_from_the_picture() -> None:
    cards = ("2", "partner4", "magnet", "8", "black1-7")
    said, fitting = infer(*with_rules(position("r:13 b:16 dog:50")), sharp_picture(board("r:15 b:16 dog:50")), cards)
    assert said.kind is VerdictKind.LEGAL
    assert fitting == ("2", "magnet")


def test_inference_says_what_no_card_explains() -> None:
    said, fitting = infer(
        *with_rules(position("r:13 b:30 dog:50")),
        sharp_picture(board("r:13 b:33 dog:50")),
        ("2", "8"),
    )
    assert (said.kind, fitting) == (VerdictKind.ILLEGAL, ())


def test_inference_waits_for_the_first_move() -> None:
    said, fitting = infer(*with_rules(position("r:13")), sharp_picture(board("r:13")), ("2", "8"))
    assert (said.unchanged, fitting) == (True, ())


def test_one_spot_weighs_only_so_much() -> None:
    certain = (-40.0, 0.0, -40.0, -40.0, -40.0, -40.0)
    observation = sharp_picture(board("r:5"))
    track = (certain, *observation.track[1:])
    gain = weigh(replace(observation, track=track), ("dog",)).gains[0][0]  # type: ignore[index]
    assert gain == pytest.approx(log(1 + FIGURES * (1 - MODEL.sight.misread_chance) / MODEL.sight.misread_chance))


def test_an_open_spot_is_surer_than_it_says_and_a_kennel_is_not() -> None:
    seen = sharp_picture(board("r:5"), f5=(1, 0.8, 0))
    kennel = (row(1, 0.8, 0), *seen.kennel[0][1:3], *[row(0, 0.999)] * 2)
    evidence = weigh(replace(seen, kennel=(kennel, *seen.kennel[1:])), ("dog",))
    assert evidence.gains[0][5] > log(0.8 / 0.2) > evidence.kennel_steps(0)[2] > 1.0  # type: ignore[index]


def test_nobody_counts_what_the_disc_carries() -> None:
    """A pawn that the disc brought may be shown weakly beside its field; one that walked may not."""
    before, after = position("r:5 y:12 dog:50"), board("r:24 y:28 dog:50 wheel:1")
    carried = sharp_picture(after, f28=(2, 0.6, 0), f27=(0, 0.75, 2))
    assert match(*with_rules(before), "3", carried).kind is VerdictKind.LEGAL
    walked = sharp_picture(after, f24=(1, 0.6, 0), f23=(0, 0.75, 1))
    assert match(*with_rules(before), "3", walked).kind is VerdictKind.UNCLEAR
    beside = sharp_picture(after, f28=(2, 0.5, 0), f27=(2, 0.5, 0))
    assert match(*with_rules(before), "3", beside).kind is VerdictKind.UNCLEAR


@pytest.mark.parametrize("after", ["r:5 b:40 y:20 dog:55", "r:13 b:40 y:20 dog:55"])
def test_no_spot_misread_surely_accuses_anybody(after: str) -> None:
    """For a shadow of any look and place: nothing, or a figure; with one doubtful spot of a pawn beside it."""
    before = position("r:5 b:40 y:20 dog:55")
    for field, shown, doubted in product(range(64), range(FIGURES), (None, 20, 40)):
        if field == doubted:
            continue
        unsure = {f"f{field}": (shown, 0.999)}
        if doubted is not None:
            kind = 2 if doubted == 20 else 4
            unsure[f"f{doubted}"] = (kind, 0.6, 0)
        said = match(*with_rules(before), "8", sharp_picture(board(after), **unsure))
        assert said.kind is not VerdictKind.ILLEGAL, (field, shown, doubted)
        assert said.play is None or said.play.result == board("r:13 b:40 y:20 dog:55")


def test_the_free_reading_gives_a_contested_field_to_one_pawn() -> None:
    """Field 13 looks red as well as blue, and blue's other place is good too: together they lose least."""
    contested = tuple(log(p) for p in (0.02, 0.5, 0.01, 0.01, 0.45, 0.01))
    seen = sharp_picture(board("r:13 b:40"))
    track = tuple(contested if field == 13 else spot for field, spot in enumerate(seen.track))
    evidence = weigh(replace(seen, track=track), ("dog",))
    assert read_freely(evidence, board("r:5 b:40")).placement == board("r:13 b:40")


def test_the_centre_is_given_to_one_pawn_as_any_other_field() -> None:
    """It looks red as well as blue and is red's only place; the dog cannot stand there, so it does not count."""
    contested = tuple(log(p) for p in (0.02, 0.5, 0.01, 0.01, 0.45, 0.01))
    evidence = weigh(replace(sharp_picture(board("r:13 b:40"), f13=(0, 0.99)), centre=contested), ("dog",))
    shown = replace(board("b:40"), pawns=((CENTRE, KENNEL, KENNEL, KENNEL), *board("b:40").pawns[1:]))
    assert read_freely(evidence, board("r:5 b:40")).placement == shown
    assert contradicted_spots(evidence, shown) == 0
    assert contradicted_spots(evidence, board("b:40")) == 1


def test_unfinished_states_are_no_results_and_not_the_position() -> None:
    before = position("r:1 g:34")
    states = {state.placement for state in unfinished_states(rules_of(before), before, "partner4")}
    assert before.placement not in states
    assert board("r:5 g:34") not in states
    assert board("r:4 g:34") in states


def seen_twice(*, before: float, after: float) -> Verdict:
    """Returns the verdict on an 8 from field 5 to 13, both of which seem to be taken."""
    picture = sharp_picture(board("r:13 b:40"), sure=0.9985, f5=(1, before, 0), f13=(1, after))
    return match(*with_rules(position("r:5 b:40")), "8", picture)


@pytest.mark.parametrize("before", [0.9, 0.97, 0.985])
def test_a_field_that_was_left_may_look_taken_still(before: float) -> None:
    """A pawn that has not moved is read more plainly."""
    assert seen_twice(before=before, after=0.9985).kind is VerdictKind.LEGAL


def test_a_place_of_a_kennel_that_was_left_may_look_taken_still() -> None:
    picture = sharp_picture(board("r:0,5"), sure=0.9985)
    first, *others = picture.kennel
    picture = replace(picture, kennel=((*first[:2], row(1, 0.975, 0), *first[3:]), *others))
    assert match(*with_rules(position("r:5")), "13", picture).kind is VerdictKind.LEGAL


def test_a_field_that_looks_unchanged_leads_to_a_question() -> None:
    assert seen_twice(before=0.9985, after=0.9985).kind is VerdictKind.UNCLEAR
    assert seen_twice(before=0.97, after=0.97).kind is VerdictKind.UNCLEAR


@pytest.mark.parametrize("field", [12, 14])
def test_a_field_beside_a_plain_pawn_may_look_taken(field: int) -> None:
    """Both are of one picture, and the field beside is read less plainly."""

    def said(beside: float, after: float) -> VerdictKind:
        picture = sharp_picture(board("r:13"), sure=0.9985, **{f"f{field}": (1, beside, 0), "f13": (1, after)})
        return match(*with_rules(position("r:5")), "8", picture).kind

    assert said(0.985, 0.9985) is VerdictKind.LEGAL
    assert said(0.985, 0.99) is not VerdictKind.LEGAL
    assert said(0.9985, 0.9985) is not VerdictKind.LEGAL


@pytest.mark.parametrize(("unread", "plain"), [(0, True), (MODEL.sight.most_residuals, True), (9, False), (64, False)])
def test_a_picture_that_tells_nothing_does_not_show_that_nobody_played(unread: int, plain: bool) -> None:
    """Faults are rare, but without evidence that is no proof: a blank picture accuses nobody of a card out of turn."""
    before = position("r:50 b:60")
    seen = sharp_picture(board("r:50 b:60"))
    blank = tuple((log(1 / len(spot)),) * len(spot) for spot in seen.track)
    picture = replace(seen, track=(*blank[:unread], *seen.track[unread:]))
    chance = chance_of(rules_of(before), before, picture)
    assert is_cheaper(chance, MODEL.costs.wrong_accusation) is plain
    assert is_cheaper(chance, MODEL.costs.wrong_waiting) is plain


def ghosts(count: int, chance: float = 0.95) -> dict[str, tuple[int, float]]:
    """So many free fields that seem to hold a blue pawn, more than there are."""
    return {f"f{30 + 2 * number}": (4, chance) for number in range(count)}


@pytest.mark.parametrize(("count", "kind"), [(2, VerdictKind.ILLEGAL), (3, VerdictKind.UNCLEAR)])
def test_misread_spots_come_together(count: int, kind: VerdictKind) -> None:
    """A fault must be the plainer, the more spots contradict the picture of it."""
    picture = sharp_picture(board("r:12"), sure=0.998, **ghosts(count))
    assert match(*with_rules(position("r:5")), "8", picture).kind is kind


@pytest.mark.parametrize(("count", "kind"), [(0, VerdictKind.ILLEGAL), (2, VerdictKind.UNCLEAR)])
def test_the_marker_of_the_disc_can_lose(count: int, kind: VerdictKind) -> None:
    """All pawns stand as after the play, only the marker shows a turn, in a picture that is misread elsewhere too."""
    table = "y:40 b:8 dog:50"
    picture = replace(sharp_picture(board(f"r:13 {table}"), **ghosts(count)), wheel=1)
    assert match(*with_rules(position(f"r:5 {table}")), "8", picture).kind is kind


@pytest.mark.parametrize(("count", "chance", "plain"), [(8, 0.95, True), (9, 0.95, False), (64, 0.8, True)])
def test_a_spot_contradicts_the_board_from_nine_to_one(count: int, chance: float, plain: bool) -> None:
    before = position("r:50 b:60")
    unsure = {f"f{field}": (2, chance, 0) for field in range(count) if field not in (50, 60)}
    seen = chance_of(rules_of(before), before, sharp_picture(board("r:50 b:60"), **unsure))
    assert (seen > 0.0) is plain


@pytest.mark.parametrize(("chance", "told"), [(0.6, False), (0.75, True)])
def test_a_spot_tells_something_from_two_to_one(chance: float, told: bool) -> None:
    before = position("r:50 b:60")
    unsure = {f"f{field}": (0, chance, 2) for field in range(9)}
    seen = chance_of(rules_of(before), before, sharp_picture(board("r:50 b:60"), **unsure))
    assert (seen > 0.0) is told
