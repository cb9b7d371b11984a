"""A thing that is like no pawn of this table is known by the learnt colours, not by their names."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.read.appearance import Lab, Palette
from vision.read.evidence import unlike_pawns

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
