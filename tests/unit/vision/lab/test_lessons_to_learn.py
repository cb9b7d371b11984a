"""The lessons of the network: the truth of a table becomes the right answer for every spot.

No measured table is learnt.
"""

import cv2
import numpy as np
import pytest
from drawn_lessons import FIRST_NUMBER, lesson_pictures
from table_readers import board_of

from vision.lab.training.harvest import Truth, answers_of, harvest
from vision.read.occupancy import CHANNELS, EMPTY, FOREIGN, PAWN
from vision.read.windows import HEIGHT, WIDTH

SPOTS = np.array([[0.0, 0.0], [40.0, 0.0], [80.0, 0.0]])
FOOT_MM = 6.0


def disc(x: float, radius: float) -> np.ndarray:
    around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.column_stack([x + radius * np.cos(around), radius * np.sin(around)])


@pytest.mark.parametrize(
    ("off_mm", "answer"), [(0.0, PAWN), (4.0, PAWN), (7.0, -1), (10.0, EMPTY)], ids=["on", "aside", "between", "beside"]
)
def test_a_pawn_stands_on_a_spot_or_beside_it_or_nobody_can_say(off_mm: float, answer: int) -> None:
    truth = Truth(np.array([[40.0 + off_mm, 0.0]]))
    assert answers_of(SPOTS, FOOT_MM, truth).tolist() == [EMPTY, answer, EMPTY]


def test_a_coin_is_strange_where_it_lies_and_unsaid_where_it_touches() -> None:
    truth = Truth(np.zeros((0, 2)), (disc(40.0, 9.0), disc(90.0, 8.0)))
    assert answers_of(SPOTS, FOOT_MM, truth).tolist() == [EMPTY, FOREIGN, -1]


def test_measured_tables_are_not_learnt() -> None:
    with pytest.raises(ValueError, match="measured"):
        lesson_pictures(FIRST_NUMBER - 1)


def test_a_table_gives_views_with_their_answers() -> None:
    profile, pictures = lesson_pictures(FIRST_NUMBER + 3)
    few = [next(pictures) for _ in range(2)]
    samples = harvest(board_of(profile), few, np.random.default_rng(1))
    assert samples is not None
    assert samples.views.shape[1:] == (CHANNELS, HEIGHT, WIDTH)
    assert len(samples.views) == len(samples.answers)
    standing = int((samples.answers == PAWN).sum())
    assert 0.8 * len(few[1][1].pawns) < standing <= len(few[1][1].pawns)
    bare = samples.views[samples.answers == EMPTY]
    pawns = samples.views[samples.answers == PAWN]
    assert _changed(bare) < 0.5 * _changed(pawns), "pawns change the look of their spot, whatever their colour"


def test_a_picture_without_a_board_teaches_nothing() -> None:
    profile, _ = lesson_pictures(FIRST_NUMBER)
    blank = cv2.cvtColor(np.full((480, 640), 120, dtype=np.uint8), cv2.COLOR_GRAY2BGR)
    assert harvest(board_of(profile), [(blank, Truth(np.zeros((0, 2))))], np.random.default_rng(1)) is None


def _changed(views: np.ndarray) -> float:
    seen = views.astype(np.float64)
    known = seen[:, 6] > 0
    return float((np.abs(seen[:, 0] - seen[:, 3])[known]).mean())
