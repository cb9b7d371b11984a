"""The look of the empty board and of the pawns: two values that learn from settled pictures with a known truth.

The empty board is kept pixel by pixel, in the picture's own geometry; for pixels never seen empty only the general look
of such spots counts.  Pawns are kept as colour histograms.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image, Points

Lab = NDArray[np.float32]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]

#: The deviation of an empty pixel in lightness and in chroma (Lab, 8 bit), after correction of its shade.
SIGMA_L: Final = 11.0
SIGMA_AB: Final = 5.5
#: The largest change of light by a shadow or a lamp that does not count against "empty".
SHADE: Final = 0.28
DARKEST_SHADE: Final = 0.45
BRIGHTEST_SHADE: Final = 1.3
_VOLUME: Final = float(np.log((2 * np.pi) ** 1.5 * SIGMA_L * SIGMA_AB**2))
#: An empty pixel may always be an outlier of any colour: a reflection, a crumb.  A pawn must look like a pawn to beat
#: that.
OUTLIER_LOG_DENSITY: Final = -16.5
LEARNING_RATE: Final = 0.35

#: Over this distance the print averages out and the light remains.
LIGHT_SIGMA_PX: Final = 18.0
COARSE: Final = 8

BINS_L, BINS_AB = 16, 32
_PER_CELL: Final = np.array((BINS_L / 256, BINS_AB / 256, BINS_AB / 256), dtype=np.float32)
_CELL: Final = float(np.log((256 / BINS_L) * (256 / BINS_AB) ** 2))
_MIDDLES: Final = (np.indices((BINS_L, BINS_AB, BINS_AB)).reshape(3, -1).T + 0.5) / _PER_CELL
#: The factor of histograms with every lesson, so that they follow the evening light.
HISTOGRAM_DECAY: Final = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class EmptyBoard:
    """The look of the board without pawns: `lab` (h, w, 3), and the `known` pixels (h, w)."""

    lab: Lab
    known: Flags

    @classmethod
    def unknown(cls, shape: tuple[int, int]) -> "EmptyBoard":
        """Returns a board of which nothing has been seen, in a picture of (height, width) pixels."""
        return cls(np.zeros((*shape, 3), dtype=np.float32), np.zeros(shape, dtype=bool))

    def learnt(self, lab: Lab, bare: Flags) -> "EmptyBoard":
        """Returns it after learning the pixels in `bare` (h, w) as empty board: new ones at once, known ones
        gradually."""
        fresh, after = (bare & ~self.known).view(np.uint8), self.lab.copy()
        cv2.accumulateWeighted(lab, after, LEARNING_RATE, mask=bare.view(np.uint8))
        cv2.copyTo(lab, fresh, after)
        return EmptyBoard(after, self.known | bare)

    def warped(self, transform: Points, shape: tuple[int, int] | None = None) -> "EmptyBoard":
        """Returns it moved by a (3, 3) pixel transform, into a picture of another (height, width) if one is given."""
        height, width = shape or self.known.shape
        size = (width, height)
        return EmptyBoard(moved(self.lab, transform, size), _moved_flags(self.known, transform, size))

    def turned(self, transform: Points, within: Flags) -> "EmptyBoard":
        """Returns it with the pixels that end up `within` (the disc) turned by a (3, 3) pixel transform.

        The print turns, the light does not: a bright place stays bright.
        """
        if not within.any():
            return self
        left, top, width, height = cv2.boundingRect(within.view(np.uint8))
        box = (slice(top, top + height), slice(left, left + width))
        shift = np.array([[1.0, 0.0, left], [0.0, 1.0, top], [0.0, 0.0, 1.0]])
        here = np.linalg.inv(shift) @ transform @ shift
        after = EmptyBoard(self.lab.copy(), self.known.copy())
        inside, lab, known = within[box], after.lab[box], after.known[box]
        turned = moved(lab, here, (width, height))
        turned_known = _moved_flags(known, here, (width, height))
        light = _light(lab, known & inside) / _light(turned, turned_known & inside)
        turned[..., 0] *= light
        turned[..., 1:] = 128 + (turned[..., 1:] - 128) * light[..., None]
        cv2.copyTo(turned, inside.astype(np.uint8), lab)
        known[inside] = turned_known[inside]
        return after

    def log_likelihood(self, lab: Numbers | Lab, pixels: NDArray[np.int64]) -> Numbers:
        """Returns the log density (n,) of the colours (n, 3) at flat `pixels`, if the board is empty there; NaN if
        unknown."""
        expected = np.take(self.lab.reshape(-1, 3), pixels, axis=0)
        density = shaded_log_density(lab, expected)
        density[~self.known.reshape(-1)[pixels]] = np.nan
        return density


def moved(lab: Lab, transform: Points, size: tuple[int, int]) -> Lab:
    """Returns a picture moved by a (3, 3) pixel transform into one of (width, height) pixels."""
    return np.asarray(cv2.warpPerspective(lab, transform, size, flags=cv2.INTER_LINEAR), dtype=np.float32)


def _moved_flags(known: Flags, transform: Points, size: tuple[int, int]) -> Flags:
    # known only without any unknown pixel mixed in
    flags = np.where(known, np.uint8(255), np.uint8(0))
    return cv2.warpPerspective(flags, transform, size, flags=cv2.INTER_LINEAR) >= 254


def _light(lab: Lab, where: Flags) -> Lab:
    """Returns the lightness round every pixel, averaged over the pixels in `where`, (h, w); computed at an eighth of
    the size, because light changes slowly."""
    size = (max(1, lab.shape[1] // COARSE), max(1, lab.shape[0] // COARSE))
    weight = where.astype(np.float32)
    lit = cv2.resize(lab[..., 0] * weight, size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(weight, size, interpolation=cv2.INTER_AREA)
    sigma = LIGHT_SIGMA_PX / COARSE
    light = (cv2.GaussianBlur(lit, (0, 0), sigma) + 1.0) / (cv2.GaussianBlur(share, (0, 0), sigma) + 0.02)
    return np.asarray(cv2.resize(light, (lab.shape[1], lab.shape[0]), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def shaded_log_density(lab: Numbers | Lab, expected: Numbers | Lab) -> Numbers:
    """Returns the log density of colours (n, 3) round the expected ones (n, 3), tolerant of a common change of
    light."""
    return np.asarray(
        np.maximum(-_VOLUME - 0.5 * shaded_distance(lab, expected), OUTLIER_LOG_DENSITY), dtype=np.float64
    )


def shaded_distance(lab: Numbers | Lab, expected: Numbers | Lab) -> Numbers:
    """Returns the squared deviations (n,) of colours (n, 3) from the expected ones, tolerant of a common change of
    light."""
    shade = np.clip((lab[:, 0] + 4.0) / (expected[:, 0] + 4.0), DARKEST_SHADE, BRIGHTEST_SHADE)
    off_l = (lab[:, 0] - expected[:, 0] * shade) / SIGMA_L
    off_a = (lab[:, 1] - 128.0 - (expected[:, 1] - 128.0) * shade) / SIGMA_AB
    off_b = (lab[:, 2] - 128.0 - (expected[:, 2] - 128.0) * shade) / SIGMA_AB
    return np.asarray(off_l**2 + off_a**2 + off_b**2 + (np.log(shade) / SHADE) ** 2, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The look of each class as a histogram over Lab: `counts` and log shares `logs`, (kinds, cells)."""

    counts: Numbers
    logs: Numbers

    @classmethod
    def named(cls, names: tuple[str, ...]) -> "Palette":
        """Returns the palette of the colours' names, before the board has taught any."""
        counts = np.stack([_prior(name) for name in names])
        return cls(counts, np.stack([_logs(of_kind) for of_kind in counts]))

    def learnt(self, kind: int, lab: Numbers | Lab) -> "Palette":
        """Returns it with the pixels (n, 3) of pawns of the class `kind` added."""
        lesson = _smooth(np.bincount(_bins(lab), minlength=self.counts.shape[1]).astype(np.float64))
        total = lesson.sum()
        if not total > 0:
            return self
        counts, logs = self.counts.copy(), self.logs.copy()
        counts[kind] = HISTOGRAM_DECAY * counts[kind] + lesson / total
        logs[kind] = _logs(counts[kind])
        return Palette(counts, logs)

    def log_likelihood(self, lab: Numbers | Lab) -> Numbers:
        """Returns the log density (kinds, n) of the colours (n, 3)."""
        likely = np.take(self.logs, _bins(lab), axis=1)
        likely -= _CELL
        return likely

    def usual(self) -> Numbers:
        """Returns the mean log density (kinds,) of a kind's own learnt colours; NaN for kinds known only by name."""
        share = self.counts / self.counts.sum(axis=1, keepdims=True)
        taught = self.counts.sum(axis=1) > PRIOR_WEIGHT + 0.5
        return np.where(taught, (share * self.logs).sum(axis=1) - _CELL, np.nan)

    def middles(self) -> Numbers:
        """Returns the mean colour (kinds, 3) of each kind in Lab."""
        share = self.counts / self.counts.sum(axis=1, keepdims=True)
        return np.asarray(share @ _MIDDLES, dtype=np.float64)

    def overlaps(self) -> Numbers:
        """Returns the overlap of the histograms of every two classes, (kinds, kinds): 1 for equal, 0 for disjoint."""
        roots = np.sqrt(self.counts / self.counts.sum(axis=1, keepdims=True))
        return np.asarray(roots @ roots.T, dtype=np.float64)


