"""Has the picture come to rest?  Compares each picture with the one before, at half size, where the board is."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Image, thinned

#: A grey level must change by so much to be more than noise.
NOISE_LEVELS: Final = 15
#: A pawn that moves changes more pixels of the half-size board than this.
MIN_CHANGED_PX: Final = 14
#: The board must have been at rest so long, in at least two pictures, before anybody may judge it.
REST_MS: Final = 250
#: So many pictures of one rest are averaged against noise.
AVERAGED: Final = 4

Halved = NDArray[np.uint8]


def halved(image: Image) -> Halved:
    """Grey at half size, smoothed, of a colour or grey picture."""
    height, width = thinned(image.shape, 2)
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (5, 5), 0), dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """One rest of the picture: `count` pictures from `since_ms` to `until_ms`, none by default.

    `first` and `last` are the pictures at half size; `total` (h, w, 3) is the sum of the first `summed` ones.
    """

    count: int = 0
    since_ms: int = 0
    until_ms: int = 0
    first: Halved | None = None
    last: Halved | None = None
    total: NDArray[np.uint16] | None = None
    summed: int = 0
    shape: tuple[int, ...] = ()

    def after(self, frame: Frame, board: NDArray[np.uint8] | None) -> "Rest":
        """The rest with one more picture, or a new one that it begins.

        `board` masks the half-size board, None = everywhere.
        """
        grey = halved(frame.image)
        if (
            self.first is None
            or self.last is None
            or self.shape != frame.image.shape
            or _moved(self.last, grey, board)
            or _moved(self.first, grey, board)
        ):
            begun = Rest(1, frame.t_ms, frame.t_ms, grey, grey, shape=frame.image.shape)
            return begun._with(frame.image)
        longer = replace(self, count=self.count + 1, until_ms=frame.t_ms, last=grey)
        return longer._with(frame.image)

    @property
    def lasts_ms(self) -> int:
        return self.until_ms - self.since_ms

    @property
    def is_settled(self) -> bool:
        """Whether the picture has been at rest long enough to be judged."""
        return self.count >= 2 and self.lasts_ms >= REST_MS

    def average(self) -> Image:
        """The mean of the first pictures of this rest."""
        if self.total is None:
            raise ValueError("no picture has been seen")
        return np.asarray(cv2.convertScaleAbs(self.total, alpha=1 / self.summed), dtype=np.uint8)

    @property
    def still_gathering(self) -> bool:
        """Whether the average still improves with the next picture."""
        return self.summed < AVERAGED

    def _with(self, image: Image) -> "Rest":
        if self.summed >= AVERAGED:
            return self
        total = image.astype(np.uint16) if self.total is None else cv2.add(self.total, image, dtype=cv2.CV_16U)
        return replace(self, total=np.asarray(total, dtype=np.uint16), summed=self.summed + 1)


def _moved(before: Halved, now: Halved, board: NDArray[np.uint8] | None) -> bool:
    difference = cv2.threshold(cv2.absdiff(before, now), NOISE_LEVELS, 255, cv2.THRESH_BINARY)[1]
    if board is not None:
        difference = cv2.bitwise_and(difference, board)
    return cv2.countNonZero(difference) > MIN_CHANGED_PX
