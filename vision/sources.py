"""Where pictures come from: a camera, a film, a folder of pictures.

A missing or lost source is one clear line, never a crash.
"""

import os
import time
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from vision.frames import Frame

#: A live camera that gives no picture for so many tries in a row is gone.
LOST_AFTER_TRIES: Final = 30
PICTURE_SUFFIXES: Final = (".jpg", ".jpeg", ".png")
WIDTH_PX: Final = 1280
HEIGHT_PX: Final = 720


class SourceError(Exception):
    """The source cannot be opened or has gone away; the message says what to do."""


class SourceEnded(Exception):  # noqa: N818 - an end is no error
    """A finite source has shown its last picture."""


class FrameSource(Protocol):
    """`open` and `read` raise SourceError; `read` gives None when no usable picture came in time, SourceEnded at the
    end."""

    def open(self) -> None: ...

    def read(self) -> Frame | None: ...

    def close(self) -> None: ...


def open_source(spec: str) -> FrameSource:
    """A source for a device number, a folder of pictures, a film's path or a URL; it is not opened yet."""
    if Path(spec).is_dir():
        return FolderSource(Path(spec))
    return CaptureSource(spec)


class CaptureSource:
    """A camera by number, or anything else that OpenCV can capture from."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._capture: cv2.VideoCapture | None = None
        self._finite = not spec.isdigit() and "://" not in spec
        self._failures = 0

    def open(self) -> None:
        # OpenCV shouts about missing devices on the terminal; our own line says it better.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        if self._spec.isdigit() and not Path(f"/dev/video{self._spec}").exists() and os.name == "posix":
            raise SourceError(f"camera {self._spec} is not connected: plug it in or choose another one")
        capture = cv2.VideoCapture(int(self._spec) if self._spec.isdigit() else self._spec)
        if not capture.isOpened():
            capture.release()
            raise SourceError(
                f"camera {self._spec} cannot be opened: check the cable, or whether another program uses it"
            )
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
        self._capture, self._failures = capture, 0

    def read(self) -> Frame | None:
        if self._capture is None:
            raise SourceError(f"camera {self._spec} is not open")
        ok, image = self._capture.read()
        if ok:
            self._failures = 0
            return Frame(np.asarray(image, dtype=np.uint8), time.monotonic_ns() // 1_000_000)
        if self._finite:
            raise SourceEnded
        self._failures += 1
        if self._failures >= LOST_AFTER_TRIES:
            raise SourceError(f"camera {self._spec} gives no more pictures: check the cable")
        return None

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


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
        image = cv2.imdecode(np.fromfile(path, dtype=np.uint8), cv2.IMREAD_COLOR) if path.stat().st_size else None
        if image is None:
            return None
        t_ms = int(path.stem) if path.stem.isdigit() else number * 100
        return Frame(np.asarray(image, dtype=np.uint8), t_ms)

    def close(self) -> None:
        self._paths = []
