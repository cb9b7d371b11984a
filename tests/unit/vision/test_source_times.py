"""Finite sources have true time: films their own, folders that of their names, whatever the machine does meanwhile."""

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sources.files import FilmSource, FolderSource, frames_of
from vision.sources.opening import open_source

#: How long each picture of a film stays, in seconds; the last is doubled by ffmpeg's own list of pictures.
STAYS = (0.04, 0.4, 0.04, 1.0, 0.12)
TIMES = [0, 40, 440, 480, 1480]


def write(folder: Path, names: Sequence[str]) -> None:
    """Writes pictures that differ by their grey: ten levels for each place in `names`."""
    for place, name in enumerate(names):
        cv2.imwrite(str(folder / name), np.full((32, 32, 3), 10 * place, np.uint8))


def seen(folder: Path, source: str = "") -> list[tuple[int, int]]:
    """The time of each picture and its place in the list that it was written from."""
    return [(frame.t_ms, round(frame.image.mean() / 10)) for frame in frames_of(open_source(source or str(folder)))]


def film(folder: Path, name: str, *how: str) -> Path:
    """Writes a film whose pictures stay for as long as `STAYS` gives."""
    for place in range(len(STAYS)):
        cv2.imwrite(str(folder / f"p{place}.png"), np.full((64, 64, 3), 40 + 40 * place, np.uint8))
    lines = [f"file p{place}.png\nduration {stays}\n" for place, stays in enumerate(STAYS)]
    (folder / "list.txt").write_text("".join(lines))
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "concat", "-i", "list.txt", "-pix_fmt", "yuv420p"]
    subprocess.run([*command, *how, name], cwd=folder, check=True)
    return folder / name


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("film.mp4", ("-fps_mode", "vfr", "-c:v", "libx264")),
        ("film.mkv", ("-fps_mode", "vfr", "-c:v", "mjpeg")),
        ("film.webm", ("-fps_mode", "vfr", "-c:v", "libvpx")),
        ("film.ts", ("-fps_mode", "vfr", "-c:v", "libx264", "-output_ts_offset", "3600")),
    ],
)
def test_a_film_has_its_own_times_however_its_rate_varies(tmp_path: Path, name: str, how: tuple[str, ...]) -> None:
    assert [frame.t_ms for frame in frames_of(FilmSource(str(film(tmp_path, name, *how))))][:5] == TIMES


def test_a_film_of_a_fixed_rate_has_its_rate(tmp_path: Path) -> None:
    path = film(tmp_path, "film.avi", "-fps_mode", "cfr", "-r", "25", "-c:v", "mjpeg")
    times = [frame.t_ms for frame in frames_of(FilmSource(str(path)))]
    assert times == [40 * number for number in range(len(times))]
    assert len(times) > 35


def test_the_times_of_a_film_do_not_depend_on_who_looks(tmp_path: Path) -> None:
    path = film(tmp_path, "film.mp4", "-fps_mode", "vfr", "-c:v", "libx264")
    slow = []
    for frame in frames_of(FilmSource(str(path))):
        slow.append((frame.t_ms, frame.share))
        time.sleep(0.05)
    assert slow == [(frame.t_ms, frame.share) for frame in frames_of(FilmSource(str(path)))]
    shares = [share for _, share in slow]
    assert shares == sorted(shares)
    assert shares[-1] > 0.8


@pytest.mark.parametrize(
    ("names", "times"),
    [
        (["000000500.png", "000000830.png", "000012000.png"], [500, 830, 12000]),
        (["0001.jpg", "0002.jpg", "0003.jpg", "0004.jpg"], [0, 100, 200, 300]),
        (["000000001.png", "000000002.png", "000000003.png"], [0, 100, 200]),
        ([f"{n}.jpg" for n in range(1, 13)], [100 * n for n in range(12)]),
        (["frame_0008.jpg", "frame_0009.jpg", "frame_0011.jpg"], [0, 100, 300]),
        (["shot9.png", "shot10.png", "shot100.png"], [0, 100, 9100]),
        (["IMG_20261127_180322.jpg", "IMG_20261127_180325.jpg"], [0, 3000]),
        (["2026-11-27 18.03.59.900.jpg", "2026-11-27 18.04.00.150.jpg"], [0, 250]),
        (["20261231-235959.png", "20270101-000001.png"], [0, 2000]),
        (["a.png", "b.png", "C.png"], [0, 100, 200]),
        (["a.png", "b7.png", "b8.png"], [0, 100, 200]),
        (["x1_2.png", "x2_1.png"], [0, 100]),
    ],
)
def test_a_folder_has_the_times_of_its_names_in_their_natural_order(
    tmp_path: Path, names: list[str], times: list[int]
) -> None:
    write(tmp_path, names)
    assert seen(tmp_path) == [(t_ms, place) for place, t_ms in enumerate(times)]


def test_a_folder_s_rate_can_be_stated(tmp_path: Path) -> None:
    write(tmp_path, ["0001.jpg", "0002.jpg", "0004.jpg"])
    assert seen(tmp_path, f"{tmp_path}?rate=25") == [(0, 0), (40, 1), (120, 2)]
    assert seen(tmp_path, f"{tmp_path}?rate=2.5") == [(0, 0), (400, 1), (1200, 2)]


def test_the_names_of_a_recording_are_milliseconds_however_long(tmp_path: Path) -> None:
    write(tmp_path, ["7.png", "8.png", "9.png", "400.png"])
    assert [frame.t_ms for frame in frames_of(FolderSource(tmp_path, recorded=True))] == [7, 8, 9, 400]


def test_a_folder_says_how_much_of_it_was_shown(tmp_path: Path) -> None:
    write(tmp_path, ["a.png", "b.png", "c.png", "d.png"])
    assert [frame.share for frame in frames_of(FolderSource(tmp_path))] == [0.25, 0.5, 0.75, 1.0]
