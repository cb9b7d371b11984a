"""The grounds that the referee needs to accuse anybody.  This is the one place that decides it.

Law: from a picture nothing is illegal, the turn included, unless all of this holds.

1. A settled picture has shown the last accepted position, or a proper stage of the open play, since it was accepted.
2. Sight was kept from that picture on: the camera was not lost or blind, and no settled picture is missing for longer
   than a hand may be over the board.
3. One card lies open and nobody passed over it: a player who laid another on top of it, or passed, may have played
   already.  Where nobody names cards this never holds (`sensors.undeclared`).
4. No question about the open play waits for its answer.

People who tap a board see it; none of this is required of them.
"""

from typing import Final

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.session.state import Senses, Watch

#: A play takes less: without a board at rest for longer, a whole play may have been missed.
SIGHT_KEPT_MS: Final = 15_000


def looked(senses: Senses, observation: Observation | Seen) -> Senses:
    """Returns the senses after a settled picture: whether sight was kept since the one before it."""
    if isinstance(observation, Seen):
        return senses
    watch = senses.watch or Watch()
    kept = watch.seen_ms is None or 0 <= observation.t_ms - watch.seen_ms <= SIGHT_KEPT_MS
    return replace(senses, watch=replace(watch, seen_ms=observation.t_ms, shown=watch.shown and kept))


def shown(senses: Senses) -> Senses:
    """Returns the senses after a picture of the last accepted position, or of a proper stage of the open play."""
    return senses if senses.watch is None else replace(senses, watch=replace(senses.watch, shown=True))


def unseen(senses: Senses) -> Senses:
    """Returns the senses that need the board to be seen again: it may have been played on without a card."""
    return senses if senses.watch is None else replace(senses, watch=replace(senses.watch, shown=False))


def sight_lost(senses: Senses) -> Senses:
    """Returns the senses after a camera was lost or blind: play meanwhile is unknown, earlier pictures do not count."""
    return replace(senses, watch=Watch(), observation=None)


def may_accuse(senses: Senses, observation: Observation | Seen) -> bool:
    """Returns whether an illegal board may be reported as illegal (points 1 to 4)."""
    if isinstance(observation, Seen):
        return not senses.waiting
    return senses.watch is not None and senses.watch.shown and not senses.waiting and not senses.asked


def may_accuse_of_turn(senses: Senses) -> bool:
    """Returns whether a card laid out of turn may be reported so: the last position was seen, and all since."""
    return senses.watch is None or (senses.watch.shown and not senses.turn_unknown)
