"""No picture of any size or content makes the reader raise, and the reader's lessons apply to a new size, too."""

import cv2
import numpy as np
import pytest
from hostile_pictures import BOARD, COLOURS, START, any_picture, cut, scaled, table
from table_readers import reader_of

from companion.sensors.board_spots import BoardSpots
from vision.find.board_mask import polygon
from vision.frames import LONGEST_SIDE, SHORTEST_SIDE, Frame, is_picture, thinned
from vision.read.cover.free_surface import SURFACE_STEP
from vision.read.stillness import halved
from vision.reader import BoardReader
from vision.results import FrameResult, FrameStatus

STEP_MS = 330
ROW = BoardSpots.of(BOARD, (0, 1, 2, 3))


def new_reader() -> BoardReader:
    return reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)


class Watch:
    """BoardReader before a table, and the time that goes by."""

    def __init__(self) -> None:
        self.reader = new_reader()
        self.reader.expect(START)
        self.t_ms = 0

    def see(self, image: np.ndarray, pictures: int) -> FrameResult:
        for _ in range(pictures):
            look = self.reader.look(Frame(image, self.t_ms))
            self.t_ms += STEP_MS
        return look


def reads_start(look: FrameResult) -> bool:
    if look.status is not FrameStatus.SETTLED or look.reading is None:
        return False
    logs = look.reading.scores
    return bool((logs.argmax(axis=1) == ROW.classes(START, logs)).all())


def assert_a_hand_is_noticed(width: int, height: int, side: int) -> None:
    watch = Watch()
    assert reads_start(watch.see(scaled(table(), width, height), 3)), (width, height)
    with_hand = watch.see(scaled(table(side), width, height), 3)
    assert with_hand.status is FrameStatus.HAND, (width, height)
    assert reads_start(watch.see(scaled(table(), width, height), 3)), (width, height)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("spare", range(8))
def test_a_hand_over_the_board_is_noticed_in_pictures_of_every_parity(spare: int) -> None:
    # heights and widths of all remainders by the steps of the thinned pictures
    assert_a_hand_is_noticed(640 + (3 * spare) % 8, 360 + spare, side=spare % 4)


@pytest.mark.long
@pytest.mark.thinned(12)
@pytest.mark.parametrize("height", [*range(300, 1100, 7), 721, 722, 897, 989, 1082])
def test_a_hand_over_the_board_is_noticed_at_every_height(height: int) -> None:
    assert_a_hand_is_noticed(height * 16 // 9 + height % 5, height, side=height % 4)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (31, 33), (720, 1281), (722, 1279), (723, 1283)])
@pytest.mark.parametrize("step", [1, 2, SURFACE_STEP])
def test_all_smaller_pictures_of_a_picture_have_the_same_size(shape: tuple[int, int], step: int) -> None:
    everywhere = np.array([[-9.0, -9.0], [9e3, -9.0], [9e3, 9e3], [-9.0, 9e3]])
    assert polygon(everywhere, shape, step).shape == thinned(shape, step)
    assert np.zeros(shape)[::step, ::step].shape == thinned(shape, step)
    assert halved(np.zeros((*shape, 3), dtype=np.uint8)).shape == thinned(shape, 2)


def fuzz(seed: int, pictures: int, largest: int) -> None:
    """Pictures that change as they like, with lessons, and corners shown by hand, in between."""
    rng = np.random.default_rng(seed)
    watched, t_ms = new_reader(), 0
    while pictures > 0:
        image = any_picture(rng, largest)
        if rng.random() < 0.3:
            watched.expect(START)
        if rng.random() < 0.05:
            watched.set_corners(rng.uniform(-50, 700, (4, 2)) * (rng.random() < 0.8))
        for _ in range(int(rng.integers(1, 5))):
            look = watched.look(Frame(image, t_ms))
            assert (look.status is FrameStatus.BAD_PICTURE) == (not is_picture(image))
            t_ms += int(rng.choice([0, 60, 330, 5000]))
            pictures -= 1


@pytest.mark.long
def test_pictures_that_change_as_they_like_never_raise() -> None:
    fuzz(seed=1, pictures=60, largest=420)


@pytest.mark.long
@pytest.mark.thinned(5)
@pytest.mark.parametrize("seed", range(2, 12))
def test_very_many_pictures_that_change_as_they_like_never_raise(seed: int, full: bool) -> None:
    fuzz(seed, pictures=500 if full else 80, largest=1200)


@pytest.mark.parametrize("size", [(SHORTEST_SIDE - 1, 400), (400, SHORTEST_SIDE - 1), (SHORTEST_SIDE, SHORTEST_SIDE)])
def test_a_sliver_is_a_bad_picture(size: tuple[int, int]) -> None:
    image = np.zeros((*size, 3), dtype=np.uint8)
    bad = min(size) < SHORTEST_SIDE
    assert (new_reader().look(Frame(image, 0)).status is FrameStatus.BAD_PICTURE) == bad
    assert not is_picture(np.zeros((1, 1, 3), dtype=np.uint8))
    assert not is_picture(np.zeros((SHORTEST_SIDE, LONGEST_SIDE + 1, 3), dtype=np.uint8))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("size", [(961, 540), (960, 541), (962, 542), (640, 360), (1281, 723), (720, 541), (860, 480)])
def test_a_new_picture_size_restarts_the_search_and_keeps_the_lessons(size: tuple[int, int]) -> None:
    watch = Watch()
    assert reads_start(watch.see(table(), 3))
    first = watch.see(cut(table(), *size), 1)
    assert (first.status, first.reading) == (FrameStatus.SEARCHING, None)
    assert watch.reader.pose is None
    assert reads_start(watch.see(cut(table(), *size), 3))
    # a hand is distinguished from the board only by the lessons before
    assert watch.see(cut(table(2), *size), 2).status is FrameStatus.HAND
    assert reads_start(watch.see(table(), 3))


@pytest.mark.long
def test_a_board_without_markers_is_found_by_its_print_at_a_new_size() -> None:
    bare = table().copy()
    watch = Watch()
    assert reads_start(watch.see(bare, 3))
    pose = watch.reader.pose
    assert pose is not None
    width, height = BOARD.size_mm
    for name, centre in zip(BOARD.markers.ids, BOARD.markers.centres, strict=True):
        assert name in BOARD.markers.ids
        at = pose.pixels(np.array([centre]))[0]
        cv2.circle(bare, (round(at[0]), round(at[1])), 26, (150, 160, 170), -1)
    blind = Watch()
    blind.reader.set_corners(pose.pixels(np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])))
    assert blind.see(bare, 3).status is FrameStatus.SETTLED
    assert blind.see(scaled(bare, 1100, 620), 3).status is FrameStatus.SETTLED
