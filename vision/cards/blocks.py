"""Compares a card with a face block by block, relative to the expected noise.

A block of a logarithmic picture is modelled as the face's block plus noise plus variation that is not another print:
light (a level for each channel and a slope), a small shift, softness and contrast.  These enter as the columns of a
linear model with a normal prior each; the rest that they do not explain is compared with the expected noise.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import DARK_LEVELS, Floats
from vision.cards.thresholds import THRESHOLDS, CardThresholds

#: The number of columns and rows of blocks in which a card is compared; a block is about 10 mm wide.
COLUMNS, ROWS = 6, 9
#: Pixels left out along the edge: corners are round, and the edge of a card that was bent when it was shown is not
#: straight, so the table shows beside it.
RIM: Final = 4
#: Pixels this close to the edge do not contradict a face.  Tuning set: nearly all blocks that contradicted right faces
#: lay there, because of a thin frame on a bent card or a cloth enrolled as part of the face.
EDGE: Final = 6

#: A block may differ by this multiple of the spread of each variation.
TOLERATED: Final = np.array([1.2, 1.2, 1.2, 0.8])
#: The print of a whole card may be weaker or stronger by this part, in haze or through a lens out of focus.
MOST_HAZE: Final = 0.6

#: Blocks whose squared darkness differs by less than this, as a logarithm, have the same noise; this part of them has
#: no print.
LIKE_BRIGHTNESS: Final = 0.7
QUIET_PART: Final = 0.35
#: The kernel keeps the variance of independent noise and removes a slope.
_FINER_THAN_PRINT: Final = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32) / 6

#: Print is sought on the card where the face has more than the first times the squared noise; it is absent where the
#: card has less than the second part of its usual share.
CLEAR_PRINT: Final = 6.0
LEAST_FOUND: Final = 0.15

#: Blocks of which a smaller part shows are left out.
LEAST_OF_BLOCK: Final = 0.3

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The blocks of a picture.  `pixels` (blocks, most) are flat pixel indices, `counts` (blocks, most) is 0 if a block
    has fewer pixels; `slopes` (2, blocks, most) are positions in the block, of length 1; `middles` (blocks, 2) are x
    and y from the middle of the picture."""

    pixels: NDArray[np.int64]
    counts: Floats
    slopes: Floats
    middles: Numbers

    @property
    def values(self) -> Numbers:
        """Returns the number of values of each block, channels included (blocks,)."""
        return np.asarray(3.0 * np.maximum(self.counts.sum(axis=1), 1), dtype=np.float64)

    @property
    def shows(self) -> Mask:
        """Returns the blocks (blocks,) of which enough shows for a comparison."""
        return np.asarray(self.counts.any(axis=1), dtype=bool)

    def beside(self, cover: Mask) -> "Grid":
        """Returns the grid without the pixels hidden by a cover (h, w) and without blocks of which too little shows."""
        counts = self.counts * ~cover.ravel()[self.pixels]
        counts[counts.sum(axis=1) < LEAST_OF_BLOCK * self.counts.sum(axis=1)] = 0
        number = np.maximum(counts.sum(axis=1, keepdims=True), 1)
        slopes = np.zeros_like(self.slopes)
        for index, slope in enumerate(self.slopes):
            # each is orthogonal to a level and to the previous slope, also on the rest of a block
            left = (slope - (slope * counts).sum(axis=1, keepdims=True) / number) * counts
            left -= (left * slopes[0]).sum(axis=1, keepdims=True) * slopes[0]
            slopes[index] = left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-6)
        return Grid(self.pixels, counts, slopes, self.middles)


