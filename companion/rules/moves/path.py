"""Where a walk of so many fields leads, or which rule forbids it: the one place that knows blockers, lanes and fields.

For the engine: `reach` gives the places a pawn may be put on.  For explanations: `walk` gives every continuation of the
same walk, on the track and into the lane, each either `Walked` or `Blocked` with the ruling that is broken and the
place where; `walk_back`, `magnet` and `figure_path` do the same for a backward walk, a pull and the dog.  All of them
take a `Board` (`position_board(position)`), a seat index and places in the coding of `model.places`.

Rulings of `Blocked`: CORE-R02 from the own start field into the lane, CORE-R04 must go home (only with that switch),
CORE-R06 overtaking a blocker, CORE-R07 landing on a blocker, CORE-R10 more points than the lane has fields, CORE-R13
jumping or landing on a pawn in the lane, walking backward there, CORE-R14 before a free field of the lane, CORE-R28 a
pawn in the kennel, BD-R20 onto the dog, DOG-R17 backward over the own start field, JK-R06 overtaking a pawn of the own
colour, ST-R21 onto a pawn of the own team, TK-R24 another lap (each only with that switch), BD-R42 a magnet for a pawn
in the lane or kennel, BD-R41 a magnet for a pawn directly behind a figure, ROY-R34 a magnet without another figure;
those of ranked pawns are `ranks`', those of the centre the game's own.
"""

from msgspec import Struct

from companion.model.places import CENTRE, Place, goal, goal_number, is_goal, is_track
from companion.rules.moves.board import Board
from companion.rules.moves.ranks import landing_fault, passing_fault, value_fault, wasted_points


class Walked(Struct, frozen=True):
    """The walk ends on `target`.  `lane`: it is the continuation into (or within) the lane.

    `wasted` of its points lapsed (ROY-R26).
    """

    target: Place
    lane: bool
    wasted: int = 0


class Blocked(Struct, frozen=True):
    """The walk breaks `ruling` at `field`; `target` is where it would have ended, None if there is no such place."""

    ruling: str
    field: Place
    target: Place | None
    lane: bool


#: A continuation in short: where it ends, and the ruling and place that forbid it (None: allowed).
_End = tuple[Place | None, str | None, Place]


def reach(
    board: Board, seat: int, origin: Place, count: int, *, lane: bool = True, ignores_rank: bool = False
) -> tuple[Place, ...]:
    """Returns the places on which a pawn of `seat` may end when it walks exactly `count` >= 1 fields from `origin`.

    Landing on another pawn or on a figure counts as allowed; `turn.land` decides its consequences.  `lane=False`
    leaves the lane out (BD-R64), `ignores_rank` the ranks (ROY-R03).
    """
    if board.rules.ranks:
        ways = walk(board, seat, origin, count, lane=lane, ignores_rank=ignores_rank)
        return tuple(way.target for way in ways if isinstance(way, Walked))
    if origin < 0:
        if not is_goal(origin) or not lane:
            return ()
        target, ruling, _ = _along_lane(board, seat, goal_number(origin), count)
        return () if ruling is not None or target is None else (target,)
    track, track_ruling, _ = _along_track(board, seat, origin, count)
    tables = board.rules.board_tables
    distance = tables.to_foot[seat * tables.field_count + origin]
    if distance >= count or not lane:
        return () if track is None or track_ruling is not None else (track,)
    home, home_ruling, _ = _into_lane(board, seat, origin, distance, count)
    fits = home is not None and home_ruling is None
    if _must_turn_in(board, seat, origin, home_fits=fits) is not None:
        track_ruling = "CORE-R04"
    ends: tuple[Place, ...] = () if track is None or track_ruling is not None else (track,)
    return (*ends, home) if home is not None and home_ruling is None else ends


