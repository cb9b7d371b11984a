"""Residuals: how much of a picture no reading of it explains (a bumped board, pawns knocked over, things on fields).

Law: if the picture as a whole is not to be trusted, no single field of it is used against anybody.
"""

from collections import Counter
from math import inf

from companion.model.observation import Observation
from companion.model.places import KENNEL, Place, is_shared
from companion.model.position import Placement, Position
from companion.referee.model import MODEL
from companion.referee.pictures.likelihood import Evidence, Row
from companion.referee.wheel_turn import turn_back
from companion.rules.rules import Rules


def changed_spots(rules: Rules, position: Position, evidence: Evidence, reading: Placement) -> int:
    """Returns the number of spots that changed since `position`, a turn of the disc undone."""
    variant = rules.variant
    before = evidence.rows(position.placement)
    return min(
        _differences(before, evidence.rows(turn_back(variant, position.sectors, reading, turns)))
        for turns in (0, 1, -1, 2)
    )


def _differences(before: tuple[Row, ...], after: tuple[Row, ...]) -> int:
    changed: set[tuple[int, Place]] = set()
    kennels = 0
    for kind, (old, new) in enumerate(zip(before, after, strict=True)):
        for place in set(old) ^ set(new):
            if place != KENNEL:
                changed.add((-1, place) if is_shared(place) else (kind, place))
        kennels += abs(old.count(KENNEL) - new.count(KENNEL))
    return len(changed) + kennels


def contradicted_spots(evidence: Evidence, reading: Placement) -> int:
    """Returns the number of spots whose colours contradict `reading`."""
    rows = evidence.rows(reading)
    holder = {place: kind for kind, row in enumerate(rows) for place in row if is_shared(place)}
    residuals = evidence.odd
    for place in (place for place in evidence.gains[0] if is_shared(place)):
        gains = [kind_gains.get(place, -inf) for kind_gains in evidence.gains]
        shown = gains[holder[place]] if place in holder else 0.0
        residuals += max(0.0, *gains) - shown > MODEL.sight.contradiction
    for kind, row in enumerate(rows):
        residuals += sum(gain > MODEL.sight.contradiction for gain in evidence.kennel_steps(kind)[row.count(KENNEL) :])
        residuals += sum(gain < -MODEL.sight.contradiction for gain in evidence.kennel_steps(kind)[: row.count(KENNEL)])
    return residuals


def unread_spots(observation: Observation) -> int:
    """Returns the number of open spots on which no figure is plainly likelier than the others (glare, a sleeve)."""
    spots = (*observation.track, *(row for lane in observation.goal for row in lane))
    return sum(max(row) - sorted(row)[-2] < MODEL.sight.telling for row in spots)


def uninvolved_pawns(position: Position, proper: Placement, reading: Placement, movers: frozenset[int]) -> int:
    """Returns how many pawns outside the play stand elsewhere than in the nearest proper state.

    Faults in play are made with the pawns that the play moves or captures; misread spots hit any pawn.
    """
    found = 0
    for seat, row in enumerate(proper.pawns):
        lost = Counter(row) - Counter(reading.pawns[seat])
        known = Counter(position.placement.pawns[seat])
        unmoved = {place: count for place, count in lost.items() if row.count(place) <= known[place]}
        if proper == position.placement and seat in movers:
            unmoved = {place: count for place, count in unmoved.items() if place < 0}
        found += sum(unmoved.values())
    return found
