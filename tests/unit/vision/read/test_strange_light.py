"""A change in a light that no lesson explains is not sure; a change in known light stays sure."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.read.appearance import EmptyBoard, Palette
from vision.read.cover.shadows import TOE
from vision.read.cover.strange_light import doubted, in_strange_light
from vision.read.evidence import AppearanceModel

PAWNS = {"red": (95, 177, 162), "yellow": (140, 130, 181), "green": (80, 98, 149), "blue": (65, 141, 92)}
SHAPE = (4, 120)
CORES = tuple(np.arange(spot * 120, spot * 120 + 120) for spot in range(4))
OUTLINES: Any = SimpleNamespace(core=CORES)
KINDS = st.integers(1, len(PAWNS))


def shown(colour: tuple[float, ...], by: float = 0.0) -> np.ndarray:
    """Pixels (120, 3) of a pawn whose light has changed by a factor, given by its logarithm."""
    chance = np.random.default_rng(1)
    light = (colour[0] + TOE) * np.exp(by)
    chroma = (np.array(colour[1:]) - 128) / (colour[0] + TOE) * light
    lab = np.array([light - TOE, *(chroma + 128)]) + chance.normal(0, 4, (120, 3))
    return np.asarray(np.clip(lab, 0, 255), dtype=np.float32)


def looks(*, known: bool) -> AppearanceModel:
    palette = Palette.named(tuple(PAWNS))
    for _ in range(4):
        for kind, colour in enumerate(PAWNS.values()):
            palette = palette.learnt(kind, shown(colour))
    lab = np.full((*SHAPE, 3), (200, 128, 132), dtype=np.float32)
    return AppearanceModel(EmptyBoard(lab, np.full(SHAPE, known)), palette, Palette.named(("white",)))


def found(pixels: np.ndarray, said: int, stood: int, *, known: bool = True) -> bool:
    """Whether the first spot is found strange, where `said` is read and `stood` was last there."""
    lab = np.full((*SHAPE, 3), (200, 128, 132), dtype=np.float32)
    lab.reshape(-1, 3)[CORES[0]] = pixels
    kinds, before = np.array([said, 0, 0, 0]), np.array([stood, 0, 0, 0])
    return bool(len(in_strange_light(lab, kinds, before, looks(known=known), OUTLINES)))


@settings(max_examples=20, deadline=None)
@given(kind=KINDS, by=st.floats(-0.02, 0.02))
def test_a_pawn_in_the_light_of_the_lessons_stays_sure(kind: int, by: float) -> None:
    assert not found(shown(list(PAWNS.values())[kind - 1], by), kind, 0)


@settings(max_examples=30, deadline=None)
@given(kind=KINDS, said=KINDS, by=st.one_of(st.floats(-0.9, -0.5), st.floats(0.5, 0.9)))
def test_a_pawn_in_hard_sun_or_deep_shadow_is_never_sure(kind: int, said: int, by: float) -> None:
    """The pawn may be read as any colour."""
    assert found(shown(list(PAWNS.values())[kind - 1], by), said, 0)


@pytest.mark.parametrize("said", range(1, 5))
@pytest.mark.parametrize("by", [-0.5, 0.0, 0.2])
@pytest.mark.parametrize("thing", [(186, 119, 98), (195, 121, 100), (240, 120, 120), (150, 128, 128), (30, 128, 128)])
def test_a_white_grey_or_black_thing_is_no_sure_pawn(thing: tuple[int, int, int], by: float, said: int) -> None:
    """In any light, with the tint of a shadow or of the sky left on it, as a photographed die has it."""
    assert found(shown(thing, by), said, 0)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("by", [-0.6, 0.3, 0.5, 0.7])
@pytest.mark.parametrize("kind", range(1, 5))
def test_a_pawn_whose_light_has_changed_is_not_surely_gone(kind: int, by: float, *, known: bool) -> None:
    assert found(shown(list(PAWNS.values())[kind - 1], by), 0, kind, known=known)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("by", [-0.25, 0.0, 0.15])
@pytest.mark.parametrize("kind", range(1, 5))
def test_white_print_is_surely_free_when_its_pawn_has_left(kind: int, by: float, *, known: bool) -> None:
    assert not found(shown((200, 128, 132), by), 0, kind, known=known)


@pytest.mark.parametrize("kind", range(5))
def test_what_stood_there_before_is_never_strange(kind: int) -> None:
    assert not found(shown((186, 119, 98)), kind, kind, known=False)


def test_before_the_first_lesson_nothing_is_strange() -> None:
    palette = Palette.named(tuple(PAWNS))
    model = AppearanceModel(EmptyBoard.unknown(SHAPE), palette, Palette.named(("white",)))
    lab = np.full((*SHAPE, 3), 90, dtype=np.float32)
    assert not len(in_strange_light(lab, np.array([1, 2, 3, 4]), np.zeros(4, dtype=np.int64), model, OUTLINES))


@given(chances=st.lists(st.floats(1e-4, 1.0), min_size=6, max_size=6))
def test_nothing_is_sure_in_strange_light_and_the_order_stays(chances: list[float]) -> None:
    row = np.array(chances) / sum(chances)
    after = np.exp(doubted(np.log(np.array([row, row])), np.array([0])))
    assert after[0].max() < 0.9
    assert after[0].sum() == pytest.approx(1.0)
    assert after[0].argmax() == row.argmax() or row.max() == pytest.approx(row[after[0].argmax()])
    assert after[1] == pytest.approx(row)
