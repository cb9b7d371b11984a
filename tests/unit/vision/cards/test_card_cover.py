"""Cards that a thumb lies over, and cards whose difference is small."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from card_decks import FINE, HEIGHT, SIZE_MM, WIDTH
from card_piles import Seat, drawn_deck, seat_with_deck, straight
from card_scenes import Laid, Trouble

from vision.cards.alignment import affine_of
from vision.cards.blocks import COLUMNS, ROWS, FaceBlocks, compared, grid, leaning
from vision.cards.cover import cover_of, visible
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.fits import Fit, Fitting, in_place
from vision.cards.outlines import CardPose
from vision.cards.pile import logarithmic
from vision.cards.recognition import recognise
from vision.cards.thresholds import THRESHOLDS
from vision.frames import Image

BLOCKS = COLUMNS * ROWS
#: Digits as strokes of a pen, 21 high, upward: the letters of OpenCV 4 and 5 differ.
DIGITS = {
    2: [(1, 17), (3, 20), (7, 21), (11, 20), (13, 17), (12, 13), (1, 0), (13, 0)],
    3: [(2, 21), (13, 21), (7, 13), (11, 12), (13, 9), (13, 5), (10, 1), (5, 0), (1, 4)],
    4: [(10, 0), (10, 21), (0, 7), (15, 7)],
    5: [(12, 21), (2, 21), (1, 12), (5, 14), (10, 13), (13, 9), (12, 3), (7, 0), (1, 3)],
    6: [(12, 19), (8, 21), (4, 19), (1, 12), (1, 6), (4, 1), (9, 0), (13, 4), (12, 10), (8, 13), (3, 11), (1, 7)],
    7: [(0, 21), (14, 21), (4, 0)],
    8: [(7, 21), (2, 18), (3, 13), (12, 9), (13, 4), (9, 0), (5, 0), (1, 4), (2, 9), (11, 13), (12, 18), (7, 21)],
}


@cache
def numbered() -> dict[str, Image]:
    """Cards of one colour and frame that differ in a number alone."""
    faces = {}
    for number in range(2, 9):
        sheet = np.full((HEIGHT, WIDTH, 3), 250, dtype=np.uint8)
        cv2.rectangle(sheet, (18, 18), (WIDTH - 18, HEIGHT - 18), (40, 40, 190), -1)
        cv2.ellipse(sheet, (WIDTH // 2, HEIGHT // 2), (120, 216), 25, 0, 360, (250,) * 3, -1, cv2.LINE_AA)
        at = (WIDTH // 2 - 10 * FINE, HEIGHT // 2 + 10 * FINE)
        cv2.putText(sheet, f"{number}", at, cv2.FONT_HERSHEY_SIMPLEX, 6.0, (40, 40, 190), 28, cv2.LINE_AA)
        faces[f"{number}"] = sheet
    return faces


@cache
def numbered_deck(*without: str) -> EnrolledDeck:
    shown = [Face(name, straight(picture)) for name, picture in numbered().items() if name not in without]
    return EnrolledDeck.of(SIZE_MM, shown)


def fit_with(misfit: np.ndarray, tint: np.ndarray) -> Fit:
    """Returns a fit whose blocks (ROWS, COLUMNS) have these residuals and tints."""
    plain = np.ones(BLOCKS)
    colours = np.column_stack([tint.ravel(), tint.ravel(), 0 * plain])
    place = in_place((59, 91))
    return Fit(0, 0, place, 0.0, misfit.ravel(), plain, plain, colours)


def patch(rows: slice, columns: slice, value: float) -> np.ndarray:
    blocks = np.zeros((ROWS, COLUMNS))
    blocks[rows, columns] = value
    return blocks


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", [face.name for face in drawn_deck().faces][:5])
def test_a_card_under_a_thumb_is_named_or_not_but_never_another(name: str) -> None:
    seat, deck = seat_with_deck(1)
    picture = next(face.picture for face in drawn_deck().faces if face.name == name)
    said = [
        recognise(seat.above(Laid(picture, 4.0, -3.0, turn, 0.3), trouble=Trouble(finger=0.12)), deck)
        for turn in (20.0, 140.0, 250.0)
    ]
    given = [one.names for one in said if one is not None]
    assert all(name in names for names in given)
    assert given


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", list(numbered()))
def test_cards_that_differ_in_a_number_alone_are_distinguished(name: str) -> None:
    seat = Seat.at(4, width_px=75.0)
    found = recognise(seat.above(Laid(numbered()[name], 0.0, 5.0, 70.0, 0.3)), numbered_deck())
    assert found is not None
    assert found.names == (name,)


@pytest.mark.thinned(4)
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", list(numbered()))
def test_a_number_that_was_never_shown_is_not_taken_for_one_that_was(name: str) -> None:
    seat = Seat.at(4, width_px=75.0)
    assert recognise(seat.above(Laid(numbered()[name], 0.0, 5.0, 70.0, 0.3)), numbered_deck(name)) is None


def test_a_thick_patch_of_another_colour_at_the_edge_is_a_cover() -> None:
    at = (slice(3, 6), slice(3, 6))
    shows = visible(fit_with(patch(*at, 9.0), patch(*at, 0.5)), THRESHOLDS)
    assert np.array_equal(~shows.reshape(ROWS, COLUMNS), patch(*at, 1.0) > 0)


@pytest.mark.parametrize(
    ("rows", "columns", "tint"),
    [
        (slice(3, 6), slice(2, 4), 0.5),  # in the middle of the card
        (slice(0, 2), slice(0, 1), 0.5),  # as thin as the mark in a corner
        (slice(3, 6), slice(3, 6), 0.0),  # of the card's own colour
    ],
)
def test_what_no_finger_leaves_is_another_print(rows: slice, columns: slice, tint: float) -> None:
    fit = fit_with(patch(rows, columns, 9.0), patch(rows, columns, tint))
    assert visible(fit, THRESHOLDS).all()


def test_a_shadow_hides_nothing() -> None:
    fit = fit_with(patch(slice(0, 9), slice(0, 2), 1.0), patch(slice(0, 9), slice(0, 2), 0.5))
    assert visible(fit, THRESHOLDS).all()


def fingered(picture: Image, skin: tuple[int, int, int], tip: tuple[int, int] = (30, 40)) -> tuple[Image, np.ndarray]:
    """A face (91, 59, 3) with a finger over it from the right side, and its pixels (91, 59)."""
    under = np.zeros(picture.shape[:2], dtype=np.uint8)
    cv2.line(under, tip, (80, tip[1] + 8), 1, 19)
    seen = picture.copy()
    seen[under > 0] = skin
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.7), dtype=np.uint8), under > 0


@pytest.mark.parametrize("skin", [(110, 140, 200), (40, 50, 80)])
def test_a_finger_is_cut_out_to_some_pixels(skin: tuple[int, int, int]) -> None:
    for face in drawn_deck().faces[:5]:
        picture = straight(face.picture)
        seen, under = fingered(picture, skin)
        cover = cover_of(logarithmic(seen), logarithmic(picture), THRESHOLDS)
        assert cover[under].mean() > 0.95
        assert cover[~under].mean() < 0.1


def test_a_finger_is_followed_where_it_is_like_the_face() -> None:
    picture = np.full((91, 59, 3), 240, dtype=np.uint8)
    picture[:, 27:40] = (108, 138, 196)
    seen, under = fingered(picture, (110, 140, 200), (20, 40))
    cover = cover_of(logarithmic(seen), logarithmic(picture), THRESHOLDS)
    assert cover[under].mean() > 0.95


def test_a_card_alone_and_what_lies_in_its_middle_have_no_finger() -> None:
    picture = straight(drawn_deck().faces[0].picture)
    logs, marked = logarithmic(picture), picture.copy()
    assert not cover_of(cv2.GaussianBlur(logs, (0, 0), 0.8) - 0.4, logs, THRESHOLDS).any()
    marked[30:60, 18:42] = (110, 140, 200)
    assert not cover_of(logarithmic(marked), logs, THRESHOLDS).any()


def test_pixels_under_a_finger_say_nothing() -> None:
    picture = straight(drawn_deck().faces[0].picture)
    face, (seen, under) = logarithmic(picture), fingered(picture, (110, 140, 200))
    hidden = cv2.dilate(under.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    beside = grid(91, 59).beside(hidden)
    assert 0.6 < beside.shows.mean() < 0.95
    blocks, whole = FaceBlocks.of(face, beside), FaceBlocks.of(face)
    assert compared(logarithmic(seen), whole, 0.5).misfit.max() > 20
    assert compared(logarithmic(seen), blocks, 0.5).misfit.max() < THRESHOLDS.block_misfit
    # light is distinguished from print on the remaining part, too
    slope = np.linspace(0, 0.4, 59, dtype=np.float32)[None, :, None]
    assert compared(face + slope, blocks, 0.5).misfit.max() < 1
    across, down = beside.slopes
    assert np.abs((across * down).sum(axis=1)).max() < 1e-4


def test_a_card_is_named_where_blocks_are_too_coarse_for_the_finger_on_it() -> None:
    faces = drawn_deck().faces[:5]
    deck = EnrolledDeck.of(SIZE_MM, [Face(face.name, straight(face.picture)) for face in faces])
    seen, _ = fingered(straight(faces[4].picture), (40, 50, 80), (25, 65))
    above = np.full((180, 180, 3), 120, dtype=np.uint8)
    above[40:131, 60:119] = seen
    found = recognise(above, deck)
    assert found is not None
    assert found.names == (faces[4].name,)
    assert recognise(above, deck, replace(THRESHOLDS, finger_unlike=((9.0,) * 3, (9.0,) * 3))) is None
    rest = EnrolledDeck.of(SIZE_MM, [face for face in deck.faces if face.name != faces[4].name])
    assert recognise(above, rest) is None


def test_lamp_contrast_and_a_small_shift_are_no_other_print() -> None:
    logs = logarithmic(straight(drawn_deck().faces[0].picture))
    face = FaceBlocks.of(logs)
    slope = np.linspace(0, 0.4, logs.shape[1], dtype=np.float32)[None, :, None]
    lit = logs + slope + np.array([0.3, 0.0, -0.2], dtype=np.float32)
    faint = logs.mean(axis=(0, 1)) + 0.8 * (logs - logs.mean(axis=(0, 1)))
    aside = np.roll(logs, 1, axis=1)
    for seen in (lit, faint):
        assert compared(seen, face, 0.5).misfit.max() < 1
    assert np.median(compared(aside, face, 0.5).misfit) < THRESHOLDS.block_misfit
    other = logarithmic(straight(drawn_deck().faces[1].picture))
    assert np.quantile(compared(other, face, 0.5).misfit, 0.7) > 10


def test_a_face_is_laid_on_to_a_fraction_of_a_millimetre_beside_a_cover() -> None:
    picture = straight(drawn_deck().faces[2].picture)
    whole = np.full((180, 180, 3), 120, dtype=np.uint8)
    whole[40:131, 60:119] = picture
    whole[90:150, 95:140] = (110, 140, 200)
    logs = logarithmic(picture)
    fitting = Fitting(logarithmic(whole), np.stack([logs, logs[::-1, ::-1]])[None])
    _, rough = fitting.roughly(0, 0, affine_of(CardPose(92.0, 84.0, 2.0)))
    fit = fitting.finely(0, 0, rough)
    assert fit is not None
    assert np.abs(fit.affine[:, 2] - [60 + 29, 40 + 45]).max() < 0.5


@cache
def cornered() -> dict[str, Image]:
    """Cards with one and the same picture that differ in a small number in two corners, as those of a suit may."""
    faces = {}
    for number in range(2, 9):
        sheet = np.full((HEIGHT, WIDTH, 3), 250, dtype=np.uint8)
        cv2.ellipse(sheet, (WIDTH // 2, HEIGHT // 2), (130, 200), 0, 0, 360, (40, 40, 190), -1, cv2.LINE_AA)
        for part in (sheet, sheet[::-1, ::-1]):
            corner = np.ascontiguousarray(part[: 20 * FINE, : 16 * FINE])
            pen = [(4 * FINE + round(2.8 * x), 17 * FINE - round(2.8 * y)) for x, y in DIGITS[number]]
            cv2.polylines(corner, [np.array(pen)], False, (40, 40, 190), 14, cv2.LINE_AA)
            part[: 20 * FINE, : 16 * FINE] = corner
        faces[f"{number}"] = sheet
    return faces


@pytest.mark.parametrize("name", ["3", "5", "8"])
def test_cards_that_differ_in_a_corner_alone_lean_to_their_own(name: str) -> None:
    logs = {number: logarithmic(straight(picture)) for number, picture in cornered().items()}
    blocks = {number: FaceBlocks.of(one) for number, one in logs.items()}
    whole = np.ones(BLOCKS, dtype=bool)
    seen = cv2.GaussianBlur(logs[name], (0, 0), 0.8)
    for other in blocks.keys() - {name}:
        assert leaning(seen, blocks[name], blocks[other], 0.5, whole) > THRESHOLDS.leaning
        assert leaning(seen, blocks[other], blocks[name], 0.5, whole) < 0.1
        corners = patch(slice(0, 3), slice(0, 3), 1.0) + patch(slice(6, 9), slice(3, 6), 1.0)
        assert leaning(seen, blocks[name], blocks[other], 0.5, corners.ravel() == 0) == 0


@pytest.mark.parametrize("name", ["4"])
def test_what_differs_decides_where_another_face_fits_nearly_as_well(name: str) -> None:
    seat = Seat.at(4, width_px=75.0)
    deck = EnrolledDeck.of(SIZE_MM, [Face(number, straight(picture)) for number, picture in cornered().items()])
    above = seat.above(Laid(cornered()[name], 0.0, 5.0, 70.0, 0.3))
    all_near = replace(THRESHOLDS, told_apart=1000.0)
    found = recognise(above, deck, all_near)
    assert found is not None
    assert found.names == (name,)
    assert recognise(above, deck, replace(all_near, leaning=1.0)) is None


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["5", "8"])
def test_numbers_that_looked_alike_when_shown_stay_look_alikes(name: str) -> None:
    seat = Seat.at(4, width_px=75.0)
    deck = EnrolledDeck.of(SIZE_MM, [Face(number, straight(picture)) for number, picture in cornered().items()])
    assert ("5", "8") in deck.groups
    found = recognise(seat.above(Laid(cornered()[name], 0.0, 5.0, 70.0, 0.3)), deck)
    assert found is None or name in found.names
