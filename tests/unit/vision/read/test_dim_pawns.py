"""A pawn at the edge of a shadow that is too small to be known for one: its colour is doubted, and no other pawn's."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.read.appearance import EmptyBoard, Palette
from vision.read.cover.shadows import TOE, dim_pawns
from vision.read.evidence import AppearanceModel

RED, BLACK = (95.0, 177.0, 162.0), (30.0, 128.0, 128.0)
PRINT = (200.0, 128.0, 132.0)
SHAPE = (12, 120)
#: One outline of 120 pixels in a wide one of 480, and a spot beside the picture.
CORE, WIDE, NOTHING = np.arange(120), np.arange(480), np.empty(0, dtype=np.int64)
OUTLINES: Any = SimpleNamespace(core=(CORE, NOTHING), wide=(WIDE, NOTHING))


def shown(colour: tuple[float, ...], by: float, count: int) -> np.ndarray:
    """Pixels (count, 3) of a thing whose light has changed by a factor, given by its logarithm."""
    light = (colour[0] + TOE) * np.exp(by)
    chroma = (np.array(colour[1:]) - 128) / (colour[0] + TOE) * light
    lab = np.array([light - TOE, *(chroma + 128)]) + np.random.default_rng(1).normal(0, 2, (count, 3))
    return np.asarray(np.clip(lab, 0, 255), dtype=np.float32)


def looks(known: slice) -> AppearanceModel:
    palette = Palette.named(("red", "black"))
    for _ in range(4):
        palette = palette.learnt(0, shown(RED, 0.0, 400)).learnt(1, shown(BLACK, 0.0, 400))
    flags = np.zeros(SHAPE[0] * SHAPE[1], dtype=np.bool_)
    flags[known] = True
    empty = EmptyBoard(np.full((*SHAPE, 3), PRINT, dtype=np.float32), flags.reshape(SHAPE))
    return AppearanceModel(empty, palette, Palette.named(("white",)))


@pytest.mark.parametrize(
    ("pawn", "kind", "dark", "share", "known", "found"),
    [
        (-0.8, 2, -0.8, 1.0, slice(0, 480), True),
        (-0.8, 1, -0.8, 1.0, slice(0, 480), False),
        (-0.8, 0, -0.8, 1.0, slice(0, 480), False),
        (0.0, 2, 0.0, 1.0, slice(0, 480), False),
        (-0.8, 2, -0.15, 1.0, slice(0, 480), False),
        (-0.8, 2, -0.8, 0.8, slice(0, 480), True),
        (-0.8, 2, -0.8, 0.7, slice(0, 480), False),
        (-0.8, 2, -0.8, 1.0, slice(120, 240), True),
        (-0.8, 2, -0.8, 1.0, slice(0, 120), False),
    ],
)
def test_the_colour_of_a_pawn_is_doubted_where_all_round_it_is_dark(
    pawn: float, kind: int, dark: float, share: float, known: slice, *, found: bool
) -> None:
    """A red pawn that is read as black, where three quarters of the known print round it lie in the shadow."""
    lab = np.full((*SHAPE, 3), PRINT, dtype=np.float32)
    flat = lab.reshape(-1, 3)
    flat[CORE] = shown(RED, pawn, 120)
    shade = 120 + round(360 * share)
    flat[120:shade] = shown(PRINT, dark, shade - 120)
    doubted = dim_pawns(lab, np.array([kind, 2]), np.array([0, 1]), looks(known), OUTLINES)
    assert doubted.tolist() == ([0] if found else [])


def test_a_black_pawn_in_a_shadow_is_black() -> None:
    lab = np.full((*SHAPE, 3), PRINT, dtype=np.float32)
    lab.reshape(-1, 3)[:480] = shown(PRINT, -0.5, 480)
    lab.reshape(-1, 3)[CORE] = shown(BLACK, -0.2, 120)
    assert dim_pawns(lab, np.array([2, 0]), np.array([0]), looks(slice(0, 480)), OUTLINES).tolist() == []
