"""Has the picture come to rest?  Compares each picture with the one before, at half size, where the board is."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Image

#: A grey level must change by so much to be more than noise.
STEP: Final = 15
#: A pawn that moves changes more pixels of the half-size board than this.
FEWEST_PX: Final = 14
#: The board must have been at rest so long, in at least two pictures, before anybody may judge it.
REST_MS: Final = 250
#: So many pictures of one rest are averaged against noise.
AVERAGED: Final = 4

Halved = NDArray[np.uint8]


def halved(image: Image) -> Halved:
    """Grey at half size, smoothed, of a colour or grey picture."""
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (5, 5), 0), dtype=np.uint8)


class Rest:
    """One rest of the picture after another; `count` pictures since `since_ms`."""

    def __init__(self) -> None:
        self.count = 0
        self.since_ms = 0
        self._before: Halved | None = None
        self._first: Halved | None = None
        self._sum: NDArray[np.uint16] | None = None
        self._summed = 0

    def see(self, frame: Frame, board: NDArray[np.uint8] | None) -> bool:
        """Takes a picture; True when it has been at rest long enough.

        `board` masks the half-size board, None = everywhere.
        """
        grey = halved(frame.image)
        if (
            self._before is None
            or self._first is None
            or self._before.shape != grey.shape
            or _moved(self._before, grey, board)
            or _moved(self._first, grey, board)
        ):
            self._first = grey
            self.count, self.since_ms, self._summed, self._sum = 1, frame.t_ms, 0, None
        else:
            self.count += 1
        self._before = grey
        self._add(frame.image)
        return self.count >= 2 and frame.t_ms - self.since_ms >= REST_MS

    def average(self) -> Image:
        """The mean of the first pictures of this rest."""
        if self._sum is None:
            raise ValueError("no picture has been seen")
        return np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self._summed), dtype=np.uint8)

    @property
    def still_gathering(self) -> bool:
        """Whether the average still improves with the next picture."""
        return self._summed < AVERAGED

    def _add(self, image: Image) -> None:
        if self._summed >= AVERAGED:
            return
        if self._sum is None:
            self._sum = image.astype(np.uint16)
        else:
            cv2.add(self._sum, image, dst=self._sum, dtype=cv2.CV_16U)
        self._summed += 1


def _moved(before: Halved, now: Halved, board: NDArray[np.uint8] | None) -> bool:
    difference = cv2.threshold(cv2.absdiff(before, now), STEP, 255, cv2.THRESH_BINARY)[1]
    if board is not None:
        difference = cv2.bitwise_and(difference, board)
    return cv2.countNonZero(difference) > FEWEST_PX