def strides(board: Board, seat: int, origin: Place, most: int, *, lane: bool = True) -> list[tuple[int, Place]]:
    """Returns every value from 1 to `most` with every place to which `reach` leads by it, in this order."""
    rules, tables = board.rules, board.rules.board_tables
    free_way = rules.walk.captures_own and rules.walk.passes_own and not rules.avoids_figures
    plain = origin >= 0 and not rules.ranks and free_way
    if plain and (not lane or tables.to_foot[seat * tables.field_count + origin] >= most):
        # Far from the lane only the next blocker matters: one look-up for all values.
        blocker = _blocker_within(board, seat, origin, most)
        free = most if blocker is None else (blocker - origin) % tables.field_count - 1
        return list(enumerate(tables.ahead(origin, free), 1))
    return [(value, target) for value in range(1, most + 1) for target in reach(board, seat, origin, value, lane=lane)]


def walk(
    board: Board, seat: int, origin: Place, count: int, *, lane: bool = True, ignores_rank: bool = False
) -> tuple[Walked | Blocked, ...]:
    """Returns every continuation of the walk with its outcome: first the one on the track, then those into the lane.

    The lane is left out if the walk does not reach its foot on the track.
    """
    if not is_track(origin):
        return _walk_off_track(board, seat, origin, count)
    if board.rules.ranks and (fault := value_fault(board, seat, origin, count)) is not None:
        return _not_by_this_value(board, seat, origin, count, fault)
    track = _walk_outcome(_along_track(board, seat, origin, count, ignores_rank=ignores_rank), lane=False)
    distance = _to_foot(board, seat, origin)
    if not lane or distance >= count:
        return (track,)
    homes = [
        _walk_outcome(
            _into_lane(board, seat, origin, distance, less, ignores_rank=ignores_rank), lane=True, wasted=count - less
        )
        for less in _counts(board, seat, origin, count, distance)
    ]
    ruling = _must_turn_in(board, seat, origin, home_fits=any(isinstance(home, Walked) for home in homes))
    if ruling is not None and isinstance(track, Walked):
        track = Blocked(ruling, track.target, track.target, False)
    return (track, *homes)


def walk_back(board: Board, seat: int, origin: Place, count: int, *, ignores_rank: bool = False) -> Walked | Blocked:
    """Returns the end of a backward walk of `count` fields.

    It is always on the track, and past no blocker (CORE-R06, DOG-R18..R22).
    """
    rules = board.rules
    if not is_track(origin):
        return _walk_off_track(board, seat, origin, -count)[0]
    fields = rules.board_tables.behind(origin, count)
    target = fields[-1]
    if rules.ranks and (fault := value_fault(board, seat, origin, count)) is not None:
        return Blocked(fault, origin, target, False)
    blocker = next((field for field in fields if _stops(board, seat, origin, field, target)), None)
    if blocker is not None:
        return Blocked("CORE-R07" if blocker == target else "CORE-R06", blocker, target, False)
    start = Place(rules.starts[seat])
    if not rules.walk.back_over_start and start in fields[:-1]:
        return Blocked("DOG-R17", start, target, False)
    fault, field = _others_fault(board, seat, origin, fields, ignores_rank=ignores_rank)
    return Walked(target, False) if fault is None else Blocked(fault, field, target, False)


def magnet(board: Board, origin: Place) -> Walked | Blocked:
    """Returns the end of a pull: the field behind the next figure on the track, never into the lane (BD-R36..R44)."""
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
    """Returns the fields that a neutral figure counts, the last one included; it goes round start fields (BD-R24)."""
    following = board.rules.board_tables.figure_next[name]
    field = board.extra(name)
    path: list[Place] = []
    for _ in range(count):
        field = following[field]
        path.append(field)
    return tuple(path)


def _walk_outcome(end: _End, *, lane: bool, wasted: int = 0) -> Walked | Blocked:
    target, ruling, field = end
    if ruling is not None:
        return Blocked(ruling, field, target, lane)
    assert target is not None
    return Walked(target, lane, wasted)


