"""A picture without a board in it is called blurred if it is blurred, and never if it is sharp."""

import cv2
import numpy as np
import pytest
from printed_pictures import seen_board

from companion.board.files import board_ids
from vision.frames import Image
from vision.read.image_quality import unfocused
from vision.read.stillness import halved

SIZES = ((640, 360), (960, 540), (1280, 720), (1920, 1080))


def soft(image: Image, sigma: float) -> Image:
    """The picture out of focus, with the noise of a camera."""
    noise = np.random.default_rng(7).normal(0, 2, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), sigma) + noise, 0, 255).astype(np.uint8)


@pytest.mark.sampled(28)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("board", sorted(board_ids()))
def test_a_sharp_board_is_never_called_blurred(board: str, size: tuple[int, int]) -> None:
    for seed, quality in enumerate((50, 70, 95)):
        assert not unfocused(halved(seen_board(board, seed, (0, 1, 2, 3), size, quality)[0]))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("sigma", [5.0, 7.0, 10.0])
@pytest.mark.parametrize("board", sorted(board_ids()))
def test_a_board_out_of_focus_is_called_blurred(board: str, sigma: float) -> None:
    assert unfocused(halved(soft(seen_board(board, 3, (0, 1, 2, 3), (1280, 720))[0], sigma)))


@pytest.mark.parametrize("level", [60, 120, 200])
def test_a_bare_table_is_not_called_blurred(level: int) -> None:
    assert not unfocused(halved(soft(np.full((720, 1280, 3), level, dtype=np.uint8), 3.0)))
