"""What has changed since the last picture whose truth was told: a spot that looks as it did is as it was.

Law: the memory vouches only for what it can see; a lamp that changed everything silences it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import Lab
from vision.evidence import IN_VIEW, Cover, Evidence, means_by_spot
from vision.silhouettes import Pixels, Silhouettes

Numbers = NDArray[np.float64]

#: A pixel whose colour strays so far (in squared deviations) from the confirmed picture has changed.
CHANGED_SQUARED: Final = 9.0
CHANGE_SIGMA: Final = np.array((8.0, 5.0, 5.0), dtype=np.float32)
#: With fewer changed pixels than this share a spot is as it was; with more the pawn has gone, surely with the next.
SAME_SHARE: Final = 0.2
GONE_SHARE: Final = 0.5
#: What "empty as it was", "occupied as it was" and "gone" are worth, in nats; the latter two must outweigh a print of
#: the pawn's own colour, which has never been seen without the pawn.
SAME_SAYS: Final = 5.0
STAYED_SAYS: Final = 14.0
HIDDEN_SAYS: Final = 3.0
#: A spot that was empty and looks different now: a pawn, or perhaps only a shadow.  A shadow darkens evenly; a pawn is
#: modelled by the light, and the more unevenly (spread of the log lightness) it changed, the more this says.
COME_SAYS: Final = 4.0
SOLID_SAYS: Final = 10.0
EVEN, UNEVEN = 0.12, 0.30
GONE_SAYS: Final = 14.0
#: Round a mirror image the board is shaded too: with less than this share of a spot clear of it nothing is compared.
IN_VIEW_BESIDE_MIRROR: Final = 0.6
#: When so many spots changed together, it was the light.
LIGHT_SHARE: Final = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """The last picture whose truth was told: its colours, and the class of every spot (-1: not to be compared)."""

    lab: Lab
    classes: NDArray[np.int64]


class Comparison:
    """A picture (pixels, 3) held against the confirmed one, pixel by pixel of every spot's core; no pixel is compared
    twice."""

    def __init__(self, flat: Lab, confirmed: Confirmed, outlines: Silhouettes, cover: Cover) -> None:
        self._classes, self._outlines, self._cover = confirmed.classes, outlines, cover
        self._stood = frozenset(np.flatnonzero(confirmed.classes > 0).tolist())
        self._mirrors: dict[int, list[Pixels]] = {}
        self._silent = False
        pixels = np.concatenate(outlines.core)
        now, then = flat[pixels], confirmed.lab.reshape(-1, 3)[pixels]
        moved = ((((now - then) / CHANGE_SIGMA) ** 2).sum(axis=1) > CHANGED_SQUARED).astype(np.float64)
        gain = np.log((now[:, 0] + 4.0) / (then[:, 0] + 4.0)).astype(np.float64)
        ends = np.cumsum([len(core) for core in outlines.core])[:-1]
        self._said = np.split(np.stack([np.ones(len(pixels)), moved, gain, gain**2]), ends, axis=1)

    def remember(self, evidence: Evidence, now_standing: frozenset[int]) -> None:
        """Says in `evidence.memory` what the comparison is worth, as far as neither a pawn that stood near a spot
        then nor one that stands there now gets in the way.

        What is hidden stays as it was, mildly: nothing moves by itself.
        """
        spots = range(len(self._classes))
        shares, spreads = self._changed(spots, now_standing)
        evidence.memory[:] = 0.0
        seen = shares[shares >= 0]
        self._silent = len(seen) > 0 and float((seen > SAME_SHARE).mean()) > LIGHT_SHARE
        self._say(evidence, spots, shares, spreads)

    def forgive_mirror(self, evidence: Evidence, spot: int, mirror: Pixels, now_standing: frozenset[int]) -> None:
        """A pawn that has come is mirrored in the board there: that is a change, but nobody stands on the spot."""
        if self._classes[spot] == 0:
            self._mirrors.setdefault(spot, []).append(mirror)
            self._say(evidence, (spot,), *self._changed((spot,), now_standing))

    def _say(self, evidence: Evidence, spots: Sequence[int], shares: Numbers, spreads: Numbers) -> None:
        if self._silent:
            return
        for spot, share, spread in zip(spots, shares.tolist(), spreads.tolist(), strict=True):
            kind = int(self._classes[spot])
            if kind < 0:
                continue
            evidence.memory[spot, kind] = _worth(kind, share, spread)

    def _changed(self, spots: Sequence[int], now_standing: frozenset[int]) -> tuple[Numbers, Numbers]:
        """How each of the spots differs from the confirmed picture: the share of its pixels that changed (-1 where that
        cannot be told), and how unevenly their lightness did."""
        alone = np.concatenate([self._alone(spot, now_standing) for spot in spots])
        sizes = np.array([len(self._outlines.core[spot]) for spot in spots])
        said = np.concatenate([self._said[spot] for spot in spots], axis=1) if len(spots) > 1 else self._said[spots[0]]
        sums = means_by_spot(said * alone, sizes)
        view = np.maximum(sums[:, 0], 1e-9)
        shares, spreads = sums[:, 1] / view, np.sqrt(np.maximum(sums[:, 3] / view - (sums[:, 2] / view) ** 2, 0.0))
        needed = np.array([IN_VIEW_BESIDE_MIRROR if spot in self._mirrors else IN_VIEW for spot in spots])
        shares[(self._classes[list(spots)] < 0) | (sums[:, 0] < needed)] = -1.0
        return shares, spreads

    def _alone(self, spot: int, now_standing: frozenset[int]) -> NDArray[np.bool_]:
        outlines, near = self._outlines, self._outlines.neighbours[spot]
        around = [outlines.wide[other] for other in near if other in now_standing or other in self._stood]
        return self._cover.visible(outlines.core[spot], around + self._mirrors.get(spot, []))


def _worth(kind: int, share: float, spread: float) -> float:
    """What the comparison says for the class that stood there, in nats."""
    if share < 0:
        return HIDDEN_SAYS
    if share < SAME_SHARE:
        return (STAYED_SAYS if kind else SAME_SAYS) * (1 - share / SAME_SHARE)
    certain = min(1.0, (share - SAME_SHARE) / (GONE_SHARE - SAME_SHARE))
    solid = min(max((spread - EVEN) / (UNEVEN - EVEN), 0.0), 1.0)
    return -(GONE_SAYS if kind else COME_SAYS + SOLID_SAYS * solid) * certain
