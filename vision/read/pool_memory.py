"""Keeps pools with a known number of pieces on unknown spots: until one of the spots changes, the number stays.

Law: use it for judging alone.  Conclusions from an earlier confirmation are no ground for learning.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Spots
from vision.read.appearance import Lab
from vision.read.decoding import WEIGHTS, Confirmed, floored
from vision.read.occupancy import CHANGE_SIGMA, CHANGED_SQUARED, SAME_SHARE
from vision.read.silhouettes import Pixels

#: The bonus in nats for the supposed class of a spot if only the number of its pool was known.
GAIN: Final = WEIGHTS.unchanged_pawn * WEIGHTS.calibration_gain


def with_pools_remembered(
    scores: NDArray[np.float64], lab: Lab, confirmed: Confirmed, spots: Spots, cores: tuple[Pixels, ...]
) -> NDArray[np.float64]:
    """Returns log-probabilities (spots, classes) in which the doubtful spots of a pool hold as many pieces as in the
    confirmed picture, as long as they all look the same; `cores` are the pixels of each spot in the flat picture."""
    found = scores.copy()
    now, then = lab.reshape(-1, 3), confirmed.lab.reshape(-1, 3)
    for pool in spots.pools:
        inside = np.arange(pool.first, pool.stop)
        doubtful = inside[(confirmed.classes[inside] < 0) & (confirmed.supposed[inside] >= 0)]
        same = min((_unchanged(now, then, cores[spot]) for spot in doubtful), default=0.0)
        if same == 0.0:
            continue
        rows = found[doubtful]
        rows[np.arange(len(doubtful)), confirmed.supposed[doubtful]] += GAIN * same
        found[doubtful] = floored(np.exp(rows - np.logaddexp.reduce(rows, axis=1, keepdims=True)))
    return found


def _unchanged(now: Lab, then: Lab, core: Pixels) -> float:
    """Returns how far these pixels look the same: 1 wholly, 0 not, or hidden."""
    if not len(core):
        return 0.0
    strays = ((now[core] - then[core]) / CHANGE_SIGMA[:, 0, 0]) ** 2
    return float(np.clip(1 - (~(strays.sum(axis=1) <= CHANGED_SQUARED)).mean() / SAME_SHARE, 0.0, 1.0))
