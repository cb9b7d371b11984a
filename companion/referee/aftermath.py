"""What went wrong after the right pawns were moved: captures, the dog, the disc, pawns nobody should have touched."""

from collections import Counter

from companion.model.places import KENNEL, OFF, Place
from companion.model.play import Step, StepKind
from companion.model.verdict import Reason
from companion.referee.changes import pair_up
from companion.referee.played import Played
from companion.referee.scene import HALF_TURN, Scene
from companion.rules.fault import Moved, kennel_closed


def aftermath_faults(scene: Scene, played: Played) -> tuple[Reason, ...]:
    """Faults in the order of play: second pawns, captures, dog, disc, anything else."""
    ranked = bool(scene.card.turn.rules.ranks)
    stray = list(pair_up(played.expected, scene.seen, lambda move: 1.0 if move.taken_off else 0.0, ranked=ranked))
    lying, misplaced = _captured_elsewhere(scene, played, stray)
    second = [move for move in stray if not move.taken_off and move.seat in scene.card.movers]
    others = [move for move in stray if move not in second]
    reasons = [_second_pawn(scene, played, move) for move in second]
    reasons += misplaced
    reasons += _figure_faults(scene, played)
    reasons += _wheel_faults(scene, played)
    reasons += [_stray_fault(scene, played, move) for move in others]
    reasons += lying
    return tuple(reasons)


def _second_pawn(scene: Scene, played: Played, move: Moved) -> Reason:
    """One pawn more than the play moves (CORE-R29), or as the card itself calls it."""
    if move.origin == KENNEL and not scene.card.fits(move):
        return scene.reason_of(kennel_closed(scene.card.turn, move))
    for use in scene.card.uses_of(played.play):
        fault = use.another_pawn(scene.card.turn, move)
        if fault is not None:
            return scene.reason_of(fault)
    return scene.reason("CORE-R29", "one_pawn_only", move)


def _captured_elsewhere(scene: Scene, played: Played, stray: list[Moved]) -> tuple[list[Reason], list[Reason]]:
    """Takes the captured pawns out of `stray`: those that still lie about, and those that were put somewhere else."""
    lying: list[Reason] = []
    misplaced: list[Reason] = []
    places = Counter((capture.seat, capture.place) for capture in played.captures)
    for move in list(stray):
        if move.origin != KENNEL or not any(seat == move.seat for seat, _ in places):
            continue
        stray.remove(move)
        spot = (move.seat, move.target)
        if places[spot] or move.target == OFF:
            origin = move.target
            lying.append(scene.reason("CORE-R15", "captured_pawn_home", Moved(move.seat, origin, KENNEL)))
        else:
            origin = next(place for seat, place in places if seat == move.seat)
            misplaced.append(scene.reason("CORE-R15", "captured_elsewhere", Moved(move.seat, origin, move.target)))
        key = (move.seat, origin)
        places[key] -= 1
        places = +places
    return lying, misplaced


def _figure_faults(scene: Scene, played: Played) -> list[Reason]:
    reasons: list[Reason] = []
    before, wanted, seen = (dict(p.extras) for p in (scene.position.placement, played.expected, scene.seen))
    for name in scene.variant.figures:
        if name in before and seen.get(name) != wanted.get(name):
            reasons += _one_figure(scene, played, name, (before[name], wanted[name], seen.get(name, OFF)))
    return reasons


def _one_figure(scene: Scene, played: Played, name: str, fields: tuple[int, int, int]) -> list[Reason]:
    """`fields` are where the figure stood, where it belongs and where it is seen."""
    before, wanted, seen = fields
    if seen < 0:
        return [scene.reason("CORE-R31", "dog_missing")]
    if wanted == before:
        return [scene.reason("BD-R84", "dog_without_black_card")]
    if seen == before:
        return [scene.reason("BD-R08", "wheel_before_dog")] if scene.wheel_moved else []
    return [_figure_count_fault(scene, played, name, (seen - before) % scene.board.rules.field_count, seen)]


