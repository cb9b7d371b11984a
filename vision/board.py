"""What vision is given of a board: plain measures in millimetres, and nothing of the game that is played on it.

Coordinates go x to the right and y down, from the upper left corner of the board.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.frames import Points

Point = tuple[float, float]
Classes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """The shape of all pieces: `width_mm` is the diameter that a cone or peg stands on, or that of a marble."""

    shape: Literal["cone", "peg", "marble"]
    width_mm: float
    tall_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc:
    """A disc that turns by quarters, clockwise."""

    centre: Point
    radius_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscMarker:
    """The marker on the disc, where it lies at quarter turn 0."""

    id: int
    centre: Point
    size_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Markers:
    """`ids` and `centres` go upper left, upper right, lower right, lower left; markers are printed upright."""

    dictionary: str
    size_mm: float
    ids: tuple[int, int, int, int]
    centres: tuple[Point, Point, Point, Point]
    on_disc: DiscMarker | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """Spots `first` to `stop` - 1, of which any may hold the pieces of the class `kind` that wait there."""

    first: int
    stop: int
    kind: int

    @property
    def spots(self) -> slice:
        return slice(self.first, self.stop)

    @property
    def size(self) -> int:
        return self.stop - self.first


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What truly stands on the board: the class of every spot, 0 for empty, pools left at 0; how many pieces wait in
    each pool; the disc's quarter turn, None where there is none."""

    classes: tuple[int, ...]
    pool_counts: tuple[int, ...] = ()
    quarter_turn: int | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Spots:
    """Where pieces may stand: `places_mm` (n, 2) with the disc at quarter turn 0.

    `group` (n,) numbers spots that look alike when empty, `on_disc` (n,) marks those that turn; `piece_counts` says
    how many pieces of each class there are, the first of class 1, as far as that is known.
    """

    places_mm: Points
    group: Classes
    on_disc: NDArray[np.bool_]
    pools: tuple[Pool, ...] = ()
    piece_counts: tuple[int, ...] = ()

    @property
    def groups(self) -> int:
        """How many kinds of empty spots there are."""
        return int(self.group.max()) + 1

    @property
    def least_counts(self) -> tuple[int, ...]:
        """How many pieces of each class must stand on the spots; those for which a pool has no room wait beside it."""
        room = {pool.kind: pool.size for pool in self.pools}
        return tuple(min(count, room.get(kind, count)) for kind, count in enumerate(self.piece_counts, start=1))

    def classes(self, labels: Labels, scores: NDArray[np.float64]) -> Classes:
        """The class of every spot (n,), the pools filled where `scores` (n, classes) like a piece best."""
        known = np.array(labels.classes, dtype=np.int64)
        for pool, count in zip(self.pools, labels.pool_counts, strict=True):
            piece_log_odds = scores[pool.spots, pool.kind] - scores[pool.spots, 0]
            known[pool.spots][np.argsort(-piece_log_odds)[:count]] = pool.kind
        return known


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Board:
    """One printed board with the spots that are watched on it."""

    size_mm: Point
    spots: Spots
    piece: Piece
    markers: Markers
    disc: Disc | None = None
