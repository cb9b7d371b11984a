"""Sources of pictures: folders, films and cameras; a missing or broken one is one clear line and never a crash."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.frames import Frame
from vision.sources.files import FolderSource
from vision.sources.live import LiveSource
from vision.sources.opening import open_source
from vision.sources.protocol import FrameSource, SourceEnded, SourceError


def picture(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, dtype=np.uint8)


def all_of(source: FrameSource) -> list[Frame | None]:
    source.open()
    read: list[Frame | None] = []
    try:
        while True:
            read.append(source.read())
    except SourceEnded:
        return read
    finally:
        source.close()


def test_a_recording_is_read_in_time_by_its_names(tmp_path: Path) -> None:
    for t_ms in (12000, 500, 830):
        cv2.imwrite(str(tmp_path / f"{t_ms:09d}.png"), picture(t_ms % 251))
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
    frames = all_of(open_source(str(tmp_path)))
    assert [(frame.t_ms, int(frame.image[0, 0, 0])) for frame in frames if frame] == [
        (500, 500 % 251),
        (830, 830 % 251),
        (12000, 12000 % 251),
    ]


def test_pictures_without_times_count_tenths_of_a_second(tmp_path: Path) -> None:
    for name in ("b.png", "a.png", "c.jpg"):
        cv2.imwrite(str(tmp_path / name), picture(9))
    assert [frame.t_ms for frame in all_of(FolderSource(tmp_path)) if frame] == [0, 100, 200]


def test_a_broken_picture_is_passed_over(tmp_path: Path) -> None:
    """Empty files and files that are no pictures give None; the pictures after them still come."""
    (tmp_path / "000000100.jpg").write_bytes(b"")
    (tmp_path / "000000200.jpg").write_bytes(b"this was a picture once")
    cv2.imwrite(str(tmp_path / "000000300.png"), picture(7))
    read = all_of(FolderSource(tmp_path))
    assert [None if frame is None else frame.t_ms for frame in read] == [None, None, 300]


def test_a_picture_cut_short_in_its_head_is_passed_over(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "whole.jpg"), picture(80))
    whole = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "whole.jpg").unlink()
    (tmp_path / "000000100.jpg").write_bytes(whole[:40])
    (tmp_path / "000000200.jpg").write_bytes(whole)
    assert [frame is None for frame in all_of(FolderSource(tmp_path))] == [True, False]


def test_a_folder_can_be_opened_again(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "000000100.png"), picture(1))
    source = FolderSource(tmp_path)
    assert len(all_of(source)) == len(all_of(source)) == 1


def test_an_empty_or_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no pictures"):
        FolderSource(tmp_path).open()
    with pytest.raises(SourceError, match="cannot be read"):
        FolderSource(tmp_path / "gone").open()


def test_a_film_ends(tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for level in (10, 120, 240):
        writer.write(picture(level))
    writer.release()
    read = all_of(open_source(str(film)))
    assert [round(float(frame.image.mean()) / 10) for frame in read if frame] == [1, 12, 24]


@pytest.mark.parametrize("spec", ["97", "no-such-film.mp4"])
def test_what_is_not_there_says_what_to_do(spec: str) -> None:
    source = open_source(spec)
    with pytest.raises(SourceError, match=f"camera {spec} .*: (plug|check)") as refused:
        source.open()
    assert "\n" not in str(refused.value)
    source.close()


def test_reading_before_opening_is_an_error_of_the_source() -> None:
    with pytest.raises(SourceError, match="is not open"):
        LiveSource("0").read()
