"""Sharp pictures of a placement in any game, with single spots misread on demand."""

from math import log

from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Observation, Scores
from companion.model.places import CENTRE, KENNEL, Place, goal_number, is_goal, is_track
from companion.model.position import Placement, Position

SURE = 0.99


def picture(position: Position, placement: Placement, wrong: dict[int, tuple[int, float]] | None = None) -> Observation:
    """Returns a camera's observation of `placement`.

    `wrong={12: (3, 0.8)}` makes field 12 show class 3 with that probability.
    """
    variant = SHIPPED.variant(position.variant)
    seats, kinds = len(position.seats), 1 + len(position.seats) + len(variant.figures)
    track = [0] * variant.field_count(position.sectors)
    lanes = [[0] * variant.goal_fields for _ in range(seats)]
    kennels = [[0] * len(row) for row in placement.pawns]
    centre = 0
    for seat, row in enumerate(placement.pawns):
        waiting = row.count(KENNEL)
        kennels[seat][:waiting] = [1 + seat] * waiting
        for place in row:
            if is_track(place):
                track[place] = 1 + seat
            elif is_goal(place):
                lanes[seat][goal_number(place) - 1] = 1 + seat
            elif place == CENTRE:
                centre = 1 + seat
    for number, name in enumerate(variant.figures):
        track[Place(placement.extra(name) or 0)] = 1 + seats + number
    rows = [_row(shown, kinds) for shown in track]
    for field, (shown, sure) in (wrong or {}).items():
        rows[field] = _row(shown, kinds, sure)
    return Observation(
        t_ms=0,
        track=tuple(rows),
        goal=tuple(tuple(_row(shown, kinds) for shown in lane) for lane in lanes),
        kennel=tuple(tuple(_row(shown, kinds) for shown in kennel) for kennel in kennels),
        centre=_row(centre, kinds) if variant.centre else None,
        wheel=placement.extra("wheel"),
    )


def _row(shown: int, kinds: int, sure: float = SURE) -> Scores:
    return tuple(log(sure if kind == shown else (1 - sure) / (kinds - 1)) for kind in range(kinds))
