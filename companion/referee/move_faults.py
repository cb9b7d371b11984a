"""What is wrong with the moves of the pawns themselves, when they contain no legal play of the card."""

from collections.abc import Sequence

from companion.model.places import KENNEL, Place, is_goal, is_track
from companion.model.position import Placement
from companion.model.verdict import Reason
from companion.referee.changes import Moved
from companion.referee.scene import Scene, is_own_start
from companion.rules.path import Blocked, magnet, walk

#: Message of each ruling that forbids a walk.
WALK_CODES = {
    "CORE-R02": "lane_from_start",
    "CORE-R04": "must_go_home",
    "CORE-R06": "passed_blocker",
    "CORE-R07": "landed_on_blocker",
    "CORE-R10": "exact_count",
    "CORE-R13": "lane_jump",
    "CORE-R28": "kennel_closed",
    "BD-R20": "landed_on_dog",
    "BD-R39": "magnet_in_lane",
}
#: Points that went to a pawn which may not move are no second fault.
POINTS_LEFT = "points_left"


def move_faults(scene: Scene) -> tuple[Reason, ...]:
    """Faults in the order: whose pawn, out of the kennel, how many pawns, which way, how far, what stood there."""
    if not scene.walked:
        return _nothing_walked(scene)
    mine = [move for move in scene.walked if move.seat in scene.card.movers]
    foreign = [move for move in scene.walked if move.seat not in scene.card.movers]
    if not mine:
        return tuple(wrong_pawn(scene, move) for move in foreign)
    theirs = tuple(wrong_pawn(scene, move) for move in foreign)
    if scene.card.points is None:
        return _ordinary_faults(scene, mine) + theirs
    faults = _points_faults(scene, mine)
    return theirs if theirs and faults[0].code == POINTS_LEFT else faults + theirs


def wrong_pawn(scene: Scene, move: Moved) -> Reason:
    """A pawn that the card does not move (CORE-R27, CORE-R16)."""
    turn = scene.card.turn
    if move.seat == turn.actor:
        return scene.reason("CORE-R16", "help_your_partner", move)
    if move.seat in turn.rules.mates[turn.actor]:
        return scene.reason("CORE-R27", "partner_not_yet", move)
    return scene.reason("CORE-R27", "wrong_pawn", move)


def _nothing_walked(scene: Scene) -> tuple[Reason, ...]:
    """Only the dog, the disc or a captured pawn was touched."""
    reasons: list[Reason] = []
    if _figures(scene, scene.position.placement) != _figures(scene, scene.seen):
        if scene.card.figure is None:
            reasons.append(scene.reason("BD-R84", "dog_without_black_card"))
        else:
            reasons.append(scene.reason("BD-R30", "dog_alone"))
    if scene.between:
        reasons.append(scene.reason("BD-R82", "wheel_bumped"))
    elif scene.wheel_moved:
        reasons.append(scene.reason("BD-R05", "wheel_without_paw"))
    reasons += [scene.reason("CORE-R31", "pawn_taken_off", move) for move in scene.taken_off]
    return tuple(reasons)


def _figures(scene: Scene, placement: Placement) -> tuple[tuple[str, int], ...]:
    return tuple(pair for pair in placement.extras if pair[0] in scene.variant.figures)


def _ordinary_faults(scene: Scene, mine: Sequence[Moved]) -> tuple[Reason, ...]:
    if len(mine) > 1:
        return (scene.reason("CORE-R29", "one_pawn_only", mine[-1]),)
    move = mine[0]
    if move.origin == KENNEL:
        return (_start_fault(scene, move),)
    if scene.card.pulls:
        return (_magnet_fault(scene, move),)
    if not scene.card.values:
        return (scene.reason("CORE-R31", "something_else_changed", move),)
    return (_walk_fault(scene, move, scene.card.values),)


def _start_fault(scene: Scene, move: Moved) -> Reason:
    if not scene.card.starts:
        return scene.reason("CORE-R28", "kennel_closed", move)
    if not is_own_start(scene.board, move.seat, move.target):
        return scene.reason("CORE-R28", "start_field_only", move)
    return scene.reason("CORE-R09", "start_blocked", move)


def _walk_fault(scene: Scene, move: Moved, values: tuple[int, ...]) -> Reason:
    """The fault of one pawn that should have walked one of `values`."""
    way = _way_fault(scene, move, values)
    if way is not None:
        return way
    blocked = _blocked(scene, move, values)
    if blocked is not None:
        return _blocked_reason(scene, move, blocked)
    return _count_fault(scene, move, values)


