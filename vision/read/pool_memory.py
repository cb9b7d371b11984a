"""Pools in which nobody can say which spots are taken, only how many: as long as none of them changes, as many stay.

Law: this is for judging alone.  What follows from what was confirmed before is no ground to learn from.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Spots
from vision.read.appearance import Lab
from vision.read.decoding import WEIGHTS, Confirmed, floored
from vision.read.occupancy import CHANGE_SIGMA, CHANGED_SQUARED, SAME_SHARE
from vision.read.silhouettes import Pixels

#: So many nats more for what was supposed of a spot, of which only the number of its pool was known.
GAIN: Final = WEIGHTS.unchanged_pawn * WEIGHTS.calibration_gain


def with_pools_remembered(
    scores: NDArray[np.float64], lab: Lab, confirmed: Confirmed, spots: Spots, cores: tuple[Pixels, ...]
) -> NDArray[np.float64]:
    """Log-probabilities (spots, classes) in which the doubtful spots of a pool hold as many pieces as when the picture
    was confirmed, as long as they all look as they did; `cores` are the pixels of each spot in the flat picture."""
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
    """How far these pixels look as then: 1 wholly, 0 not, or not to be seen."""
    if not len(core):
        return 0.0
    strays = ((now[core] - then[core]) / CHANGE_SIGMA[:, 0, 0]) ** 2
    return float(np.clip(1 - (~(strays.sum(axis=1) <= CHANGED_SQUARED)).mean() / SAME_SHARE, 0.0, 1.0))
