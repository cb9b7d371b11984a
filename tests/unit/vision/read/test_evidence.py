"""A thing that is like no pawn of this table is known by the learnt colours, not by their names."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board import Spots
from vision.read.appearance import EmptyBoard, Lab, Palette
from vision.read.evidence import INDEPENDENT_PIXELS, AppearanceModel, Cover, Evidence, unlike_pawns, weigh

#: Two colours as a table shows them, and print that is neither, in 8-bit Lab.
RED, BLUE, SAND = (110.0, 175.0, 155.0), (90.0, 135.0, 90.0), (190.0, 132.0, 150.0)
PIXELS = 120


def pixels(colour: tuple[float, float, float], seed: int = 0) -> Lab:
    noise = np.random.default_rng(seed).normal(0.0, 3.0, (PIXELS, 3))
    return np.asarray(np.array(colour) + noise, dtype=np.float32)


@pytest.fixture
def taught() -> Palette:
    palette = Palette.named(("red", "blue"))
    for lesson in range(4):
        palette = palette.learnt(0, pixels(RED, lesson)).learnt(1, pixels(BLUE, lesson))
    return palette


def asked(palette: Palette, *colours: tuple[float, float, float]) -> NDArray[np.float64]:
    flat = np.concatenate([pixels(colour, 100 + number) for number, colour in enumerate(colours)])
    cores = [np.arange(number * PIXELS, (number + 1) * PIXELS) for number in range(len(colours))]
    return unlike_pawns(flat, palette, cores)


def test_a_pawn_is_never_unlike_the_pawns_of_its_table(taught: Palette) -> None:
    assert asked(taught, RED, BLUE).tolist() == [0.0, 0.0]


def test_print_in_no_pawns_colour_is_unlike_them(taught: Palette) -> None:
    assert asked(taught, RED, SAND)[1] > 5.0


def test_nothing_is_unlike_pawns_of_which_one_colour_is_only_a_name(taught: Palette) -> None:
    half = Palette.named(("red", "blue")).learnt(0, pixels(RED))
    assert asked(half, SAND).tolist() == [0.0]


def weighed(palette: Palette, *cores: NDArray[np.int64]) -> Evidence:
    """The evidence of red, blue and sand, one after the other, on a board of sand, with a spot on each of the cores."""
    flat = np.concatenate([pixels(colour, 100 + number) for number, colour in enumerate((RED, BLUE, SAND))])
    sand = np.tile(np.array(SAND, dtype=np.float32), (len(flat), 1)).reshape(3, PIXELS, 3)
    looks = AppearanceModel(EmptyBoard(sand, np.ones((3, PIXELS), dtype=np.bool_)), palette, Palette.named(("",)))
    count = len(cores)
    spots = Spots(
        places_mm=np.zeros((count, 2)), group=np.zeros(count, dtype=np.int64), on_disc=np.zeros(count, dtype=np.bool_)
    )
    outlines: Any = SimpleNamespace(core=cores)
    return weigh(flat, looks, spots, outlines)


THIRDS = tuple(np.arange(PIXELS) + number * PIXELS for number in range(3))
NOWHERE = np.empty(0, dtype=np.int64)


def test_each_spot_is_scored_by_its_own_pixels(taught: Palette) -> None:
    """Beside spots of any size, and one out of the picture, as if it were alone."""
    cores = (THIRDS[0], NOWHERE, THIRDS[1][:50], THIRDS[2])
    scores = weighed(taught, *cores).scores
    assert scores[[0, 2]].argmax(axis=1).tolist() == [0, 1]
    assert (scores[[0, 2]].max(axis=1) > 5.0).all()
    assert (scores[3] < -5.0).all()
    assert scores[1].tolist() == [0.0, 0.0]
    for spot in (0, 2, 3):
        assert scores[spot] == pytest.approx(weighed(taught, cores[spot]).scores[0])


@pytest.mark.parametrize(("seen", "trust"), [(21, 0.0), (22, 22 / 66), (60, 60 / 66), (66, 1.0), (120, 1.0)])
def test_a_spot_in_part_view_is_trusted_less(seen: int, trust: float, taught: Palette) -> None:
    """Below 18 of 100 pixels in view not at all, from 55 on wholly."""
    evidence = weighed(taught, THIRDS[0])
    visible = np.arange(PIXELS) < seen
    evidence.score(0, visible)
    mean = evidence.ratios[0][:, visible].mean(axis=1)
    assert evidence.scores[0] == pytest.approx(INDEPENDENT_PIXELS * trust * mean)


def test_pixels_under_no_cover_are_visible_and_the_sheet_is_blank_again() -> None:
    cover, core = Cover(10), np.array([2, 3, 4])
    assert cover.visible(core, [np.array([3]), np.array([4, 9])]).tolist() == [True, False, False]
    assert cover.visible(core, [np.array([2])]).tolist() == [False, True, True]
    assert cover.visible(core, []).all()