def _way_fault(scene: Scene, move: Moved, values: tuple[int, ...]) -> Reason | None:
    """Backward, out of the lane, or straight from the start field into the lane."""
    went = scene.went(move)
    if went is None or went < 0:
        return scene.reason("CORE-R13", "lane_backward", move)
    back = scene.board.rules.field_count - went
    if is_track(move.origin) and is_track(move.target) and went not in values and back < went:
        return scene.reason("CORE-R30", "backward", move, went=back)
    if is_own_start(scene.board, move.seat, move.origin) and is_goal(move.target):
        return scene.reason("CORE-R02", "lane_from_start", move)
    return None


def _blocked(scene: Scene, move: Moved, values: tuple[int, ...]) -> Blocked | None:
    """The rule in the way of the one walk of the card that would end where the pawn stands."""
    for value in values:
        for outcome in walk(scene.board, move.seat, move.origin, value):
            if isinstance(outcome, Blocked) and outcome.target == move.target:
                return outcome
    return None


def _blocked_reason(scene: Scene, move: Moved, blocked: Blocked) -> Reason:
    code = WALK_CODES.get(blocked.ruling, "not_allowed_here")
    reason = scene.reason(blocked.ruling, code, move)
    if blocked.ruling in ("CORE-R06", "CORE-R07"):
        owner = scene.board.occupied.get(blocked.field, move.seat)
        return scene.reason(blocked.ruling, code, move, blocker=owner)
    return reason


def _count_fault(scene: Scene, move: Moved, values: tuple[int, ...]) -> Reason:
    went = scene.went(move) or 0
    wanted = "|".join(map(str, values))
    return scene.reason("CORE-R10", "exact_count", move, went=went, wanted=wanted)


def _magnet_fault(scene: Scene, move: Moved) -> Reason:
    """A pawn that the magnet should have pulled up behind the next figure (BD-R36..R44)."""
    if is_goal(move.origin):
        return scene.reason("BD-R42", "magnet_in_lane", move)
    if is_goal(move.target):
        return scene.reason("BD-R39", "magnet_into_lane", move)
    pull = magnet(scene.board, move.origin)
    count = scene.board.rules.field_count
    went = (move.target - move.origin) % count
    if isinstance(pull, Blocked) and pull.ruling != "BD-R41":
        return scene.reason(pull.ruling, "magnet_alone", move)
    reach = 0 if isinstance(pull, Blocked) or pull.target is None else (pull.target - move.origin) % count
    if went > reach and count - went < went - reach:
        return scene.reason("CORE-R30", "backward", move, went=count - went)
    if isinstance(pull, Blocked):
        return scene.reason("BD-R41", "magnet_nothing_to_pull", move)
    return _pull_length_fault(scene, move, went, reach)


def _pull_length_fault(scene: Scene, move: Moved, went: int, reach: int) -> Reason:
    """The pawn stopped short of the field behind the next figure, on the figure, or beyond it."""
    count = scene.board.rules.field_count
    ahead = Place((move.origin + reach + 1) % count)
    if went < reach:
        return scene.reason(_next_figure_ruling(scene, ahead), "magnet_short", move, went=went, wanted=reach)
    if went == reach + 1:
        return scene.reason("BD-R44", "magnet_captures_not", move, wanted=reach)
    return scene.reason(_next_figure_ruling(scene, ahead), "magnet_passed", move, wanted=reach)


def _next_figure_ruling(scene: Scene, ahead: Place) -> str:
    """Which ruling says that the figure ahead stops the magnet: a blocker, a guest on a start field, or any figure."""
    owner = scene.board.rules.owner.get(ahead)
    if owner is None or ahead not in scene.board.occupied:
        return "BD-R36"
    return "BD-R37" if scene.board.occupied[ahead] == owner else "BD-R38"


def _points_faults(scene: Scene, mine: Sequence[Moved]) -> tuple[Reason, ...]:
    """Faults of points shared out over several pawns (BD-R58..R70)."""
    points = scene.card.points or 0
    for move in mine:
        if move.origin == KENNEL:
            return (scene.reason("CORE-R28", "kennel_closed", move),)
    total = 0
    for move in mine:
        way = _way_fault(scene, move, tuple(range(1, points + 1)))
        if way is not None:
            return (way,)
        total += scene.went(move) or 0
    for move in mine:
        blocked = _blocked(scene, move, (scene.went(move) or 0,))
        if blocked is not None and not _made_way(mine, blocked):
            return (_blocked_reason(scene, move, blocked),)
    if total > points:
        return (scene.reason("CORE-R10", "points_overspent", mine[-1], went=total, wanted=str(points)),)
    if total < points:
        return (scene.reason("CORE-R10", POINTS_LEFT, mine[-1], went=total, wanted=str(points)),)
    return (scene.reason("CORE-R15", "captured_cannot_move", mine[-1]),)


def _made_way(mine: Sequence[Moved], blocked: Blocked) -> bool:
    """Whether the pawn in the way was moved by the same card, so that it may have gone first."""
    return any(move.origin == blocked.field for move in mine)
