"""The input of the network, and its answers in probabilities, for any caller and any number at once."""

import threading
from importlib import resources

import numpy as np
import pytest

from vision.read.appearance import EmptyBoard
from vision.read.occupancy import BATCH, CHANNELS, compared, occupancy, spot_views, unchanged
from vision.read.windows import HEIGHT, WIDTH, Windows

SHAPE = (HEIGHT, 3 * WIDTH)
GROUP = np.zeros(3, dtype=np.int64)


def side_by_side() -> Windows:
    """Three spots whose windows are three parts of a small picture."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    places = [np.stack([columns + WIDTH * spot, rows], axis=-1) for spot in range(3)]
    return Windows(np.concatenate(places), np.full((3, HEIGHT, WIDTH), 255, dtype=np.uint8))


def picture(seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(40, 200, (*SHAPE, 3)).astype(np.float32)


def board(lab: np.ndarray, unknown: slice | None = None) -> EmptyBoard:
    bare = np.ones(SHAPE, dtype=bool)
    if unknown:
        bare[:, unknown] = False
    return EmptyBoard.unknown(SHAPE).learnt(lab, bare)


def random_views(count: int) -> np.ndarray:
    return np.random.default_rng(3).uniform(0, 255, (count, CHANNELS, HEIGHT, WIDTH)).astype(np.float32)


def test_the_weights_are_small() -> None:
    weights = (resources.files("vision.read") / "weights" / "occupancy.onnx").read_bytes()
    assert len(weights) < 300_000


def test_answers_are_log_probabilities() -> None:
    said = occupancy(random_views(7))
    assert said.shape == (7, 3)
    assert np.exp(said).sum(axis=1) == pytest.approx(1.0)


@pytest.mark.parametrize("spot", [0, 11, BATCH - 1, BATCH, 39])
def test_a_spot_is_judged_alike_alone_and_among_many(spot: int) -> None:
    together = occupancy(random_views(40))
    alone = occupancy(random_views(40)[spot : spot + 1])
    assert alone[0] == pytest.approx(together[spot], abs=1e-4)


def test_threads_may_ask_at_the_same_time() -> None:
    said: list[np.ndarray] = []
    asking = [threading.Thread(target=lambda: said.append(occupancy(random_views(20)))) for _ in range(3)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert all(answers == pytest.approx(said[0]) for answers in said)


def test_a_board_as_it_was_differs_from_itself_nowhere() -> None:
    lab = picture()
    views = compared(spot_views(lab, board(lab), GROUP, lab, np.array([0, 1, -1]), side_by_side()))
    assert np.abs(views[:, 3:6]).max() == 0.0
    assert np.abs(views[:, 7:10]).max() == 0.0
    assert [views[spot, 11].max() for spot in range(3)] == [0.0, 255.0, 0.0]


def test_an_equal_spot_is_unchanged_and_an_incomparable_one_is_not() -> None:
    lab = picture()
    now = lab.copy()
    now[:, WIDTH : 2 * WIDTH] += (60, 0, 0)
    views = compared(spot_views(now, board(lab), GROUP, lab, np.array([0, 1, 0]), side_by_side()))
    assert unchanged(views)[1] == 0.0
    same = compared(spot_views(lab, board(lab), GROUP, lab, np.array([0, 1, -1]), side_by_side()))
    assert unchanged(same)[:2].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("off", "changed"),
    [
        ((23.9, 0, 0), 0),
        ((24.1, 0, 0), 1),
        ((-24.1, 0, 0), 1),
        ((0, 15.1, 0), 1),
        ((0, 0, -15.1), 1),
        ((0, 0, 14.9), 0),
    ],
)
def test_a_pixel_has_changed_by_three_deviations_either_way(off: tuple[float, float, float], changed: int) -> None:
    """Of a pawn's outline a tenth that has changed counts half."""
    views = np.zeros((1, CHANNELS, HEIGHT, WIDTH), dtype=np.float32)
    views[0, 10, :20, :10] = 255.0
    views[0, 7:10, :2, :] = np.array(off)[:, None, None]
    assert unchanged(views)[0] == pytest.approx(1 - changed / 2)


def test_light_that_falls_on_all_alike_is_taken_out() -> None:
    lab = picture()
    dim = lab * (0.5, 0.5, 0.5) + (0, 64, 64)
    bright = spot_views(lab, board(lab), GROUP, None, None, side_by_side())
    dark = spot_views(dim.astype(np.float32), board(lab), GROUP, None, None, side_by_side())
    assert np.abs(bright[:, 0:3] - dark[:, 0:3]).max() < 0.5


def test_what_was_never_seen_bare_is_supposed_to_look_like_its_like() -> None:
    one = picture()[:, :WIDTH]
    lab = np.concatenate([one, one, one], axis=1)
    hidden = board(lab, slice(0, WIDTH))
    alike = spot_views(lab, hidden, GROUP, None, None, side_by_side())
    strangers = spot_views(lab, hidden, np.array([0, 1, 1]), None, None, side_by_side())
    assert alike[0, 6].min() == 255.0
    assert alike[0, 3:6] == pytest.approx(alike[1, 3:6], abs=0.01)
    assert strangers[0, 6].max() == 0.0


def test_prints_that_differ_suppose_nothing() -> None:
    lab = np.concatenate([picture(seed)[:, :WIDTH] for seed in (1, 2, 3)], axis=1)
    views = spot_views(lab, board(lab, slice(0, WIDTH)), GROUP, None, None, side_by_side())
    assert (views[0, 6] > 0).mean() < 0.1


def test_a_picture_not_to_be_compared_is_not_shown() -> None:
    lab = picture()
    views = spot_views(lab, board(lab), GROUP, lab, np.array([0, 1, -1]), side_by_side())
    assert views[2, 7:10].max() == 0.0
    assert views[1, 7:10].max() > 0.0
