"""Faults after the right pawns were moved: captures, the dog, the disc, pawns nobody should have touched."""

from collections import Counter

from companion.model.places import KENNEL, OFF, Place
from companion.model.play import StepKind
from companion.model.position import Placement
from companion.model.verdict import Reason
from companion.referee.changes import pair_up
from companion.referee.faults.played import Played
from companion.referee.faults.scene import Scene
from companion.rules.faults.fault import Aftermath, Fault, Moved, MovedFigure, kennel_closed


def aftermath_faults(scene: Scene, played: Played) -> tuple[Reason, ...]:
    """Returns the faults in the order of play: second pawns, captures, dog, disc, anything else."""
    ranked = bool(scene.card.turn.rules.ranks)
    left, seen = _left_lying(scene, played)
    stray = list(pair_up(played.expected, seen, scene.unlikeliness, ranked=ranked))
    lying, misplaced = _captured_elsewhere(scene, played, stray)
    lying += left
    second = [move for move in stray if not move.taken_off and move.seat in scene.card.movers]
    others = [move for move in stray if move not in second]
    reasons = [_second_pawn(scene, played, move, second) for move in second]
    reasons += misplaced
    reasons += _figure_faults(scene, played)
    reasons += _wheel_faults(scene, played)
    reasons += [_stray_fault(scene, played, move) for move in others]
    reasons += lying
    if not reasons and scene.seen.extras != played.expected.extras:
        # A pawn that the dog will bite was taken off before it came.
        reasons.append(scene.reason("BD-R28", "move_the_dog"))
    return tuple(reasons)


def _second_pawn(scene: Scene, played: Played, move: Moved, second: list[Moved]) -> Reason:
    """Reports one pawn more than the play moves (CORE-R29), or the card's own fault for it."""
    if move.origin == KENNEL and not scene.card.fits(move):
        closed = kennel_closed(scene.card.turn, move)
        not_meant = scene.reason("CORE-R31", "pawn_not_meant", move)
        return not_meant if closed.code in scene.card.refuted else scene.reason_of(closed)
    for use in scene.card.uses_of(played.play):
        fault = use.another_pawn(scene.card.turn, move, second)
        if fault is not None:
            return scene.reason_of(fault)
    code = "one_pawn_only"
    return scene.reason("CORE-R29", "pawn_not_meant" if code in scene.card.refuted else code, move)


def _left_lying(scene: Scene, played: Played) -> tuple[list[Reason], Placement]:
    """Returns the faults of captured pawns that stand where they stood, and the board with those where they belong.

    No other pawn of their colour moved to their place: the board does not show such a move.
    """
    reasons: list[Reason] = []
    if scene.card.turn.rules.ranks:
        return reasons, scene.seen
    before = scene.position.placement.pawns
    rows = [list(row) for row in scene.seen.pawns]
    for seat, place, to in sorted({(capture.seat, capture.place, capture.to) for capture in played.captures}):
        if place in rows[seat] and place in before[seat] and place not in played.expected.pawns[seat]:
            rows[seat][rows[seat].index(place)] = to
            reasons.append(_not_there(scene, Moved(seat, place, to)))
    return reasons, scene.seen.with_pawns(tuple(tuple(sorted(row)) for row in rows))


def _captured_elsewhere(scene: Scene, played: Played, stray: list[Moved]) -> tuple[list[Reason], list[Reason]]:
    """Takes the captured pawns out of `stray`: those that still lie about, and those that were put somewhere else."""
    lying: list[Reason] = []
    misplaced: list[Reason] = []
    places = Counter((capture.seat, capture.place, capture.to) for capture in played.captures)
    for move in list(stray):
        to = move.origin
        stood = next((place for seat, place, there in places if (seat, there) == (move.seat, to)), None)
        if stood is None:
            continue
        stray.remove(move)
        if places[move.seat, move.target, to] or move.target == OFF:
            stood = move.target
            lying.append(_not_there(scene, Moved(move.seat, stood, to)))
        elif to != KENNEL:
            misplaced.append(_not_there(scene, Moved(move.seat, stood, to)))
        else:
            came_from = _stood_before(scene, played, move.seat, stood)
            misplaced.append(scene.reason("CORE-R15", "captured_elsewhere", Moved(move.seat, came_from, move.target)))
        places[move.seat, stood, to] -= 1
        places = +places
    return lying, misplaced


def _not_there(scene: Scene, wanted: Moved) -> Reason:
    """Reports a captured pawn that is not where it belongs: its kennel, or the entrance of its lane (PJ-R05)."""
    if wanted.target == KENNEL:
        return scene.reason("CORE-R15", "captured_pawn_home", wanted)
    return scene.reason("PJ-R05", "goes_to_entrance", wanted)


def _stood_before(scene: Scene, played: Played, seat: int, place: Place) -> Place:
    """Returns the place before the play of a pawn that was captured on `place`.

    The play itself may have brought it there.
    """
    if place in scene.position.placement.pawns[seat]:
        return place
    for step in reversed(played.play.steps):
        if (step.seat, step.target) == (seat, place):
            return step.origin
    return place


def _figure_faults(scene: Scene, played: Played) -> list[Reason]:
    """Returns the faults of each neutral figure that is on a wrong place, by its own move."""
    before, wanted, seen = (dict(p.extras) for p in (scene.position.placement, played.expected, scene.seen))
    faults: list[Fault] = []
    for name, figure in scene.card.rules.figures.items():
        if name in before and seen.get(name) != wanted.get(name):
            move = MovedFigure(name, Place(before[name]), Place(seen.get(name, OFF)))
            faults += figure.figure_faults(scene.card.turn, move, wanted[name], _aftermath_of(scene, played))
    return [scene.reason_of(fault) for fault in faults]


def _wheel_faults(scene: Scene, played: Played) -> list[Reason]:
    seen, turn = _aftermath_of(scene, played), scene.card.turn
    return [scene.reason_of(fault) for effect in scene.card.rules.effects for fault in effect.turn_faults(turn, seen)]


def _aftermath_of(scene: Scene, played: Played) -> Aftermath:
    return Aftermath(
        play=played.play,
        unfinished=bool(played.missing),
        turned=scene.turned,
        between=scene.between,
        left_behind=scene.left_behind,
        has_choice=scene.card.has_choice,
    )


def _stray_fault(scene: Scene, played: Played, move: Moved) -> Reason:
    """Reports a pawn that no part of the play touches."""
    if not move.taken_off:
        return scene.reason("CORE-R31", "pawn_not_meant", move)
    passed = move.origin in _passed_fields(scene, played)
    for use in scene.card.uses_of(played.play):
        spared = use.spares(scene.card.turn, move, passed=passed)
        if spared is not None:
            return scene.reason_of(spared)
    if move.target == KENNEL and passed:
        return scene.reason("CORE-R26", "jumped_not_captured", move)
    for figure in scene.card.rules.figures.values():
        gone_round = figure.spares(scene.card.turn, move, played.play)
        if gone_round is not None:
            return scene.reason_of(gone_round)
    return scene.reason("CORE-R31", "pawn_taken_off", move)


def _passed_fields(scene: Scene, played: Played) -> set[Place]:
    """Returns the track fields that the moved pawns jumped over."""
    count = scene.board.rules.field_count
    passed: set[Place] = set()
    for step in played.play.steps:
        if step.kind is StepKind.ADVANCE and step.origin >= 0:
            way = range(1, step.value) if step.value > 0 else range(-1, step.value, -1)
            passed |= {Place((step.origin + n) % count) for n in way}
    return passed
