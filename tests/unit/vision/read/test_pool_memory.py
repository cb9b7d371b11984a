"""Kennels whose taken spots cannot be recognised: the number holds while nothing changes there."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from vision.read.decoding import Confirmed
from vision.read.pool_memory import with_pools_remembered

SPOTS = BoardSpots.of(load_board("black_dog"), (0, 1, 2, 3))
COUNT, KINDS, CORE_PX = len(SPOTS.places_mm), 6, 20
POOL = SPOTS.pools[1]
TAKEN, FREE = POOL.first, POOL.first + 1
CORES = tuple(np.arange(spot * CORE_PX, (spot + 1) * CORE_PX) for spot in range(COUNT))
Lab = NDArray[np.float32]


@pytest.fixture
def then() -> Lab:
    return np.random.default_rng(4).uniform(60, 200, (COUNT, CORE_PX, 3)).astype(np.float32)


@pytest.fixture
def confirmed(then: Lab) -> Confirmed:
    """Two spots of a kennel look the same; one of them is taken."""
    classes = np.zeros(COUNT, dtype=np.int64)
    classes[[TAKEN, FREE]] = -1
    supposed = classes.copy()
    supposed[[TAKEN, FREE]] = (POOL.kind, 0)
    return Confirmed(then, classes, supposed)


def scores() -> NDArray[np.float64]:
    """Returns scores of spots that are surely empty, but for the two spots, which are nearly open."""
    chances = np.full((COUNT, KINDS), 0.01 / (KINDS - 1))
    chances[:, 0] = 0.99
    chances[[TAKEN, FREE]] = 0.01
    chances[[TAKEN, FREE], 0], chances[[TAKEN, FREE], POOL.kind] = 0.7, 0.26
    return np.asarray(np.log(chances), dtype=np.float64)


def test_the_number_holds_while_the_doubtful_spots_look_as_then(then: Lab, confirmed: Confirmed) -> None:
    grainy = then + np.random.default_rng(5).normal(0, 2, then.shape).astype(np.float32)
    found = with_pools_remembered(scores(), grainy, confirmed, SPOTS, CORES)
    assert np.exp(found[TAKEN, POOL.kind]) > 0.99
    assert np.exp(found[FREE, 0]) > 0.99
    assert np.allclose(np.exp(found).sum(axis=1), 1.0)
    others = np.delete(np.arange(COUNT), [TAKEN, FREE])
    assert (found[others] == scores()[others]).all()


@pytest.mark.parametrize("spot", [TAKEN, FREE])
def test_where_one_of_them_changed_nothing_is_known(then: Lab, confirmed: Confirmed, spot: int) -> None:
    """The pawn may have stood on either."""
    now = then.copy()
    now[spot] += 60
    assert np.allclose(with_pools_remembered(scores(), now, confirmed, SPOTS, CORES), scores(), atol=0.01)


def test_of_a_spot_that_is_out_of_view_nothing_is_known(then: Lab, confirmed: Confirmed) -> None:
    cores = tuple(CORES[spot] if spot != FREE else np.empty(0, dtype=np.int64) for spot in range(COUNT))
    assert np.allclose(with_pools_remembered(scores(), then, confirmed, SPOTS, cores), scores(), atol=0.01)
