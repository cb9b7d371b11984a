"""Covers of the board's free surface: a hand, which is waited for, or things that were laid down, which are not.

Law: nothing is judged while a hand may be over the board.  A cover that reaches in over the rim is a hand until it has
not stirred for long; one that lies in the middle alone, as cards do, is a thing much sooner.  Under a thing nothing is
known.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board_mask import Mask
from vision.read.cover.free_surface import SURFACE_STEP
from vision.read.silhouettes import Silhouettes

#: A hand hides so much of the board's free surface at least; a shadow or a single pawn does not.
HAND_SHARE: Final = 0.0105
#: So long a thing must lie still: one that reaches over the rim, as an arm does, and one that does not.
ARM_MS: Final = 10_000
THING_MS: Final = 1_500
#: Parts of one thing may be so far apart, in cells of the thin grid, where fields lie between them.
GAP_CELLS: Final = 9
#: The rim is so many cells wide, and a thing reaches so many further than it differs from the board.
RIM_CELLS: Final = 3
MARGIN_CELLS: Final = 4

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Occlusion:
    """The part of the board under a thing: `pixels` (h, w) of the picture, and the spots."""

    pixels: Flags
    spots: NDArray[np.int64]

    @classmethod
    def under(cls, things: Flags, outlines: Silhouettes, shape: tuple[int, int]) -> "Occlusion":
        """`things` (h, w) are cells of the thin grid over a picture of (height, width) pixels."""
        if not things.any():
            return cls(np.zeros(shape, dtype=np.bool_), np.empty(0, dtype=np.int64))
        whole = things.repeat(SURFACE_STEP, axis=0).repeat(SURFACE_STEP, axis=1)
        pixels = np.asarray(whole[: shape[0], : shape[1]], dtype=np.bool_)
        return cls(pixels, outlines.within(pixels))


@dataclass(frozen=True, slots=True, eq=False)
class Occluders:
    """The known things on the board (`known`, cells of the thin grid), so that each is waited for only once.

    `patience_ms`: how long the present cover of the board must lie still to be taken for a thing.
    """

    known: Mask | None = None
    patience_ms: int = 0

    def after(self, odd: Mask, free: int, board: Mask, rest_ms: int) -> "tuple[Occluders, Flags | None]":
        """Cells (h, w) of the thin grid under which nothing is known, of a picture at rest for `rest_ms`; None while a
        hand must be waited for, until `patience_ms`.

        `odd` are the cells (h, w) that do not look like the bare surface, `free` how many could, `board` those of the
        board.
        """
        fewest = HAND_SHARE * free
        known = self.known if self.known is not None and self.known.shape == odd.shape else np.zeros_like(odd)
        fresh, patience_ms = _patches(np.where(known > 0, np.uint8(0), odd), fewest), self.patience_ms
        if fresh.any():
            joined = np.asarray(cv2.morphologyEx(odd, cv2.MORPH_CLOSE, _square(GAP_CELLS)), dtype=np.uint8)
            patience_ms = ARM_MS if _at_rim(joined, fresh, board) else THING_MS
            if rest_ms < patience_ms:
                return Occluders(self.known, patience_ms), None
        lying = cv2.bitwise_or(fresh, _patches(odd, fewest))
        whole = cv2.morphologyEx(lying, cv2.MORPH_CLOSE, _square(GAP_CELLS))
        things = np.asarray(cv2.dilate(whole, _square(2 * MARGIN_CELLS + 1)), dtype=np.uint8)
        return Occluders(things, patience_ms), things > 0


def large_patches(odd: Mask, free: int) -> Mask:
    """Those of the odd cells (h, w) that hide so much of `free` cells as a hand does."""
    return _patches(odd, HAND_SHARE * free)


def _patches(odd: Mask, fewest: float) -> Mask:
    """Only the connected patches (h, w) of more cells than the fewest."""
    if cv2.countNonZero(odd) <= fewest:
        return np.zeros_like(odd)
    _, names, figures, _ = cv2.connectedComponentsWithStats(odd)
    large = figures[:, cv2.CC_STAT_AREA] > fewest
    large[0] = False
    return np.where(large[names], np.uint8(255), np.uint8(0))


def _at_rim(joined: Mask, patches: Mask, board: Mask) -> bool:
    """Whether the patches belong to something that reaches the rim of the board."""
    within = cv2.erode(board, _square(2 * RIM_CELLS + 1), borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
    _, names = cv2.connectedComponents(joined)
    reaching = np.unique(names[(joined > 0) & (board > 0) & (within == 0)])
    return bool(np.isin(names[patches > 0], reaching).any())


def _square(side: int) -> Mask:
    return np.ones((side, side), dtype=np.uint8)
