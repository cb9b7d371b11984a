"""The disc's angle from its own print, for a disc whose marker is hidden or that has none.

The disc is laid flat, freed of light and shade, unrolled to rings and held against the rings of the empty disc as it
was known, turned to every stop and a little to both sides.  Law: a stop is given only where the print itself tells it
from the others; a print that looks alike at two stops decides nothing.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Disc
from vision.find.disc import angle_difference_deg
from vision.find.pose import Pose
from vision.frames import Points
from vision.read.appearance import Lab

#: How fine the disc is laid flat.
MM_PER_PX: Final = 2.0
#: Print is what is coarser than the first of these and finer than the second, in millimetres.  What is finer is lost
#: on a disc that was pinned on a little askew; what is broader is light.
FINE_MM, BROAD_MM = 2.5, 9.0
#: The disc is cut into so many rings, between these parts of its radius, and into steps of so many degrees.
RINGS: Final = 20
INNERMOST, OUTERMOST = 0.2, 0.96
STEP_DEG: Final = 2
STEPS: Final = 360 // STEP_DEG
#: Steps and rings that vote together: a pawn that stands on the disc spoils a few votes and no more.
BLOCK_STEPS, BLOCK_RINGS = 9, 4
#: A block votes with the weight of its contrast, up to the second of these; far below the first it is plain.
PLAIN_CONTRAST, MAX_CONTRAST = 2.0, 20.0
#: What lightness counts against chroma.
LIGHTNESS: Final = 60.0
#: How far beside a stop the disc is looked for, and what is too small a turn for the print to tell.
REACH_DEG: Final = 12
SAME_DEG: Final = 3.0
#: How alike the print must look at the stop that is given.
MIN_CORRELATION: Final = 0.4
#: Between two stops only blocks speak in which the print differs by so much, so many of them at least, and of -1 to 1
#: they must say so much in the mean.  A mirror image or a shadow does not turn with the print and speaks for the disc
#: having stayed; on a print that is the same at two stops they reach up to 0.6.
MIN_DIFFERENCE: Final = 9.0
MIN_BLOCKS: Final = 4
MIN_AGREEMENT: Final = 0.75
#: What every new picture adds to the remembered rings.
LEARNING_RATE: Final = 0.35

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class DiscPrint:
    """The empty disc of one board as it lies at its stop, ring by ring: `seen` (RINGS, STEPS, 3) where `known`.

    `places` (n, 2) are the cells of a square of `side` cells round the disc, in millimetres.
    """

    side: int
    places: Points
    seen: Floats
    known: Flags

    @classmethod
    def unknown(cls, disc: Disc) -> "DiscPrint":
        """A disc that has not been seen yet."""
        side = np.arange(-disc.radius_mm, disc.radius_mm + MM_PER_PX, MM_PER_PX)
        places = np.array(disc.centre) + np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
        seen = np.zeros((RINGS, STEPS, 3), dtype=np.float32)
        return cls(len(side), places, seen, np.zeros((RINGS, STEPS), dtype=np.bool_))

    def learnt(self, lab: Lab, bare: Flags, pose: Pose, angle_deg: float, offset_mm: Points) -> "DiscPrint":
        """With the disc of a picture (h, w, 3) where it is `bare` (h, w), turned clockwise by `angle_deg`; it shows
        `offset_mm` (2,) beside its place."""
        at = self._flat(pose, offset_mm)
        rings = _rings(_print(_sampled(lab, at)), angle_deg)
        clear = cv2.erode(_sampled(bare.astype(np.float32), at), np.ones((3, 3)))
        free = _rings(np.asarray(clear, dtype=np.float32), angle_deg) > 0.99
        seen = self.seen.copy()
        seen[free] += np.where(self.known[free], LEARNING_RATE, 1.0)[:, None] * (rings[free] - seen[free])
        return replace(self, seen=seen, known=self.known | free)

    def angle(self, lab: Lab, pose: Pose, last_deg: float | None, offset_mm: Points) -> float | None:
        """Clockwise angle in degrees, 0..360, of the disc that shows `offset_mm` (2,) beside its place, or the very
        last one if it still holds; None where its print does not tell."""
        if not self.known.any():
            return None
        now = _rings(_print(_sampled(lab, self._flat(pose, offset_mm))), 0.0)
        matches = _correlation(now, self.seen)
        beside = np.arange(-REACH_DEG, REACH_DEG + 1, STEP_DEG) // STEP_DEG
        near = [int(stop + beside[matches[stop + beside].argmax()]) for stop in range(0, STEPS, STEPS // 4)]
        best = max(near, key=lambda turn: self._likeness(now, turn))
        if not self._likeness(now, best) >= MIN_CORRELATION or not all(
            self._is_distinct(now, best, other) for other in near if other != best
        ):
            return None
        angle = STEP_DEG * (best + _parabola_peak(*matches[[best - 1, best, (best + 1) % STEPS]])) % 360
        return last_deg if last_deg is not None and abs(angle_difference_deg(angle, last_deg)) < SAME_DEG else angle

    def _flat(self, pose: Pose, offset_mm: Points) -> Floats:
        """Where the disc's cells, laid flat, show in the picture (side, side, 2)."""
        return pose.pixels(self.places + offset_mm).astype(np.float32).reshape(self.side, self.side, 2)

    def _is_distinct(self, now: Floats, turn: int, another: int) -> bool:
        """Whether the rings `now` are surely the print turned by `turn` steps and not by `another`."""
        (one, known), (other, also) = self._turned(turn), self._turned(another)
        seen = (known & also)[..., None]
        differ = (one - other) * seen
        strength = _blocks(differ**2)
        telling = strength > MIN_DIFFERENCE**2
        if np.count_nonzero(telling) < MIN_BLOCKS:
            return False
        votes = 2 * _blocks((now - (one + other) / 2) * differ)[telling] / strength[telling]
        weight = np.sqrt(strength[telling])
        return float((np.clip(votes, -1, 1) * weight).sum() / weight.sum()) > MIN_AGREEMENT

    def _turned(self, turn: int) -> tuple[Floats, Flags]:
        return np.roll(self.seen, turn, axis=1), np.roll(self.known, turn, axis=1)

    def _likeness(self, now: Floats, turn: int) -> float:
        """How alike the rings `now` look to the remembered ones turned by so many steps, from -1 to 1."""
        then, known = self._turned(turn)
        then, now = then * known[..., None], now * known[..., None]
        both, own, other = _blocks(now * then), _blocks(now * now), _blocks(then * then)
        votes = 2 * both / (own + other + PLAIN_CONTRAST**2)
        weight = np.minimum(np.sqrt(np.maximum(own, other)), MAX_CONTRAST)
        return float((votes * weight).sum() / max(float(weight.sum()), 1e-6))