def _logs(counts: Numbers) -> Numbers:
    share = counts / counts.sum()
    return np.asarray(np.log(0.97 * share + 0.03 / counts.size), dtype=np.float64)


#: The usual names of colours, in sRGB: only a start, the board teaches the rest.
NAMED: Final = {
    "red": (190, 35, 40),
    "yellow": (225, 175, 30),
    "green": (25, 120, 50),
    "blue": (35, 70, 165),
    "black": (25, 25, 27),
    "white": (235, 235, 230),
    "purple": (110, 45, 130),
    "orange": (225, 110, 30),
}
PRIOR_WEIGHT: Final = 0.15


def _prior(name: str) -> Numbers:
    """Returns a blurred cloud round the named colour in all shades from shadow to lamp."""
    base = np.array(NAMED.get(name, (128, 128, 128)), dtype=np.float64)
    shades = np.clip(np.outer(np.linspace(0.35, 1.25, 40), base), 0, 255).astype(np.uint8).reshape(1, -1, 3)
    lab = cv2.cvtColor(shades, cv2.COLOR_RGB2LAB).reshape(-1, 3).astype(np.float64)
    cloud = _smooth(_smooth(np.bincount(_bins(lab), minlength=BINS_L * BINS_AB**2).astype(np.float64)))
    return np.asarray(PRIOR_WEIGHT * cloud / cloud.sum(), dtype=np.float64)


