"""Lays a face on a picture of the pile to a fraction of a millimetre, even if a part of the card is covered."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.cards.alignment import MOST_STRETCH, Size, curl, cut_out
from vision.cards.blocks import (
    EDGE,
    FaceBlocks,
    Grid,
    Mask,
    Numbers,
    compared,
    grid,
    leaning,
    measured_noise,
    missing_print,
)
from vision.cards.pile import Floats
from vision.cards.thresholds import CardThresholds
from vision.frames import Points

#: A fit is first sought with both blurred by this many pixels, which converges from further off.
ROUGH_BLUR: Final = 2.0
ROUGH_STEPS, FINE_STEPS = 4, 3
#: The largest offset of a block's print from its face, in pixels: at first, during the fit, and at the end.
ROUGH_SHIFT, FINE_SHIFT, LAST_SHIFT = 2.5, 1.0, 0.5
#: How much softer than the enrolled face a card may be, in pixels: out of focus, further off, pushed in the exposure;
#: below 0 it is sharper, as from a phone.
SOFTNESS: Final = (0.0, 0.8, 1.4, -0.8)
#: The softness of faces during a fit.
USUAL_SOFTNESS: Final = 0.8
#: The shift of the ends of a bent card relative to its middle, in pixels: 2 mm are usual, and show as 2 px at 45°.
USUAL_BEND, MOST_BEND = 2.0, 6.0
#: A higher usual mismatch of a picture means another card.
MOST_USUAL: Final = 3.0
#: Blocks with this multiple of the usual mismatch of this fit have half the weight.
HALF_WEIGHT: Final = 3.0
#: A larger mismatch counts no more against a face: a cover may hide anything.
MOST_MISFIT: Final = 8.0


def blurred(logs: Floats, sigma: float) -> Floats:
    """Returns a logarithmic picture blurred as by a camera out of focus by `sigma` pixels; below 0 sharpened by as
    much."""
    if sigma == 0:
        return logs
    soft = np.asarray(cv2.GaussianBlur(logs, (0, 0), abs(sigma)), dtype=np.float32)
    return soft if sigma > 0 else 2 * logs - soft


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A face (`index` in the deck, `turned` by half) laid on the picture, with the softness of the picture.

    `misfit` (blocks,) is a multiple of the usual mismatch of this picture, `blank` (blocks,) the same for a face
    without print; `strength` (blocks,) is the print of the face, `tint` (blocks, 3) the deviation of the light on it
    from the usual: blue and red relative to green, and green, as logarithms.
    """

    index: int
    turned: int
    affine: Points
    softness: float
    misfit: Numbers
    blank: Numbers
    strength: Numbers
    tint: Numbers

    @property
    def value(self) -> float:
        """Returns how much of the card's print the fit explains, summed over the blocks; below 0 an empty card fits
        better."""
        return explained(self.misfit, self.blank)