@cache
def grid(height: int, width: int) -> Grid:
    """Returns the grid of a card of this size in pixels."""
    rows = np.array_split(np.arange(RIM, height - RIM), ROWS)
    columns = np.array_split(np.arange(RIM, width - RIM), COLUMNS)
    most = max(map(len, rows)) * max(map(len, columns))
    number = ROWS * COLUMNS
    pixels, counts = np.zeros((number, most), dtype=np.int64), np.zeros((number, most), dtype=np.float32)
    slopes, middles = np.zeros((2, number, most), dtype=np.float32), np.zeros((number, 2))
    for block, (row, column) in enumerate((row, column) for row in rows for column in columns):
        y, x = (part.ravel() for part in np.meshgrid(row, column, indexing="ij"))
        pixels[block, : len(x)] = y * width + x
        counts[block, : len(x)] = 1
        for slope, place in zip(slopes, (x, y), strict=True):
            slope[block, : len(x)] = (place - place.mean()) / np.linalg.norm(place - place.mean())
        middles[block] = x.mean() - (width - 1) / 2, y.mean() - (height - 1) / 2
    return Grid(pixels, counts, slopes, middles)


def levels(logs: Floats, blocks: Grid) -> Numbers:
    """Returns the logarithm of the mean brightness (blocks, 3) of each channel of a logarithmic picture (h, w, 3)."""
    counts = blocks.counts[..., None]
    taken = np.exp(logs).reshape(-1, 3)[blocks.pixels] * counts
    # less of a constant than pictures have against noise: a dim lamp must not seem to have another colour on dark print
    return np.asarray(
        np.log(np.maximum(taken.sum(axis=1) / np.maximum(counts.sum(axis=1), 1) - 0.75 * DARK_LEVELS, 1.0)),
        dtype=np.float64,
    )


