"""Pictures of Black DOG tables as a good camera reports them, for the referee's tests."""

from math import log

from companion.model.observation import Observation, Scores
from companion.model.places import KENNEL, goal_number, is_goal
from companion.model.position import Placement

#: Classes of a spot: nothing, four colours, the dog.
FIGURES = 6


def row(shown: int, sure: float, other: int | None = None) -> Scores:
    """Returns a row; `other` is the class that the rest goes to, all classes alike if none is named."""
    rest = [1.0 if other in (None, kind) and kind != shown else 1e-6 for kind in range(FIGURES)]
    return tuple(log(sure if kind == shown else (1 - sure) * part / sum(rest)) for kind, part in enumerate(rest))


def sharp_picture(
    placement: Placement, *, sure: float = 0.99, **unsure: tuple[int, float] | tuple[int, float, int]
) -> Observation:
    """Every spot shows what is there with probability `sure`; `f12=(3, 0.8)` makes field 12 show class 3 with 0.8."""
    track = [0] * 64
    lanes = [[0] * 4 for _ in range(4)]
    kennels = [[0] * 5 for _ in range(4)]
    for seat, places in enumerate(placement.pawns):
        kennels[seat] = [1 + seat] * places.count(KENNEL) + [0] * (5 - places.count(KENNEL))
        for place in places:
            if place >= 0:
                track[place] = 1 + seat
            elif is_goal(place):
                lanes[seat][goal_number(place) - 1] = 1 + seat
    dog = placement.extra("dog")
    if dog is not None and dog >= 0:
        track[dog] = FIGURES - 1
    rows = [row(shown, sure) for shown in track]
    for name, said in unsure.items():
        rows[int(name[1:])] = row(*said)
    return Observation(
        t_ms=0,
        track=tuple(rows),
        goal=tuple(tuple(row(shown, sure) for shown in lane) for lane in lanes),
        kennel=tuple(tuple(row(shown, sure) for shown in kennel) for kennel in kennels),
        wheel=placement.extra("wheel"),
    )
