"""What a table says of itself in its broadcast, as far as a director listens (docs/reference/formats/mqtt.md).

Laws: an old message never takes the place of a newer one; a moment is noticed once, and what happened before we
listened, or while we could not, is no moment.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from companion.director.settings import AWAY, PAUSED, PHASES, Moment
from companion.model.notation import NotationError, read_play
from companion.session.state import Phase
from companion.views.broadcast import topics
from companion.views.broadcast.order import is_last_will, is_news

_GONE: Final = (topics.LOST, topics.DISCONNECTED)


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """One of the newest events of a state."""

    seq: int
    kind: str
    detail: dict[str, Any] = {}


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of `state` that matter here; others are ignored."""

    epoch: int
    seq: int
    ts: int
    game: str
    phase: str
    recent: tuple[Happened, ...] = ()


class Presence(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of `status`."""

    state: str
    epoch: int
    ts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeen:
    """`noticed`: the row up to which moments were noticed; None: what comes next has happened before."""

    snapshot: Snapshot | None = None
    presence: Presence | None = None
    noticed: int | None = None

    @property
    def phase(self) -> str | None:
        """What the table is at, of `PHASES`; None before it is known."""
        if self.snapshot is None or self.presence is None:
            return None
        if self.presence.state in _GONE:
            # after the end nothing more is to come, so a table that leaves then changes nothing
            return Phase.OVER if self.snapshot.phase == Phase.OVER else AWAY
        if self.presence.state == topics.PAUSED:
            return PAUSED
        # a phase of another name is that of a figure
        return self.snapshot.phase if self.snapshot.phase in PHASES else Phase.FIGURE


def with_presence(seen: TableSeen, presence: Presence) -> TableSeen:
    """Old news is ignored: of an earlier start, and what this one said before."""
    last = seen.presence
    if last is not None and not is_news(last, presence):
        if not is_last_will(last, presence):
            return seen
        # a last will was written when its line was opened, and is said when that is lost
        presence = msgspec.structs.replace(presence, ts=last.ts)
    known = max((each.epoch for each in (seen.presence, seen.snapshot) if each), default=presence.epoch)
    if presence.state in _GONE and presence.epoch < known:
        return seen
    return replace(seen, presence=presence)


def with_snapshot(seen: TableSeen, snapshot: Snapshot) -> tuple[TableSeen, tuple[Moment, ...]]:
    """Takes the snapshot in, unless it is older than the one before; the moments that are new in it."""
    before = seen.snapshot
    if before is not None and not is_news(before, snapshot):
        return seen, ()
    newest = max((each.seq for each in snapshot.recent), default=snapshot.seq)
    after = replace(seen, snapshot=snapshot, noticed=max(newest, snapshot.seq))
    # another game has rows of its own, and one that is taken up again repeats what it had
    if seen.noticed is None or before is None or before.game != snapshot.game:
        return after, ()
    found = [moment_of(each) for each in snapshot.recent if each.seq > seen.noticed]
    return after, tuple(moment for moment in found if moment)


def out_of_hearing(seen: TableSeen) -> TableSeen:
    """The broker has gone: what it tells of when it is back is too old for a replay."""
    return replace(seen, noticed=None)


def moment_of(happened: Happened) -> Moment | None:
    """What the event is to a stream, if anything."""
    match happened.kind:
        case "illegal":
            return Moment.WRONG
        case "result":
            return Moment.WIN if happened.detail.get("winners") else None
        case "play":
            return Moment.CAPTURE if _captures(happened.detail.get("play")) else None
        case _:
            return None


def _captures(play: object) -> bool:
    """Whether the play sends a pawn home; an action of a game of cards alone never does."""
    try:
        return isinstance(play, str) and any(step.captures for step in read_play(play).steps)
    except NotationError:
        return False
