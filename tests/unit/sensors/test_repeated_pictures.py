"""A line that hangs repeats its last picture: a half-done play on it must not be taken for a board at rest."""

import numpy as np
import pytest
from drawn_cameras import drawn_camera

from companion.board.files import load_board
from companion.sensors.board_observer import REPEATED_MS, BoardObserver, PieceRoster
from companion.simulation.camera.virtual_camera import Figure, Scene
from vision.frames import Frame, Image
from vision.results import FrameStatus

BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
STEP_MS = 100


class Line:
    """Pictures of a drawn table on their way to the observer."""

    def __init__(self) -> None:
        self.observer = BoardObserver(BOARD, PieceRoster(sectors=(0, 1, 2, 3), colours=COLOURS, dog=False))
        self._camera = drawn_camera(BOARD, COLOURS, seed=11)
        self.t_ms = 0

    def picture(self, *fields: int) -> Image:
        standing = [(colour, *BOARD.track[field]) for colour, field in zip(COLOURS, fields, strict=False)]
        return self._camera.render(Scene(figures=tuple(Figure(colour=c, x_mm=x, y_mm=y) for c, x, y in standing)))

    def show(self, image: Image) -> tuple[FrameStatus, bool]:
        self.t_ms += STEP_MS
        result, seen = self.observer.observe(Frame(image, self.t_ms))
        return result.status, seen is not None

    def begin(self) -> None:
        assert any(self.show(self.picture(3, 20))[1] for _ in range(10))


@pytest.fixture
def line() -> Line:
    held = Line()
    held.begin()
    return held


def test_a_move_half_done_that_is_repeated_is_not_at_rest(line: Line) -> None:
    half_done = line.picture(7, 20)
    looks = [line.show(half_done.copy()) for _ in range(REPEATED_MS // STEP_MS)]
    assert not any(seen for _, seen in looks)
    assert line.show(line.picture(11, 20))[0] is FrameStatus.MOVING


def test_the_same_board_in_new_pictures_is_at_rest(line: Line) -> None:
    assert any(line.show(line.picture(7, 20))[1] for _ in range(REPEATED_MS // STEP_MS))


def test_a_picture_without_any_noise_is_believed_after_a_while(line: Line) -> None:
    """So a network camera's compressor may show a board that lies still."""
    still = line.picture(7, 20)
    looks = [line.show(still.copy()) for _ in range(2 * REPEATED_MS // STEP_MS)]
    assert any(seen for _, seen in looks)


@pytest.mark.parametrize("image", [np.zeros((40, 30), np.uint8), np.zeros((0, 0, 3), np.uint8), np.zeros((9, 9, 3))])
def test_what_is_no_picture_may_be_repeated(line: Line, image: Image) -> None:
    assert {line.show(image) for _ in range(3)} <= {(FrameStatus.BAD_PICTURE, False)}
