"""Gathers the files of a bundle: file name -> bytes, all of it public (`public`)."""

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.app.ports import StoreError
from companion.bundle.public import is_public_game, public_game, public_health, public_results, public_settings
from companion.catalogue.house_variants import read_catalogue
from companion.doctor.report import as_json
from companion.doctor.results import CheckContext, CheckResult
from companion.session.events import Start
from companion.store.epoch import RECORD_FILE
from companion.store.event_log import EventLog
from companion.store.export import row_lines, sealed_rows
from companion.store.health_log import health_lines
from companion.system.files import PICTURE_BYTES, read_bytes
from companion.system.version import report
from companion.transcript.text import format_game
from companion.views.wording.messages import FALLBACK
from companion.views.wording.sentences import Wording

#: The fewest events in a report, if there are so many; games are whole, so that they can be replayed.
EVENTS: Final = 200
#: The most events, for a game that never ends.
MOST_EVENTS: Final = 5000
#: Changes of health.
HEALTH_LINES: Final = 500
#: The newest pictures of a recording.
PICTURES: Final = 20
_PICTURE: Final = re.compile(r"[0-9]{1,12}\.(jpg|png)")


class BundleError(Exception):
    """A bundle that cannot be written or read; one line with the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """`files` by their names in the bundle; `lines` list its contents, one thing a line."""

    files: Mapping[str, bytes]
    lines: tuple[str, ...]


def gather(
    context: CheckContext,
    results: Sequence[CheckResult],
    wording: Wording,
    *,
    pictures: Path | None = None,
    now: datetime | None = None,
) -> Contents:
    """Returns all files for a report on the table of this data folder; `pictures`: a recording.

    The newest pictures of the recording are included.  Raises BundleError if there are none.
    """
    files: dict[str, bytes] = {}
    made = (now or datetime.now(UTC)).isoformat(timespec="seconds")
    files["versions.txt"] = report().encode() + b"\n"
    files["settings.json"] = _encoded(public_settings(context.settings))
    files["doctor.json"] = _encoded(as_json(public_results(results), wording, FALLBACK))
    health = public_health(health_lines(context.folder))[-HEALTH_LINES:]
    files["health.jsonl"] = b"".join(msgspec.json.encode(line) + b"\n" for line in health)
    games, notes = _games(context.folder)
    files |= games
    shown = _pictures(pictures) if pictures else {}
    files |= shown
    count = sum(name.endswith(".pawtrack") for name in games)
    lines = (
        "versions of Pawtrack, Python, the system and libraries (versions.txt)",
        "settings, without names, addresses, passwords and values of your own (settings.json)",
        f"what the doctor finds: {len(results)} results, without folders and devices (doctor.json)",
        f"how camera, wheel, broadcast and record fared: {len(health)} changes (health.jsonl)",
        f"the newest games with at least {EVENTS} events: {count}, with Player 1, Player 2 ... for names (games)",
        *notes,
        f"pictures of your table: {len(shown)}" + ("" if shown else "; --pictures RECORDING takes the newest ones in"),
    )
    files["bundle.json"] = _encoded({"v": 1, "made": made, "contents": lines})
    return Contents(files=files, lines=lines)


def _encoded(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _games(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Returns the newest games, whole, and a line for each omission."""
    try:
        with closing(EventLog(read_catalogue(folder), folder / RECORD_FILE, read_only=True)) as log:
            return _newest_games(log)
    except StoreError:
        return {}, ("no games: the record cannot be read",)


def _newest_games(log: EventLog) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Returns the newest games of a log.  Raises RecordError."""
    files: dict[str, bytes] = {}
    taken, left_out, number = 0, 0, 0
    for end in log.chain_ends():
        if taken >= EVENTS:
            break
        events = log.verify(end.game).played[:MOST_EVENTS]
        if not events:
            continue
        if not is_public_game(events):
            left_out += 1
            continue
        taken, number = taken + len(events), number + 1
        played = public_game(events, number)
        rows = log.rows(end.game)[: len(played)]
        begun = played[0]
        assert isinstance(begun, Start)
        files[f"games/{number}.jsonl"] = row_lines(
            sealed_rows(begun.game, played, [(row.epoch, row.ts_wall) for row in rows])
        )
        files[f"games/{number}.pawtrack"] = format_game(played, rows[0].ts_wall).encode()
    own = f"left out: {left_out} by rules of your own, whose words belong to you"
    return files, (own,) if left_out else ()


def _pictures(recording: Path) -> dict[str, bytes]:
    """Returns the newest pictures of a recording.  Raises BundleError."""
    try:
        names = sorted(path for path in (recording / "frames").iterdir() if _PICTURE.fullmatch(path.name))
        files = {f"pictures/{path.name}": read_bytes(path, PICTURE_BYTES) for path in names[-PICTURES:]}
    except OSError as error:
        raise BundleError(f"--pictures {recording.name}: {error.strerror}; name the folder of a recording") from error
    if not files:
        raise BundleError(f"--pictures {recording.name}: there are no pictures in it; name the folder of a recording")
    return files
