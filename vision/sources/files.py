"""Finite sources: a folder of pictures, a film.

Every picture is delivered, however long its processing takes, with the time at which it was taken: results do not
depend on the machine.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.system.addresses import shown_source
from companion.system.files import PICTURE_PIXELS
from vision.frames import Frame
from vision.pictures import read_picture
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

PICTURE_SUFFIXES: Final = (".jpg", ".jpeg", ".png")
#: Pictures a second if only numbers or the order give the time, and for a film without a rate.
USUAL_RATE: Final = 10.0
#: The names of a recording (docs/reference/formats/recording.md), and those of programs that write no leading zeros.
_TIME: Final = re.compile(r"[0-9]{1,12}")
_RECORDED: Final = re.compile(r"[0-9]{9}")
_NUMBER: Final = re.compile(r"[0-9]{1,12}")
#: Date and time in the style of cameras and phones: IMG_20261127_180322, 2026-11-27 18.03.22.500.
_CLOCK: Final = re.compile(r"(20\d\d)\D?(\d\d)\D?(\d\d)\D{0,3}(\d\d)\D?(\d\d)\D?(\d\d)(?:\D?(\d{3})(?!\d))?")


class FolderSource:
    """The pictures of a folder in the natural order of their names.  Unreadable pictures are skipped.

    Names of nine digits are times in milliseconds, as in a recording; date and time in all names count as such; else
    the numbers in the names count, or their order if they have none, at `rate` pictures a second.
    """

    def __init__(self, folder: Path, rate: float = USUAL_RATE, *, recorded: bool = False) -> None:
        """`recorded`: names are milliseconds, with any number of digits."""
        self._folder = folder
        self._rate = rate
        self._recorded = recorded
        self._pictures: list[tuple[Path, int]] = []
        self._next = 0

    def open(self) -> None:
        name = shown_source(str(self._folder))
        try:
            found = [path for path in self._folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES]
        except OSError as error:
            raise SourceError(f"{name} cannot be read: {error.strerror}") from error
        if not found:
            raise SourceError(f"{name} holds no pictures (.jpg or .png)")
        paths = sorted(found, key=lambda path: _natural(path.name))
        times = _times([path.stem for path in paths], self._rate, recorded=self._recorded)
        self._pictures, self._next = sorted(zip(paths, times, strict=True), key=lambda taken: taken[1]), 0

    def read(self) -> Frame | None:
        if self._next >= len(self._pictures):
            raise SourceEnded
        path, t_ms = self._pictures[self._next]
        self._next += 1
        try:
            image = read_picture(path)
        except OSError:
            return None
        return None if image is None else Frame(image, t_ms, self._next / len(self._pictures))

    def close(self) -> None:
        self._pictures = []


def frames_of(source: FrameSource) -> Iterator[Frame]:
    """Yields every picture of a finite source, and opens and closes it.  Raises SourceError."""
    source.open()
    try:
        while True:
            frame = source.read()
            if frame is not None:
                yield frame
    except SourceEnded:
        return
    finally:
        source.close()


class FilmSource:
    """A film file, or anything else with an end that OpenCV reads by a path.  Each picture has the film's own time."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._name = shown_source(path)
        self._capture: cv2.VideoCapture | None = None
        self._last_ms = -1
        self._length_ms = 0.0
        self._step_ms = 1000 / USUAL_RATE

    def open(self) -> None:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        capture = cv2.VideoCapture(self._path)
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"camera {self._name} cannot be opened: check the name of the file")
        if capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT) > PICTURE_PIXELS:
            capture.release()
            raise SourceError(f"camera {self._name} has pictures that are too large", "camera_no_stream")
        rate, count = capture.get(cv2.CAP_PROP_FPS), capture.get(cv2.CAP_PROP_FRAME_COUNT)
        self._step_ms = 1000 / rate if 0 < rate < 1000 else 1000 / USUAL_RATE
        self._capture, self._last_ms, self._length_ms = capture, -1, count * self._step_ms

    def read(self) -> Frame | None:
        if self._capture is None:
            raise SourceError(f"camera {self._name} is not open")
        ok, image = self._capture.read()
        if not ok:
            raise SourceEnded
        stamped = round(self._capture.get(cv2.CAP_PROP_POS_MSEC))
        # a film without time stamps, or one cut together from others, continues at its own rate
        goes_on = stamped > self._last_ms
        self._last_ms = stamped if goes_on else self._last_ms + max(1, round(self._step_ms))
        share = min(1.0, self._last_ms / self._length_ms) if self._length_ms > 0 else 0.0
        return Frame(np.asarray(image, dtype=np.uint8), self._last_ms, share)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def _natural(name: str) -> list[tuple[int, str]]:
    """Returns a sort key with 2 before 10."""
    parts = re.split(r"([0-9]+)", name)
    return [(int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in parts]


def _times(names: Sequence[str], rate: float, *, recorded: bool) -> list[int]:
    """Returns the time of each picture in milliseconds, for names in their natural order."""
    order = [round(place * 1000 / rate) for place in range(len(names))]
    if recorded:
        return [int(name) if _TIME.fullmatch(name) else order[place] for place, name in enumerate(names)]
    if all(_RECORDED.fullmatch(name) for name in names) and not _counts([int(name) for name in names]):
        return [int(name) for name in names]
    clock = [_clock_ms(name) for name in names]
    if None not in clock and _rises(times := [each for each in clock if each is not None]):
        return [each - times[0] for each in times]
    numbers = [int(found[-1]) if (found := _NUMBER.findall(name)) else None for name in names]
    if None not in numbers and _rises(known := [each for each in numbers if each is not None]):
        return [round((each - known[0]) * 1000 / rate) for each in known]
    return order


def _counts(numbers: Sequence[int]) -> bool:
    """Reports whether these are counts and not times: no camera takes three pictures in three milliseconds."""
    return len(numbers) > 2 and all(after - before == 1 for before, after in pairwise(numbers))


def _rises(numbers: Sequence[int]) -> bool:
    return all(before < after for before, after in pairwise(numbers))


def _clock_ms(name: str) -> int | None:
    """Returns the milliseconds of the date and time in a name; None if it has none."""
    found = _CLOCK.search(name)
    if found is None:
        return None
    *parts, ms = found.groups()
    try:
        moment = datetime(*(int(part) for part in parts))  # type: ignore[arg-type]
    except ValueError:
        return None
    return round((moment - datetime(2000, 1, 1)).total_seconds() * 1000) + int(ms or 0)
