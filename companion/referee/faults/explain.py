"""Why a placement is a fault: which rule was broken, in the order in which a good human referee would look.

Law: the charitable reading wins.  If the moves contain those of a legal play, or of one that has properly begun
and may go on, the fault lies in the other changes (captures, dog, disc, other pawns); only otherwise in the moves
themselves, and then the rule in the way names it.
"""

from typing import NamedTuple

from companion.model.places import KENNEL, is_shared
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import Reason
from companion.referee.changes import pair_up
from companion.referee.expectation import stages_of
from companion.referee.faults.aftermath import aftermath_faults
from companion.referee.faults.card_reading import CardReading, read_card
from companion.referee.faults.played import WRONG_TURN, Played, begun_play, mismatch, played_moves
from companion.referee.faults.scene import Scene, look
from companion.referee.sight import shown
from companion.rules.faults.fault import Fault, Fit, Moved, not_yours
from companion.rules.legal import Stage, withheld_plays
from companion.rules.points import PointsUse
from companion.rules.rules import Rules

#: The parameter that lists the numbers of fields a card requires; several uses of one card are named together.
WANTED = "wanted"
#: The codes of rules that the ways of all pawns break together.
_OF_ALL_PAWNS = frozenset({"points_overspent", "seven_too_many_pawns"})


class Explanation(NamedTuple):
    """The broken rules, the one to be named first in front; never empty.

    `played`: a legal play was made, and the fault lies in the changes beside it.
    """

    reasons: tuple[Reason, ...]
    played: bool = False


def explain(
    rules: Rules, position: Position, card: str, seen: Placement, plays: tuple[Play, ...], acting_as: str | None = None
) -> Explanation:
    """Returns the rules broken by a placement that is neither legal nor unfinished.

    `plays` are the card's legal ones.
    """
    reading = read_card(rules, position, card, acting_as, plays)
    scenes = look(position, reading, seen)
    if reading.turn.board.complete_teams():
        return Explanation((scenes[0].reason("CORE-R19", "game_already_won"),), played=True)
    for play in withheld_plays(rules, position, card, acting_as):
        if shown(scenes[0].variant, play.result) == shown(scenes[0].variant, seen):
            step = play.steps[0]
            fallen = Moved(step.seat or 0, step.origin, step.target)
            return Explanation((scenes[0].reason("BD-R20", "landed_on_dog", fallen),))
    for scene in scenes:
        effects = _effect_faults(scene, plays)
        if effects:
            return Explanation(effects, played=True)
    scene = min(scenes, key=_severity)
    return _beside_play(scenes, plays, stages_of(rules, position, card, acting_as)) or Explanation(
        _move_faults(scene) or _unnamed(scene)
    )


def _beside_play(scenes: tuple[Scene, ...], plays: tuple[Play, ...], between: tuple[Stage, ...]) -> Explanation | None:
    """Explains changes beside a legal play, or beside one properly begun; of all ways to see it the mildest.

    None if there is no such play, or if the turn of the disc alone explains the board better.
    """
    found = [
        (mismatch(scene, played), scene, played)
        for scene in scenes
        for played in (played_moves(scene, plays), begun_play(scene, between))
        if played is not None
    ]
    if not found:
        return None
    elsewhere, scene, played = min(found, key=lambda way: way[0])
    if elsewhere > WRONG_TURN and any(_only_the_disc(scene) for scene in scenes):
        return None
    if played.missing and (uninvolved := _uninvolved_faults(scene, played)):
        return Explanation(uninvolved)
    if _goes_astray(scene, played) and (forward := _forward_faults(scene)):
        return Explanation(forward)
    return Explanation(aftermath_faults(scene, played) or _unnamed(scene), played=True)


def _goes_astray(scene: Scene, played: Played) -> bool:
    """Returns whether a pawn beside the pawns of shared-out points went backward or out of its lane."""
    if not any(isinstance(use, PointsUse) for use in scene.card.uses_of(played.play)):
        return False
    beside = pair_up(played.expected, scene.seen, scene.unlikeliness)
    walked = [move for move in beside if move.seat in scene.card.movers and move.origin != KENNEL]
    return any(scene.unlikeliness(move) for move in walked if not move.taken_off)


