"""A recorded table that comes in other ways: as a film, mirrored, with pictures cut off; the verdicts stay true."""

import json
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.catalogue.shipped import SHIPPED
from companion.sensors.recording import Recording, load_recording
from companion.sensors.replay import replay_recording
from vision.frames import Frame
from vision.sources.files import FilmSource, FolderSource, frames_of

CORPUS = Path(__file__).resolve().parents[2] / "vision_corpus"
TABLES = ("top", "window")
#: Verdicts that accuse nobody and accept nothing.
ASKED = ("unclear", "unfinished")


def recorded(table: str) -> tuple[Recording, list[Frame], list[dict[str, Any]]]:
    """A recording, its pictures, and the verdicts that are true."""
    recording = load_recording(SHIPPED, CORPUS / table)
    lines = (CORPUS / table / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return (
        recording,
        list(frames_of(FolderSource(recording.frames, recorded=True))),
        [json.loads(line) for line in lines],
    )


def verdicts(recording: Recording, frames: Iterable[Frame]) -> list[tuple[object, ...]]:
    return [told(line) for line in replay_recording(recording, iter(frames))]


def told(line: dict[str, Any]) -> tuple[object, ...]:
    """Returns the facts of a verdict: player, card, kind, and the figures on the board after it."""
    after = line["next"] if line["verdict"] == "legal" else None
    stands = after and ([sorted(map(str, row)) for row in after["pawns"]], after["dog"], after["wheel"])
    return line["seat"], line["card"], line["verdict"], stands


def film(recording: Recording, folder: Path, *how: str) -> Path:
    """The recording's pictures as a film, each for as long as the next one was away."""
    paths = sorted(recording.frames.glob("*.jpg"))
    stays = [int(after.stem) - int(before.stem) for before, after in pairwise(paths)]
    lines = [f"file '{path}'\nduration {ms / 1000}\n" for path, ms in zip(paths, [*stays, 330], strict=True)]
    (folder / "list.txt").write_text("".join(lines))
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", "list.txt", *how, "film.mkv"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "film.mkv"


@pytest.mark.thinned(2)
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "how", [("-c", "copy"), ("-fps_mode", "vfr", "-c:v", "libx264", "-crf", "20")], ids=["jpeg", "h264"]
)
def test_a_film_of_a_table_is_judged_as_the_table(table: str, how: tuple[str, ...], tmp_path: Path) -> None:
    """Learnt and read through OpenCV's own decoder, whose colours round a pawn are not those of a photograph."""
    recording, frames, truth = recorded(table)
    shown = list(frames_of(FilmSource(str(film(recording, tmp_path, *how)))))
    shown = [replace(frame, t_ms=frames[0].t_ms + frame.t_ms) for frame in shown]
    # ffmpeg's own list counts in steps of 40 ms
    assert all(abs(own.t_ms - frame.t_ms) <= 20 for own, frame in zip(shown, frames, strict=False))
    assert verdicts(recording, shown) == [told(line) for line in truth]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", TABLES)
def test_what_is_learnt_by_one_decoder_is_read_by_the_other(table: str, tmp_path: Path) -> None:
    recording, frames, truth = recorded(table)
    decoded = list(frames_of(FilmSource(str(film(recording, tmp_path, "-c", "copy")))))
    by_turns = [
        frame if number < len(frames) // 2 else replace(frame, image=other.image)
        for number, (frame, other) in enumerate(zip(frames, decoded, strict=False))
    ]
    assert verdicts(recording, by_turns) == [told(line) for line in truth]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", TABLES)
def test_a_recording_of_a_camera_that_mirrors_is_judged_as_any_other(table: str, tmp_path: Path) -> None:
    recording, _, truth = recorded(table)
    for path in recording.frames.glob("*.jpg"):
        mirrored = np.ascontiguousarray(cv2.imread(str(path))[:, ::-1])
        cv2.imwrite(str(tmp_path / path.name), mirrored, [cv2.IMWRITE_JPEG_QUALITY, 95])
    (tmp_path / "frames").mkdir()
    for path in tmp_path.glob("*.jpg"):
        path.rename(tmp_path / "frames" / path.name)
    moved = replace(recording, folder=tmp_path)
    assert [told(line) for line in replay_recording(moved)] == [told(line) for line in truth]


def cut_off(frames: list[Frame], every: int, first: int, running: int) -> Iterator[Frame]:
    """Some pictures as `cv2.VideoCapture` shows those that arrive cut off: below, the last whole one is left."""
    kept = frames[0].image
    for number, frame in enumerate(frames):
        if (number - first) % every < running and number:
            half = frame.image.shape[0] // 2
            yield replace(frame, image=np.concatenate([frame.image[:half], kept[half:]]))
        else:
            kept = frame.image
            yield frame


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("table", "every", "running", "first"),
    [("window", 3, 1, first) for first in range(3)] + [("top", 5, 2, first) for first in range(5)],
)
def test_no_verdict_and_no_lesson_rests_on_pictures_cut_off(table: str, every: int, running: int, first: int) -> None:
    """One picture or two in a row: verdicts without a question are true, and the later plays are read."""
    recording, frames, truth = recorded(table)
    true = [told(line) for line in truth]
    said = verdicts(recording, cut_off(frames, every, first, running))
    assert [line for line in said if line not in true and line[2] not in ASKED] == []