def _figure_count_fault(scene: Scene, played: Played, name: str, went: int, seen: int) -> Reason:
    """The dog moved with the right card, but not to the right field."""
    rules = scene.board.rules
    if seen in rules.figures[name].avoided(rules):
        return scene.reason("BD-R26", "dog_on_start_field")
    count = next((step.value for step in played.play.steps if step.kind is StepKind.DOG), 0)
    if went == count:
        return scene.reason("BD-R24", "dog_counted_start_field", wanted=count)
    if went > rules.field_count // 2:
        return scene.reason("CORE-R30", "dog_backward", wanted=count)
    if scene.card.has_choice:
        return scene.reason("BD-R31", "dog_same_value", wanted=count)
    return scene.reason("BD-R84", "dog_wrong_count", wanted=count)


def _wheel_faults(scene: Scene, played: Played) -> list[Reason]:
    if not scene.wheel_moved:
        return []
    if scene.left_behind:
        return [scene.reason("BD-R17", "wheel_without_pawns")]
    if not played.turn:
        return [_needless_turn(scene, played)]
    if abs(scene.turned) == HALF_TURN:
        several = sum(step.kind is StepKind.ADVANCE for step in played.play.steps) > 1
        return [scene.reason("BD-R09" if several else "BD-R06", "wheel_too_far")]
    return []


def _needless_turn(scene: Scene, played: Played) -> Reason:
    """The disc was turned although nobody landed on a paw to stay; says why this landing does not count."""
    if scene.between:
        return scene.reason("BD-R82", "wheel_bumped")
    watched = scene.board.rules.watched
    steps = played.play.steps
    if any(step.kind is StepKind.SWAP for step in steps):
        return scene.reason("BD-R13", "swap_turns_no_wheel")
    landed = [step for step in steps if step.kind is StepKind.ADVANCE and step.target in watched]
    if landed:
        return _landing_void(scene, steps, landed)
    if any(step.kind is StepKind.DOG and step.target in watched for step in steps):
        return scene.reason("BD-R15", "dog_turns_no_wheel")
    return scene.reason("BD-R05", "wheel_without_paw")


def _landing_void(scene: Scene, steps: tuple[Step, ...], landed: list[Step]) -> Reason:
    """A pawn came onto a paw but did not stay there, or turns no wheel at this table."""
    if any(capture.place == step.target and capture.seat == step.seat for step in landed for capture in step.captures):
        return scene.reason("BD-R21", "wheel_pawn_gone")
    bitten = {(c.seat, c.place) for step in steps if step.kind is StepKind.DOG for c in step.captures}
    if any((step.seat, step.target) in bitten for step in landed):
        return scene.reason("BD-R10", "wheel_pawn_gone")
    left = {(step.seat, step.origin) for step in steps}
    if any((step.seat, step.target) in left for step in landed):
        return scene.reason("BD-R11", "wheel_pawn_moved_on")
    return scene.reason("BD-R05", "wheel_without_paw")


def _stray_fault(scene: Scene, played: Played, move: Moved) -> Reason:
    """A pawn that no part of the play touches."""
    if not move.taken_off:
        return scene.reason("CORE-R31", "pawn_not_meant", move)
    passed = move.origin in _passed_fields(scene, played)
    for use in scene.card.uses_of(played.play):
        spared = use.spares(scene.card.turn, move, passed=passed)
        if spared is not None:
            return scene.reason_of(spared)
    if move.target == KENNEL and passed:
        return scene.reason("CORE-R26", "jumped_not_captured", move)
    if move.target == KENNEL and move.origin in _gone_round(scene, played):
        return scene.reason("BD-R25", "dog_spares_start_field", move)
    return scene.reason("CORE-R31", "pawn_taken_off", move)


def _passed_fields(scene: Scene, played: Played) -> set[Place]:
    """Track fields that the moved pawns jumped over."""
    count = scene.board.rules.field_count
    passed: set[Place] = set()
    for step in played.play.steps:
        if step.kind is StepKind.ADVANCE and step.origin >= 0:
            way = range(1, step.value) if step.value > 0 else range(-1, step.value, -1)
            passed |= {Place((step.origin + n) % count) for n in way}
    return passed


def _gone_round(scene: Scene, played: Played) -> set[Place]:
    """Start fields on the dog's way, which it does not touch."""
    rules = scene.board.rules
    fields: set[Place] = set()
    for step in played.play.steps:
        if step.kind is StepKind.DOG:
            length = (step.target - step.origin) % rules.field_count
            fields |= {Place((step.origin + n) % rules.field_count) for n in range(1, length + 1)}
    return fields & set(map(Place, range(0, rules.field_count, rules.sector_length)))
