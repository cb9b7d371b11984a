"""The light of a picture is brought back to that of the memory, with any tint; a shadow stays in its place."""

import cv2
import numpy as np
import pytest

from vision.frames import Image
from vision.read.appearance import EmptyBoard, to_lab
from vision.read.light_correction import (
    BAND_PARTS,
    MAX_BAND,
    MIN_GAIN,
    MIN_IN_STRIP,
    SAME_BAND,
    STRIPS,
    _bands,
    as_remembered,
)

SHAPE = (240, 320)
SURFACE = np.arange(SHAPE[0] * SHAPE[1])
#: As near to the remembered levels as noise and rounding leave it.
NEAR = 2.5


def board() -> Image:
    """Print of many colours, none of them black or blinding, even over 20 pixels."""
    chance = np.random.default_rng(3)
    fields = chance.integers(60, 180, (12, 16, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(fields, SHAPE[::-1], interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def remembered() -> EmptyBoard:
    return EmptyBoard.unknown(SHAPE).learnt(to_lab(board()), np.ones(SHAPE, dtype=np.bool_))


def lit(blue: float, green: float, red: float) -> Image:
    return np.asarray(np.clip(board() * np.array([blue, green, red]), 0, 255), dtype=np.uint8)


def far(image: Image) -> float:
    """How far the middle picture element is from the remembered levels, in the channel that is furthest."""
    apart = np.abs(image.astype(np.float64) - board())
    return float(np.median(apart, axis=(0, 1)).max())


TINTS = [
    tuple(1.0 + share * way for way in ways)
    for share in (0.1, 0.12, 0.18, 0.25, 0.35)
    for ways in ((-1, 0, 1), (1, 0, -1), (-1, 1, 0), (0, -1, 1), (1, -1, 0), (1, 1, 1), (-1, -1, -1))
]


@pytest.mark.parametrize("tint", TINTS)
def test_a_lamp_of_any_tint_is_brought_back_though_it_be_as_bright(tint: tuple[float, float, float]) -> None:
    assert far(lit(*tint)) > 2 * NEAR
    assert far(as_remembered(lit(*tint), remembered(), SURFACE)) < NEAR


@pytest.mark.parametrize("tint", [(0.97, 1.0, 1.03), (1.0, 1.0, 1.0)])
def test_a_light_that_is_nearly_the_same_is_left(tint: tuple[float, float, float]) -> None:
    assert max(tint) < MIN_GAIN
    image = lit(*tint)
    assert as_remembered(image, remembered(), SURFACE) is image


@pytest.mark.parametrize("part", [0.55, 0.7])
@pytest.mark.parametrize("deep", [(0.6, 0.6, 0.6), (0.66, 0.6, 0.55)])
def test_a_shadow_over_most_of_the_board_is_no_other_lamp(part: float, deep: tuple[float, float, float]) -> None:
    image, edge = board(), round(part * SHAPE[1])
    image[:, :edge] = lit(*deep)[:, :edge]
    after = as_remembered(image, remembered(), SURFACE)
    assert np.array_equal(after[:, edge:], image[:, edge:])


def test_rows_are_compared_in_sixty_strips() -> None:
    """Every third strip is darker, as under a lamp that flickers: its middle row comes back, and the others stay."""
    strips = np.arange(SHAPE[0]) * 60 // SHAPE[0]
    dark = np.where(strips % 3 == 0, 0.8, 1.0)[:, None, None]
    image = np.asarray(np.round(board() * dark), dtype=np.uint8)
    middle = slice(2, None, SHAPE[0] // 60)
    after = as_remembered(image, remembered(), SURFACE)
    assert np.abs(after[middle].astype(np.float64) - board()[middle]).max() < 2 * NEAR


@pytest.mark.parametrize(("count", "corrected"), [(299, False), (300, True)])
def test_the_light_is_known_from_three_hundred_telling_pixels(count: int, *, corrected: bool) -> None:
    """Neither black nor blinding ones tell."""
    image = lit(1.25, 1.25, 1.25)
    assert (as_remembered(image, remembered(), SURFACE[:count]) is not image) == corrected
    for blinding in (20, 25, 245, 255):
        image.reshape(-1, 3)[count:400] = blinding
        assert (as_remembered(image, remembered(), SURFACE[:400]) is not image) == corrected


@pytest.mark.parametrize("seed", range(12))
def test_bands_are_those_of_each_strip_by_itself(seed: int) -> None:
    """All strips are compared at once; each of them alone, cut by NumPy, gives the very same factors."""
    rng = np.random.default_rng(seed)
    height, count = int(rng.integers(90, 800)), int(rng.integers(1, 4000))
    rows, columns = np.sort(rng.integers(0, height, count)), rng.integers(0, 400, count)
    ratios = np.exp(rng.normal(0, 0.05, count)) * (1 + 0.2 * np.sin(rows / 40))
    # light that falls off across the board, about as much as a band may
    ratios *= np.exp(1.5 * SAME_BAND * columns / 400)
    middles, medians = [], []
    for strip in range(STRIPS):
        inside = ratios[rows * STRIPS // height == strip]
        across = np.argsort(columns[rows * STRIPS // height == strip], kind="stable")
        if len(inside) < MIN_IN_STRIP:
            continue
        logs = np.log([np.median(part) for part in np.array_split(inside[across], BAND_PARTS)])
        middles.append((strip + 0.5) * height / STRIPS)
        medians.append(np.median(inside) if np.ptp(logs) < SAME_BAND else 1.0)
    expected = np.interp(np.arange(height), middles, medians) if middles else np.ones(height)
    np.testing.assert_array_equal(_bands(ratios, rows, columns, height), np.clip(expected, 1 / MAX_BAND, MAX_BAND))
