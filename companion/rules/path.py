"""Where a walk of so many fields leads, or which rule forbids it: the one place that knows blockers, lanes and fields.

For the engine: `reach` gives the places a pawn may be put on.  For explanations: `walk` gives every continuation of the
same walk, on the track and into the lane, each either `Walked` or `Blocked` with the ruling that is broken and the
place where; `magnet` and `figure_path` do the same for a pull and for the dog.  All of them take a `Board`
(`position_board(position)`), a seat index and places in the coding of `model.places`.

Rulings of `Blocked`: CORE-R02 from the own start field into the lane, CORE-R04 must go home (only with that switch),
CORE-R06 overtaking a blocker, CORE-R07 landing on a blocker, CORE-R10 more points than the lane has fields, CORE-R13
jumping or landing on a pawn in the lane, CORE-R28 a pawn in the kennel, BD-R20 onto the dog (only with that switch),
BD-R42 a magnet for a pawn in the lane or kennel, BD-R41 a magnet for a pawn directly behind a figure, ROY-R34 a magnet
without another figure.
"""

from dataclasses import dataclass

from companion.model.places import GOAL_FIELDS, Place, goal, goal_number, is_goal, is_track
from companion.rules.board import Board


@dataclass(frozen=True, slots=True)
class Walked:
    """The walk ends on `target`.  `lane` tells whether it is the continuation into (or within) the lane."""

    target: Place
    lane: bool


@dataclass(frozen=True, slots=True)
class Blocked:
    """The walk breaks `ruling` at `field`; `target` is where it would have ended, None where there is no such place."""

    ruling: str
    field: Place
    target: Place | None
    lane: bool


#: A continuation in short: where it ends, and the ruling and place that forbid it (None: allowed).
_End = tuple[Place | None, str | None, Place]


def reach(board: Board, seat: int, origin: Place, count: int, *, lane: bool = True) -> tuple[Place, ...]:
    """The places on which a pawn of `seat` may end when it walks exactly `count` >= 1 fields from `origin`.

    Landing on another pawn or on a figure counts as allowed; what happens then is `turn.settle`'s.  `lane=False`
    leaves the lane out (BD-R64).
    """
    if origin < 0:
        if not is_goal(origin) or not lane:
            return ()
        target, ruling, _ = _along_lane(board, seat, goal_number(origin), count)
        return () if ruling is not None or target is None else (target,)
    track, track_ruling, _ = _along_track(board, origin, count)
    distance = (board.rules.starts[seat] - origin) % board.rules.field_count
    if lane and 0 < distance < count:
        home, home_ruling, _ = _into_lane(board, seat, origin, distance, count)
        if home is not None and home_ruling is None:
            if track is None or track_ruling is not None or not board.rules.walk.home_optional:
                return (home,)
            return (track, home)
    return () if track is None or track_ruling is not None else (track,)


def walk(board: Board, seat: int, origin: Place, count: int, *, lane: bool = True) -> tuple[Walked | Blocked, ...]:
    """Every continuation of the walk with its outcome: first the one on the track, then the one into the lane.

    The lane is left out where the walk does not get past the own start field.
    """
    if not is_track(origin):
        if not is_goal(origin):
            return (Blocked("CORE-R28", origin, None, False),)
        return (_told(_along_lane(board, seat, goal_number(origin), count), lane=True),)
    track = _told(_along_track(board, origin, count), lane=False)
    distance = (board.rules.starts[seat] - origin) % board.rules.field_count
    if not lane or distance >= count:
        return (track,)
    if distance == 0:
        return (track, Blocked("CORE-R02", origin, goal(count) if count <= GOAL_FIELDS else None, True))
    home = _told(_into_lane(board, seat, origin, distance, count), lane=True)
    if isinstance(home, Walked) and isinstance(track, Walked) and not board.rules.walk.home_optional:
        track = Blocked("CORE-R04", track.target, track.target, False)
    return (track, home)


def magnet(board: Board, origin: Place) -> Walked | Blocked:
    """Where a pull takes a pawn: the field behind the next figure on the track, never into the lane (BD-R36..R44)."""
    if not is_track(origin):
        return Blocked("BD-R42", origin, None, False)
    count = board.rules.field_count
    others = [(field - origin) % count for field in (*board.occupied, *board.figures) if field != origin]
    if not others:
        return Blocked("ROY-R34", origin, None, False)
    distance = min(others) - 1
    target = Place((origin + distance) % count)
    return Blocked("BD-R41", origin, target, False) if distance == 0 else Walked(target, False)


def figure_path(board: Board, name: str, count: int) -> tuple[Place, ...]:
    """The fields that a neutral figure counts, the last one included; it goes round start fields (BD-R24)."""
    avoided = board.rules.figures[name].avoided(board.rules)
    field = board.extra(name)
    path: list[Place] = []
    while len(path) < count:
        field = (field + 1) % board.rules.field_count
        if field not in avoided:
            path.append(Place(field))
    return tuple(path)


def _told(end: _End, *, lane: bool) -> Walked | Blocked:
    target, ruling, field = end
    if ruling is not None:
        return Blocked(ruling, field, target, lane)
    assert target is not None
    return Walked(target, lane)


def _blocker_within(board: Board, origin: int, count: int) -> Place | None:
    """The first blocker on the `count` fields after `origin` (CORE-R05, CORE-R06)."""
    rules = board.rules
    distance = rules.sector_length - origin % rules.sector_length
    while distance <= count:
        field = (origin + distance) % rules.field_count
        if board.occupied.get(field, -1) == rules.owner.get(field, -2):
            return Place(field)
        distance += rules.sector_length
    return None


def _along_track(board: Board, origin: Place, count: int) -> _End:
    target = Place((origin + count) % board.rules.field_count)
    blocker = _blocker_within(board, origin, count)
    if blocker is not None:
        return target, "CORE-R07" if blocker == target else "CORE-R06", blocker
    if target in board.figures and board.rules.avoids_figures:
        return target, "BD-R20", target
    return target, None, target


def _into_lane(board: Board, seat: int, origin: Place, distance: int, count: int) -> _End:
    """A walk over the own start field, `distance` ahead, into the lane (CORE-R01)."""
    blocker = _blocker_within(board, origin, distance)
    if blocker is not None:
        number = count - distance
        return goal(number) if number <= GOAL_FIELDS else None, "CORE-R06", blocker
    return _along_lane(board, seat, 0, count - distance)


def _along_lane(board: Board, seat: int, number: int, count: int) -> _End:
    """From lane field `number` (0 = the track before it) on by `count`: exact, and past nobody (CORE-R10, CORE-R13)."""
    last = number + count
    row = board.pawns[seat]
    for passed in range(number + 1, min(last, GOAL_FIELDS) + 1):
        if goal(passed) in row:
            return goal(last) if last <= GOAL_FIELDS else None, "CORE-R13", goal(passed)
    if last > GOAL_FIELDS:
        return None, "CORE-R10", goal(GOAL_FIELDS)
    return goal(last), None, goal(last)
