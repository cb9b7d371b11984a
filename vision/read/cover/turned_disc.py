"""A disc that was turned unseen: odd all round and calm beside its rim, and calm once the memory of it is turned along.

Law: no hand is taken for it, as a hand reaches in over the rim of the disc; and a turn is given only where it alone
leaves the disc calm.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Disc
from vision.find.board_mask import Mask, polygon
from vision.find.disc import disc_rim_mm
from vision.find.pose import Pose
from vision.frames import thinned
from vision.read.cover.free_surface import SURFACE_STEP

#: The disc is cut into so many sectors; in most of them so much of the surface is odd, in all of it so much.
SECTORS: Final = 8
ODD_SECTORS: Final = 5
ODD_SHARE: Final = 0.05
#: So far beyond its rim, in millimetres, no more than this share of the surface is odd.
BESIDE_MM: Final = 16.0
CALM_SHARE: Final = 0.02

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class DiscCells:
    """Cells (h, w) of the thin grid: those that show the disc (`whole`), the `sector` of each, -1 where no free surface
    of the disc shows, and the free surface `beside` its rim."""

    whole: Flags
    sector: NDArray[np.int64]
    beside: Flags

    @classmethod
    def of(cls, disc: Disc, pose: Pose, surface: NDArray[np.int64], shape: tuple[int, int]) -> "DiscCells":
        """`surface` (n,) are the pixels of the free surface that are known, of a picture of (height, width) pixels."""
        whole, wider = (
            polygon(pose.pixels(disc_rim_mm(each)), shape)[::SURFACE_STEP, ::SURFACE_STEP] > 0
            for each in (disc, replace(disc, radius_mm=disc.radius_mm + BESIDE_MM))
        )
        free = np.zeros(thinned((*shape, 3), SURFACE_STEP), dtype=np.bool_)
        free[surface // shape[1] // SURFACE_STEP, surface % shape[1] // SURFACE_STEP] = True
        rows, columns = np.nonzero(whole & free)
        pixels = np.column_stack([columns, rows]).astype(np.float64) * SURFACE_STEP
        away = pose.millimetres(pixels) - np.array(disc.centre)
        round_deg = np.degrees(np.arctan2(away[:, 1], away[:, 0])) % 360
        sector = np.full(whole.shape, -1, dtype=np.int64)
        sector[rows, columns] = np.minimum(round_deg * SECTORS / 360, SECTORS - 1)
        return cls(whole, sector, wider & ~whole & free)

    def odd_share(self, odd: Mask) -> float:
        """How much of the disc's free surface is odd; 0 where none of it is known."""
        shown = self.sector >= 0
        return float((odd[shown] > 0).mean()) if shown.any() else 0.0

    def are_calm_beside(self, odd: Mask) -> bool:
        """Whether nothing reaches in over the rim of the disc."""
        return bool(self.beside.any()) and float((odd[self.beside] > 0).mean()) <= CALM_SHARE

    def are_odd_all_round(self, odd: Mask) -> bool:
        """Whether the disc as a whole is odd, and what lies beside its rim is not."""
        if not self.are_calm_beside(odd):
            return False
        shares = [(odd[self.sector == number] > 0).mean() for number in range(SECTORS) if (self.sector == number).any()]
        return int(np.count_nonzero(np.array(shares) >= ODD_SHARE)) >= ODD_SECTORS


def odd_by_turning(odd: Sequence[Mask]) -> Mask:
    """The odd cells of the disc as it lay (0 or more), from the odd cells at each of its turns.

    A cell that is odd at every turn shows a thing that lies there, a card say, and no other part of the disc.
    """
    return np.where(np.minimum.reduce(odd), 0, odd[0])


def only_calm(shares: Sequence[float]) -> int | None:
    """Which of the turns leaves the disc calm, by how much of it is odd at each; None where not just one does."""
    calm = [turn for turn, share in enumerate(shares) if share <= CALM_SHARE]
    others_odd = sum(share >= ODD_SHARE for share in shares) == len(shares) - 1
    return calm[0] if len(calm) == 1 and others_odd else None
