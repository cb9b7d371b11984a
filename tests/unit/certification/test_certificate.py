"""Grades, causes and the check before a game."""

import random

import msgspec
import pytest
from certified_tables import CONDITIONS, GAMES, Misread, game, observed, twelve

from companion.certification.certificate import Certificate, Change, certify, check
from companion.certification.comparison import Part, compare
from companion.certification.conditions import Conditions
from companion.certification.grade import Cause, Grade
from companion.certification.placements import hard_placements, start_placement

ORDER = list(Grade)


def certificate(number: int = 0, share: float = 0.0, now: Conditions = CONDITIONS, seed: int = 1) -> Certificate:
    """Of a table on which this share of all spots is misread, anywhere."""
    table, position = game(number)
    chance = random.Random(seed)
    results = twelve(table, lambda *spot: spot[3] + 1 if chance.random() < share else spot[3])
    return certify(table, results, now, start=results[0], made="2026-03-01", camera="webcam", variant=position.variant)


def misread_once(picked: int) -> Misread:
    """Reads this spot wrongly, in the order of the board, and all others as they are."""
    turn = iter(range(1000))
    return lambda part, place, owner, true: (true + 1) % 2 if next(turn) == picked else true


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_spot_is_wrong_exactly_where_it_is_misread(number: int) -> None:
    table, _ = game(number)
    chance = random.Random(number)
    for asked in hard_placements(table):
        assert compare(table, asked, observed(table, asked)).wrong == 0
        spots = [spot for spot in compare(table, asked, None).spots if spot.part is not Part.WHEEL]
        assert all(spot.asked and not spot.wrong for spot in spots)
        seen = observed(table, asked, misread_once(chance.randrange(len(spots))))
        assert compare(table, asked, seen).wrong == 1


def test_the_grade_falls_as_more_is_misread() -> None:
    for seed in range(8):
        grades = [ORDER.index(certificate(share=share, seed=seed).grade) for share in (0.0, 0.004, 0.02, 0.1, 0.3)]
        assert grades == sorted(grades)
        assert (grades[0], grades[-1]) == (0, 3)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_flawless_table_gets_gold_on_every_board(number: int) -> None:
    found = certificate(number)
    assert found.grade is Grade.GOLD
    assert found.causes == ()


def test_a_table_that_was_never_read_is_one_to_tap() -> None:
    table, position = game(0)
    results = [compare(table, asked, None) for asked in hard_placements(table)]
    for hindrance, cause in ((None, Cause.HIDDEN), (Cause.DARK, Cause.DARK)):
        found = certify(
            table, results, None, start=results[0], hindrance=hindrance, made="", camera="", variant=position.variant
        )
        assert found.grade is Grade.TAP
        assert found.causes == (cause,)


@pytest.mark.parametrize(
    ("measure", "value", "cause"),
    [
        ("brightness", 30.0, Cause.DARK),
        ("dazzled", 0.1, Cause.DAZZLED),
        ("sharpness", 0.2, Cause.BLURRED),
        ("noise", 12.0, Cause.NOISE),
        ("flicker", 0.1, Cause.FLICKER),
        ("pawn_px", 6.0, Cause.SMALL),
        ("height_deg", 25.0, Cause.LOW),
        ("found_by", "print", Cause.NO_MARKERS),
    ],
)
def test_only_a_bad_grade_is_explained_by_a_bad_measure(measure: str, value: float | str, cause: Cause) -> None:
    now = msgspec.structs.replace(CONDITIONS, **{measure: value})
    assert cause in certificate(share=0.1, now=now).causes
    assert cause not in certificate(share=0.1).causes
    assert certificate(now=now).causes == ()


def test_mistakes_of_one_kind_name_their_cause() -> None:
    table, position = game(0)
    kinds = {
        Cause.SIMILAR: lambda part, place, owner, true: 2 if true == 1 else true,
        Cause.FAINT: lambda part, place, owner, true: 0 if true == 2 else true,
    }
    for cause, misread in kinds.items():
        results = twelve(table, misread)
        found = certify(table, results, CONDITIONS, start=results[0], made="", camera="", variant=position.variant)
        assert cause in found.causes
        assert Cause.UNKNOWN not in found.causes


@pytest.mark.parametrize(
    ("measure", "value", "change"),
    [
        ("picture", (640, 480), Change.CAMERA),
        ("brightness", 90.0, Change.DARKER),
        ("dazzled", 0.1, Change.BRIGHTER),
        ("sharpness", 0.6, Change.BLURRED),
        ("pawn_px", 19.0, Change.MOVED),
        ("height_deg", 48.0, Change.MOVED),
        ("markers", 3, Change.MARKERS),
        ("disc_seen", False, Change.DISC),
        ("noise", 1.5, Change.NONE),
        ("brightness", 160.0, Change.NONE),
    ],
)
def test_the_check_names_what_has_changed(measure: str, value: object, change: Change) -> None:
    table, _ = game(0)
    start = compare(table, start_placement(table), observed(table, start_placement(table)))
    now = msgspec.structs.replace(CONDITIONS, **{measure: value})
    assert check(certificate(), "webcam", table, start, now) is change


def test_the_check_knows_what_it_does_not_know() -> None:
    table, _ = game(0)
    asked = start_placement(table)
    start, unread = compare(table, asked, observed(table, asked)), compare(table, asked, None)
    bad = compare(table, asked, observed(table, asked, lambda *spot: 0))
    known = certificate()
    assert check(None, "webcam", table, start, CONDITIONS) is Change.NEVER
    assert check(known, "webcam", table, unread, CONDITIONS) is Change.UNREAD
    assert check(known, "webcam", table, start, None) is Change.UNREAD
    assert check(known, "other", table, start, CONDITIONS) is Change.CAMERA
    assert check(known, "webcam", table, bad, CONDITIONS) is Change.START
    dressed = msgspec.structs.replace(known, colours=("red", "yellow", "green", "white"))
    assert check(dressed, "webcam", table, start, CONDITIONS) is Change.COLOURS
