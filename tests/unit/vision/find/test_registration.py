"""One picture brought over another: the shift and the light of any shake and any lamp, and nothing that moves."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.find.registration import FARTHEST_PX, register, shifted, with_sway
from vision.frames import Image

SHAPE = (180, 240)


def surface(seed: int) -> Image:
    """A printed surface: blots of every size on a grey ground, as soft as a picture at half size."""
    rng = np.random.default_rng(seed)
    grey = np.full(SHAPE, 130, dtype=np.uint8)
    for _ in range(60):
        x, y = int(rng.integers(SHAPE[1])), int(rng.integers(SHAPE[0]))
        cv2.circle(grey, (x, y), int(rng.integers(2, 14)), (float(rng.integers(30, 220)),), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.2), dtype=np.uint8)


def lit(grey: Image, gain: float, band: float, seed: int) -> Image:
    """In other light, with bands, and with noise."""
    rows = gain * (1 + band * np.sin(2 * np.pi * (np.linspace(0, 3, len(grey)) + seed / 7)))
    noise = np.random.default_rng(seed).normal(0, 1.5, grey.shape)
    return np.asarray(np.clip(grey * rows[:, None] + noise, 0, 255), dtype=np.uint8)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 1000),
    angle=st.floats(0, 2 * np.pi),
    far=st.floats(0, 0.9 * FARTHEST_PX),
    gain=st.floats(0.7, 1.15),
    band=st.floats(0, 0.15),
)
def test_any_shift_and_any_light_are_found(seed: int, angle: float, far: float, gain: float, band: float) -> None:
    before, shift = surface(seed), far * np.array([np.cos(angle), np.sin(angle)])
    way = register(before, lit(shifted(before, -shift), gain, band, seed), None)
    assert way is not None
    assert np.abs(way.shift_px - shift).max() < 0.12
    rows = gain * (1 + band * np.sin(2 * np.pi * (np.linspace(0, 3, SHAPE[0]) + seed / 7)))
    assert float(np.median(np.abs(way.gains / rows - 1))) < 0.03


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1000), left=st.integers(0, 120), top=st.integers(0, 90))
def test_what_moves_on_the_board_moves_no_board(seed: int, left: int, top: int) -> None:
    """A hand in one picture, over a sixth of it."""
    before = surface(seed)
    now = before.copy()
    now[top : top + 72, left : left + 100] = 90
    way = register(before, now, None)
    assert way is not None
    assert np.abs(way.shift_px).max() < 0.1


def test_what_is_beside_the_board_does_not_count() -> None:
    before, board = surface(3), np.zeros(SHAPE, dtype=np.uint8)
    board[30:150, 60:200] = 255
    now = np.where(board > 0, shifted(before, np.array([-0.8, 0.5])), shifted(before, np.array([1.5, -1.5])))
    way = register(before, now.astype(np.uint8), board)
    assert way is not None
    assert np.abs(way.shift_px - (0.8, -0.5)).max() < 0.12


def test_another_picture_or_a_lamp_that_goes_out_is_no_shake() -> None:
    before = surface(3)
    assert register(before, shifted(before, np.array([5.0, 0.0])), None) is None
    assert register(before, (before * 0.3).astype(np.uint8), None) is None


def test_a_bare_picture_is_not_shifted() -> None:
    plain = np.full(SHAPE, 120, dtype=np.uint8)
    way = register(plain, plain, None)
    assert way is not None
    assert np.abs(way.shift_px).max() == 0


def swayed(grey: Image, pixels: float, waves: float, phase: float) -> Image:
    """As a shutter that rolls shows it while the camera trembles across."""
    columns, rows = np.meshgrid(np.arange(SHAPE[1], dtype=np.float32), np.arange(SHAPE[0], dtype=np.float32))
    wave = 2 * np.pi * (waves * np.linspace(0, 1, SHAPE[0]) + phase)
    columns += (pixels * np.sin(wave)).astype(np.float32)[:, None]
    return np.asarray(cv2.remap(grey, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 1000),
    pixels=st.floats(0, 0.8),
    waves=st.floats(0.2, 1.2),
    phase=st.floats(0, 1),
    gain=st.floats(0.8, 1.15),
)
def test_rows_that_sway_are_brought_back(seed: int, pixels: float, waves: float, phase: float, gain: float) -> None:
    before = surface(seed)
    now = lit(swayed(before, pixels, waves, phase), gain, 0.0, seed)
    way = register(before, now, None)
    assert way is not None
    rows = with_sway(way, before, now, None)
    assert rows is not None
    inside = (slice(4, -4), slice(4, -4))
    left = np.abs(rows.brought_back(now)[inside] / gain - before[inside].astype(float))
    assert np.quantile(left, 0.99) < 8


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000), x=st.integers(30, 200), y=st.integers(130, 150), far=st.integers(3, 8))
def test_a_pawn_that_moves_is_no_sway_of_its_rows(seed: int, x: int, y: int, far: int) -> None:
    """This holds among print, which contradicts, and with nothing but the pawn in its rows."""
    everywhere, above = surface(seed), surface(seed)
    above[90:] = 130
    for board in (everywhere, above):
        before, now = board.copy(), board.copy()
        cv2.circle(before, (x, y), 6, (20.0,), -1, cv2.LINE_AA)
        cv2.circle(now, (x + far, y), 6, (20.0,), -1, cv2.LINE_AA)
        way = register(before, now, None)
        assert way is not None
        rows = with_sway(way, before, now, None)
        if rows is not None:
            left = np.abs(rows.brought_back(now).astype(int) - before)
            assert np.count_nonzero(left > 30) > 14


def test_a_picture_in_full_size_sways_as_the_small_one() -> None:
    before = surface(5)
    now = swayed(before, 0.8, 1.0, 0.3)
    way = register(before, now, None)
    rows = None if way is None else with_sway(way, before, now, None)
    assert rows is not None
    size = (2 * SHAPE[1], 2 * SHAPE[0])
    large, small = (cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR) for picture in (now, before))
    left = np.abs(rows.brought_back(np.asarray(large, dtype=np.uint8), 2).astype(int) - small)[8:-8, 8:-8]
    assert np.quantile(left, 0.99) < 12
