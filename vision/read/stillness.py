"""Detects a picture at rest: compares each picture with the previous one, at half size, within the board.

Law: a shake of the camera, changing light and the wandering edge of a shadow are no movement; an object that moves on
the board is one, and so is light that goes out.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.registration import Registration, register, with_sway
from vision.frames import Frame, Image, thinned
from vision.read.cover.light_edges import bands
from vision.read.image_quality import too_dark

#: A larger change of a grey level is more than noise.
NOISE_LEVELS: Final = 15
#: A moving pawn changes more pixels of the half-size board than this.
MIN_CHANGED_PX: Final = 14
#: The largest changed part of the picture by swaying rows or hard shadows; a hand changes more.
MOST_LEFT: Final = 0.015
#: In a shake edges are compared less strictly: by this part of the local difference of the grey levels.
EDGE_SHARE: Final = 0.3
#: A smaller change of light is none.
SAME_LIGHT: Final = 0.02
#: A pixel with a colour of at least this, or beside one, may be brighter than the picture can show.
CLIPPED_LEVEL: Final = 250
#: The board must have been at rest for this long, in at least two pictures, before it is judged.
REST_MS: Final = 250
#: This many pictures of one rest are averaged against noise, and during the rest one more after each of these spans, up
#: to the most.
AVERAGED: Final = 4
LATER_MS: Final = 250
MOST_AVERAGED: Final = 16

Halved = NDArray[np.uint8]


def halved(image: Image) -> Halved:
    """Returns a colour or grey picture as grey at half size, smoothed."""
    height, width = thinned(image.shape, 2)
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (5, 5), 0), dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """One rest of the picture: `count` pictures from `since_ms` to `until_ms`, none by default.

    `first` and `last` are the pictures at half size, `first_image` the first unchanged; `total` (h, w, 3) is the sum of
    `summed` of them, the newest from `summed_ms`, each aligned with the first, and None while that is the only one.
    """

    count: int = 0
    since_ms: int = 0
    until_ms: int = 0
    first: Halved | None = None
    last: Halved | None = None
    first_image: Image | None = None
    total: NDArray[np.uint16] | None = None
    summed: int = 0
    summed_ms: int = 0
    shape: tuple[int, ...] = ()

    def after(self, frame: Frame, board: NDArray[np.uint8] | None) -> "Rest":
        """Returns the rest with one more picture, or a new one that starts with it.

        `board` masks the half-size board, None = everywhere.
        """
        grey = halved(frame.image)
        if self.first is None or self.last is None or self.first_image is None or self.shape != frame.image.shape:
            return _begun(frame, grey)
        longer = replace(self, count=self.count + 1, until_ms=frame.t_ms, last=grey)
        if not _moved(self.last, grey, board) and not _moved(self.first, grey, board):
            return longer._with(frame.image, self.first_image) if longer._wants_more else longer
        way = self._way_to(grey, frame.image, board)
        if way is None:
            return _begun(frame, grey)
        if not longer._wants_more:
            return longer
        return longer._with(way.brought_back(frame.image, 2), self.first_image)

    def _way_to(self, grey: Halved, image: Image, board: NDArray[np.uint8] | None) -> Registration | None:
        """Returns the registration of the first picture with another one; None if an object moved."""
        assert self.first is not None
        assert self.first_image is not None
        way = None if too_dark(grey) or too_dark(self.first) else register(self.first, grey, board)
        if way is None:
            return None
        before, now = (self.first, self.first_image), (grey, image)
        beside = _beside(way, before, now, board)
        if beside.moved_much:
            return None
        if beside.moved:
            way = with_sway(way, self.first, grey, board) or way
            beside = _beside(way, before, now, board)
        return None if beside.moved and (board is None or beside.without_edges(board).moved) else way

    @property
    def lasts_ms(self) -> int:
        return self.until_ms - self.since_ms

    @property
    def is_settled(self) -> bool:
        """Reports whether the picture has been at rest long enough for a judgement."""
        return self.count >= 2 and self.lasts_ms >= REST_MS

    def average(self) -> Image:
        """Returns the mean of the pictures of this rest."""
        if self.first_image is None:
            raise ValueError("no picture has been seen")
        if self.total is None:
            return self.first_image
        return np.asarray(cv2.convertScaleAbs(self.total, alpha=1 / self.summed), dtype=np.uint8)

    @property
    def still_gathering(self) -> bool:
        """Reports whether the average still improves with the next picture."""
        return self.summed < AVERAGED

    @property
    def is_much_better(self) -> bool:
        """Reports whether the newest picture has improved the average enough for another reading."""
        return self.summed in (MOST_AVERAGED // 2, MOST_AVERAGED) and self.summed_ms == self.until_ms

    @property
    def _wants_more(self) -> bool:
        late = self.summed < MOST_AVERAGED and self.until_ms - self.summed_ms >= LATER_MS
        return self.still_gathering or late

    def _with(self, image: Image, first: Image) -> "Rest":
        total = np.add(first if self.total is None else self.total, image, dtype=np.uint16)
        return replace(self, total=total, summed=self.summed + 1, summed_ms=self.until_ms)


def _begun(frame: Frame, grey: Halved) -> Rest:
    image, t_ms = frame.image, frame.t_ms
    return Rest(1, t_ms, t_ms, grey, grey, image, summed=1, summed_ms=t_ms, shape=image.shape)


def _moved(before: Halved, now: Halved, board: NDArray[np.uint8] | None) -> bool:
    difference = cv2.threshold(cv2.absdiff(before, now), NOISE_LEVELS, 255, cv2.THRESH_BINARY)[1]
    if board is not None:
        difference = cv2.bitwise_and(difference, board)
    return cv2.countNonZero(difference) > MIN_CHANGED_PX


@dataclass(frozen=True, slots=True, eq=False)
class _Beside:
    """Two pictures (h, w) of a board, aligned and in one light, and where they are `different` (255)."""

    one: Halved
    other: Halved
    different: Halved

    @property
    def moved(self) -> bool:
        return cv2.countNonZero(self.different) > MIN_CHANGED_PX

    @property
    def moved_much(self) -> bool:
        """Reports whether more moved than swaying rows and edges of shadows explain."""
        return cv2.countNonZero(self.different) > MOST_LEFT * self.different.size

    def without_edges(self, board: NDArray[np.uint8]) -> "_Beside":
        """Returns the same with the light along wandering edges of shadows transferred from one to the other."""
        apart = np.asarray(cv2.absdiff(self.one, self.other), dtype=np.uint8)
        changed = cv2.bitwise_and(cv2.threshold(apart, NOISE_LEVELS, 255, cv2.THRESH_BINARY)[1], board)
        one, found = self.one.astype(np.float32), bands(np.asarray(changed, dtype=np.uint8), board)
        within = np.zeros_like(self.one)
        for band in found:
            at = (band.rows, band.columns)
            within[at] = 255
            look = np.log(one[at] + 1)
            light = band.light(np.log(self.other[at] + np.float32(1)) - look, look)
            if light is not None:
                one[at] *= np.exp(light)
        lit = np.asarray(cv2.convertScaleAbs(one), dtype=np.uint8)
        alike = cv2.compare(cv2.absdiff(lit, self.other), _allowed(lit), cv2.CMP_LE)
        explained = cv2.bitwise_and(alike, within)
        return replace(self, one=lit, different=np.asarray(cv2.subtract(self.different, explained), dtype=np.uint8))


def _beside(
    way: Registration, before: tuple[Halved, Image], now: tuple[Halved, Image], board: NDArray[np.uint8] | None
) -> _Beside:
    """Aligns two pictures of a board and marks the movement beside the common motion; each picture is given at half
    size and unchanged.

    Both are compared in the light of the brighter one, in which a clipped pixel may have any higher brightness.
    """
    one, other = before[0], way.brought_back(now[0])
    lit = np.abs(way.gains - 1).max() > SAME_LIGHT
    if lit:
        one, other = _lit(one, np.maximum(way.gains, 1.0)), _lit(other, np.maximum(1 / way.gains, 1.0))
    less = np.asarray(cv2.subtract(one, other), dtype=np.uint8)
    more = np.asarray(cv2.subtract(other, one), dtype=np.uint8)
    if lit:
        rows = way.gains > 1
        less[rows] &= _unclipped(now[1])[rows]
        more[~rows] &= _unclipped(before[1])[~rows]
    different = cv2.compare(cv2.max(less, more), _allowed(one), cv2.CMP_GT)
    if board is not None:
        different = cv2.bitwise_and(different, board)
    return _Beside(one, np.asarray(other, dtype=np.uint8), np.asarray(different, dtype=np.uint8))


def _allowed(grey: Halved) -> Halved:
    """Returns the tolerated difference of each pixel in levels: more where the grey levels nearby differ."""
    around = np.ones((3, 3), dtype=np.uint8)
    slack = cv2.subtract(cv2.dilate(grey, around), cv2.erode(grey, around))
    return np.asarray(cv2.addWeighted(slack, EDGE_SHARE, slack, 0.0, NOISE_LEVELS), dtype=np.uint8)


def _lit(grey: Halved, gains: NDArray[np.float64]) -> Halved:
    """Returns the picture with each row multiplied by its gain."""
    every = np.repeat(gains[:, None].astype(np.float32), grey.shape[1], axis=1)
    return np.asarray(cv2.multiply(grey, every, dtype=cv2.CV_8U), dtype=np.uint8)


def _unclipped(image: Image) -> Halved:
    """Returns 255 where a picture shows its brightness at half size (h, w), 0 where it may be brighter."""
    height, width = thinned(image.shape, 2)
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    within = cv2.inRange(small, (0, 0, 0), (CLIPPED_LEVEL - 1,) * 3)
    return np.asarray(cv2.erode(within, np.ones((5, 5), dtype=np.uint8)), dtype=np.uint8)
