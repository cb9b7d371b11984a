"""The description of a board for vision: plain measures in millimetres, independent of the game played on it.

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
    """The shape of all pieces: `width_mm` is the diameter of the foot of a cone or peg, or of a ball."""

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
    """The marker on the disc, at its position at quarter turn 0."""

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
    """Spots `first` to `stop` - 1, any of which may hold the pieces of the class `kind` that wait there."""

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
    """The true content of the board: the class of every spot, 0 for empty, pools left at 0; the number of pieces that
    wait in each pool; the disc's quarter turn, None without a disc."""

    classes: tuple[int, ...]
    pool_counts: tuple[int, ...] = ()
    quarter_turn: int | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Spots:
    """The spots where pieces may stand: `places_mm` (n, 2) with the disc at quarter turn 0.

    `group` (n,) numbers spots that look alike when empty, `on_disc` (n,) marks those that turn; `piece_counts` are the
    numbers of pieces of each class, the first of class 1, as far as they are known.
    """

    places_mm: Points
    group: Classes
    on_disc: NDArray[np.bool_]
    pools: tuple[Pool, ...] = ()
    piece_counts: tuple[int, ...] = ()

    @property
    def groups(self) -> int:
        """Returns the number of kinds of empty spots."""
        return int(self.group.max()) + 1

    @property
    def least_counts(self) -> tuple[int, ...]:
        """Returns the least number of pieces of each class on the spots; those beyond the room of a pool wait beside
        it."""
        room = {pool.kind: pool.size for pool in self.pools}
        return tuple(min(count, room.get(kind, count)) for kind, count in enumerate(self.piece_counts, start=1))

    def classes(self, labels: Labels, scores: NDArray[np.float64]) -> Classes:
        """Returns the class of every spot (n,); pools are filled at the spots with the best `scores` (n, classes) of a
        piece."""
        known = np.array(labels.classes, dtype=np.int64)
        for pool, count in zip(self.pools, labels.pool_counts, strict=True):
            piece_log_odds = scores[pool.spots, pool.kind] - scores[pool.spots, 0]
            known[pool.spots][np.argsort(-piece_log_odds)[:count]] = pool.kind
        return known


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Board:
    """One printed board and its watched spots."""

    size_mm: Point
    spots: Spots
    piece: Piece
    markers: Markers
    disc: Disc | None = None