def _forward_faults(scene: Scene) -> tuple[Reason, ...]:
    """Returns the rule that the ways of all pawns together break, if each pawn can have gone forward; else nothing."""
    if any(scene.unlikeliness(move) for move in scene.walked if move.seat in scene.card.movers):
        return ()
    faults = _move_faults(scene)
    return faults if faults and faults[0].code in _OF_ALL_PAWNS else ()


def _only_the_disc(scene: Scene) -> bool:
    return scene.wheel_moved and not scene.moves and not scene.figures


def _effect_faults(scene: Scene, plays: tuple[Play, ...]) -> tuple[Reason, ...]:
    turn = scene.card.turn
    faults = [fault for effect in scene.card.rules.effects for fault in effect.faults(turn, scene.change, plays)]
    return tuple(scene.reason_of(fault) for fault in faults[:1])


def _severity(scene: Scene) -> tuple[int, int]:
    """Returns how much was changed in this scene, and how far the moves are from any play of the card."""
    faults = scene.card.faults(scene.change)
    return len(scene.moves) + len(scene.figures), faults[0].fit if faults else Fit.UNLIKE


def _move_faults(scene: Scene) -> tuple[Reason, ...]:
    """Returns the faults of the pawns' own moves, when they contain no legal play of the card."""
    faults = _own_capture_faults(scene) or scene.card.faults(scene.change)
    if faults:
        return tuple(scene.reason_of(fault) for fault in (_all_wanted(scene.card, scene, faults[0]), *faults[1:]))
    if not scene.walked:
        return _nothing_walked(scene)
    foreign = [move for move in scene.walked if move.seat not in scene.card.movers]
    return tuple(scene.reason_of(not_yours(scene.card.turn, move)) for move in foreign)


def _uninvolved_faults(scene: Scene, played: Played) -> tuple[Reason, ...]:
    """Returns the card's reasons about pawns that it neither moves nor captures here, if its own pawns did nothing
    wrong so far."""
    fallen = {(capture.seat, capture.place, capture.to) for capture in played.captures}
    moved = [
        fault
        for fault in scene.card.faults(scene.change)
        if (move := fault.move) is not None
        and move.seat not in scene.card.movers
        and (move.seat, move.origin, move.target) not in fallen
    ]
    return tuple(scene.reason_of(fault) for fault in moved)


def _own_capture_faults(scene: Scene) -> tuple[Fault, ...]:
    """Returns the faults of a pawn gone home that its like, which stands in its place, may have captured."""
    if scene.walked or len(scene.taken_off) != 1 or scene.card.turn.rules.ranks:
        return ()
    gone = scene.taken_off[0]
    for place in scene.board.pawns[gone.seat]:
        walked = Moved(gone.seat, gone.origin, place)
        if is_shared(place) and place != gone.origin and scene.card.fits(walked):
            faults = scene.card.faults(scene.change_of((walked,)))
            if faults and faults[0].fit is Fit.ONE_RULE:
                return faults
    return ()


def _all_wanted(card: CardReading, scene: Scene, first: Fault) -> Fault:
    """Returns a miscount with the numbers of every use that counts: "1 or 11", and for a joker those of all cards."""
    wanted: set[int] = set()
    for use in card.uses:
        if first.code == "exact_count":
            wanted |= set(use.counts())
        for fault in use.faults(card.turn, scene.change):
            if (fault.code, fault.move) == (first.code, first.move):
                wanted |= {int(part) for part in str(dict(fault.params).get(WANTED, "")).split("|") if part}
    if len(wanted) < 2:
        return first
    params = {**dict(first.params), WANTED: "|".join(map(str, sorted(wanted)))}
    return Fault(first.ruling, first.code, first.move, first.fit, tuple(sorted(params.items())))


def _nothing_walked(scene: Scene) -> tuple[Reason, ...]:
    """Reports that only a neutral figure, the disc or a captured pawn was touched."""
    reasons: list[Reason] = []
    if scene.figures:
        reasons.append(scene.reason("BD-R84", "dog_without_black_card"))
    if scene.between:
        reasons.append(scene.reason("BD-R82", "wheel_bumped"))
    elif scene.wheel_moved:
        reasons.append(scene.reason("BD-R05", "wheel_without_paw"))
    reasons += [scene.reason("CORE-R31", "pawn_taken_off", move) for move in scene.taken_off]
    return tuple(reasons)


def _unnamed(scene: Scene) -> tuple[Reason, ...]:
    return (scene.reason("CORE-R31", "something_else_changed"),)
