"""Computes the disc's angle from its own print, for a disc whose marker is hidden or absent.

The disc is laid flat, freed of light and shade, unrolled to rings and compared with the remembered rings of the empty
disc, turned to every stop and a little to both sides.  Law: a stop is reported only if the print itself distinguishes
it from the others; a print that is alike at two stops decides nothing.
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

#: The resolution of the disc laid flat.
MM_PER_PX: Final = 2.0
#: Print is structure between these sizes, in millimetres.  Finer structure is lost on a disc pinned on a little askew;
#: broader structure is light.
FINE_MM, BROAD_MM = 2.5, 9.0
#: The disc is cut into this many rings, between these parts of its radius, and into steps of this many degrees.
RINGS: Final = 20
INNERMOST, OUTERMOST = 0.2, 0.96
STEP_DEG: Final = 2
STEPS: Final = 360 // STEP_DEG
#: Steps and rings that vote together: a pawn on the disc spoils only a few votes.
BLOCK_STEPS, BLOCK_RINGS = 9, 4
#: A block votes with the weight of its contrast, up to the second of these; far below the first it is plain.
PLAIN_CONTRAST, MAX_CONTRAST = 2.0, 20.0
#: The weight of lightness relative to chroma.
LIGHTNESS: Final = 60.0
#: The range of the search beside a stop, and the least turn that the print can show.
REACH_DEG: Final = 12
SAME_DEG: Final = 3.0
#: The least likeness of the print at the reported stop.
MIN_CORRELATION: Final = 0.4
#: Between two stops only blocks count in which the print differs by this much; at least this many must, and their mean,
#: from -1 to 1, must reach this.  A mirror image or a shadow does not turn with the print and favours an unturned disc;
#: on a print that is the same at two stops the mean reaches up to 0.6.
MIN_DIFFERENCE: Final = 9.0
MIN_BLOCKS: Final = 4
MIN_AGREEMENT: Final = 0.75
#: The weight of every new picture in the remembered rings.
LEARNING_RATE: Final = 0.35

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class DiscPrint:
    """The empty disc of one board at its stop, ring by ring: `seen` (RINGS, STEPS, 3) where `known`.

    `places` (n, 2) are the cells of a square of `side` cells round the disc, in millimetres.
    """

    side: int
    places: Points
    seen: Floats
    known: Flags

    @classmethod
    def unknown(cls, disc: Disc) -> "DiscPrint":
        """Returns a disc that has not been seen yet."""
        side = np.arange(-disc.radius_mm, disc.radius_mm + MM_PER_PX, MM_PER_PX)
        places = np.array(disc.centre) + np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
        seen = np.zeros((RINGS, STEPS, 3), dtype=np.float32)
        return cls(len(side), places, seen, np.zeros((RINGS, STEPS), dtype=np.bool_))

    def learnt(self, lab: Lab, bare: Flags, pose: Pose, angle_deg: float, offset_mm: Points) -> "DiscPrint":
        """Returns it after learning the disc of a picture (h, w, 3) where it is `bare` (h, w), turned clockwise by
        `angle_deg` and shown `offset_mm` (2,) beside its place."""
        at = self._flat(pose, offset_mm)
        rings = _rings(_print(_sampled(lab, at)), angle_deg)
        clear = cv2.erode(_sampled(bare.astype(np.float32), at), np.ones((3, 3)))
        free = _rings(np.asarray(clear, dtype=np.float32), angle_deg) > 0.99
        seen = self.seen.copy()
        seen[free] += np.where(self.known[free], LEARNING_RATE, 1.0)[:, None] * (rings[free] - seen[free])
        return replace(self, seen=seen, known=self.known | free)

    def angle(self, lab: Lab, pose: Pose, last_deg: float | None, offset_mm: Points) -> float | None:
        """Returns the clockwise angle in degrees, 0..360, of the disc shown `offset_mm` (2,) beside its place, or the
        same last one if it still holds; None if its print does not determine it."""
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
        """Returns the positions in the picture of the disc's cells, laid flat (side, side, 2)."""
        return pose.pixels(self.places + offset_mm).astype(np.float32).reshape(self.side, self.side, 2)

    def _is_distinct(self, now: Floats, turn: int, another: int) -> bool:
        """Reports whether the rings `now` are surely the print turned by `turn` steps and not by `another`."""
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
        """Returns the likeness of the rings `now` to the remembered ones turned by `turn` steps, from -1 to 1."""
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
    """Returns the print (h, w, 3) of a disc laid flat: lightness as a ratio to its surroundings, chroma as a
    difference."""
    light = flat - np.float32(128)
    light[..., 0] = LIGHTNESS * np.log(flat[..., 0] + 8)
    fine, broad = (cv2.GaussianBlur(light, (0, 0), sigma / MM_PER_PX) for sigma in (FINE_MM, BROAD_MM))
    return np.asarray(fine - broad, dtype=np.float32)


def _rings(flat: Floats, angle_deg: float) -> Floats:
    """Returns a flat disc unrolled clockwise from `angle_deg` on, (RINGS, STEPS[, 3])."""
    middle, turns = (len(flat) - 1) / 2, np.radians(np.arange(STEPS) * STEP_DEG + angle_deg)
    radii = np.linspace(INNERMOST, OUTERMOST, RINGS)[:, None] * middle
    across, down = middle + radii * np.cos(turns), middle + radii * np.sin(turns)
    return _sampled(flat, np.stack([across, down], axis=-1).astype(np.float32))


def _blocks(cells: Floats) -> Floats:
    """Returns the mean over all cells and channels of each block."""
    shape = RINGS // BLOCK_RINGS, BLOCK_RINGS, STEPS // BLOCK_STEPS, BLOCK_STEPS, 3
    return np.asarray(cells.reshape(shape).sum(axis=4).mean(axis=(1, 3)), dtype=np.float32)


def _correlation(now: Floats, then: Floats) -> NDArray[np.float64]:
    """Returns the correlation of the rings at each turn (STEPS,), unknown cells being 0."""
    spectrum = np.fft.rfft(now, axis=1) * np.conj(np.fft.rfft(then, axis=1))
    return np.asarray(np.fft.irfft(spectrum.sum(axis=(0, 2)), STEPS), dtype=np.float64)


def _parabola_peak(left: float, middle: float, right: float) -> float:
    """Returns the maximum of a parabola through three neighbours, in steps from the one in the middle."""
    bend = left + right - 2 * middle
    return float(np.clip(0.5 * (left - right) / bend, -0.5, 0.5)) if bend < 0 else 0.0
