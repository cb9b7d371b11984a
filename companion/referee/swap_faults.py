"""What is wrong with an exchange of pawns (BD-R13, BD-R45..R50)."""

from companion.model.places import Place
from companion.model.position import Placement
from companion.model.verdict import Reason
from companion.referee.changes import Moved
from companion.referee.scene import Scene, is_own_start


def swap_faults(scene: Scene) -> tuple[Reason, ...]:
    """Faults of a swap that is no legal one: protected pawns, the wrong pawns, or no exchange at all."""
    exchanged = _exchange(scene)
    if exchanged is None:
        return _no_exchange(scene)
    first, second = exchanged
    mine = next((move for move in exchanged if move.seat in scene.card.own), None)
    if mine is None:
        return (scene.reason("CORE-R27", "swap_needs_own_pawn", first),)
    other = second if mine is first else first
    for move in (mine, other):
        if move.origin < 0:
            return (scene.reason("BD-R46", "swap_out_of_lane", move),)
        if is_own_start(scene.board, move.seat, move.origin):
            return (scene.reason("BD-R46", "swap_protected", move),)
    return (scene.reason("CORE-R31", "something_else_changed", other),)


def _exchange(scene: Scene) -> tuple[Moved, Moved] | None:
    """Two pawns of different seats that stand where the other one stood; with an own pawn if there is a choice."""
    pairs = [
        (first, second)
        for index, first in enumerate(scene.walked)
        for second in scene.walked[index + 1 :]
        if first.seat != second.seat and _took_places(first, second)
    ]
    return min(pairs, key=lambda pair: all(move.seat not in scene.card.own for move in pair), default=None)


def _took_places(first: Moved, second: Moved) -> bool:
    """Lanes are private, so a pawn that came out of a lane is only known by the other one having gone in."""
    tracks = first.target == second.origin and second.target == first.origin
    if first.origin >= 0 and second.origin >= 0:
        return tracks
    lane, track = (first, second) if first.origin < 0 else (second, first)
    return lane.target == track.origin and track.origin >= 0


def _no_exchange(scene: Scene) -> tuple[Reason, ...]:
    dog_swap = _swapped_with_figure(scene)
    if dog_swap is not None:
        return (scene.reason("BD-R47", "swap_with_dog", dog_swap),)
    if not scene.moves:
        return _nothing_moved(scene)
    mine = [move for move in scene.walked if move.seat in scene.card.own]
    move = (mine or list(scene.walked) or list(scene.moves))[0]
    if scene.walked and not mine:
        return (scene.reason("CORE-R27", "swap_needs_own_pawn", move),)
    return (scene.reason("BD-R47", "swap_needs_two", move),)


def _nothing_moved(scene: Scene) -> tuple[Reason, ...]:
    if figure_fields(scene.position.placement, scene) != figure_fields(scene.seen, scene):
        return (scene.reason("BD-R84", "dog_without_black_card"),)
    return (scene.reason("BD-R13", "swap_turns_no_wheel"),)


def _swapped_with_figure(scene: Scene) -> Moved | None:
    before, after = figure_fields(scene.position.placement, scene), figure_fields(scene.seen, scene)
    for name, field in before.items():
        for move in scene.walked:
            if after.get(name) == move.origin and move.target == field:
                return move
    return None


def figure_fields(placement: Placement, scene: Scene) -> dict[str, Place]:
    """Where the neutral figures stand."""
    return {name: Place(value) for name, value in placement.extras if name in scene.variant.figures}
