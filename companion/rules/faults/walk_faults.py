"""Faults of a walk of one own pawn, forward or backward: of the walk itself (`path`), or of its length.

For the cards that move one pawn by one of some `values`.  First comes a walk of the right length that a rule forbids,
then the way, then the length (CORE-R10).
"""

from collections.abc import Callable, Iterator

from companion.model.places import is_goal, is_track
from companion.rules.faults.fault import (
    BoardChange,
    Fault,
    Fit,
    Moved,
    fault,
    fields_back,
    fields_between,
    not_one_pawn,
    off_the_track,
)
from companion.rules.moves.path import Blocked, starts_out, walk, walk_back
from companion.rules.moves.ranks import rank_of
from companion.rules.moves.turn import Turn

#: Code of the message for each ruling that forbids a walk.
WALK_CODES = {
    "CORE-R02": "lane_from_start",
    "CORE-R04": "must_go_home",
    "CORE-R06": "passed_blocker",
    "CORE-R07": "landed_on_blocker",
    "CORE-R10": "exact_count",
    "CORE-R13": "lane_jump",
    "CORE-R14": "lane_gap",
    "BD-R20": "landed_on_dog",
    "DOG-R17": "back_over_own_start",
    "JK-R06": "passed_own_pawn",
    "ROY-R01": "passed_higher_rank",
    "ROY-R05": "king_value",
    "ROY-R09": "king_is_safe",
    "ST-R21": "own_team_spared",
    "TK-R24": "no_extra_lap",
}
#: The code for any other ruling.
OTHER_CODE = "not_allowed_here"


def forward_faults(
    turn: Turn, change: BoardChange, values: tuple[int, ...], *, ignores_rank: bool = False
) -> Iterator[Fault]:
    """Yields the faults of one own pawn that should have walked one of `values`."""
    yield from _walk_faults(turn, change, lambda move: forward_fault(turn, move, values, ignores_rank=ignores_rank))


def _walk_faults(turn: Turn, change: BoardChange, fault: Callable[[Moved], Fault]) -> Iterator[Fault]:
    """Yields the pawns that should not have walked at all, else the `fault` of each own pawn that did."""
    pawn_faults = list(not_one_pawn(turn, change.walked))
    if pawn_faults:
        yield from pawn_faults
        return
    for move in own_first(turn, change):
        if move.seat in turn.own:
            yield fault(move)
        else:
            yield from not_one_pawn(turn, (move,))


def own_first(turn: Turn, change: BoardChange) -> list[Moved]:
    """Returns the pawns that walked, the player's own in front."""
    return sorted(change.walked, key=lambda move: move.seat not in turn.own)


def forward_fault(turn: Turn, move: Moved, values: tuple[int, ...], *, ignores_rank: bool = False) -> Fault:
    """Returns the fault of one pawn that should have walked one of `values`."""
    off_track = off_the_track(turn, move)
    if off_track is not None:
        return off_track
    blocked = blocked_walk(turn, move, values, ignores_rank=ignores_rank)
    if blocked is not None:
        return blocked_fault(turn, move, blocked)
    return way_fault(turn, move, values) or _jester_fault(turn, move, values) or count_fault(turn, move, values)


def backward_faults(
    turn: Turn, change: BoardChange, values: tuple[int, ...], *, ignores_rank: bool = False
) -> Iterator[Fault]:
    """Yields the faults of one own pawn that should have walked back by one of `values` (DOG-R16..R22, TK-R11..R13)."""
    yield from _walk_faults(turn, change, lambda move: _backward_fault(turn, move, values, ignores_rank=ignores_rank))


def fits_forward(turn: Turn, move: Moved, values: tuple[int, ...]) -> bool:
    """Returns whether one of `values` leads from origin to target, were no rule in the way."""
    went = fields_between(turn.board, move)
    if went is None or move.seat not in turn.own:
        return False
    wastes = rank_of(turn.board, move.seat, move.origin).wastes if turn.rules.ranks and is_goal(move.target) else 0
    return any(value - wastes <= went <= value for value in values) and went > 0


def fits_backward(turn: Turn, move: Moved, values: tuple[int, ...]) -> bool:
    """Returns whether one of `values` leads back from origin to target, were no rule in the way."""
    return move.seat in turn.own and fields_back(turn.board, move) in values


def blocked_walk(turn: Turn, move: Moved, values: tuple[int, ...], *, ignores_rank: bool = False) -> Blocked | None:
    """Returns the rule in the way of the one walk of the card that would end on the pawn's present place."""
    for value in values:
        for outcome in walk(turn.board, move.seat, move.origin, value, ignores_rank=ignores_rank):
            if isinstance(outcome, Blocked) and outcome.target == move.target:
                return outcome
    return None