def named_colours(names: tuple[str, ...]) -> Numbers:
    """Returns the colours (n, 3) of these names in Lab; NaN for unknown names."""
    known = np.array([NAMED.get(name, (0, 0, 0)) for name in names], dtype=np.uint8).reshape(1, -1, 3)
    lab = cv2.cvtColor(known, cv2.COLOR_RGB2LAB).reshape(-1, 3).astype(np.float64)
    lab[[name not in NAMED for name in names]] = np.nan
    return np.asarray(lab, dtype=np.float64)


def _bins(lab: Numbers | Lab) -> NDArray[np.int64]:
    # a remembered colour may have been brightened beyond white
    inside = np.clip(lab, 0.0, 255.0).astype(np.float32)
    cells = (inside * _PER_CELL).astype(np.int64)
    return np.asarray((cells[:, 0] * BINS_AB + cells[:, 1]) * BINS_AB + cells[:, 2], dtype=np.int64)


def _smooth(flat: Numbers) -> Numbers:
    cube = flat.reshape(BINS_L, BINS_AB, BINS_AB)
    for axis in range(3):
        padded = np.pad(cube, [(1, 1) if side == axis else (0, 0) for side in range(3)], mode="edge")
        before, after = np.delete(padded, (-1, -2), axis), np.delete(padded, (0, 1), axis)
        cube = 0.5 * cube + 0.25 * (before + after)
    return cube.reshape(-1)


def to_lab(image: Image) -> Lab:
    """Returns a BGR picture (h, w, 3) as 8-bit Lab, slightly blurred against the sensor's noise."""
    return cv2.cvtColor(cv2.GaussianBlur(image, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
