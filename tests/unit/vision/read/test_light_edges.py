"""Edges of light and shadow that wander are no movement and leave no trace; a thing that hides print is no edge."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frames import Frame, Image
from vision.read.appearance import EmptyBoard, to_lab
from vision.read.cover.light_edges import Band, bands, without_light_edges
from vision.read.stillness import Rest

SHAPE = (480, 640)
HALF = np.zeros((240, 320), dtype=np.uint8)
HALF[20:220, 40:280] = 255
#: The crossing of a line with the middle, and its lean: so far that it crosses print, without which nothing is known.
PLACES = st.tuples(st.floats(0.4, 0.6), st.sampled_from([-0.6, -0.4, -0.25, 0.25, 0.4, 0.6]))
DEPTHS = st.floats(0.55, 0.85)


def board(pawn: tuple[int, int] | None = None, seed: int = 0) -> Image:
    """A printed board with rings and fields of several colours, perhaps with a pawn of 20 x 30 pixels on it."""
    image = np.full((*SHAPE, 3), (120, 170, 190), dtype=np.uint8)
    for number, (x, y) in enumerate((x, y) for x in range(100, 560, 34) for y in range(60, 430, 34)):
        colour = ((230, 230, 230), (60, 60, 190), (70, 130, 50), (40, 40, 40))[number % 4]
        cv2.circle(image, (x, y), 12, colour, -1, cv2.LINE_AA)
    if pawn:
        image[pawn[1] : pawn[1] + 30, pawn[0] : pawn[0] + 20] = (30, 30, 160)
    return np.clip(image + np.random.default_rng(seed).normal(0, 3.0, image.shape), 0, 255).astype(np.uint8)


def half_plane(place: tuple[float, float], aside: float) -> np.ndarray:
    """1 on one side of a straight line, 0 on the other (h, w, 1); `aside` moves it, in pixels."""
    (part, lean), (height, width) = place, SHAPE
    x = part * width + aside
    corners = np.array(
        [[x + lean * height / 2, 0], [3 * width, 0], [3 * width, height], [x - lean * height / 2, height]]
    )
    sheet = np.zeros(SHAPE, dtype=np.uint8)
    cv2.fillPoly(sheet, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 1.2)[..., None] / 255.0)


def shaded(image: Image, place: tuple[float, float], depth: float, aside: float = 0.0) -> Image:
    return np.asarray(image * (1 - (1 - depth) * half_plane(place, aside)), dtype=np.uint8)


@settings(max_examples=20, deadline=None)
@given(place=PLACES, depth=DEPTHS, wander=st.lists(st.floats(-3, 3), min_size=2, max_size=4))
def test_the_edge_of_a_shadow_that_wanders_is_a_rest(
    place: tuple[float, float], depth: float, wander: list[float]
) -> None:
    rest = Rest().after(Frame(shaded(board((300, 200)), place, depth), 0), HALF)
    for number, aside in enumerate(wander, 1):
        rest = rest.after(Frame(shaded(board((300, 200), number), place, depth, aside), 330 * number), HALF)
    assert rest.count == 1 + len(wander)


@settings(max_examples=20, deadline=None)
@given(place=PLACES, depth=DEPTHS, aside=st.floats(-3, 3), by=st.sampled_from([(8, 0), (0, 8), (34, 0), (0, -34)]))
def test_a_pawn_that_moves_at_such_an_edge_is_none(
    place: tuple[float, float], depth: float, aside: float, by: tuple[int, int]
) -> None:
    x, y = round(place[0] * SHAPE[1]) - 10, 225
    rest = Rest().after(Frame(shaded(board((x, y)), place, depth), 0), HALF)
    moved = rest.after(Frame(shaded(board((x + by[0], y + by[1]), 1), place, depth, aside), 330), HALF)
    assert moved.count == 1


@settings(max_examples=20, deadline=None)
@given(
    place=PLACES,
    aside=st.sampled_from([-8.0, -5.0, 5.0, 8.0]),
    colour=st.sampled_from([(40, 40, 40), (128, 158, 206), (60, 80, 120), (210, 210, 205), (90, 92, 94)]),
)
def test_an_arm_with_a_straight_edge_is_none(
    place: tuple[float, float], aside: float, colour: tuple[int, int, int]
) -> None:
    """A sleeve or a skin of any shade, as straight as a shadow: it hides the print."""
    looks = []
    for number, step in enumerate((0.0, aside)):
        arm = half_plane(place, step)
        looks.append(np.asarray(board(seed=number) * (1 - arm) + np.array(colour) * arm, dtype=np.uint8))
    assert Rest().after(Frame(looks[0], 0), HALF).after(Frame(looks[1], 330), HALF).count == 1


@settings(max_examples=20, deadline=None)
@given(place=PLACES, depth=DEPTHS, aside=st.floats(3, 8), pawn=st.booleans())
def test_the_board_is_seen_as_before_the_edge_went_on(
    place: tuple[float, float], depth: float, aside: float, *, pawn: bool
) -> None:
    """And a pawn that has come since is still there.  An edge so faint that it changes no pixel plainly may stay."""
    learnt = to_lab(shaded(board(), place, depth))
    empty = EmptyBoard(learnt, np.ones(SHAPE, dtype=np.bool_))
    at = (round(place[0] * SHAPE[1]), 225)
    now = to_lab(shaded(board(at if pawn else None, 1), place, depth, aside))
    found, passed = without_light_edges(now, empty, HALF)
    inside, standing = np.zeros(SHAPE, dtype=np.bool_), np.zeros(SHAPE, dtype=np.bool_)
    inside[48:432, 88:552] = True
    standing[at[1] - 2 : at[1] + 32, at[0] - 2 : at[0] + 22] = pawn
    before, after = (np.abs(lab - learnt).max(axis=2) > 35 for lab in (now, found))
    assert np.count_nonzero(after & inside & ~standing) < 20
    assert np.count_nonzero(after & standing) >= 0.75 * np.count_nonzero(before & standing)
    assert passed is not None or np.count_nonzero(before & inside & ~standing) < 20


def test_where_nothing_wandered_the_picture_is_the_very_same() -> None:
    learnt = to_lab(board())
    now = to_lab(board((300, 200), 1))
    found, passed = without_light_edges(now, EmptyBoard(learnt, np.ones(SHAPE, dtype=np.bool_)), HALF)
    assert found is now
    assert passed is None


#: Of a band of 40 x 13 pixels: how far across it each lies, and print in two shades, as bright on all lines along it.
ACROSS = np.tile(np.arange(13.0), 40)
PRINT = np.repeat(np.where(np.arange(40) % 2, 4.3, 4.7), 13).astype(np.float32)
BAND = Band(np.repeat(np.arange(40), 13), np.tile(np.arange(13), 40), ACROSS)


def profile(depth: float, rest: float = 0.0) -> np.ndarray:
    """A change of light by a depth on the near half of the band and by a rest on the far one."""
    return np.where(ACROSS < 6, depth, rest).astype(np.float32)


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(("depth", "known"), [(0.04, False), (0.06, True), (0.88, True), (0.92, False)])
def test_light_changes_enough_to_be_seen_and_not_too_much(depth: float, sign: int, *, known: bool) -> None:
    light = BAND.light(profile(sign * depth), PRINT)
    assert (light is not None) == known
    if light is not None:
        assert light == pytest.approx(profile(sign * depth))


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(("rest", "known"), [(0.06, True), (0.04, True), (-0.04, True), (-0.06, False)])
def test_light_only_fell_or_only_went(rest: float, sign: int, *, known: bool) -> None:
    light = BAND.light(profile(sign * 0.3, sign * rest), PRINT)
    assert (light is not None) == known
    if light is not None:
        assert light == pytest.approx(profile(sign * 0.3, sign * rest if rest > 0.05 else 0.0))


@pytest.mark.parametrize(("varies", "known"), [(0.0, False), (0.038, False), (0.042, True)])
def test_without_print_no_light_is_known(varies: float, *, known: bool) -> None:
    """The print's deviation from its mean, as a logarithm."""
    before = np.where(PRINT > 4.5, 4.5 + varies, 4.5 - varies).astype(np.float32)
    assert (BAND.light(profile(-0.3), before) is not None) == known