def _walk_off_track(board: Board, seat: int, origin: Place, count: int) -> tuple[Walked | Blocked, ...]:
    """Returns a walk that begins in the lane, in the centre or in the kennel."""
    if origin == CENTRE and board.rules.centre is not None:
        return (Blocked(board.rules.centre.leaving, origin, None, False),)
    if not is_goal(origin):
        return (Blocked("CORE-R28", origin, None, False),)
    if count < 0:
        return (Blocked("CORE-R13", origin, None, True),)
    wasted = wasted_points(board, seat, origin) if board.rules.walk.waste_in_lane else 0
    return tuple(
        _walk_outcome(_along_lane(board, seat, goal_number(origin), less), lane=True, wasted=count - less)
        for less in range(count, max(count - wasted, 1) - 1, -1)
    )


def _counts(board: Board, seat: int, origin: Place, count: int, distance: int) -> range:
    """Returns the counts by which a pawn may go home: the whole one, and less if it may waste points (ROY-R26)."""
    wasted = wasted_points(board, seat, origin) if board.rules.ranks else 0
    return range(count, max(count - wasted, distance + 1) - 1, -1)


def _to_foot(board: Board, seat: int, origin: Place) -> int:
    """Returns the fields from a track field to where the seat's lane leaves the track."""
    tables = board.rules.board_tables
    return tables.to_foot[seat * tables.field_count + origin]


def _not_by_this_value(board: Board, seat: int, origin: Place, count: int, fault: str) -> tuple[Blocked, ...]:
    """Returns both continuations of a walk by a value that the pawn never walks by (ROY-R05)."""
    track = Blocked(fault, origin, board.rules.board_tables.ring[origin + count], False)
    number = count - _to_foot(board, seat, origin)
    return (track, Blocked(fault, origin, goal(number), True)) if 0 < number <= board.rules.goal_fields else (track,)


def _must_turn_in(board: Board, seat: int, origin: Place, *, home_fits: bool) -> str | None:
    """Returns the ruling that forbids to walk past the own lane."""
    rules = board.rules
    if home_fits and not rules.walk.home_optional:
        return "CORE-R04"
    return "TK-R24" if not rules.walk.extra_lap and not starts_out(board, seat, origin) else None


def starts_out(board: Board, seat: int, origin: Place) -> bool:
    """Returns whether a pawn stands from its own start field up to the lane's foot, so that it must walk a lap.

    A pawn that is known to have come round to the start field need not (CORE-R02).
    """
    rules = board.rules
    start = rules.starts[seat]
    if origin == start:
        return rules.walk.lane_offset >= 0 and not board.came_round(seat)
    return (origin - start) % rules.field_count <= rules.walk.lane_offset


def _blocker_within(board: Board, seat: int, origin: int, count: int) -> Place | None:
    """Returns the first blocker for the seat's pawn on the `count` fields after `origin` (CORE-R05, CORE-R06)."""
    tables = board.rules.board_tables
    distance = tables.next_guard[origin]
    while distance <= count:
        field = tables.ring[origin + distance]
        owner = tables.guard[field]
        if board.occupied.get(field) == owner and not board.came_round(owner) and _blocks(board, owner, seat):
            return field
        distance += tables.next_guard[field]
    return None


def _blocks(board: Board, owner: int, seat: int) -> bool:
    """Returns whether `owner`'s blocker stops the pawns of `seat`: in some games all but its own colour (PA-R05)."""
    return owner != seat or board.rules.walk.blocks_own


def _stops(board: Board, seat: int, origin: Place, field: Place, target: Place) -> bool:
    """Returns whether a blocker on `field` stops a pawn on its way to `target`.

    Some ranks pass, nobody lands (ROY-R13).
    """
    owner = board.occupied.get(field)
    if owner is None or not board.is_blocker(owner, field) or not _blocks(board, owner, seat):
        return False
    ranks = board.rules.ranks
    return field == target or not (ranks and ranks[board.rank(seat, origin)].passes_blockers)


def _first_blocker(board: Board, seat: int, origin: Place, count: int, target: Place | None) -> Place | None:
    blocker = _blocker_within(board, seat, origin, count)
    if blocker is None or not board.rules.ranks or target is None:
        return blocker
    fields = board.rules.board_tables.ahead(origin, count)
    return next((field for field in fields if _stops(board, seat, origin, field, target)), None)


