"""How well a placement explains a settled picture.

Law: one spot, however wrongly read, weighs only a few nats (`Sight.misread_chance`).  A camera that is sure
and wrong (a shadow, the reflection of a finger) must not outweigh the rest of the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp, log

from companion.model.observation import Observation, Scores
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal, is_shared
from companion.model.position import Placement
from companion.referee.model import MODEL, together
from companion.referee.wheel_turn import WHEEL

Row = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Log-odds of each kind of figure against the empty spot; zero is "nothing stands anywhere".

    A kind is a seat (its pawns) or, after the seats, an extra figure named in `figures`.  `gains[kind]` maps track,
    goal and centre places and OFF to log-odds; `kennel[kind][c]` is the gain of c pawns on their best kennel spots
    (which spots of a kennel are used is free).  `plain[kind]` are the gains of the places that are read as plainly as a
    pawn that has not moved, without the limit on the weight of one spot: they serve to compare two spots of a picture.
    `wheel` is the turn that the disc shows, None if unknown.  `odd` counts kennel and lane spots that show a figure
    which cannot stand there.
    """

    gains: tuple[dict[Place, float], ...]
    plain: tuple[dict[Place, float], ...]
    kennel: tuple[tuple[float, ...], ...]
    figures: tuple[str, ...]
    wheel: int | None
    odd: int = 0

    def rows(self, placement: Placement) -> tuple[Row, ...]:
        """Returns the places of each kind; a figure that is not in the game yet has none."""
        values = dict(placement.extras)
        return placement.pawns + tuple((Place(values[name]),) if name in values else () for name in self.figures)

    def score(self, placement: Placement, shared: tuple[tuple[int, Place], ...] = ()) -> float:
        """Returns the log-probability of the picture under `placement`, up to a constant.

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
        """Returns the gain of `count` pawns in the kennel.

        Those beyond its printed spots wait beside it, unseen (BD-R72).
        """
        best = self.kennel[kind]
        return best[min(count, len(best) - 1)]

    def kennel_steps(self, kind: int) -> list[float]:
        """Returns the gain of the first, second, ... pawn in the kennel, falling."""
        sums = self.kennel[kind]
        return [after - before for before, after in pairwise(sums)]

    def wheel_score(self, placement: Placement) -> float:
        if self.wheel is None:
            return 0.0
        turned = placement.extra(WHEEL)
        return 0.0 if turned in (None, self.wheel) else -MODEL.sight.disc


def weigh(observation: Observation, figures: tuple[str, ...] = (), left: tuple[frozenset[Place], ...] = ()) -> Evidence:
    """Turns a picture's rows into robust log-odds.  `figures` names the extra figures in the order of the classes.

    `left` are places, by seat, that pawns have left if a play was made: a pawn read there less plainly than one that
    has not moved is weak evidence.
    """
    seats = range(len(observation.kennel))
    before = left or tuple(frozenset[Place]() for _ in seats)
    kinds = {place: 1 + seat for seat, row in enumerate(before) for place in row if is_shared(place)}
    spots = {Place(field): _open(row, kinds.get(Place(field))) for field, row in enumerate(observation.track)}
    if observation.centre is not None:
        spots[CENTRE] = _open(observation.centre, kinds.get(CENTRE))
    gains = [
        {place: row[1 + seat] - row[0] for place, row in spots.items()}
        | {goal(number): row[1 + seat] - row[0] for number, row in _lane(observation, seat, before[seat])}
        | {OFF: -MODEL.rarities.lost_pawn}
        for seat in seats
    ]
    for kind in range(len(seats), len(seats) + len(figures)):
        track = {place: row[1 + kind] - row[0] for place, row in spots.items() if place >= 0}
        gains.append(track | {OFF: -MODEL.rarities.lost_pawn})
    rows = {Place(field): row for field, row in enumerate(observation.track)}
    lanes = [{goal(step): row for step, row in enumerate(lane, start=1)} for lane in observation.goal]
    plain = [_plain_gains(rows | lane, 1 + seat) for seat, lane in enumerate(lanes)]
    plain += [_plain_gains(rows, 1 + len(seats) + number) for number in range(len(figures))]
    kennel = [_best_sums(observation.kennel[seat], seat, KENNEL in before[seat]) for seat in seats]
    kennel += [(0.0,)] * len(figures)
    odd = sum(
        _is_odd(row, seat)
        for seat in seats
        for row in (*map(_open, observation.goal[seat]), *map(_robust, observation.kennel[seat]))
    )
    return Evidence(tuple(gains), tuple(plain), tuple(kennel), figures, observation.wheel, odd)


def _plain_gains(rows: dict[Place, Scores], kind: int) -> dict[Place, float]:
    sure = log(MODEL.sight.stays)
    return {place: MODEL.sight.sharpness * (row[kind] - row[0]) for place, row in rows.items() if row[kind] >= sure}


def _is_odd(row: Scores, seat: int) -> bool:
    others = (value for kind, value in enumerate(row) if kind not in (0, 1 + seat))
    return max(others) - max(row[0], row[1 + seat]) > MODEL.sight.contradiction


def _lane(observation: Observation, seat: int, before: frozenset[Place]) -> Iterator[tuple[int, Scores]]:
    for number, row in enumerate(observation.goal[seat], start=1):
        yield number, _open(row, 1 + seat if goal(number) in before else None)


def _open(row: Scores, stood: int | None = None) -> Scores:
    """Returns the robust row of a spot on the track, in a lane or in the centre, surer than the reader reports.

    `stood` is the class that stood there.
    """
    powers = [MODEL.sight.sharpness * value for value in row]
    total = together(powers)
    return _robust(tuple(value - total for value in powers), may_be_gone=_may_be_gone(row, stood))


def _may_be_gone(row: Scores, stood: int | None) -> bool:
    return stood is not None and row[stood] == max(row) and exp(row[stood]) < MODEL.sight.stays


def _robust(row: Scores, *, may_be_gone: bool = False) -> Scores:
    """Returns the row mixed with knowing nothing, the more so the less sure it is of its own best class.

    A row that gives 0.8 to blue cannot be certain that the spot is not empty.
    """
    doubt = min(MODEL.sight.most_doubt, max(MODEL.sight.misread_chance, 1.0 - exp(max(row))))
    if may_be_gone:
        doubt = MODEL.sight.most_doubt
    floor = doubt / len(row)
    return tuple(log((1.0 - doubt) * exp(value) + floor) for value in row)


def _best_sums(spots: tuple[Scores, ...], seat: int, stood: bool) -> tuple[float, ...]:
    """Returns the gain of 0, 1, 2 ... pawns on the spots of one kennel, best spots first; `stood`: some stood there."""
    rows = (_robust(row, may_be_gone=_may_be_gone(row, 1 + seat if stood else None)) for row in spots)
    gains = sorted((row[1 + seat] - row[0] for row in rows), reverse=True)
    return tuple(accumulate(gains, initial=0.0))
