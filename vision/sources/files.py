"""Finite sources: a folder of pictures, a film.  Every picture of them is seen, however long looking at it takes."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames import Frame
from vision.pictures import read_picture
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

PICTURE_SUFFIXES: Final = (".jpg", ".jpeg", ".png")
_TIME: Final = re.compile(r"[0-9]{1,12}")


class FolderSource:
    """A recording's pictures; each name is its time in milliseconds.  A picture that cannot be read is passed over.

    Without times for names the pictures count 100 ms each.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: list[Path] = []
        self._next = 0

    def open(self) -> None:
        try:
            found = [path for path in self._folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES]
        except OSError as error:
            raise SourceError(f"{self._folder} cannot be read: {error.strerror}") from error
        if not found:
            raise SourceError(f"{self._folder} holds no pictures (.jpg or .png)")
        self._paths, self._next = sorted(found), 0

    def read(self) -> Frame | None:
        if self._next >= len(self._paths):
            raise SourceEnded
        path, number = self._paths[self._next], self._next
        self._next += 1
        try:
            image = read_picture(path)
        except OSError:
            return None
        if image is None:
            return None
        t_ms = int(path.stem) if _TIME.fullmatch(path.stem) else number * 100
        return Frame(image, t_ms)

    def close(self) -> None:
        self._paths = []


def frames_of(source: FrameSource) -> Iterator[Frame]:
    """Every picture of a finite source, which is opened and closed here.  Raises SourceError."""
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
    """A film file, or anything else with an end that OpenCV reads by a path."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        capture = cv2.VideoCapture(self._path)
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"camera {self._path} cannot be opened: check the name of the file")
        self._capture = capture

    def read(self) -> Frame | None:
        if self._capture is None:
            raise SourceError(f"camera {self._path} is not open")
        ok, image = self._capture.read()
        if not ok:
            raise SourceEnded
        return Frame(np.asarray(image, dtype=np.uint8), time.monotonic_ns() // 1_000_000)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None