class Fitting:
    """Lays the faces of a deck on one picture of the pile."""

    def __init__(self, logs: Floats, faces: Floats, cover: Mask | None = None) -> None:
        """`logs` (h, w, 3) is the logarithmic picture, `faces` (n, 2, h, w, 3) those of the faces, upright and turned;
        pixels of the card under a `cover` (h, w) are left out."""
        self._logs, self._rough, self._faces = logs, blurred(logs, ROUGH_BLUR), faces
        self._size = (faces.shape[3], faces.shape[2])
        self._whole = grid(faces.shape[2], faces.shape[3])
        self.grid: Grid = self._whole if cover is None else self._whole.beside(cover)
        self._blocks: dict[tuple[int, int, float], FaceBlocks] = {}

    def roughly(self, index: int, turned: int, start: Points) -> tuple[float, Points]:
        """Returns how much a face explains from a start some millimetres and degrees off, and the best affine map."""
        face = self._face(index, turned, ROUGH_BLUR)
        affine = laid_on(self._rough, start, face, self._size, ROUGH_SHIFT, ROUGH_STEPS, rigid=True)
        compare = compared(card_logs(self._rough, affine, self._size), face, FINE_SHIFT)
        usual = usual_misfit(compare.misfit[self.grid.shows])
        return explained(compare.misfit / usual, compare.blank / usual), affine

    def finely(self, index: int, turned: int, start: Points) -> Fit | None:
        """Returns the fit from a start nearby; None if it would stretch the card too much."""
        face = self._face(index, turned, USUAL_SOFTNESS)
        flat = start if start.shape[1] == 4 else np.column_stack([start, np.zeros(2)])
        affine = laid_on(self._logs, flat, face, self._size, FINE_SHIFT, FINE_STEPS, rigid=False)
        stretch = np.abs(np.linalg.svd(affine[:, :2], compute_uv=False) - 1).max()
        if not (stretch <= MOST_STRETCH and np.hypot(*affine[:, 3]) <= MOST_BEND):
            return None
        card = card_logs(self._logs, affine, self._size)
        fits, measured = [], measured_noise(card, self.grid)
        for softness in SOFTNESS:
            blocks = self._face(index, turned, softness)
            compare = compared(card, blocks, LAST_SHIFT, measured=measured)
            usual = usual_misfit(compare.misfit[self.grid.shows])
            misfit, blank = compare.misfit / usual, compare.blank / usual
            level, green = compare.level, compare.level[:, 1]
            tint = np.column_stack([level[:, 0] - green, level[:, 2] - green, green])
            tint -= np.median(tint[self.grid.shows], axis=0)
            strength = blocks.strength
            fits.append(Fit(index, turned, affine, softness, misfit, blank, strength, tint))
        return max(fits, key=lambda fit: fit.value)

    @property
    def covered(self) -> bool:
        """Reports whether pixels are left out."""
        return self.grid is not self._whole

    def shown(self, fit: Fit, shows: Mask) -> float:
        """Returns the part of the card, or of its print if that is less, that shows in these blocks (blocks,)."""
        area = self.grid.counts.sum(axis=1) / self._whole.counts.sum(axis=1)
        whole = FaceBlocks.of(blurred(self._faces[fit.index, fit.turned], fit.softness), self._whole)
        print_ = fit.strength[shows].sum() / max(float(whole.strength.sum()), 1e-9)
        return float(min(print_, area[shows].sum() / len(area)))

    def shown_pixels(self, shows: Mask) -> Mask:
        """Returns the pixels (h, w) of the card that are not left out, in these blocks (blocks,)."""
        pixels = np.zeros(self._size[0] * self._size[1], dtype=bool)
        pixels[self.grid.pixels[(self.grid.counts > 0) & shows[:, None]]] = True
        return pixels.reshape(self._size[1], self._size[0])

    def inside(self, fit: Fit) -> Numbers:
        """Returns the mismatch (blocks,) without the edge of the card."""
        edge = np.ones((self._size[1], self._size[0]), dtype=bool)
        edge[EDGE:-EDGE, EDGE:-EDGE] = False
        blocks = self.grid.beside(edge)
        card = card_logs(self._logs, fit.affine, self._size)
        face = FaceBlocks.of(blurred(self._faces[fit.index, fit.turned], fit.softness), blocks)
        misfit = compared(card, face, LAST_SHIFT, measured=measured_noise(card, blocks)).misfit
        return misfit / usual_misfit(misfit[blocks.shows])

    def missing(self, fit: Fit, shows: Mask) -> float:
        """Returns the part of the face's print in these blocks (blocks,) that is absent from the card."""
        card, face = self.pictures(fit)
        shows = shows & self.grid.shows
        return missing_print(card, FaceBlocks.of(face, self.grid), shows, measured=measured_noise(card, self.grid))

    def pictures(self, fit: Fit) -> tuple[Floats, Floats]:
        """Returns the logarithmic pictures (h, w, 3) of the card under a fit, and of its face at the same softness."""
        face = blurred(self._faces[fit.index, fit.turned], max(fit.softness, USUAL_SOFTNESS))
        return card_logs(self._logs, fit.affine, self._size), face

    def beside(self, cover: Mask) -> "Fitting":
        """Returns the same faces on the same picture without the pixels of a card hidden by a cover (h, w)."""
        return Fitting(self._logs, self._faces, cover)

    def leaning(self, fit: Fit, rival: Fit, shows: Mask) -> float:
        """Returns to which of two faces the card leans where their print differs: 0.5 is the fit's, -0.5 the
        rival's."""
        face, other = (self._face(one.index, one.turned, fit.softness) for one in (fit, rival))
        return leaning(card_logs(self._logs, fit.affine, self._size), face, other, LAST_SHIFT, shows)

    def _face(self, index: int, turned: int, softness: float) -> FaceBlocks:
        key = (index, turned, softness)
        if key not in self._blocks:
            self._blocks[key] = FaceBlocks.of(blurred(self._faces[index, turned], softness), self.grid)
        return self._blocks[key]


