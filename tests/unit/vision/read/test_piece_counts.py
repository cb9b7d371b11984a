"""As many pieces of a kind as there are: against all ways in which a small board may be filled."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.board import Pool, Spots
from vision.read.decoding import WEIGHTS
from vision.read.piece_counts import LEAST, MISSING, TOO_MANY, within_counts

Chances = NDArray[np.float64]
SPOTS, DOG, GREEN = 12, 2, 1
NO = WEIGHTS.least_probability
SURE = 1 - 2 * NO


def counted(chances: Chances, most: tuple[int, ...], least: tuple[int, ...] = (0, 0)) -> Chances:
    return np.asarray(np.exp(within_counts(np.log(chances), most, least)), dtype=np.float64)


def board(**spots: tuple[float, float, float]) -> Chances:
    """Empty, green or dog, by the number of the spot; all others are surely empty."""
    chances = np.tile([SURE, NO, NO], (SPOTS, 1))
    for name, said in spots.items():
        chances[int(name[1:])] = said
    return chances


def by_all_fillings(chances: Chances, kind: int, most: int, least: int) -> Chances:
    """Returns the same by the definition: every filling weighs as much as its spots support it.

    A filling weighs less if there are too many of a kind or too few.
    """
    found = np.zeros_like(chances)
    for filling in product(range(chances.shape[1]), repeat=len(chances)):
        weight = chances[np.arange(len(chances)), filling].prod()
        weight *= TOO_MANY if filling.count(kind) > most else MISSING ** max(0, least - filling.count(kind))
        found[np.arange(len(chances)), filling] += weight
    return np.asarray(found / found.sum(axis=1, keepdims=True), dtype=np.float64)


@given(st.integers(0, 10_000), st.integers(1, 3), st.integers(0, 3))
def test_it_is_what_all_fillings_of_the_board_say(seed: int, most: int, waiting: int) -> None:
    least = max(0, most - waiting)
    chances = np.random.default_rng(seed).uniform(LEAST * 3, 1, (6, 3))
    chances /= chances.sum(axis=1, keepdims=True)
    expected = by_all_fillings(chances, DOG, most, least)
    assert counted(chances, (len(chances), most), (0, least)) == pytest.approx(
        expected, abs=2 * WEIGHTS.least_probability
    )


def test_a_shadow_on_a_dark_field_is_no_second_dog() -> None:
    found = counted(board(s3=(NO, NO, SURE), s7=(0.04, NO, 0.96)), (4, 1))
    assert found[3, DOG] > 0.98
    assert found[7, 0] > 0.95


def test_a_pawn_in_a_shadow_is_no_second_dog() -> None:
    found = counted(board(s3=(NO, NO, SURE), s7=(NO, 0.04, 0.96)), (4, 1))
    assert found[7, GREEN] > 0.95


def test_of_two_that_look_alike_neither_is_sure() -> None:
    found = counted(board(s3=(0.02, NO, 0.98), s7=(0.02, NO, 0.98)), (4, 1))
    assert found[3] == pytest.approx(found[7])
    assert 0.4 < found[3, DOG] < 0.6


def test_of_as_many_as_there_are_each_is_surer() -> None:
    chances = board(s1=(NO, SURE, NO), s2=(0.01, 0.99, NO), s3=(NO, NO, SURE))
    found = counted(chances, (2, 1), (2, 1))
    assert found[2, GREEN] > 0.998
    assert found.argmax(axis=1).tolist() == chances.argmax(axis=1).tolist()


def test_one_that_is_missing_stands_where_one_is_likely() -> None:
    chances = board(s1=(NO, SURE, NO), s2=(0.7, 0.3, NO), s5=(0.98, 0.02, NO))
    found = counted(chances, (2, 1), (2, 0))
    assert found[2, GREEN] > 0.75
    assert found[5, 0] > 0.95
    assert counted(chances, (2, 1), (1, 0))[2] == pytest.approx(chances[2], abs=0.01)


def test_one_that_is_missing_may_stand_where_nothing_is_seen() -> None:
    chances = board(s1=(NO, SURE, NO), s2=(0.7, 0.3, NO))
    chances[9] = 1 / 3
    assert counted(chances, (2, 1), (2, 0))[2] == pytest.approx(chances[2], abs=0.01)


def test_what_is_not_seen_is_neither_counted_nor_changed() -> None:
    chances = board(s1=(NO, NO, SURE), s2=(0.04, NO, 0.96))
    chances[5:9] = 1 / 3
    found, without = counted(chances, (4, 1)), counted(np.delete(chances, range(5, 9), axis=0), (4, 1))
    assert found[5:9] == pytest.approx(1 / 3)
    assert np.delete(found, range(5, 9), axis=0) == pytest.approx(without)


def test_a_piece_too_many_is_one_in_a_thousand_and_a_missing_one_in_ten() -> None:
    second = counted(board(s3=(NO, NO, SURE), s7=(0.04, NO, 0.96)), (4, 1))[7]
    assert second[DOG] / second[0] == pytest.approx(0.96 / 0.04 * (0.001 + 2 * NO), rel=0.02), "or the first is none"
    waiting = counted(board(s1=(NO, SURE, NO), s2=(0.7, 0.3, NO)), (3, 1), (2, 0))[2]
    assert waiting[GREEN] / waiting[0] == pytest.approx(0.3 / 0.7 * 10, rel=0.05)


@pytest.mark.parametrize(("chance", "counts"), [(0.009, False), (0.012, True)])
def test_a_spot_that_is_hardly_likely_is_not_counted(chance: float, *, counts: bool) -> None:
    faint = {f"s{spot}": (1 - NO - chance, NO, chance) for spot in range(8)}
    without = counted(board(s9=(0.5, NO, 0.5)), (4, 1))[9, DOG]
    assert (counted(board(s9=(0.5, NO, 0.5), **faint), (4, 1))[9, DOG] < without - 0.01) == counts


def test_a_spot_that_is_not_counted_follows_the_others() -> None:
    """A dog that is missing may stand there after all; beside one that stands it hardly does."""
    faint = (0.995 - NO, NO, 0.005)
    missing = counted(board(s2=faint), (4, 1), (0, 1))[2]
    assert missing[DOG] / missing[0] == pytest.approx(10 * 0.005 / 0.995, rel=0.01)
    assert counted(board(s2=faint, s3=(NO, NO, SURE)), (4, 1), (0, 1))[2, DOG] < 0.001


def test_where_no_count_is_known_nothing_changes() -> None:
    chances = board(s1=(NO, NO, SURE), s2=(NO, NO, SURE))
    assert (within_counts(np.log(chances), (), ()) == np.log(chances)).all()


def test_pieces_for_which_a_pool_has_no_room_wait_beside_it() -> None:
    spots = Spots(
        places_mm=np.zeros((6, 2)),
        group=np.zeros(6, np.int64),
        on_disc=np.zeros(6, np.bool_),
        pools=(Pool(2, 6, GREEN),),
        piece_counts=(5, 1),
    )
    assert spots.least_counts == (4, 1)
