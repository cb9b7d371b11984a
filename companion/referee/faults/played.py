"""Which legal play somebody made or has begun: its pawn moves are all there, whatever else is wrong."""

from collections import Counter
from dataclasses import dataclass
from itertools import product

from companion.model.places import KENNEL, OFF, Place
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Placement
from companion.referee.changes import differences, distance
from companion.referee.faults.scene import Scene
from companion.referee.sight import shown
from companion.referee.wheel_turn import WHEEL, turn_back
from companion.rules.moves.turn import Stage
from companion.rules.points import PointsUse

#: The mismatch of a play after which the disc alone was turned wrongly.
WRONG_TURN = 1
PAWN_STEPS = (StepKind.START, StepKind.ADVANCE, StepKind.SWAP, StepKind.JUMP)


@dataclass(frozen=True, slots=True)
class Played:
    """`expected` is the play's result with its turn of the disc undone; `turn` that turn (0: no paw was reached).

    `missing` are the parts that a play which has only begun still lacks (`Stage.missing`).
    """

    play: Play
    expected: Placement
    turn: int
    missing: str = ""

    @property
    def captures(self) -> tuple[Capture, ...]:
        return tuple(capture for step in self.play.steps for capture in step.captures)


@dataclass(slots=True)
class _Walker:
    """A moved pawn: where it began, where it ended, and where it stood before it was sent home, if it was."""

    seat: int
    origin: Place
    now: Place
    fell_at: Place | None = None


def played_moves(scene: Scene, plays: tuple[Play, ...]) -> Played | None:
    """Returns the play whose own moves were all made and that explains the rest best; None if there is none."""
    return _likeliest(scene, [_played(scene, play) for play in plays if _contains_moves_of(scene, play)])


def begun_play(scene: Scene, stages: tuple[Stage, ...]) -> Played | None:
    """Returns the proper state in the middle of a play that explains the mover's moves, whatever else changed.

    None if there is no such state: then the moves themselves are at fault.
    """
    candidates = []
    for stage in stages:
        if stage.missing != PointsUse.missing:
            continue
        begun = Play(card=scene.card.card, steps=stage.steps, result=stage.placement)
        if _stands_as_in(scene, stage) and _contains_moves_of(scene, begun):
            candidates.append(Played(begun, stage.placement, 0, stage.missing))
    return _likeliest(scene, candidates)


def _likeliest(scene: Scene, candidates: list[Played]) -> Played | None:
    """Returns the play with the fewest pawns and figures elsewhere; of equal ones the one that places most pawns which
    the card may move: a captured pawn is forgotten more easily than a further pawn is moved."""

    def elsewhere(played: Played) -> tuple[int, int]:
        rows = zip(played.expected.pawns, scene.seen.pawns, strict=True)
        own = [differences(*row)[0] for seat, row in enumerate(rows) if seat in scene.card.movers]
        return mismatch(scene, played), sum(map(len, own))

    return min(candidates, key=elsewhere, default=None)


def _stands_as_in(scene: Scene, stage: Stage) -> bool:
    """Returns whether each pawn that the card may move stands as in the stage, is off the board, or lies as fallen."""
    fallen = {(capture.seat, capture.place) for step in stage.steps for capture in step.captures}
    for seat in scene.card.movers:
        _, taken = differences(stage.placement.pawns[seat], scene.seen.pawns[seat])
        if any(place not in (KENNEL, OFF) and (seat, place) not in fallen for place in taken):
            return False
    return True


def _played(scene: Scene, play: Play) -> Played:
    turn = sum(step.value for step in play.steps if step.kind is StepKind.WHEEL)
    return Played(play, turn_back(scene.variant, scene.position.sectors, play.result, turn), turn)


def mismatch(scene: Scene, played: Played) -> int:
    """Returns the number of pawns and figures elsewhere.

    The disc's own count is no figure here, but its direction breaks a tie.
    """
    wheel = played.expected.extra(WHEEL)
    seen = scene.seen if wheel is None else scene.seen.with_extra(WHEEL, wheel)
    elsewhere = 2 * distance(shown(scene.variant, played.expected), seen, ranked=bool(scene.variant.ranks))
    return elsewhere + (played.turn != scene.turned)


def _contains_moves_of(scene: Scene, play: Play) -> bool:
    """Returns whether the net moves of the play's pawns are among the changes."""
    walkers = _walkers(scene, play)
    if scene.card.turn.rules.ranks:
        return bool(walkers) and _made_by_rank(scene, play)
    for seat in {walker.seat for walker in walkers}:
        left, taken = differences(scene.position.placement.pawns[seat], scene.seen.pawns[seat])
        if not _contains(left, taken, [walker for walker in walkers if walker.seat == seat]):
            return False
    return bool(walkers)


def _made_by_rank(scene: Scene, play: Play) -> bool:
    """Returns the same if each pawn is known: every pawn that the play does not send home is on its right place."""
    rows = zip(scene.position.placement.pawns, play.result.pawns, scene.seen.pawns, strict=True)
    pawns = [pawn for row in rows for pawn in zip(*row, strict=True)]
    moved = [(target, seen) for origin, target, seen in pawns if target not in (origin, KENNEL)]
    return bool(moved) and all(target == seen for target, seen in moved)


def _contains(left: list[Place], taken: list[Place], walkers: list[_Walker]) -> bool:
    """Returns whether the walkers' moves are among the changes.

    One that fell may be home already or still be seen where it fell.
    """
    origins = Counter(walker.origin for walker in walkers)
    for ends in product(
        *({walker.now} if walker.fell_at is None else {walker.now, walker.fell_at, KENNEL, OFF} for walker in walkers)
    ):
        targets = Counter(ends)
        gone, come = origins - targets, targets - origins
        if gone and gone <= Counter(left) and come <= Counter(taken):
            return True
    return False


def _walkers(scene: Scene, play: Play) -> list[_Walker]:
    walkers: list[_Walker] = []
    for step in play.steps:
        if step.kind in PAWN_STEPS and step.seat is not None:
            _walk(walkers, step.seat, step.origin, step.target)
            if step.other_seat is not None:
                _walk(walkers, step.other_seat, step.target, step.origin)
        for capture in step.captures:
            _fall(scene, walkers, step, capture)
    return walkers


def _walk(walkers: list[_Walker], seat: int, origin: Place, target: Place) -> None:
    for walker in walkers:
        if walker.seat == seat and walker.now == origin and origin != KENNEL:
            walker.now = target
            return
    walkers.append(_Walker(seat, origin, target))


def _fall(scene: Scene, walkers: list[_Walker], step: Step, capture: Capture) -> None:
    """Sends a pawn home: bitten by the dog, put onto the dog, or taken by another pawn of its own colour."""
    onto_figure = step.kind is StepKind.ADVANCE and capture.place in scene.board.figures
    for index, walker in enumerate(walkers):
        newest = index == len(walkers) - 1
        if walker.seat != capture.seat or walker.now != capture.place:
            continue
        if newest and step.kind in PAWN_STEPS and not onto_figure:
            continue
        walker.now, walker.fell_at = capture.to, capture.place
        return
    if any(walker.seat == capture.seat for walker in walkers):
        walkers.append(_Walker(capture.seat, capture.place, capture.to, capture.place))