def _along_track(board: Board, seat: int, origin: Place, count: int, *, ignores_rank: bool = False) -> _End:
    rules = board.rules
    target = rules.board_tables.ring[origin + count]
    blocker = _first_blocker(board, seat, origin, count, target)
    if blocker is not None:
        return target, "CORE-R07" if blocker == target else "CORE-R06", blocker
    if target in board.figures and rules.avoids_figures:
        return target, "BD-R20", target
    if rules.ranks or not rules.walk.captures_own or not rules.walk.passes_own:
        fields = rules.board_tables.ahead(origin, count)
        return (target, *_others_fault(board, seat, origin, fields, ignores_rank=ignores_rank))
    return target, None, target


def _others_fault(
    board: Board, seat: int, origin: Place, fields: tuple[Place, ...], *, ignores_rank: bool
) -> tuple[str | None, Place]:
    """Returns the ruling that forbids to pass the pawns on `fields` or to land on the last one, and where."""
    target = fields[-1]
    own = _own_passed(board, seat, fields[:-1])
    if own is not None:
        return "JK-R06", own
    if board.rules.ranks:
        passed = None if ignores_rank else passing_fault(board, seat, origin, fields[:-1])
        if passed is not None:
            return "ROY-R01", passed
        fault = landing_fault(board, seat, origin, target)
        if fault is not None:
            return fault, target
    return may_not_take(board, seat, target), target


def _own_passed(board: Board, seat: int, fields: tuple[Place, ...]) -> Place | None:
    """Returns the first of `fields` with another pawn of the seat, where none may be passed (JK-R06)."""
    if board.rules.walk.passes_own:
        return None
    return next((field for field in fields if board.occupied.get(field) == seat), None)


def may_not_take(board: Board, seat: int, target: Place) -> str | None:
    """Returns the ruling by which a pawn of the own team is not captured; None if it may be (CORE-R12, ST-R21)."""
    victim = board.occupied.get(target) if is_track(target) else board.in_centre()
    walk = board.rules.walk
    if walk.captures_own or victim is None:
        return None
    spared = victim == seat or (victim in board.rules.mates[seat] and walk.onto_mates == "own")
    return "ST-R21" if spared else None


def _into_lane(
    board: Board, seat: int, origin: Place, distance: int, count: int, *, ignores_rank: bool = False
) -> _End:
    """Returns the end of a walk over the lane's foot, `distance` ahead, into the lane (CORE-R01, CORE-R02)."""
    number = count - distance
    end = goal(number) if number <= board.rules.goal_fields else None
    if starts_out(board, seat, origin):
        return end, "CORE-R02", origin
    blocker = _first_blocker(board, seat, origin, distance, goal(1))
    if blocker is not None:
        return end, "CORE-R06", blocker
    own = _own_passed(board, seat, board.rules.board_tables.ahead(origin, distance))
    if own is not None:
        return end, "JK-R06", own
    if board.rules.ranks and not ignores_rank:
        passed = passing_fault(board, seat, origin, board.rules.board_tables.ahead(origin, distance))
        if passed is not None:
            return end, "ROY-R01", passed
    return _along_lane(board, seat, 0, number)


def _along_lane(board: Board, seat: int, number: int, count: int) -> _End:
    """Returns the end of a walk from lane field `number` (0 = the track before it) on by `count`.

    It is exact, and passes nobody (CORE-R10, CORE-R13); some houses leave no gap (CORE-R14).
    """
    last, fields = number + count, board.rules.goal_fields
    row = board.pawns[seat]
    for passed in range(number + 1, min(last, fields) + 1):
        if goal(passed) in row:
            return goal(last) if last <= fields else None, "CORE-R13", goal(passed)
    if last > fields:
        return None, "CORE-R10", goal(fields)
    if not board.rules.walk.lane_gaps:
        deeper = map(goal, range(last + 1, fields + 1))
        gap = next((place for place in deeper if place not in row), None)
        if gap is not None:
            return goal(last), "CORE-R14", gap
    return goal(last), None, goal(last)
