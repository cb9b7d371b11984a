"""What a picture shows of what stood there before: pools of which only the number is known, and pawns that look as if
they had stayed.

Law: what nobody touched looks as it did.  A pool holds as many pieces as before as long as none of its spots changes;
this is for judging alone, what follows from what was confirmed before is no ground to learn from.  A pawn that is read
where it stood, though the picture there is another one, is not sure: print in its own colour may pass for it, the more
so with an edge of light on it.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board import Spots
from vision.read.appearance import EmptyBoard, Lab
from vision.read.decoding import WEIGHTS, Confirmed
from vision.read.occupancy import CHANGE_SIGMA, CHANGED_SQUARED, SAME_SHARE
from vision.read.silhouettes import Pixels

#: So many nats more for what was supposed of a spot, of which only the number of its pool was known.
GAIN: Final = WEIGHTS.unchanged_pawn * WEIGHTS.calibration_gain
#: It is another picture where so large a part of a pawn has changed: of pawns that stood still on the recordings hardly
#: one in a hundred does (chosen with the evening sun of the disturbed ones in view).
OTHER_PART: Final = 0.28


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
        chances = np.exp(rows - np.logaddexp.reduce(rows, axis=1, keepdims=True))
        least, kinds = WEIGHTS.least_probability, rows.shape[1]
        found[doubtful] = np.log(chances * (1 - least * kinds) + least)
    return found


def with_leavers_doubted(
    scores: NDArray[np.float64],
    lab: Lab,
    confirmed: Confirmed,
    empty: EmptyBoard,
    spots: Spots,
    cores: tuple[Pixels, ...],
) -> NDArray[np.float64]:
    """The scores (n, classes) of a picture (h, w, 3) in which a pawn that stood there in the confirmed one and looks
    otherwise now may as well have left, where the spot was never seen bare; pools are left to their number."""
    now, then, known = lab.reshape(-1, 3), confirmed.lab.reshape(-1, 3), empty.known.reshape(-1)
    pooled = [spot for pool in spots.pools for spot in range(pool.first, pool.stop)]
    stayed = np.flatnonzero((confirmed.classes > 0) & (scores.argmax(axis=1) == confirmed.classes))
    found = scores.copy()
    for spot in np.setdiff1d(stayed, pooled).tolist():
        core, kind = cores[spot], confirmed.classes[spot]
        if len(core) and known[core].mean() <= WEIGHTS.seen_bare and _changed(now, then, core) > OTHER_PART:
            found[spot, [0, kind]] = np.logaddexp(scores[spot, 0], scores[spot, kind]) - np.log(2)
    return found


def _unchanged(now: Lab, then: Lab, core: Pixels) -> float:
    """How far these pixels look as then: 1 wholly, 0 not, or not to be seen."""
    return float(np.clip(1 - _changed(now, then, core) / SAME_SHARE, 0.0, 1.0)) if len(core) else 0.0


def _changed(now: Lab, then: Lab, core: Pixels) -> float:
    """The part of these pixels that look otherwise than then."""
    strays = ((now[core] - then[core]) / CHANGE_SIGMA[:, 0, 0]) ** 2
    return float((strays.sum(axis=1) > CHANGED_SQUARED).mean())
