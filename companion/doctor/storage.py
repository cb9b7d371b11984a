"""Checks of the storage of games: the data folder, its disk, the record, and the clock that dates it.

Law: nothing is changed.  A file that is written to try the disk has no name and is gone when it is closed.
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
from companion.texts.stored_times import moment_of

if TYPE_CHECKING:
    from companion.views.kept.saved_game import SavedGames

#: The largest write of a long evening.
_PROBE: Final = bytes(64 * 1024)
_WRITES: Final = 5
#: People have to wait for a play that is stored later than this.
SLOW_MS: Final = 300
MB: Final = 1_000_000
#: Enough for a few hundred games.
READ_S: Final = 2.0
#: Below the first number no game is certain to be saved, below the second an evening may fill the disk.
FULL_MB: Final = 20
LOW_MB: Final = 300
#: The tolerated error of a clock between two starts.
TOLERANCE_S: Final = 300
#: No correct clock of a machine with this version shows an earlier time.
MADE: Final = datetime(2026, 1, 1).timestamp()
_CLOCK_S: Final = 2.0
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def check_folder(context: CheckContext) -> list[Finding]:
    """Checks whether the data folder can be made, read and written."""
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
    """Checks the free space, and the time until written data is on the disk."""
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
    """Returns the median time of several writes.  Raises OSError."""
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
    """Returns the folder, or the nearest existing one above it."""
    return next((each for each in (folder, *folder.parents) if each.exists()), folder)


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


def check_record(context: CheckContext) -> list[Finding]:
    """Checks whether the record is readable and writable; nothing is written.

    Games are read for `READ_S`, another selection each time.
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
    """Checks whether another Pawtrack holds the data folder."""
    from companion.store.folder_lock import holder_of

    holder = holder_of(context.folder)
    if holder is None:
        return ok("not_running")
    return [warning("folder_held", since=holder.since or "?", pid=holder.pid or "?")]


def check_clock(context: CheckContext) -> list[Finding]:
    """Checks whether the clock is ahead of every earlier write here, and whether the network sets it."""
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
    """Returns the time (Unix) of the last write here, by files and rows of the record; 0 for an empty folder."""
    from companion.store.epoch import EPOCH_FILE, RECORD_FILE
    from companion.store.record_file import last_written_ms

    times = [last_written_ms(folder / RECORD_FILE) / 1000]
    for name in (RECORD_FILE, f"{RECORD_FILE}-wal", EPOCH_FILE, "settings.toml"):
        with suppress(OSError):
            times.append((folder / name).stat().st_mtime)
    return max(times)


def _shown(seconds: float) -> str:
    moment = moment_of(seconds * 1000)
    return moment.isoformat(" ", "minutes") if moment else "?"


def _synchronised() -> bool | None:
    """Returns systemd's report on the clock; None if it is unavailable."""
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