def _sampled(picture: Floats, at: Floats) -> Floats:
    taken = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, dtype=np.float32)


def _print(flat: Floats) -> Floats:
    """The print (h, w, 3) of a disc laid flat: lightness as a ratio to what is round about, chroma as a difference."""
    light = flat - np.float32(128)
    light[..., 0] = LIGHTNESS * np.log(flat[..., 0] + 8)
    fine, broad = (cv2.GaussianBlur(light, (0, 0), sigma / MM_PER_PX) for sigma in (FINE_MM, BROAD_MM))
    return np.asarray(fine - broad, dtype=np.float32)


def _rings(flat: Floats, angle_deg: float) -> Floats:
    """What lies flat, unrolled clockwise from `angle_deg` on, (RINGS, STEPS[, 3])."""
    middle, turns = (len(flat) - 1) / 2, np.radians(np.arange(STEPS) * STEP_DEG + angle_deg)
    radii = np.linspace(INNERMOST, OUTERMOST, RINGS)[:, None] * middle
    across, down = middle + radii * np.cos(turns), middle + radii * np.sin(turns)
    return _sampled(flat, np.stack([across, down], axis=-1).astype(np.float32))


def _blocks(cells: Floats) -> Floats:
    """The mean over all cells and channels of each block."""
    shape = RINGS // BLOCK_RINGS, BLOCK_RINGS, STEPS // BLOCK_STEPS, BLOCK_STEPS, 3
    return np.asarray(cells.reshape(shape).sum(axis=4).mean(axis=(1, 3)), dtype=np.float32)


def _correlation(now: Floats, then: Floats) -> NDArray[np.float64]:
    """How well the rings match at each turn (STEPS,), unknown cells being 0."""
    spectrum = np.fft.rfft(now, axis=1) * np.conj(np.fft.rfft(then, axis=1))
    return np.asarray(np.fft.irfft(spectrum.sum(axis=(0, 2)), STEPS), dtype=np.float64)


def _parabola_peak(left: float, middle: float, right: float) -> float:
    """Where a parabola through three neighbours is highest, in steps from the one in the middle."""
    bend = left + right - 2 * middle
    return float(np.clip(0.5 * (left - right) / bend, -0.5, 0.5)) if bend < 0 else 0.0
