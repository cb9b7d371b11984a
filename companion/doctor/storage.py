"""Checks of where games are kept: the data folder, its disk, the record, and the clock that dates it.

Law: nothing is changed.  What is written to try the disk has no name and is gone when it is closed.
"""

import errno
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.doctor.results import CheckContext, Finding, fault, ok, warning
from companion.doctor.synchronised import synchronised_by
from companion.system.disk.free import free_at

if TYPE_CHECKING:
    from companion.views.kept.saved_game import SavedGames

#: As much as a long evening writes at once.
_PROBE: Final = bytes(64 * 1024)
_WRITES: Final = 5
#: People wait for a play that is stored later than this.
SLOW_MS: Final = 300
MB: Final = 1_000_000
#: A few hundred games are read in that.
READ_S: Final = 2.0
#: Below the first number nothing is certain to be saved any more, below the second an evening may fill it.
FULL_MB: Final = 20
LOW_MB: Final = 300
#: A clock may go wrong by so much between two starts.
TOLERANCE_S: Final = 300
#: No clock of a machine that this version runs on shows an earlier time rightly.
MADE: Final = datetime(2026, 1, 1).timestamp()
_CLOCK_S: Final = 2.0
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def check_folder(context: CheckContext) -> list[Finding]:
    """Whether the data folder can be made, read and written."""
    folder = context.folder
    absent = next((each for each in (folder, *folder.parents) if each.is_symlink() and not each.exists()), None)
    if absent is not None:
        return [fault("folder_absent", folder=str(absent), target=str(absent.readlink()))]
    try:
        there = folder.exists()
        if there and not folder.is_dir():
            return [fault("folder_missing", folder=str(folder), detail=os.strerror(errno.ENOTDIR))]
        if there:
            next(folder.iterdir(), None)
        with tempfile.TemporaryFile(dir=_nearest(folder)):
            pass
    except OSError as error:
        if error.errno in _FULL:
            return ok("folder_ok", folder=str(folder))
        code = "folder_read_only" if there else "folder_missing"
        return [fault(code, folder=str(folder), detail=_reason(error))]
    program = synchronised_by(folder)
    if program:
        return [warning("folder_synced", program=program)]
    return ok("folder_ok", folder=str(folder))


def check_disk(context: CheckContext) -> list[Finding]:
    """Free space, and how long it takes until what is written is on the disk."""
    folder = _nearest(context.folder)
    space = free_at(folder)
    free = space.free_bytes // MB
    if not space.has_names:
        return [fault("disk_no_names", free=free)]
    if free < FULL_MB:
        return [fault("disk_full", free=free)]
    try:
        took_ms = _sync_ms(folder)
    except OSError as error:
        code = "disk_full" if error.errno in _FULL else "disk_failed"
        return [fault(code, free=free, detail=_reason(error))]
    found = [warning("disk_slow", ms=took_ms)] if took_ms > SLOW_MS else []
    if free < LOW_MB:
        found.append(warning("disk_low", free=free))
    return found or ok("disk_ok", free=f"{free / 1000:.1f}", ms=took_ms)


def _sync_ms(folder: Path) -> int:
    """The middle one of several writes.  Raises OSError."""
    times = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(_WRITES):
            began_s = time.monotonic()
            if file.write(_PROBE) != len(_PROBE):
                # a limit on the size of files cuts the write short before it refuses one
                file.write(_PROBE)
            os.fsync(file.fileno())
            times.append(time.monotonic() - began_s)
    return round(1000 * statistics.median(times))


def _nearest(folder: Path) -> Path:
    """The folder, or the one above it that there is."""
    return next((each for each in (folder, *folder.parents) if each.exists()), folder)


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def check_record(context: CheckContext) -> list[Finding]:
    """Whether the record can be read and could be written; nothing is written.

    Games are read for `READ_S`, another choice of them each time.
    """
    from companion.app.ports import StoreError
    from companion.catalogue.house_variants import read_catalogue
    from companion.store.epoch import RECORD_FILE
    from companion.store.event_log import EventLog
    from companion.store.faults import RecordError
    from companion.store.folder_lock import LOCK_FILE
    from companion.store.game_list import LIST_FILE, GameList
    from companion.store.record_file import ASIDE, is_held

    record = context.folder / RECORD_FILE
    for path in (record, context.folder / LOCK_FILE):
        if path.exists() and not path.is_file():
            return [fault("not_a_file", file=str(path))]
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            return [fault("record_read_only")]
    try:
        with closing(EventLog(read_catalogue(context.folder), record, read_only=True)) as log:
            if is_held(record):
                return [fault("record_locked")]
            looked = GameList(log, record.with_name(LIST_FILE), read_only=True).check(seconds=READ_S)
    except RecordError as error:
        return [fault(error.code)]
    except StoreError:
        return [fault("record_failed")]
    aside = sorted(context.folder.glob(ASIDE))
    found = _faulty_games(looked) + ([warning("record_put_aside", file=aside[-1].name)] if aside else [])
    read = len(looked.games)
    if looked.unread:
        return found or ok("record_sampled", read=read, count=read + looked.unread)
    return found or ok("record_sound", count=read)


def _faulty_games(looked: "SavedGames") -> list[Finding]:
    from companion.views.kept.saved_game import SavedFault

    kinds = ((SavedFault.DAMAGED, "games_damaged"), (SavedFault.NEWER, "games_newer"))
    counts = {name: sum(game.fault is kind for game in looked.games) for kind, name in kinds}
    return [warning(name, count=count) for name, count in counts.items() if count]


def check_running(context: CheckContext) -> list[Finding]:
    """Whether another Pawtrack holds the data folder."""
    from companion.store.folder_lock import holder_of

    holder = holder_of(context.folder)
    if holder is None:
        return ok("not_running")
    return [warning("folder_held", since=holder.since or "?", pid=holder.pid or "?")]


def check_clock(context: CheckContext) -> list[Finding]:
    """Whether the clock runs ahead of everything that was ever written here, and whether the network sets it."""
    now = time.time()
    newest = _newest_s(context.folder)
    if now < MADE:
        return [fault("clock_unset", now=_shown(now))]
    if newest > now + TOLERANCE_S:
        return [fault("clock_set_back", now=_shown(now), recorded=_shown(newest))]
    synchronised = _synchronised()
    if synchronised is None:
        return ok("clock_plausible", now=_shown(now))
    return ok("clock_ok", now=_shown(now)) if synchronised else [warning("clock_alone", now=_shown(now))]


def _newest_s(folder: Path) -> float:
    """When (Unix) something was last written here, as files and rows of the record say; 0 for an empty folder."""
    from companion.store.epoch import EPOCH_FILE, RECORD_FILE
    from companion.store.record_file import last_written_ms

    times = [last_written_ms(folder / RECORD_FILE) / 1000]
    for name in (RECORD_FILE, f"{RECORD_FILE}-wal", EPOCH_FILE, "settings.toml"):
        with suppress(OSError):
            times.append((folder / name).stat().st_mtime)
    return max(times)


def _shown(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds).isoformat(" ", "minutes")
    except (OverflowError, OSError, ValueError):
        return "?"


def _synchronised() -> bool | None:
    """What systemd says of the clock; None where nobody says."""
    command = shutil.which("timedatectl") if sys.platform == "linux" else None
    if command is None:
        return None
    try:
        said = subprocess.run(
            [command, "show", "--property=NTPSynchronized", "--value"],
            capture_output=True, text=True, check=False, timeout=_CLOCK_S, stdin=subprocess.DEVNULL,
        ).stdout.strip()  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(said)
