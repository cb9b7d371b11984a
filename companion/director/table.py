"""The part of a table's broadcast that a director uses (docs/reference/formats/mqtt.md).

Laws: an old message never replaces a newer one; a moment is noticed once, and events from before the director's start,
or during a lost connection, are no moments.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from companion.director.settings import AWAY, PAUSED, PHASES, Moment
from companion.model.notation import NotationError, read_play
from companion.session.state import Phase
from companion.views.broadcast import words
from companion.views.broadcast.order import is_last_will, is_news

_GONE: Final = (words.LOST, words.DISCONNECTED)


class Happened(msgspec.Struct, frozen=True, kw_only=True):
    """One of the newest events of a state."""

    seq: int
    kind: str
    detail: dict[str, Any] = {}


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The used fields of `state`; others are ignored."""

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
    """`noticed`: the last row whose moments were noticed; None: the next snapshot holds only past events."""

    snapshot: Snapshot | None = None
    presence: Presence | None = None
    noticed: int | None = None

    @property
    def phase(self) -> str | None:
        """The state of the table, of `PHASES`; None before it is known."""
        if self.snapshot is None or self.presence is None:
            return None
        if self.presence.state in _GONE:
            # after the end nothing more follows, so a table that leaves then changes nothing
            return Phase.OVER if self.snapshot.phase == Phase.OVER else AWAY
        if self.presence.state == words.PAUSED:
            return PAUSED
        # a phase with another name is that of a figure
        return self.snapshot.phase if self.snapshot.phase in PHASES else Phase.FIGURE


def with_presence(seen: TableSeen, presence: Presence) -> TableSeen:
    """Returns the state after a presence; ignores old ones: of an earlier start, or earlier ones of this start."""
    last = seen.presence
    if last is not None and not is_news(last, presence):
        if not is_last_will(last, presence):
            return seen
        # a last will is written when its line is opened, and sent when that is lost
        presence = msgspec.structs.replace(presence, ts=last.ts)
    known = max((each.epoch for each in (seen.presence, seen.snapshot) if each), default=presence.epoch)
    if presence.state in _GONE and presence.epoch < known:
        return seen
    return replace(seen, presence=presence)


def with_snapshot(seen: TableSeen, snapshot: Snapshot) -> tuple[TableSeen, tuple[Moment, ...]]:
    """Takes the snapshot in, unless it is older than the previous one; returns its new moments."""
    before = seen.snapshot
    if before is not None and not is_news(before, snapshot):
        return seen, ()
    newest = max((each.seq for each in snapshot.recent), default=snapshot.seq)
    after = replace(seen, snapshot=snapshot, noticed=max(newest, snapshot.seq))
    # another game has rows of its own, and a resumed one repeats its events
    if seen.noticed is None or before is None or before.game != snapshot.game:
        return after, ()
    found = [moment_of(each) for each in snapshot.recent if each.seq > seen.noticed]
    return after, tuple(moment for moment in found if moment)


def out_of_hearing(seen: TableSeen) -> TableSeen:
    """Called when the broker has gone: the events that it reports after that are too old for a replay."""
    return replace(seen, noticed=None)


def moment_of(happened: Happened) -> Moment | None:
    """Returns the moment of an event, if it is one."""
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
    """Returns whether the play sends a pawn home; an action of a game of cards alone never does."""
    try:
        return isinstance(play, str) and any(step.captures for step in read_play(play).steps)
    except NotationError:
        return False
