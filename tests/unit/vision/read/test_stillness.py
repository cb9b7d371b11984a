"""Rest: long enough, often enough, and only where the board is."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frames import Frame, Image
from vision.read.stillness import Rest, halved

BOARD = np.zeros((120, 160), dtype=np.uint8)
BOARD[20:100, 30:130] = 255


def table(pawn: tuple[int, int] | None = None, seed: int = 0, noise: float = 2.0) -> Image:
    """A grey table with sensor noise, 320 x 240; a dark pawn of 16 x 24 pixels stands at (x, y)."""
    image = np.full((240, 320, 3), 150.0)
    if pawn:
        x, y = pawn
        image[y : y + 24, x : x + 16] = 40.0
    image += np.random.default_rng(seed).normal(0, noise, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def test_one_picture_is_no_rest_however_late() -> None:
    assert not Rest().after(Frame(table(), 90_000), None).is_settled


def test_two_pictures_far_enough_apart_are() -> None:
    rest = Rest().after(Frame(table(seed=1), 0), None)
    assert not rest.is_settled
    assert rest.after(Frame(table(seed=2), 330), None).is_settled


def test_many_pictures_in_a_short_time_are_not() -> None:
    """A live camera: the time decides, not the number of pictures."""
    rest, settled_ms = Rest(), []
    for t_ms in range(0, 331, 33):
        rest = rest.after(Frame(table(seed=t_ms), t_ms), None)
        settled_ms += [t_ms] if rest.is_settled else []
    assert settled_ms == [264, 297, 330]


def test_a_pawn_that_moved_begins_a_new_rest() -> None:
    rest = Rest().after(Frame(table((100, 90), 1), 0), BOARD).after(Frame(table((100, 90), 2), 330), BOARD)
    assert rest.is_settled
    moved = rest.after(Frame(table((140, 90), 3), 660), BOARD)
    assert (moved.is_settled, moved.count) == (False, 1)
    assert moved.after(Frame(table((140, 90), 4), 990), BOARD).is_settled
    assert (rest.is_settled, rest.count) == (True, 2), "the rest before is still what it was"


def test_what_moves_beside_the_board_does_not_disturb() -> None:
    first, second = Frame(table((4, 90), 1), 0), Frame(table((4, 150), 2), 330)
    assert Rest().after(first, BOARD).after(second, BOARD).is_settled
    assert not Rest().after(first, None).after(second, None).is_settled


def test_a_picture_of_another_size_begins_anew() -> None:
    rest = Rest().after(Frame(table(), 0), None).after(Frame(table()[:200, :280], 330), None)
    assert (rest.is_settled, rest.count) == (False, 1)


def test_the_average_is_of_this_rest_alone_and_less_noisy() -> None:
    rest = Rest().after(Frame(np.zeros((240, 320, 3), dtype=np.uint8), 0), None)
    for number in range(1, 5):
        rest = rest.after(Frame(table(seed=number, noise=8.0), 330 * number), None)
    mean = rest.average().astype(float)
    assert abs(mean.mean() - 149.6) < 0.5
    assert mean.std() < 0.6 * table(seed=9, noise=8.0).astype(float).std()
    assert not rest.still_gathering


def test_a_long_rest_is_averaged_on_and_says_when_that_is_worth_a_look() -> None:
    """At 30 pictures a second: four at once, then four a second, up to sixteen."""
    rest, better = Rest(), []
    for t_ms in range(0, 6000, 33):
        rest = rest.after(Frame(table(seed=t_ms, noise=8.0), t_ms), None)
        better += [t_ms] if rest.is_much_better else []
    assert (rest.summed, len(better)) == (16, 2)
    assert 1000 <= better[0] <= 1400
    assert 3000 <= better[1] <= 3600
    assert rest.average().astype(float).std() < 0.35 * table(seed=9, noise=8.0).astype(float).std()


def disturbed(image: Image, shift: tuple[float, float], gain: float) -> Image:
    """As a camera that shakes and adapts gives it."""
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    moved = cv2.warpAffine(image, move, (image.shape[1], image.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.clip(moved * gain, 0, 255), dtype=np.uint8)


SHAKES = st.tuples(st.floats(-1.4, 1.4), st.floats(-1.4, 1.4))


@settings(max_examples=15, deadline=None)
@given(shakes=st.lists(SHAKES, min_size=2, max_size=5), gain=st.floats(0.75, 1.3))
def test_any_shake_is_a_rest_and_its_average_stays_sharp(shakes: list[tuple[float, float]], gain: float) -> None:
    rest = Rest().after(Frame(table((100, 90)), 0), BOARD)
    for number, shift in enumerate(shakes, 1):
        image = disturbed(table((100, 90), number), shift, gain if number % 2 else 1.0)
        rest = rest.after(Frame(image, 330 * number), BOARD)
    assert rest.is_settled
    mean = rest.average().astype(float)
    across, down = mean[102, 96:104].mean(axis=1), mean[86:94, 108].mean(axis=1)
    for edge in (across, down):
        assert np.abs(np.diff(edge)).max() > 0.4 * np.ptp(edge), "one step of a pixel or two"


SWAYS = st.tuples(st.floats(0, 1.2), st.floats(0, 1))


def swayed(image: Image, pixels: float, phase: float) -> Image:
    """As a rolling shutter gives it: each row shifted by itself."""
    height, width = image.shape[:2]
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    columns += (pixels * np.sin(2 * np.pi * (np.linspace(0, 1, height) + phase))).astype(np.float32)[:, None]
    return np.asarray(cv2.remap(image, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def printed(pawn: tuple[int, int] | None = None, seed: int = 0) -> Image:
    """The table with a board's print under the pawn."""
    image = np.full((240, 320, 3), 150, dtype=np.uint8)
    for x in range(70, 250, 22):
        for y in range(50, 200, 22):
            cv2.circle(image, (x, y), 8, (30.0, 30.0, 30.0), -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 2.0, image.shape)
    if pawn:
        image[pawn[1] : pawn[1] + 24, pawn[0] : pawn[0] + 16] = 40
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@settings(max_examples=15, deadline=None)
@given(sways=st.lists(SWAYS, min_size=2, max_size=4))
def test_rows_that_sway_are_a_rest_and_blur_no_further_than_they_sway(sways: list[tuple[float, float]]) -> None:
    """A step of 120 levels is off by 60 a pixel of the widest sway at most, beside the noise."""
    rest = Rest().after(Frame(printed((100, 90)), 0), BOARD)
    for number, sway in enumerate(sways, 1):
        rest = rest.after(Frame(swayed(printed((100, 90), number), *sway), 330 * number), BOARD)
    assert rest.is_settled
    left = np.abs(rest.average().astype(float) - printed((100, 90), 99))[44:196, 64:256]
    assert np.quantile(left, 0.99) < 12 + 60 * max(pixels for pixels, _ in sways)


