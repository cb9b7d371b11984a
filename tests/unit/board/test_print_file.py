"""A print is checked without a library of pictures: whole only if no byte is missing or another."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board.print_file import has_whole_print, is_whole_png, keep_print

PNG = cv2.imencode(".png", np.random.default_rng(1).integers(0, 255, (9, 7, 3), dtype=np.uint8))[1].tobytes()


def test_a_png_is_whole_and_so_is_one_with_more_behind_it() -> None:
    assert is_whole_png(PNG)
    assert is_whole_png(PNG + b"more")


@pytest.mark.parametrize("kept", range(0, len(PNG), 3))
def test_a_file_that_was_cut_is_not_whole(kept: int) -> None:
    assert not is_whole_png(PNG[:kept])


@pytest.mark.parametrize("place", range(0, len(PNG), 3))
def test_a_file_with_another_byte_is_not_whole(place: int) -> None:
    assert not is_whole_png(PNG[:place] + bytes([PNG[place] ^ 1]) + PNG[place + 1 :])


@pytest.mark.parametrize("content", [b"", b"no picture", PNG[:8] + b"\xff" * 40, PNG[:8] + b"\0" * 40])
def test_what_is_no_png_is_not_whole(content: bytes) -> None:
    assert not is_whole_png(content)


def test_a_kept_print_is_found_by_the_name_of_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    keep_print("star_4", PNG)
    assert has_whole_print("star_4")
    keep_print("star_4", PNG[:-4])
    assert not has_whole_print("star_4")