def usual_misfit(misfit: Numbers) -> float:
    """Returns the usual mismatch of this picture: noise, light and lens differ from camera to camera."""
    return float(np.clip(np.median(misfit), 1.0, MOST_USUAL))


def explained(misfit: Numbers, blank: Numbers) -> float:
    """Returns how much better a face fits than an empty card, summed over the blocks."""
    return float((np.minimum(blank, MOST_MISFIT) - np.minimum(misfit, MOST_MISFIT)).sum())


def contradiction(misfit: Numbers, thresholds: CardThresholds) -> float:
    """Returns how far blocks (blocks,) contradict a face: from 1 on the card has another face."""
    above = np.clip(misfit, thresholds.block_misfit, MOST_MISFIT) - thresholds.block_misfit
    return float(above.sum() / thresholds.most_misfit)


def told_apart(fit: Fit, rival: Fit, shows: Mask) -> float:
    """Returns how much worse the rival fits, summed over the blocks that show."""
    return float(np.clip(rival.misfit - fit.misfit, -MOST_MISFIT, MOST_MISFIT)[shows].sum())


def in_place(size: Size) -> Points:
    """Returns the affine map of a face in a picture of itself."""
    return np.array([[1.0, 0.0, (size[0] - 1) / 2], [0.0, 1.0, (size[1] - 1) / 2]])


def laid_on(
    logs: Floats, affine: Points, face: FaceBlocks, size: Size, shift_px: float, steps: int, *, rigid: bool
) -> Points:
    """Returns the affine map after `steps` steps towards the best fit of a face; badly fitting blocks have little
    weight."""
    x, y = face.grid.middles.T
    zero, one = np.zeros_like(x), np.ones_like(x)
    if rigid:
        moves = np.stack([[-y, one, zero], [x, zero, one]])
    else:
        bent = curl(y, size[1])
        moves = np.stack([[x, y, one, bent, *[zero] * 4], [*[zero] * 4, x, y, one, bent]])
    moves = moves.transpose(2, 0, 1)
    for _ in range(steps):
        compare = compared(card_logs(logs, affine, size), face, shift_px)
        usual = max(1.0, float(np.median(compare.misfit[face.grid.shows])))
        weights = 1 / (1 + np.square(compare.misfit / (HALF_WEIGHT * usual)))
        hold = np.einsum("b,bik,bij,bjl->kl", weights, moves, compare.hold, moves)
        pull = np.einsum("b,bik,bi->k", weights, moves, compare.pull)
        hold[np.diag_indices(len(hold))] *= 1.001
        hold[np.diag_indices(len(hold))] += 1e-6
        if not rigid:
            hold[[3, 7], [3, 7]] += USUAL_BEND**-2
            pull[[3, 7]] += np.linalg.solve(affine[:, :2], affine[:, 3]) * USUAL_BEND**-2
        step = np.linalg.solve(hold, pull)
        if rigid:
            step = np.array([0.0, -step[0], step[1], step[0], 0.0, step[2]])
        move = step.reshape(2, -1)
        move[:, 2] *= min(1.0, shift_px / max(1e-9, float(np.hypot(*move[:, 2]))))
        linear = affine[:, :2]
        affine = np.column_stack([linear @ (np.eye(2) - move[:, :2]), affine[:, 2:] - linear @ move[:, 2:]])
    return affine


def card_logs(logs: Floats, affine: Points, size: Size) -> Floats:
    """Returns the logarithmic picture (h, w, 3) of the card under an affine map."""
    return np.asarray(cut_out(logs, affine, size), dtype=np.float32)
