"""How well a placement explains a settled picture.

Law: one spot, however wrongly read, weighs only a few nats (`Sight.misread_chance`).  A camera that is sure
and wrong (a shadow, the reflection of a finger) must not outweigh the rest of the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp, log

from companion.model.observation import Observation, Scores
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal
from companion.model.position import Placement
from companion.referee.model import MODEL, together
from companion.referee.wheel_turn import WHEEL

Row = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Log-odds of each kind of figure against the empty spot; zero is "nothing stands anywhere".

    A kind is a seat (its pawns) or, after the seats, an extra figure named in `figures`.  `gains[kind]` maps track,
    goal and centre places and OFF to log-odds; `kennel[kind][c]` is the gain of c pawns on their best kennel spots
    (which spots of a kennel are used is free).  `wheel` is the turn that the disc shows, None where unknown.  `odd`
    counts kennel and lane spots that show a figure which cannot stand there.
    """

    gains: tuple[dict[Place, float], ...]
    kennel: tuple[tuple[float, ...], ...]
    figures: tuple[str, ...]
    wheel: int | None
    odd: int = 0

    def rows(self, placement: Placement) -> tuple[Row, ...]:
        """The places of each kind; a figure that is not in the game yet has none."""
        values = dict(placement.extras)
        return placement.pawns + tuple((Place(values[name]),) if name in values else () for name in self.figures)

    def score(self, placement: Placement, shared: tuple[tuple[int, Place], ...] = ()) -> float:
        """Log-probability of the picture under `placement`, up to a constant.

        `shared` names pawns of the placement that stand on a field together with another figure: the spot then shows
        whichever of the two lies on top.
        """
        rows = self.rows(placement)
        total = sum(self.row_score(kind, row) for kind, row in enumerate(rows)) + self.wheel_score(placement)
        for _, place in shared:
            gains = [self.gains[kind][place] for kind, row in enumerate(rows) for where in row if where == place]
            total += max(gains) - sum(gains) if len(gains) > 1 else 0.0
        return total

    def row_score(self, kind: int, row: Row) -> float:
        gains = self.gains[kind]
        waiting = row.count(KENNEL)
        return self.kennel_gain(kind, waiting) + sum(gains[place] for place in row if place != KENNEL)

    def kennel_gain(self, kind: int, count: int) -> float:
        """Gain of `count` pawns in the kennel; those beyond its printed spots wait beside it, unseen (BD-R72)."""
        best = self.kennel[kind]
        return best[min(count, len(best) - 1)]

    def kennel_steps(self, kind: int) -> list[float]:
        """Gain of the first, second, ... pawn in the kennel, falling."""
        sums = self.kennel[kind]
        return [after - before for before, after in pairwise(sums)]

    def wheel_score(self, placement: Placement) -> float:
        if self.wheel is None:
            return 0.0
        turned = placement.extra(WHEEL)
        return 0.0 if turned in (None, self.wheel) else -MODEL.sight.disc


def weigh(observation: Observation, figures: tuple[str, ...] = ()) -> Evidence:
    """Turns a picture's rows into robust log-odds.  `figures` names the extra figures in the order of the classes."""
    seats = range(len(observation.kennel))
    spots = {Place(field): _open(row) for field, row in enumerate(observation.track)}
    if observation.centre is not None:
        spots[CENTRE] = _open(observation.centre)
    gains = [
        {place: row[1 + seat] - row[0] for place, row in spots.items()}
        | {goal(number): row[1 + seat] - row[0] for number, row in _lane(observation, seat)}
        | {OFF: -MODEL.rarities.lost_pawn}
        for seat in seats
    ]
    for kind in range(len(seats), len(seats) + len(figures)):
        track = {place: row[1 + kind] - row[0] for place, row in spots.items() if place >= 0}
        gains.append(track | {OFF: -MODEL.rarities.lost_pawn})
    kennel = [_best_sums(observation.kennel[seat], seat) for seat in seats] + [(0.0,)] * len(figures)
    odd = sum(
        _is_odd(row, seat)
        for seat in seats
        for row in (*map(_open, observation.goal[seat]), *map(_robust, observation.kennel[seat]))
    )
    return Evidence(tuple(gains), tuple(kennel), figures, observation.wheel, odd)


def _is_odd(row: Scores, seat: int) -> bool:
    others = (value for kind, value in enumerate(row) if kind not in (0, 1 + seat))
    return max(others) - max(row[0], row[1 + seat]) > MODEL.sight.contradiction


def _lane(observation: Observation, seat: int) -> Iterator[tuple[int, Scores]]:
    return enumerate(map(_open, observation.goal[seat]), start=1)


def _open(row: Scores) -> Scores:
    """The robust row of a spot on the track, in a lane or in the centre, which is surer than the reader says."""
    powers = [MODEL.sight.sharpness * value for value in row]
    total = together(powers)
    return _robust(tuple(value - total for value in powers))


def _robust(row: Scores) -> Scores:
    """The row mixed with knowing nothing, the more so the less sure it is of its own best class.

    A row that gives 0.8 to blue has no business to swear that the spot is not empty.
    """
    doubt = min(MODEL.sight.most_doubt, max(MODEL.sight.misread_chance, 1.0 - exp(max(row))))
    floor = doubt / len(row)
    return tuple(log((1.0 - doubt) * exp(value) + floor) for value in row)


def _best_sums(spots: tuple[Scores, ...], seat: int) -> tuple[float, ...]:
    """Gain of 0, 1, 2 ... pawns on the spots of one kennel, best spots first."""
    gains = sorted((row[1 + seat] - row[0] for row in map(_robust, spots)), reverse=True)
    return tuple(accumulate(gains, initial=0.0))
