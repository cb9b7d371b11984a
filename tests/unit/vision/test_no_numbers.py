"""A value that is no number gives no certainty: no board is found by it, no spot read and nothing learnt."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_readers import board_of

from companion.board.files import load_board
from vision.board import Labels
from vision.cards import recognition
from vision.cards.fits import Fit
from vision.cards.thresholds import THRESHOLDS
from vision.find.lens import Lens, NoPlaneError, plane_of
from vision.find.pose import fit_pose
from vision.find.print_matching import PrintFinder, SeenPrint
from vision.find.print_search import PrintSearch
from vision.find.rectify import flat_corners, mm_to_print
from vision.learn.colour_shift import shifted_classes
from vision.learn.lessons import confirmed_classes
from vision.learn.part_filled_pools import PoolLook, without_doubtful_pools
from vision.learn.unclear_names import FirstLook
from vision.read.cover.occluders import Occlusion
from vision.read.decoding import Confirmed, floored
from vision.read.pool_memory import with_pools_remembered

PROFILE = load_board("star_4")
BOARD = board_of(PROFILE)
SPOTS = BOARD.spots
SIZE = (640, 480)
CORNERS = np.array([[150.0, 60.0], [500.0, 70.0], [560.0, 420.0], [90.0, 400.0]])
NAN = float("nan")
LABELS = Labels(classes=(0,) * len(SPOTS.places_mm), pool_counts=tuple(2 for _ in SPOTS.pools))
IN_VIEW = Occlusion.under(np.zeros((8, 8), dtype=np.uint8), SimpleNamespace(core=(), wide=()), (8, 8))  # type: ignore[arg-type]


class Likenesses(PrintFinder):
    """A finder that returns the given likenesses, one after the other."""

    def __init__(self, said: list[float]) -> None:
        super().__init__(np.zeros((200, 200, 3), dtype=np.uint8), (100.0, 100.0))
        self.said = said

    def likeness(self, smooth: np.ndarray, shown: np.ndarray) -> float:
        return self.said.pop(0) if self.said else 0.0


@pytest.mark.parametrize("at", range(8))
def test_a_likeness_that_is_no_number_is_not_certain(at: int) -> None:
    said = [0.9, *[0.1] * 7]
    picture = np.zeros((480, 640, 3), dtype=np.uint8)
    seen = SeenPrint(flat_corners((100.0, 100.0)), CORNERS, 0.0, mm_to_print())
    finder = Likenesses([])
    search = PrintSearch(finder)
    finder.said = said.copy()
    assert search._certain(picture, seen, turned=True)
    finder.said = [*said[:at], NAN, *said[at + 1 :]]
    assert not search._certain(picture, seen, turned=True)


@settings(max_examples=30, deadline=None)
@given(row=st.integers(0, 3), column=st.integers(0, 1), bad=st.sampled_from([NAN, float("inf"), -float("inf")]))
def test_a_place_that_is_no_number_gives_no_pose(row: int, column: int, bad: float) -> None:
    corners = CORNERS.copy()
    corners[row, column] = bad
    with pytest.raises(NoPlaneError):
        plane_of(flat_corners(BOARD.size_mm), corners)
    assert fit_pose(flat_corners(BOARD.size_mm), corners, SIZE, Lens.usual(SIZE)) is None


@pytest.mark.parametrize("part", ["homography", "rotation", "translation", "camera"])
def test_a_pose_that_is_no_number_shows_no_board(part: str) -> None:
    pose = fit_pose(flat_corners(BOARD.size_mm), CORNERS, SIZE, Lens.usual(SIZE))
    assert pose is not None
    assert pose.shows(BOARD.size_mm, BOARD.piece.tall_mm)
    numbers = getattr(pose, part)
    for index in np.ndindex(numbers.shape):
        broken = numbers.copy()
        broken[index] = NAN
        assert not replace(pose, **{part: broken}).shows(BOARD.size_mm, BOARD.piece.tall_mm)


@settings(max_examples=50, deadline=None)
@given(spot=st.integers(0, 19), kind=st.integers(0, 4))
def test_a_chance_that_is_no_number_leaves_a_spot_unknown(spot: int, kind: int) -> None:
    chances = np.full((20, 5), 0.2)
    chances[:, 0] = 0.9
    chances[:, 1:] = 0.025
    plain = floored(chances)
    chances[spot, kind] = NAN
    scores = floored(chances)
    assert np.allclose(scores[spot], -np.log(5))
    assert np.array_equal(np.delete(scores, spot, axis=0), np.delete(plain, spot, axis=0))


def test_a_colour_that_is_no_number_is_not_remembered_as_unchanged() -> None:
    scores = np.full((len(SPOTS.places_mm), 5), -np.log(5.0))
    supposed = np.where(np.arange(len(scores)) >= SPOTS.pools[0].first, 1, 0)
    confirmed = Confirmed(np.full((10, 10, 3), 128.0, dtype=np.float32), np.full(len(scores), -1), supposed)
    cores = tuple(np.array([spot % 100]) for spot in range(len(scores)))
    same = with_pools_remembered(scores, confirmed.lab, confirmed, SPOTS, cores)
    lost = with_pools_remembered(scores, np.full_like(confirmed.lab, NAN), confirmed, SPOTS, cores)
    assert not np.allclose(same, scores)
    assert np.allclose(lost, scores)


@settings(max_examples=50, deadline=None)
@given(spot=st.integers(0, len(LABELS.classes) - 1), kind=st.integers(0, 4))
def test_a_reading_that_is_no_number_teaches_nothing(spot: int, kind: int) -> None:
    scores = np.log(np.full((len(SPOTS.places_mm), 5), 0.2))
    scores[spot, kind] = NAN
    assert confirmed_classes(LABELS, scores, SPOTS, IN_VIEW) is None


@settings(max_examples=50, deadline=None)
@given(slot=st.integers(0, 3), by_colour=st.booleans())
def test_a_pool_with_a_spot_that_is_no_number_is_not_filled(slot: int, by_colour: bool) -> None:
    pool, spots = SPOTS.pools[0], len(SPOTS.places_mm)
    colours, there = np.full((spots, 3), 128.0), np.full(spots, -6.0)
    there[[pool.first, pool.first + 1]] = 6.0
    scores = np.zeros((spots, 5))
    known = np.zeros(spots, dtype=np.int64)
    filled = PoolLook(colours, there).with_pools(known, ((pool, 2),), LABELS, scores, SPOTS, IN_VIEW)
    assert filled[pool.spots][:2].tolist() == [1, 1]
    (colours if by_colour else there)[pool.first + slot] = NAN
    look = PoolLook(colours, there)
    assert (look.with_pools(known, ((pool, 2),), LABELS, scores, SPOTS, IN_VIEW)[pool.spots] == -1).all()
    assert (look.likeliest(LABELS, scores, SPOTS, IN_VIEW)[pool.spots] == -1).all()
    doubtful = without_doubtful_pools(
        known.copy(), LABELS, SPOTS, lambda _: np.array([5.0, 5.0, NAN, NAN, NAN][: pool.size])
    )
    assert (doubtful[pool.spots][2:] == -1).all()


def test_a_pawn_out_of_view_does_not_hide_that_two_colours_were_exchanged() -> None:
    named = np.array([[100.0, 180.0, 160.0], [100.0, 120.0, 60.0]])
    colours = named[[1, 1, 1, 0, 0, 0]].copy()
    known = np.array([1, 1, 1, 2, 2, 2])
    assert FirstLook(colours, np.zeros(6), named).exchanged(known) == [1, 2]
    colours[0] = NAN
    assert FirstLook(colours, np.zeros(6), named).exchanged(known) == [1, 2]


def test_a_light_is_not_blamed_where_a_strange_pawn_is_out_of_view() -> None:
    spots = replace(SPOTS, places_mm=np.zeros((8, 2)), pools=())
    labels = Labels(classes=(1, 1, 1, 1, 2, 2, 2, 0))
    scores = np.full((8, 3), -8.0)
    scores[np.arange(8), [0, 2, 2, 2, 2, 2, 2, 2]] = 0.0
    colours = np.full((8, 3), 128.0)
    colours[7] = NAN
    assert shifted_classes(labels, scores, spots, colours) is None


def test_a_rival_that_is_no_number_is_not_distinguished(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = np.full(4, 1.0)
    best = Fit(0, 0, np.eye(2, 4), 0.0, blocks, blocks * 8, blocks, np.zeros((4, 3)))
    rival = replace(best, index=1, misfit=np.full(4, NAN))
    deck = SimpleNamespace(
        faces=[SimpleNamespace(name="7"), SimpleNamespace(name="8")], alike=[frozenset(), frozenset()]
    )
    fitting = SimpleNamespace(covered=False, inside=lambda _: blocks, leaning=lambda *_: 0.0)
    monkeypatch.setattr(recognition, "is_plain", lambda *_: True)
    monkeypatch.setattr(recognition, "is_another", lambda *_: False)
    shows = np.ones(4, dtype=bool)
    apart = replace(rival, misfit=blocks * 8)
    assert recognition._proposal([best, apart], shows, fitting, deck, THRESHOLDS) is not None  # type: ignore[arg-type]
    assert recognition._proposal([best, rival], shows, fitting, deck, THRESHOLDS) is None  # type: ignore[arg-type]
