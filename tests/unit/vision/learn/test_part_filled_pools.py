"""Which spots of a part-filled pool are taken: by their look, where the name of the colour fits the print better."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.board import Labels, Pool, Spots
from vision.learn.part_filled_pools import PoolLook
from vision.read.cover.occluders import Occlusion

SIZE, BLUE = 5, 4
POOL = Pool(0, SIZE, BLUE)
ROW = Spots(
    places_mm=np.zeros((SIZE, 2)),
    group=np.zeros(SIZE, dtype=np.int64),
    on_disc=np.zeros(SIZE, dtype=bool),
    pools=(POOL,),
)
FREE = Occlusion(np.zeros((1, 1), dtype=np.bool_), np.empty(0, dtype=np.int64))
#: Dark teal pawns and the blue print of their kennel by a coloured lamp, in Lab.
PAWN, PRINT = np.array([52.0, 126.0, 113.0]), np.array([90.0, 136.0, 108.0])

Classes = NDArray[np.int64]


def labels(count: int) -> Labels:
    return Labels(classes=(0,) * SIZE, pool_counts=(count,))


def colours(taken: Classes, seed: int) -> NDArray[np.float64]:
    noise = np.random.default_rng(seed).normal(0.0, (5.0, 1.5, 1.5), (SIZE, 3))
    return np.where((taken > 0)[:, None], PAWN, PRINT) + noise


def chosen(known: Classes, seen: NDArray[np.float64], there: NDArray[np.float64], hidden: Occlusion = FREE) -> Classes:
    """Returns the correction of `known`, the choice by the names of the colours."""
    return PoolLook(seen, there).corrected(known, labels(3), ROW, hidden)


def rows(odds: tuple[float, ...]) -> NDArray[np.float64]:
    """Scores that give a blue pawn these log-odds."""
    scores = np.zeros((SIZE, BLUE + 1))
    scores[:, BLUE] = odds
    return scores


def together(
    there: tuple[float, ...], odds: tuple[float, ...], seen: NDArray[np.float64], hidden: Occlusion = FREE
) -> tuple[list[int], list[int]]:
    """Returns the learnt and the supposed spots of a pool with three pawns, by look and learnt colours together."""
    look = PoolLook(seen, np.array(there))
    known = look.with_pools(filled(0, 1, 4), ((POOL, 3),), labels(3), rows(odds), ROW, hidden)
    return known.tolist(), look.likeliest(labels(3), rows(odds), ROW, hidden).tolist()


def filled(*spots: int) -> Classes:
    return np.where(np.isin(np.arange(SIZE), spots), BLUE, 0)


@settings(deadline=None)
@given(st.permutations(range(SIZE)), st.permutations(range(SIZE)), st.integers(0, 2**32 - 1))
def test_dark_pawns_on_print_that_is_more_like_their_name(truth: list[int], named: list[int], seed: int) -> None:
    """As a rendered table had them: the network sees something on two of three, and a little on one free spot."""
    taken, supposed = filled(*truth[:3]), filled(*named[:3])
    there = np.zeros(SIZE)
    there[truth] = (7.4, 5.4, 4.2, 2.6, -1.3)
    assert chosen(supposed, colours(taken, seed), there).tolist() == taken.tolist()


@pytest.mark.parametrize("known", [filled(0, 1, 2), np.array([BLUE, -1, -1, 0, -1])])
def test_what_the_look_bears_out_stays_as_it_is(known: Classes) -> None:
    there = np.array([7.0, 5.0, 4.0, -4.0, -4.0])
    assert chosen(known, colours(filled(0, 1, 2), 0), there).tolist() == known.tolist()


def test_pawns_of_the_colour_of_the_print_stay_as_their_name_has_them() -> None:
    same, there = np.tile(PRINT, (SIZE, 1)), np.array([2.0, 0.5, 0.3, 0.2, -1.0])
    assert chosen(filled(1, 2, 3), same, there).tolist() == filled(1, 2, 3).tolist()


def test_a_pool_with_a_contradicted_record_teaches_nothing() -> None:
    there = np.array([7.0, 5.0, 4.0, -4.0, -4.0])
    nothing = np.full(SIZE, -1)
    assert chosen(nothing, colours(filled(0, 1, 2), 0), there).tolist() == nothing.tolist()


def test_nor_of_one_that_a_hand_hides_a_spot_of() -> None:
    there = np.array([7.0, 5.0, 4.0, -4.0, -4.0])
    hand = Occlusion(np.ones((1, 1), dtype=np.bool_), np.array([2]))
    assert chosen(filled(2, 3, 4), colours(filled(0, 1, 2), 0), there, hand).tolist() == filled(2, 3, 4).tolist()


def test_one_pawn_more_than_the_record_has_leaves_open_which_of_them_wait() -> None:
    there = np.array([6.0, 6.0, 6.0, 6.0, -6.0])
    assert chosen(filled(0, 1, 4), colours(filled(0, 1, 2, 3), 0), there).tolist() == filled(0, 1, 4).tolist()


def test_look_and_learnt_colours_choose_together() -> None:
    """Each alone is for another spot; spots that look alike decide."""
    seen = colours(filled(0, 1, 2), 0)
    known, supposed = together((4.0, 3.0, 1.0, 2.0, -4.0), (5.0, 4.0, 1.5, -1.0, 2.0), seen)
    assert known == supposed == filled(0, 1, 2).tolist()


def test_unclear_spots_teach_nothing_and_take_the_likeliest_class() -> None:
    same = np.tile(PRINT, (SIZE, 1))
    known, supposed = together((4.0, 4.0, 0.6, 0.0, -4.0), (5.0, 5.0, 0.0, 0.0, -5.0), same)
    assert known == [BLUE, BLUE, -1, -1, 0]
    assert supposed == filled(0, 1, 2).tolist()


def test_a_pool_of_which_a_hand_hides_a_spot_teaches_nothing() -> None:
    hand = Occlusion(np.ones((1, 1), dtype=np.bool_), np.array([2]))
    known, _ = together((6.0, 6.0, 6.0, -6.0, -6.0), (6.0, 6.0, 6.0, -6.0, -6.0), colours(filled(0, 1, 2), 0), hand)
    assert known == [-1] * SIZE


def test_a_pool_that_the_record_is_not_believed_about_stays_unknown() -> None:
    look = PoolLook(colours(filled(0, 1, 2), 0), np.array([6.0, 6.0, 6.0, -6.0, -6.0]))
    known = look.with_pools(np.full(SIZE, -1), (), labels(3), rows((6.0, 6.0, 6.0, -6.0, -6.0)), ROW, FREE)
    assert known.tolist() == [-1] * SIZE


HALF = Pool(0, 4, BLUE)
HALF_ROW = replace(ROW, places_mm=np.zeros((4, 2)), group=ROW.group[:4], on_disc=ROW.on_disc[:4], pools=(HALF,))
EVIDENCE = st.lists(st.floats(-6.0, 6.0), min_size=4, max_size=4).map(np.array)


def half(there: NDArray[np.float64], by_colour: NDArray[np.float64], look: NDArray[np.float64]) -> list[int]:
    """Returns the lesson of a pool of four spots, two of them taken."""
    scores = np.zeros((4, BLUE + 1))
    scores[:, BLUE] = by_colour
    record = Labels(classes=(0,) * 4, pool_counts=(2,))
    pools = ((HALF, 2),)
    return PoolLook(look, there).with_pools(np.full(4, -1), pools, record, scores, HALF_ROW, FREE).tolist()


@given(EVIDENCE, EVIDENCE, st.sampled_from([0, 1, 2, 3, 4]))
def test_of_two_halves_none_is_learnt_on_one_evidence_alone(
    there: NDArray[np.float64], by_colour: NDArray[np.float64], step: int
) -> None:
    """For any contrast, either half is as uniform as the other."""
    look = np.where(np.arange(4)[:, None] < 2, PAWN, PAWN + step * (PRINT - PAWN) / 4)
    taken = np.array(half(there, by_colour, look))
    if (taken >= 0).all():
        for said in (there, by_colour):
            assert said[taken > 0].mean() > said[taken == 0].mean()


@given(st.permutations(range(4)), st.floats(2.0, 6.0), st.floats(1.0, 6.0))
def test_the_half_that_both_are_for_is_learnt(order: list[int], there: float, by_colour: float) -> None:
    truth = np.isin(np.arange(4), order[:2])
    sign = np.where(truth, 1.0, -1.0)
    look = np.where(truth[:, None], PAWN, PRINT)
    assert half(sign * there, sign * by_colour, look) == np.where(truth, BLUE, 0).tolist()
    assert half(sign * there, -sign * by_colour, look) == [-1] * 4
