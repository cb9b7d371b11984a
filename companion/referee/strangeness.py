"""How much of a picture no reading of it can explain: a bumped board, pawns knocked over, things laid on the fields.

Law: where the picture as a whole is not to be trusted, no single field of it is used against anybody.
"""

from typing import Final

from companion.model.places import CENTRE, KENNEL, Place
from companion.model.position import Placement, Position
from companion.referee.likelihood import Evidence, Row
from companion.referee.wheel_turn import turn_back
from companion.rules.catalogue import load_variant

#: More strange spots than this and the picture is not judged.  The largest fault seen in play (several pawns moved and
#: a dog's run with victims not taken off) changes eight.
STRANGE_SPOTS: Final = 8
#: A spot contradicts the reading when its colours speak against it by this much (9 to 1).
CONTRADICTION: Final = 2.2


def strange_spots(position: Position, evidence: Evidence, reading: Placement) -> int:
    """The larger of: spots that changed since `position` (the disc's turn undone), and spots that speak against `reading`."""
    return max(_changed(position, evidence, reading), _contradicted(evidence, reading))


def _changed(position: Position, evidence: Evidence, reading: Placement) -> int:
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


def _contradicted(evidence: Evidence, reading: Placement) -> int:
    rows = evidence.rows(reading)
    holder = {place: kind for kind, row in enumerate(rows) for place in row if place >= 0}
    strange = 0
    for place in (place for place in evidence.gains[0] if place >= 0):
        gains = [kind_gains[place] for kind_gains in evidence.gains]
        shown = gains[holder[place]] if place in holder else 0.0
        strange += max(0.0, *gains) - shown > CONTRADICTION
    for kind, row in enumerate(rows):
        strange += sum(gain > CONTRADICTION for gain in evidence.kennel_steps(kind)[row.count(KENNEL) :])
        strange += sum(gain < -CONTRADICTION for gain in evidence.kennel_steps(kind)[: row.count(KENNEL)])
    return strange