def blocked_fault(turn: Turn, move: Moved, blocked: Blocked) -> Fault:
    """Returns the fault for the rule in the way, with the pawn that stands there."""
    code = WALK_CODES.get(blocked.ruling, OTHER_CODE)
    owner = turn.board.occupied.get(blocked.field)
    if owner is None or blocked.field == move.origin:
        return fault(blocked.ruling, code, move, Fit.ONE_RULE)
    return fault(blocked.ruling, code, move, Fit.ONE_RULE, blocker=owner, blocker_at=int(blocked.field))


def way_fault(turn: Turn, move: Moved, values: tuple[int, ...]) -> Fault | None:
    """Returns the fault of the way: backward, out of the lane, or straight from the start field into the lane."""
    went = fields_between(turn.board, move)
    if went is None or went < 0:
        return fault("CORE-R13", "lane_backward", move, Fit.WRONG_KIND)
    rules = turn.rules
    passed = (move.origin - rules.starts[move.seat]) % rules.field_count
    starts_home = is_track(move.origin) and passed <= rules.walk.lane_offset and is_goal(move.target)
    if starts_home and starts_out(turn.board, move.seat, move.origin):
        return fault("CORE-R02", "lane_from_start", move, Fit.WRONG_LENGTH)
    back = fields_back(turn.board, move)
    if back is not None and went not in values and back < went and not starts_home:
        return fault("CORE-R30", "backward", move, Fit.WRONG_KIND, went=back)
    return None


def count_fault(turn: Turn, move: Moved, values: tuple[int, ...]) -> Fault:
    """Returns the fault of another number of fields than the card's (CORE-R10).

    The right one is no fault of the walk's.
    """
    went = fields_between(turn.board, move) or 0
    if went in values:
        return fault("CORE-R31", OTHER_CODE, move, Fit.WRONG_KIND)
    return fault("CORE-R10", "exact_count", move, Fit.WRONG_LENGTH, went=went, wanted="|".join(map(str, values)))


def _jester_fault(turn: Turn, move: Moved, values: tuple[int, ...]) -> Fault | None:
    """Returns the fault of points that lapsed, of a pawn that may let some lapse only elsewhere (ROY-R26..R28)."""
    went = fields_between(turn.board, move)
    wastes = rank_of(turn.board, move.seat, move.origin).wastes if turn.rules.ranks else 0
    longer = [value for value in values if went is not None and value > went]
    if not wastes or not longer or went is None:
        return None
    value = min(longer)
    if is_track(move.origin) and is_goal(move.target):
        return fault("ROY-R26", "jester_wastes_too_much", move, Fit.ONE_RULE, went=went, wanted=value)
    if value - went > wastes:
        return None
    if is_goal(move.origin):
        return fault("ROY-R27", "jester_inside", move, Fit.ONE_RULE, went=went, wanted=value)
    homeward = (turn.rules.feet[move.seat] - move.origin) % turn.rules.field_count < value
    stopped = any(isinstance(way, Blocked) for way in walk(turn.board, move.seat, move.origin, value))
    if homeward or stopped:
        return fault("ROY-R28", "jester_on_track", move, Fit.ONE_RULE, went=went, wanted=value)
    return None


def _backward_fault(turn: Turn, move: Moved, values: tuple[int, ...], *, ignores_rank: bool) -> Fault:
    off_track = off_the_track(turn, move)
    if off_track is not None:
        return off_track
    if is_goal(move.origin):
        return fault("DOG-R21", "back_in_lane", move, Fit.WRONG_LENGTH)
    back = fields_back(turn.board, move) or 0
    if is_goal(move.target):
        fit = Fit.ONE_RULE if back in values else Fit.WRONG_KIND
        return fault("DOG-R21", "back_into_lane", move, fit)
    for value in values:
        way = walk_back(turn.board, move.seat, move.origin, value, ignores_rank=ignores_rank)
        if isinstance(way, Blocked) and way.target == move.target:
            return _blocked_back(turn, move, way)
    if back > turn.rules.field_count // 2:
        return fault("TK-R11", "only_backward", move, Fit.WRONG_KIND)
    wanted = "|".join(map(str, values))
    return fault("CORE-R10", "exact_count_back", move, Fit.WRONG_LENGTH, went=back, wanted=wanted)


def _blocked_back(turn: Turn, move: Moved, way: Blocked) -> Fault:
    """Returns the fault of a blocked backward walk; over a blocker it has a ruling of its own (DOG-R18)."""
    usual = blocked_fault(turn, move, way)
    if way.ruling != "CORE-R06":
        return usual
    return Fault("DOG-R18", "back_over_blocker", move, usual.fit, usual.params)