@pytest.mark.parametrize(("taken", "known"), [(-0.23, False), (-0.17, True), (0.17, True), (0.23, False)])
def test_light_keeps_the_print(taken: float, *, known: bool) -> None:
    """A thing takes more than a fifth of its contrast away, or adds as much."""
    change = profile(-0.3) + np.float32(taken) * (PRINT - np.float32(4.5))
    assert (BAND.light(change.astype(np.float32), PRINT) is not None) == known


def line(side: int, column: int, long: int) -> list[Band]:
    """The bands where a line one pixel wide has changed, on a square board within a larger picture."""
    changed, mask = np.zeros((300, 300), dtype=np.uint8), np.zeros((300, 300), dtype=np.uint8)
    mask[20 : 20 + side, 30 : 30 + side] = 255
    changed[22 : 22 + long, 30 + column] = 255
    return bands(changed, mask)


def test_a_band_lies_six_pixels_to_either_side_of_its_line() -> None:
    (band,) = line(200, 50, 150)
    assert np.unique(band.columns).tolist() == list(range(74, 87))
    assert band.rows.min() in range(20, 30)
    assert band.rows.max() in range(165, 180)
    assert np.abs(band.across - 6) == pytest.approx(np.abs(band.columns - 80), abs=0.05)


@pytest.mark.parametrize(
    ("side", "long", "count"), [(200, 55, 0), (200, 70, 1), (76, 60, 0), (84, 60, 1), (100, 96, 1)]
)
def test_an_edge_is_long_and_no_board_too_small_for_one(side: int, long: int, count: int) -> None:
    """Three tenths of the board's side, which are four times the half width at least."""
    assert len(line(side, side // 2, long)) == count


@pytest.mark.parametrize(("share", "count"), [(0.07, 1), (0.09, 0)])
def test_where_much_of_the_board_changed_no_edge_is_sought(share: float, count: int) -> None:
    changed, mask = np.zeros((200, 200), dtype=np.uint8), np.full((200, 200), 255, dtype=np.uint8)
    changed[:, 90 : 90 + round(200 * share)] = 255
    assert min(1, len(bands(changed, mask))) == count


def test_no_more_than_four_edges_are_found() -> None:
    changed, mask = np.zeros((400, 400), dtype=np.uint8), np.full((400, 400), 255, dtype=np.uint8)
    changed[:, 40:400:60] = 255
    assert len(bands(changed, mask)) == 4