@settings(max_examples=25, deadline=None)
@given(
    sway=SWAYS,
    x=st.integers(80, 220),
    y=st.integers(60, 160),
    by=st.sampled_from([(6, 0), (-6, 0), (0, 20), (0, -20), (9, 9), (40, 0)]),
)
def test_a_pawn_that_moved_is_no_rest_though_rows_sway(
    sway: tuple[float, float], x: int, y: int, by: tuple[int, int]
) -> None:
    """Up or down, a way shorter than the pawn is wide may pass for sway; fields are further apart."""
    for drawn in (printed, table):
        rest = Rest().after(Frame(drawn((x, y), 1), 0), BOARD)
        moved = rest.after(Frame(swayed(drawn((x + by[0], y + by[1]), 2), *sway), 330), BOARD)
        assert (moved.is_settled, moved.count) == (False, 1)


@settings(max_examples=15, deadline=None)
@given(shift=SHAKES, gain=st.floats(0.75, 1.3), x=st.integers(110, 220), y=st.integers(60, 150))
def test_a_pawn_that_moved_is_no_rest_under_any_shake(shift: tuple[float, float], gain: float, x: int, y: int) -> None:
    rest = Rest().after(Frame(table((90, 90), 1), 0), BOARD)
    moved = rest.after(Frame(disturbed(table((x, y), 2), shift, gain), 330), BOARD)
    assert (moved.is_settled, moved.count) == (False, 1)


def test_no_average_before_the_first_picture() -> None:
    with pytest.raises(ValueError, match="no picture"):
        Rest().average()


def test_halved_is_half_as_wide_and_grey() -> None:
    assert halved(table()).shape == (120, 160)


@pytest.mark.parametrize(("levels", "moves"), [(15, False), (16, True), (-15, False), (-16, True)])
def test_more_than_fifteen_levels_are_a_movement(levels: int, *, moves: bool) -> None:
    first = np.full((240, 320, 3), 120, dtype=np.uint8)
    second = first.copy()
    second[90:114, 100:124] += np.uint8(levels % 256)
    rest = Rest().after(Frame(first, 0), BOARD).after(Frame(second, 330), BOARD)
    assert (rest.count == 1) == moves


def test_shaken_pictures_are_averaged_as_often_as_calm_ones() -> None:
    """Four at once, then one more after a quarter of a second."""
    rest, summed = Rest(), []
    for t_ms in (0, 33, 66, 99, 132, 165, 348, 349):
        shift = (1.2, 0.6) if t_ms % 2 else (0.0, 0.0)
        rest = rest.after(Frame(disturbed(table((100, 90), t_ms), shift, 1.0), t_ms), BOARD)
        summed.append(rest.summed)
    assert (rest.count, summed) == (8, [1, 2, 3, 4, 4, 4, 4, 5])
