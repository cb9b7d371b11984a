"""Shadows taken out of a small picture with an exact print: which are known for one, and what is left of them."""

import cv2
import numpy as np
import pytest

from vision.read.appearance import EmptyBoard, Lab
from vision.read.cover.shadows import TOE, without_shadows

SHAPE = (320, 400)
HALF = np.full((160, 200), 255, dtype=np.uint8)
#: The half width of the soft edge that is left of a shadow, in pixels.
SOFT = 16
Where = np.ndarray


def board() -> Lab:
    """Squares of 6 pixels in two shades of sand, and some noise."""
    rows, columns = np.indices(SHAPE) // 6
    light = np.where((rows + columns) % 2, 120.0, 180.0)
    lab = np.stack([light, np.full(SHAPE, 132.0), np.full(SHAPE, 140.0)], axis=2)
    return np.asarray(lab + np.random.default_rng(2).normal(0, 0.5, lab.shape), dtype=np.float32)


LEARNT = board()
EMPTY = EmptyBoard(LEARNT, np.ones(SHAPE, dtype=np.bool_))


def box(top: int, left: int, height: int, width: int) -> Where:
    where = np.zeros(SHAPE, dtype=np.bool_)
    where[top : top + height, left : left + width] = True
    return where


def shaded(where: Where, depth: float, tint: tuple[float, float] = (0.0, 0.0), lab: Lab = LEARNT) -> Lab:
    """The picture in a shadow of a depth (logarithm of the lightness) and tint (chroma by lightness)."""
    before = lab[..., 0] + TOE
    after = before * np.exp(depth)
    chroma = ((lab[..., 1:] - 128) / before[..., None] + np.array(tint)) * after[..., None] + 128
    dark = np.concatenate([after[..., None] - TOE, chroma], axis=2)
    return np.asarray(np.where(where[..., None], dark, lab), dtype=np.float32)


def inner(where: Where, by: int = SOFT) -> Where:
    """The same without its edges."""
    square = np.ones((2 * by + 1, 2 * by + 1), dtype=np.uint8)
    return np.asarray(cv2.erode(where.astype(np.uint8), square) > 0)


LARGE = box(80, 100, 140, 180)


@pytest.mark.parametrize("tint", [(0.0, 0.0), (0.03, -0.03), (-0.02, 0.04)])
@pytest.mark.parametrize("depth", [-0.13, -0.3, -0.6, -0.88, 0.15, 0.25])
def test_a_shadow_that_came_or_went_is_taken_out_whole(depth: float, tint: tuple[float, float]) -> None:
    found, passed = without_shadows(shaded(LARGE, depth, tint), EMPTY, HALF)
    assert passed is not None
    assert np.abs(found - LEARNT)[inner(LARGE)].max() < 6.0
    assert passed[inner(LARGE)].all()
    assert np.abs(found - LEARNT)[inner(~LARGE)].max() < 0.1
    assert not passed[inner(~LARGE)].any()


@pytest.mark.parametrize("depth", [-0.07, -0.94, 0.07])
def test_light_that_hardly_differs_or_differs_too_much_is_no_shadow(depth: float) -> None:
    lab = shaded(LARGE, depth)
    found, passed = without_shadows(lab, EMPTY, HALF)
    assert found is lab
    assert passed is None


@pytest.mark.parametrize("lightness", [20.0, 60.0, 90.0])
def test_a_grey_thing_that_hides_the_print_is_no_shadow(lightness: float) -> None:
    lab = LEARNT.copy()
    lab[LARGE] = (lightness, 130, 134)
    assert without_shadows(lab, EMPTY, HALF)[1] is None


@pytest.mark.parametrize(("hidden", "known"), [(0.1, True), (0.5, False)])
def test_most_of_its_print_shows_under_a_shadow(hidden: float, *, known: bool) -> None:
    """A small thing may lie in it; a sleeve hides more."""
    lab = shaded(LARGE, -0.3)
    lab[box(80, 100, 140, round(hidden * 180))] = (80, 130, 134)
    assert (without_shadows(lab, EMPTY, HALF)[1] is not None) == known


@pytest.mark.parametrize(("width", "known"), [(22, False), (44, True)])
def test_a_narrow_dark_stripe_is_a_pawn_or_its_own_shadow(width: int, *, known: bool) -> None:
    lab = shaded(box(40, 100, 240, width), -0.3)
    assert (without_shadows(lab, EMPTY, HALF)[1] is not None) == known


@pytest.mark.parametrize(("side", "known"), [(28, False), (60, True)])
def test_a_small_dark_patch_is_none(side: int, *, known: bool) -> None:
    lab = shaded(box(80, 100, side, side), -0.3)
    assert (without_shadows(lab, EMPTY, HALF)[1] is not None) == known


@pytest.mark.parametrize(("deeper", "alike"), [(0.1, True), (0.25, False), (0.4, False)])
def test_a_shadow_is_of_one_depth(deeper: float, *, alike: bool) -> None:
    """Where another one or a thing adds to it the place stays as it is."""
    second = box(90, 110, 60, 60)
    lab = shaded(second, -0.3 - deeper, lab=shaded(LARGE & ~second, -0.3))
    found, passed = without_shadows(lab, EMPTY, HALF)
    assert passed is not None
    middle = inner(second, 24)
    assert passed[middle].all() == alike
    assert np.array_equal(found[middle], lab[middle]) != alike


@pytest.mark.parametrize(("tint", "alike"), [((0.02, 0.0), True), ((0.06, 0.0), False), ((0.0, -0.06), False)])
def test_a_shadow_is_of_one_tint(tint: tuple[float, float], *, alike: bool) -> None:
    second = box(90, 110, 60, 60)
    lab = shaded(second, -0.3, tint, lab=shaded(LARGE & ~second, -0.3))
    passed = without_shadows(lab, EMPTY, HALF)[1]
    assert passed is not None
    assert passed[inner(second, 24)].all() == alike


def test_beside_a_thing_that_is_none_a_shadow_is_taken_out() -> None:
    thing, shadow = box(40, 20, 100, 100), box(180, 240, 120, 140)
    lab = shaded(shadow, -0.4)
    lab[thing] = (60, 130, 134)
    found, passed = without_shadows(lab, EMPTY, HALF)
    assert passed is not None
    assert np.abs(found - LEARNT)[inner(shadow)].max() < 6.0
    assert np.array_equal(found[thing], lab[thing])


def test_two_shadows_are_each_of_their_own_depth() -> None:
    one, other = box(20, 20, 120, 140), box(180, 220, 120, 150)
    found, passed = without_shadows(shaded(other, -0.6, lab=shaded(one, -0.2)), EMPTY, HALF)
    assert passed is not None
    for where in (one, other):
        assert np.abs(found - LEARNT)[inner(where)].max() < 6.0


def test_shadows_are_found_on_the_known_part_of_the_board_alone() -> None:
    lab = shaded(LARGE, -0.3)
    left = HALF.copy()
    left[:, 50:] = 0
    assert without_shadows(lab, EMPTY, left)[1] is None
    assert without_shadows(lab, EmptyBoard.unknown(SHAPE), HALF)[1] is None
    right = np.zeros_like(HALF)
    right[30:120, 40:150] = 255
    found, passed = without_shadows(lab, EMPTY, right)
    assert passed is not None
    assert np.abs(found - LEARNT)[inner(LARGE)].max() < 6.0


def test_a_change_of_a_fiftieth_of_the_board_is_no_shadow() -> None:
    lab = LEARNT.copy()
    lab[box(80, 100, 40, 40)] *= np.float32(0.6)
    assert without_shadows(lab, EMPTY, HALF)[0] is lab
