"""Detects a new card on the pile: cheap enough for every picture, so that recognition runs once a card."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

import cv2
import numpy as np

from vision.cards.pile import PX_PER_MM, Floats, logarithmic, without_light
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image

BLOCK_MM: Final = 10
#: Contrast below this, in squared logarithms of brightness, is noise or the grain of the table.
GRAIN: Final = 0.005


class PileLook(Enum):
    MOVING = auto()
    #: At rest, unchanged since the last new card.
    SAME = auto()
    #: At rest for the first time with a new object on it.
    NEW = auto()


@dataclass(frozen=True, slots=True, eq=False)
class PileWatch:
    """`card_mm` is the (width, height) of a card.  `judged` is the pile when it was last new, None before the first
    rest; `newest` the pile in the newest picture, unchanged since `since_ms`."""

    card_mm: tuple[float, float]
    thresholds: CardThresholds = THRESHOLDS
    judged: Floats | None = None
    newest: Floats | None = None
    since_ms: int = 0

    def after(self, pile: Image, t_ms: int) -> tuple["PileWatch", PileLook]:
        """Returns the watch after one more picture (h, w, 3) of the pile from above, and its result.

        The contents of the first picture at rest are new.
        """
        now = without_light(logarithmic(pile))
        newest, judged = self.newest, self.judged
        if newest is None or newest.shape != now.shape or not self._changed(newest, now) < self.thresholds.at_rest:
            return replace(self, newest=now, since_ms=t_ms), PileLook.MOVING
        if t_ms - self.since_ms < self.thresholds.rest_ms:
            return replace(self, newest=now), PileLook.MOVING
        known = judged is not None and judged.shape == now.shape
        if judged is not None and known and self._changed(judged, now) < self.thresholds.new_card:
            return replace(self, newest=now), PileLook.SAME
        return replace(self, newest=now, judged=now), PileLook.NEW

    def _changed(self, before: Floats, now: Floats) -> float:
        width, height = self.card_mm
        return changed_mm2(before, now, self.thresholds.block_changed) / (width * height)


def changed_mm2(before: Floats, now: Floats, least_alike: float) -> float:
    """Returns the area of the blocks whose print differs between two pictures free of light, both (h, w, 3)."""
    side = BLOCK_MM * PX_PER_MM
    blocks = (max(1, before.shape[1] // side), max(1, before.shape[0] // side))

    def mean(picture: Floats) -> Floats:
        small = cv2.resize(picture, blocks, interpolation=cv2.INTER_AREA)
        return np.asarray(small.mean(axis=2), dtype=np.float32)

    mean_before, mean_now = mean(before), mean(now)
    both = mean(before * now) - mean_before * mean_now
    contrast = mean(before * before) - mean_before**2 + mean(now * now) - mean_now**2
    alike = (2 * both + GRAIN) / (contrast + GRAIN)
    return float(np.count_nonzero(alike < least_alike)) * BLOCK_MM**2