def light_free(logs: Floats, blocks: Grid) -> Floats:
    """Returns the blocks (blocks, values) of a logarithmic picture (h, w, 3) less their level in each channel and one
    slope."""
    counts = blocks.counts[..., None]
    taken = logs.reshape(-1, 3)[blocks.pixels] * counts
    taken -= taken.sum(axis=1, keepdims=True) / np.maximum(counts.sum(axis=1, keepdims=True), 1) * counts
    for slope in blocks.slopes:
        taken -= ((taken.sum(axis=2) * slope).sum(axis=1)[:, None] / 3 * slope)[..., None]
    return np.asarray(taken.reshape(len(taken), -1), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class FaceBlocks:
    """A face without its light (blocks, values) on a `grid`.

    `columns` (blocks, values, 4) are the possible variations: shift right and down, softness, contrast; `products` are
    their products, `slope` the squared slope of the print at a value of each block, `level` (blocks, 3) the level of
    each channel.
    """

    grid: Grid
    values: Floats
    columns: Floats
    products: Numbers
    slope: Numbers
    level: Numbers

    @classmethod
    def of(cls, logs: Floats, blocks: Grid | None = None) -> "FaceBlocks":
        """Builds it from a logarithmic picture of the face (h, w, 3), on the given blocks (default: all)."""
        blocks = blocks or grid(*logs.shape[:2])
        values = light_free(logs, blocks)
        changes = (np.gradient(logs, axis=1), np.gradient(logs, axis=0), cv2.Laplacian(logs, cv2.CV_32F))
        columns = np.stack(
            [*(light_free(np.asarray(one, dtype=np.float32), blocks) for one in changes), values], axis=-1
        )
        products = (columns.transpose(0, 2, 1) @ columns).astype(np.float64)
        slope = (products[:, 0, 0] + products[:, 1, 1]) / blocks.values
        return cls(blocks, values, columns, products, slope, levels(logs, blocks))

    @property
    def strength(self) -> Numbers:
        """Returns the amount of print in each block (blocks,)."""
        return np.asarray(self.products[:, 3, 3], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The result of a comparison: `misfit` (blocks,) is the part that the face does not explain, as a multiple of the
    expected noise.

    `blank` (blocks,) is the same for a face without any print, and `level` (blocks, 3) how much brighter the card is in
    each channel, as a logarithm.  `pull` (blocks, 2) and `hold` (blocks, 2, 2) give each block's estimate of the offset
    of its print: the shift is the solution of hold x = pull.
    """

    misfit: Numbers
    blank: Numbers
    level: Numbers
    pull: Numbers
    hold: Numbers


def compared(
    logs: Floats,
    face: FaceBlocks,
    shift_px: float,
    thresholds: CardThresholds = THRESHOLDS,
    measured: Numbers | float = 0.0,
) -> Comparison:
    """Compares a card's logarithmic picture (h, w, 3) with a face that may be offset by `shift_px`; `measured`
    (blocks,) is the squared noise measured in the picture."""
    blocks = face.grid
    noise = _noise(logs, face.slope, blocks, thresholds, measured)
    card = light_free(logs, blocks)
    rest = card - face.values
    found = (face.columns.transpose(0, 2, 1) @ rest[..., None]).astype(np.float64)
    bent = _bent(face, noise, shift_px, thresholds)
    differs = np.asarray(np.linalg.solve(bent, found)[..., 0], dtype=np.float64)
    left = np.square(rest).sum(axis=1) - (differs * found[..., 0]).sum(axis=1)
    left += _beyond(differs, face, _spread(shift_px, thresholds))
    # softness and contrast are solved for first; the remainder determines the shift
    others = np.linalg.solve(bent[:, 2:, 2:], np.concatenate([bent[:, 2:, :2], found[:, 2:]], axis=2))
    hold = face.products[:, :2, :2] - bent[:, :2, 2:] @ others[..., :2]
    pull = found[:, :2] - bent[:, :2, 2:] @ others[..., 2:]
    return Comparison(
        left / (noise * blocks.values),
        np.square(card).sum(axis=1) / (noise * blocks.values),
        levels(logs, blocks) - face.level,
        pull[..., 0] / noise[:, None],
        hold / noise[:, None, None],
    )


def leaning(
    logs: Floats,
    face: FaceBlocks,
    rival: FaceBlocks,
    shift_px: float,
    shows: Mask,
    thresholds: CardThresholds = THRESHOLDS,
) -> float:
    """Returns to which of two faces a card's logarithmic picture (h, w, 3) leans, in the places where their print
    differs by more than one print may vary: 0.5 is the face, -0.5 the rival, 0 neither.  It is also 0 if most of the
    differing print is hidden."""
    apart = face.values - rival.values
    noise = _noise(logs, np.maximum(face.slope, rival.slope), face.grid, thresholds)
    # two pictures of one print differ by a shift, too, so the part that the model explains carries no information
    found = (face.columns.transpose(0, 2, 1) @ apart[..., None]).astype(np.float64)
    same = np.linalg.solve(_bent(face, noise, shift_px, thresholds), found)
    told = apart - (face.columns @ same)[..., 0]
    whole = (apart * told).sum(axis=1) / noise
    if not whole[shows].sum() > whole.sum() / 2:
        return 0.0
    seen = ((light_free(logs, face.grid) - (face.values + rival.values) / 2) * told).sum(axis=1) / noise
    return float(seen[shows].sum() / whole[shows].sum())


def missing_print(
    logs: Floats,
    face: FaceBlocks,
    shows: Mask,
    thresholds: CardThresholds = THRESHOLDS,
    measured: Numbers | float = 0.0,
) -> float:
    """Returns the part, 0 to 1, of a face's print that is wholly absent from a card's logarithmic picture (h, w, 3),
    within the blocks (blocks,) that show; `measured` (blocks,) is as for `compared`.

    A block that is mostly like the card mismatches little if its print is weak or noisy as a whole; but no light, lens
    or shift removes a printed mark.
    """
    noise = _noise(logs, np.zeros_like(face.slope), face.grid, thresholds, measured)
    clear = shows & (face.strength > CLEAR_PRINT * noise * face.grid.values)
    if not clear.any():
        return 0.0
    found = (light_free(logs, face.grid) * face.values).sum(axis=1) / np.maximum(face.strength, 1e-9)
    # haze, a dim lamp or a soft lens make all of a card's print weaker
    usual = float(np.clip(np.median(found[clear]), 1 - MOST_HAZE, 1.0))
    missing = clear & (found < LEAST_FOUND * usual)
    return float(face.strength[missing].sum() / face.strength[shows].sum())


def _bent(face: FaceBlocks, noise: Numbers, shift_px: float, thresholds: CardThresholds) -> Numbers:
    """Returns the products (blocks, 4, 4) of the variations, plus their usual size relative to the noise."""
    return np.asarray(face.products + noise[:, None, None] * np.diag(_spread(shift_px, thresholds) ** -2))


def _spread(shift_px: float, thresholds: CardThresholds) -> Numbers:
    return np.array([shift_px, shift_px, thresholds.softness_spread, thresholds.contrast_spread])


def _noise(
    logs: Floats, slope: Numbers, blocks: Grid, thresholds: CardThresholds, measured: Numbers | float = 0.0
) -> Numbers:
    """Returns the squared noise (blocks,) of a value of each block in a logarithmic picture with this slope of
    print."""
    usual = thresholds.grey_noise**2 * _dark(logs, blocks)
    return np.asarray(np.maximum(usual, measured) + thresholds.slope_noise * slope, dtype=np.float64)


def _dark(logs: Floats, blocks: Grid) -> Numbers:
    """Returns the squared noise (blocks,) of one grey level in a logarithmic picture (h, w, 3)."""
    dark = (np.exp(-2 * logs).mean(axis=2).ravel()[blocks.pixels] * blocks.counts).sum(axis=1)
    return np.asarray(np.where(blocks.shows, dark / np.maximum(blocks.counts.sum(axis=1), 1), 1.0), dtype=np.float64)


def measured_noise(logs: Floats, blocks: Grid, thresholds: CardThresholds = THRESHOLDS) -> Numbers:
    """Returns the squared noise (blocks,) of a card's logarithmic picture (h, w, 3), measured in blocks without print.

    A phone brightens dark areas, and their noise with them.  Most blocks have print; among blocks of similar
    brightness, those with the least detail finer than print determine the noise of all.
    """
    fine = np.square(cv2.filter2D(logs, -1, _FINER_THAN_PRINT)).mean(axis=2).ravel()[blocks.pixels]
    quiet = _quantile(fine, blocks.counts > 0, 0.5)
    dark = np.log(_dark(logs, blocks))
    like = (np.abs(dark[:, None] - dark) < LIKE_BRIGHTNESS) & blocks.shows
    quiet = _quantile(np.broadcast_to(quiet, like.shape), like, QUIET_PART)
    return np.asarray(np.where(blocks.shows, thresholds.noise_reach**2 * quiet, 0.0), dtype=np.float64)


def _quantile(values: Numbers | Floats, counted: Mask, part: float) -> Numbers:
    """Returns the `part`-quantile of the counted values of each row (rows, n)."""
    ranked = np.sort(np.where(counted, values, np.inf), axis=1)
    rank = (np.maximum(counted.sum(axis=1) - 1, 0) * part).astype(np.int64)
    return np.asarray(ranked[np.arange(len(ranked)), rank], dtype=np.float64)


def _beyond(differs: Numbers, face: FaceBlocks, spread: Numbers) -> Numbers:
    """Returns the squared length of shift, softness and contrast beyond their spread: an excess means another print."""
    strength = face.products[:, np.arange(4), np.arange(4)]
    # haze, a dim lamp or a soft lens make all of a card's print weaker
    weaker = float(np.clip(np.average(differs[:, 3], weights=strength[:, 3] + 1e-9), -MOST_HAZE, MOST_HAZE))
    usual = np.array([0.0, 0.0, 0.0, weaker])
    tolerated = TOLERATED * spread * np.array([1.0, 1.0, 1.0, 1.0 + weaker])
    more = np.maximum(np.abs(differs - usual) - tolerated, 0.0)
    return np.asarray((np.square(more) * strength).sum(axis=1), dtype=np.float64)
