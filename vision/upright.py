"""Turns mirrored pictures back: front cameras and some phones mirror them."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.board import Markers
from vision.find.markers import MarkerFinder
from vision.frames import Frame, Image, is_picture
from vision.sources.protocol import FrameSource, Paced

#: The number of corner markers readable only one way round that decide; a single one may be a likeness in the print.
DECIDING: Final = 2
#: Until the decision both ways are tried after the first pause, and after a doubled one each time, up to the second.
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 500, 8000


class UprightSource:
    """The pictures of another source, mirrored back if that source mirrors them.

    A printed marker cannot be read in a mirror, so the board's own markers decide.  The decision holds until the source
    is closed; before it pictures pass unchanged.
    """

    def __init__(self, source: FrameSource, markers: Markers) -> None:
        """Raises ValueError for a dictionary that OpenCV does not know."""
        self._source = source
        self._finder = MarkerFinder.of(markers)
        self._mirrored: bool | None = None
        self._next_ms: int | None = None
        self._pause_ms = FIRST_PAUSE_MS

    def open(self) -> None:
        self._mirrored, self._next_ms, self._pause_ms = None, None, FIRST_PAUSE_MS
        self._source.open()

    def read(self) -> Frame | None:
        frame = self._source.read()
        if frame is None or not is_picture(frame.image):
            return frame
        if self._mirrored is None and (self._next_ms is None or frame.t_ms >= self._next_ms):
            self._mirrored = self._is_mirrored(frame.image)
            self._next_ms = frame.t_ms + self._pause_ms
            self._pause_ms = min(2 * self._pause_ms, LONGEST_PAUSE_MS)
        return replace(frame, image=mirror_image(frame.image)) if self._mirrored else frame

    def pace(self, every_ms: int) -> None:
        if isinstance(self._source, Paced):
            self._source.pace(every_ms)

    def close(self) -> None:
        self._source.close()

    def _is_mirrored(self, image: Image) -> bool | None:
        """Returns None if too few markers are in view for a decision."""
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        upright, mirrored = (self._markers_in(picture) for picture in (grey, mirror_image(grey)))
        if max(upright, mirrored) < DECIDING:
            return None
        return mirrored > upright

    def _markers_in(self, grey: Image) -> int:
        return len(self._finder.corners & self._finder.find_all(grey).keys())


def mirror_image(image: Image) -> Image:
    """Returns the picture with left and right exchanged."""
    return np.ascontiguousarray(image[:, ::-1])
