"""The spots of a board in one row: the track, the lanes, the kennels of the seats in play, and the centre, if any."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import Points
from vision.profile import BoardProfile

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What truly stands on the board.  Classes: 0 empty, 1 + seat, and the dog's class last.

    `track` has a class for each field, `goal` four a seat; `kennel_counts` says how many pawns wait in each seat's
    kennel (on which spots is free); `centre` is the class in the middle; `wheel` is
    the disc's quarter turn, None where there is none.
    """

    track: tuple[int, ...]
    goal: tuple[tuple[int, ...], ...]
    kennel_counts: tuple[int, ...]
    centre: int = 0
    wheel: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SpotRow:
    """`places_mm` (n, 2) for the disc at rest; `group` names spots that look alike when empty (0 track, then a lane
    and a kennel a seat, last the centre); `on_disc` marks the spots that turn."""

    places_mm: Points
    group: Counts
    on_disc: NDArray[np.bool_]
    field_count: int
    kennels: tuple[int, ...]
    centre: int | None = None

    @classmethod
    def of(cls, profile: BoardProfile, sectors: tuple[int, ...]) -> "SpotRow":
        places = list(profile.track)
        group = [0] * len(places)
        for seat, sector in enumerate(sectors):
            places += profile.goal[sector]
            group += [1 + 2 * seat] * 4
        for seat, sector in enumerate(sectors):
            places += profile.kennel[sector]
            group += [2 + 2 * seat] * len(profile.kennel[sector])
        centre = len(places) if profile.centre else None
        if profile.centre:
            places.append(profile.centre)
            group.append(1 + 2 * len(sectors))
        disc = np.zeros(len(places), dtype=bool)
        if profile.wheel:
            disc[list(profile.wheel.fields)] = True
        kennels = tuple(len(profile.kennel[sector]) for sector in sectors)
        return cls(np.array(places, dtype=np.float64), np.array(group), disc, len(profile.track), kennels, centre)

    @property
    def groups(self) -> int:
        """How many kinds of empty spots there are."""
        return int(self.group.max()) + 1

    @property
    def seats(self) -> int:
        return len(self.kennels)

    def goal_spots(self, seat: int) -> slice:
        begin = self.field_count + 4 * seat
        return slice(begin, begin + 4)

    def kennel_spots(self, seat: int) -> slice:
        begin = self.field_count + 4 * self.seats + sum(self.kennels[:seat])
        return slice(begin, begin + self.kennels[seat])

    def classes(self, labels: Labels, scores: NDArray[np.float64]) -> Counts:
        """The class of every spot (n,), the kennels filled where `scores` (n, classes) like a pawn best."""
        known = np.zeros(len(self.places_mm), dtype=np.int64)
        known[: self.field_count] = labels.track
        for seat in range(self.seats):
            known[self.goal_spots(seat)] = labels.goal[seat]
            spots = self.kennel_spots(seat)
            liking = scores[spots, 1 + seat] - scores[spots, 0]
            filled = np.argsort(-liking)[: labels.kennel_counts[seat]]
            known[spots][filled] = 1 + seat
        if self.centre is not None:
            known[self.centre] = labels.centre
        return known
