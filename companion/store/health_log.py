"""The history of health of camera, wheel, broadcast and record: a line of JSON a notable change, beside the record.

Laws: it costs a bounded number of bytes and never a game; if the disk refuses, it keeps nothing and stops nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from companion.store.event_log import wall_ms
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_bytes
from companion.views.table_view import Health, HealthState, TableView

HEALTH_FILE: Final = "health.jsonl"
#: A longer file is cut to its newer half.
MOST_BYTES: Final = 256 * 1024


class HealthLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`ts_wall` are Unix milliseconds, the rest as in `Health`; a code's parameters name devices and are not kept."""

    ts_wall: int
    part: str
    state: str
    code: str
    restarts: int = 0


class HealthLog:
    """Writes down the health of one table; a listener of its snapshots."""

    def __init__(self, folder: Path, clock: Callable[[], int] = wall_ms) -> None:
        self._path = folder / HEALTH_FILE
        self._clock = clock
        self._known: dict[str, Health] = {}

    def on_view(self, view: TableView) -> None:
        """Keeps changes from or to a state that is not well, not the hands and moving figures of every play."""
        lines = []
        for health in view.health:
            before = self._known.get(health.part)
            ill = health.state is not HealthState.OK or (before is not None and before.state is not HealthState.OK)
            if before is None or (ill and (before.state, before.code) != (health.state, health.code)):
                lines.append(self._line(health))
            self._known[health.part] = health
        if lines:
            with suppress(OSError):
                self._append(b"".join(lines))

    def _line(self, health: Health) -> bytes:
        line = HealthLine(self._clock(), health.part, health.state.value, health.code, health.restarts)
        return msgspec.json.encode(line) + b"\n"

    def _append(self, lines: bytes) -> None:
        """Appends lines to the file.  Raises OSError."""
        if self._path.exists() and self._path.stat().st_size > MOST_BYTES:
            kept = self._path.read_bytes()[-MOST_BYTES // 2 :]
            write_whole(self._path, kept.partition(b"\n")[2])
        with self._path.open("ab") as file:
            file.write(lines)


def health_lines(folder: Path) -> tuple[HealthLine, ...]:
    """Returns the kept lines, the oldest first; damaged lines are skipped."""
    try:
        lines = read_bytes(folder / HEALTH_FILE, 2 * MOST_BYTES).splitlines()
    except OSError:
        return ()
    found = []
    for line in lines:
        with suppress(msgspec.DecodeError, RecursionError):
            found.append(msgspec.json.decode(line, type=HealthLine))
    return tuple(found)
