"""The hands and their order of moves from one placement of the table to another."""

from dataclasses import dataclass
from itertools import permutations
from typing import Final

from companion.board.files import BoardProfile
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.position import Placement
from companion.rules.variant import Variant
from companion.simulation.physical_table import FIGURE, WHEEL

#: Direction by the number of clockwise quarters a disc is behind; half a turn goes clockwise.
_SHORTEST: Final = {0: 0, 1: 1, 2: 2, 3: -1}


@dataclass(frozen=True, slots=True)
class Shift:
    """A pawn of `seat` (or a figure) goes from one place to another; `pawn` is its number if pawns have ranks."""

    seat: int
    origin: Place
    target: Place
    pawn: int | None = None


@dataclass(frozen=True, slots=True)
class MovePlan:
    """`grasps` are done one after the other, each under one hand: pawns, then the figures; then the disc is turned."""

    grasps: tuple[tuple[Shift, ...], ...]
    quarters: int


def plan_moves(profile: BoardProfile, variant: Variant, now: Placement, wanted: Placement) -> MovePlan:
    """The moves of people from `now` to `wanted`."""
    quarters = _SHORTEST[((wanted.extra(WHEEL) or 0) - (now.extra(WHEEL) or 0)) % 4]
    before_turn = rotated(profile, variant, wanted, -quarters)
    seats = range(len(now.pawns))
    if variant.ranks:
        shifts = [shift for seat in seats for shift in _ranked(seat, now, before_turn)]
    else:
        shifts = [shift for seat in seats for shift in _paired(seat, now, before_turn, len(profile.track))]
    return MovePlan(tuple(_in_order(shifts, _figure_shifts(variant, now, before_turn))), quarters)


def rotated(profile: BoardProfile, variant: Variant, placement: Placement, quarters: int) -> Placement:
    """`placement` after the disc has turned clockwise by `quarters`."""
    if profile.wheel is None or not quarters:
        return placement
    on_disc, count = set(profile.wheel.fields), len(profile.track)

    def moved(place: Place) -> Place:
        return Place((place + quarters * count // 4) % count) if place in on_disc else place

    rows = (tuple(moved(place) for place in row) for row in placement.pawns)
    pawns = tuple(row if variant.ranks else tuple(sorted(row)) for row in rows)
    turned = placement.with_pawns(pawns).with_extra(WHEEL, ((placement.extra(WHEEL) or 0) + quarters) % 4)
    for name in variant.figures:
        field = placement.extra(name)
        turned = turned if field is None else turned.with_extra(name, moved(Place(field)))
    return turned


def _ranked(seat: int, now: Placement, wanted: Placement) -> list[Shift]:
    """Every pawn goes to its own place."""
    pairs = enumerate(zip(now.pawns[seat], wanted.pawns[seat], strict=True))
    return [Shift(seat, origin, target, pawn) for pawn, (origin, target) in pairs if origin != target]


def _paired(seat: int, now: Placement, wanted: Placement, count: int) -> list[Shift]:
    """Pawns of a seat are alike: those with the shortest way are moved."""
    gone, come = list(now.pawns[seat]), list(wanted.pawns[seat])
    for place in now.pawns[seat]:
        if place in come:
            gone.remove(place)
            come.remove(place)
    if not gone:
        return []
    best = min(permutations(come), key=lambda row: sum(_way(a, b, count) for a, b in zip(gone, row, strict=False)))
    return [Shift(seat, origin, target) for origin, target in zip(gone, best, strict=False)]


def _way(origin: Place, target: Place, count: int) -> int:
    if is_track(origin) and is_track(target):
        return (target - origin) % count
    if is_goal(origin) and is_goal(target):
        return abs(goal_number(target) - goal_number(origin))
    return count // 2


def _figure_shifts(variant: Variant, now: Placement, wanted: Placement) -> tuple[Shift, ...]:
    shifts = []
    for number, name in enumerate(variant.figures):
        stood, stands = now.extra(name), wanted.extra(name)
        if stood != stands:
            origin, target = (OFF if field is None else Place(field) for field in (stood, stands))
            shifts.append(Shift(FIGURE - number, origin, target))
    return tuple(shifts)


def _in_order(shifts: list[Shift], figures: tuple[Shift, ...]) -> list[tuple[Shift, ...]]:
    """A captured pawn leaves just before its field is taken; pawns that wait for each other change over at once."""
    home = [shift for shift in shifts if shift.target == KENNEL]
    waiting = [shift for shift in shifts if shift.target != KENNEL]
    grasps: list[tuple[Shift, ...]] = []
    while waiting:
        taken = {shift.origin for shift in waiting if is_track(shift.origin) or shift.origin == CENTRE}
        free = next((shift for shift in waiting if shift.target not in taken), None)
        movers = [free] if free else list(waiting)
        for shift in movers:
            waiting.remove(shift)
        targets = {shift.target for shift in movers}
        captured = [shift for shift in home if shift.origin in targets]
        home = [shift for shift in home if shift not in captured]
        grasps.append((*captured, *movers))
    if figures:
        return [*grasps, (*home, *figures)]
    if home and grasps:
        return [*grasps[:-1], (*home, *grasps[-1])]
    return [*grasps, tuple(home)] if home else grasps
