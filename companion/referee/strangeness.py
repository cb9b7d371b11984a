"""How much of a picture no reading of it can explain: a bumped board, pawns knocked over, things laid on the fields.

Law: where the picture as a whole is not to be trusted, no single field of it is used against anybody.
"""

from collections import Counter
from typing import Final

from companion.model.places import CENTRE, KENNEL, Place
from companion.model.position import Placement, Position
from companion.referee.likelihood import CONTRADICTION, Evidence, Row
from companion.referee.wheel_turn import turn_back
from companion.rules.catalogue import load_variant

#: More strange spots than this and the picture is not judged.  The largest fault seen in play (several pawns moved and
#: a dog's run with victims not taken off) changes eight.
STRANGE_SPOTS: Final = 8


def changed_spots(position: Position, evidence: Evidence, reading: Placement) -> int:
    """Spots that changed since `position`, a turn of the disc undone."""
    variant = load_variant(position.variant)
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
                changed.add((-1, place) if place >= 0 or place == CENTRE else (kind, place))
        kennels += abs(old.count(KENNEL) - new.count(KENNEL))
    return len(changed) + kennels


def contradicted_spots(evidence: Evidence, reading: Placement) -> int:
    """Spots whose colours speak against `reading`."""
    rows = evidence.rows(reading)
    holder = {place: kind for kind, row in enumerate(rows) for place in row if place >= 0}
    strange = evidence.odd
    for place in (place for place in evidence.gains[0] if place >= 0):
        gains = [kind_gains[place] for kind_gains in evidence.gains]
        shown = gains[holder[place]] if place in holder else 0.0
        strange += max(0.0, *gains) - shown > CONTRADICTION
    for kind, row in enumerate(rows):
        strange += sum(gain > CONTRADICTION for gain in evidence.kennel_steps(kind)[row.count(KENNEL) :])
        strange += sum(gain < -CONTRADICTION for gain in evidence.kennel_steps(kind)[: row.count(KENNEL)])
    return strange


def strangers(position: Position, proper: Placement, reading: Placement, movers: frozenset[int]) -> int:
    """How many pawns that have nothing to do with the play stand elsewhere than in the nearest proper state.

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
