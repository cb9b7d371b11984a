"""One program at a time on a data folder; a record that is damaged, newer or write-protected is recognised and kept."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from data_folders import run_unprivileged, write_protected
from events_for_tests import GAME, every_kind, started

from companion.app.choices import Choices
from companion.app.ports import TableError
from companion.bootstrap.launcher import Launcher
from companion.catalogue.shipped import SHIPPED
from companion.session.events import TurnSkipped
from companion.settings.schema import Settings
from companion.store.event_log import EventLog
from companion.store.faults import RecordError
from companion.store.folder_lock import FolderHeldError, FolderLock
from companion.store.record import Record
from companion.texts import load_wording
from companion.views.table_view import HealthState

Spoil = Callable[[Path], None]

#: Holds a folder and reports it, until its standard input ends.
HOLDER = """
import sys
from pathlib import Path
from companion.catalogue.shipped import SHIPPED
from companion.store.record import Record
record = Record(SHIPPED, Path(sys.argv[1]))
record.begin()
record.append("held", record.epoch, [])
print("held", flush=True)
sys.stdin.read()
"""


class Holding:
    """Another program that has taken a folder."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == "held\n"

    def end(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)
        self.process.communicate()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def holding(home: Path) -> Iterator[Holding]:
    with_game(home)
    other = Holding(home)
    yield other
    other.end()


def with_game(home: Path, game: str = GAME) -> None:
    record = Record(SHIPPED, home)
    record.begin()
    record.append(game, record.epoch, [started(game), TurnSkipped(seat=0)])
    record.close()


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "SDL_VIDEODRIVER")}
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_a_second_program_without_a_screen_ends_with_one_line(home: Path, holding: Holding) -> None:
    done = program("run", "--headless", "--plies", "1")
    assert done.returncode == 2
    assert re.fullmatch(rf"pawtrack: .*\(process {holding.process.pid}\).*\n", done.stderr)


def test_a_second_tablet_says_who_plays_and_opens_no_table(home: Path, holding: Holding) -> None:
    before = (home / "record.sqlite-wal").read_bytes()
    launcher = Launcher(Choices(camera="none", wheel="none", broker="none"))
    assert str(holding.process.pid) in launcher.notices()[0]["de"]
    assert list(launcher.saved_games()) == []
    for act in (lambda: launcher.open_table(Settings()), lambda: launcher.resume(GAME)):
        with pytest.raises(TableError, match=f"process {holding.process.pid}"):
            act()
    with pytest.raises(OSError, match="Prozess"):
        launcher.save(Settings(language="de"))
    assert not (home / "settings.toml").exists()
    assert (home / "record.sqlite-wal").read_bytes() == before
    holding.end()
    assert list(launcher.notices()) == []
    assert [game.game for game in launcher.saved_games()] == [GAME]
    launcher.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_folder_is_free_as_soon_as_its_program_has_ended(home: Path, number: int) -> None:
    for _ in range(3):
        other = Holding(home)
        with pytest.raises(FolderHeldError):
            FolderLock(home).take()
        other.end(number)
        lock = FolderLock(home)
        lock.take()
        lock.release()


@pytest.mark.parametrize("left", [b"", b"{", b'{"pid": 1, "since": "2020-01-01 00:00"}', b"\xff" * 5000])
def test_a_lock_that_was_left_behind_holds_nobody_up(home: Path, left: bytes) -> None:
    (home / "pawtrack.lock").write_bytes(left)
    lock = FolderLock(home)
    lock.take()
    lock.take()
    with pytest.raises(FolderHeldError, match=f"process {os.getpid()}, since"):
        FolderLock(home).take()
    lock.release()


def test_who_holds_the_folder_is_another_program_where_that_cannot_be_read(home: Path) -> None:
    lock = FolderLock(home)
    lock.take()
    (home / "pawtrack.lock").write_bytes(b"?")
    with pytest.raises(FolderHeldError, match="another program"):
        FolderLock(home).take()
    lock.release()


@pytest.mark.long
def test_readers_and_an_import_go_on_beside_a_game(home: Path, tmp_path: Path, holding: Holding) -> None:
    exported = tmp_path / "game.jsonl"
    assert GAME in program("games").stdout
    assert program("export", GAME, str(exported)).returncode == 0
    renamed = tmp_path / "other.pawtrack"
    renamed.write_text(program("export", GAME).stdout.replace(GAME, "taken-in"), encoding="utf-8")
    taken = program("import", str(renamed))
    assert (taken.returncode, taken.stderr) == (0, "")
    assert [line.split()[0] for line in program("games").stdout.splitlines()] == [GAME, "taken-in"]


def test_a_game_that_was_taken_in_from_a_file_is_not_what_is_gone_on_with(home: Path, tmp_path: Path) -> None:
    """Its epoch and its times are those of another house."""
    with_game(home, "ours")
    with_game(tmp_path / "far", "theirs")
    other = EventLog(SHIPPED, tmp_path / "far/record.sqlite")
    other.append("theirs", 900, [TurnSkipped(seat=1)])
    other.close()
    rows = tmp_path / "theirs.jsonl"
    environment = os.environ | {"PAWTRACK_HOME": str(tmp_path / "far")}
    command = [sys.executable, "-m", "companion", "export", "theirs", str(rows)]
    subprocess.run(command, env=environment, check=True, timeout=60)
    assert program("import", str(rows)).returncode == 0
    record = Record(SHIPPED, home)
    record.begin()
    assert [game.game for game in record.games()] == ["ours", "theirs"]
    assert record.epoch == 2
    record.close()


@pytest.mark.parametrize("clock", [[2000, 1000, 500], [5, 5, 5], [1, 2, 3]])
def test_the_game_played_last_comes_first_whatever_the_clock_says(home: Path, clock: list[int]) -> None:
    days = iter(day * 86_400_000 for day in clock)
    for game in ("first", "second", "first"):
        now = next(days)
        log = EventLog(SHIPPED, home / "record.sqlite", clock=lambda now=now: now)
        log.append(game, 1, [TurnSkipped(seat=0)] if log.rows(game) else [started(game)])
        log.close()
    log = EventLog(SHIPPED, home / "record.sqlite")
    assert [game.game for game in log.games()] == ["first", "second"]
    log.close()


def test_a_record_without_counted_games_keeps_its_order(home: Path) -> None:
    path = home / "record.sqlite"
    log = EventLog(SHIPPED, path)
    for epoch, game in ((1, "old"), (3, "newest"), (2, "middle")):
        log.append(game, epoch, [started(game)])
    log.close()
    connection = sqlite3.connect(path)
    connection.executescript("DROP TABLE activity")
    connection.close()
    for _ in range(2):
        log = EventLog(SHIPPED, path)
        assert [game.game for game in log.games()] == ["newest", "middle", "old"]
        log.close()


def foreign(path: Path) -> None:
    path.write_bytes(b"this is no database, but somebody may want it" * 50)


def damaged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 3] = bytes(4096)
    path.write_bytes(content)


def newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()


@pytest.mark.parametrize("spoil", [foreign, damaged])
def test_a_damaged_record_is_put_aside_and_reported_and_a_new_one_saves(
    home: Path, spoil: Spoil, caplog: pytest.LogCaptureFixture
) -> None:
    with_game(home)
    spoil(home / "record.sqlite")
    before = (home / "record.sqlite").read_bytes()
    record = Record(SHIPPED, home)
    record.begin()
    assert (home / "record-damaged-1.sqlite").read_bytes() == before
    assert "record-damaged-1.sqlite" in load_wording().say(*record.notices[0])["fr"]
    assert record.health.state is HealthState.OK
    assert record.epoch == 2
    assert record.append("new", record.epoch, [started("new")]) == 1
    record.close()
    assert "record-damaged-1.sqlite  put aside" in program("games").stdout


def test_a_newer_record_stays_where_it_is(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    with_game(home)
    newer(home / "record.sqlite")
    before = (home / "record.sqlite").read_bytes()
    record = Record(SHIPPED, home)
    record.begin()
    assert (record.health.state, record.health.code) == (HealthState.LOST, "record_newer")
    assert record.epoch == 2
    with pytest.raises(RecordError) as caught:
        record.append("new", record.epoch, [started("new")])
    assert caught.value.code == "record_newer"
    assert list(record.games()) == []
    record.close()
    assert (home / "record.sqlite").read_bytes() == before
    assert not list(home.glob("*damaged*"))
    done = program("games")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "newer version" in done.stderr


#: Begins a record as it can, and tries to save a game; prints the result.
TRY = """
import json, logging, sys
from pathlib import Path
logging.basicConfig(format="%(message)s")
from companion.catalogue.shipped import SHIPPED
from companion.session.events import TurnSkipped
from companion.store.faults import RecordError
from companion.catalogue.shipped import SHIPPED
from companion.store.record import Record
record = Record(SHIPPED, Path(sys.argv[1]))
record.begin()
try:
    saved = record.append("game", record.epoch, [TurnSkipped(seat=0)])
except RecordError as error:
    saved = error.code
print(json.dumps([record.health.code, record.epoch, saved, [game.game for game in record.games()]]))
record.close()
"""

NO_RENAMING = """
from companion.store import record
def refuse(path):
    raise PermissionError(13, "Permission denied")
record.put_aside = refuse
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("spoil", [None, foreign, damaged, newer])
def test_in_a_write_protected_folder_the_game_goes_on_unrecorded(home: Path, spoil: Spoil | None) -> None:
    with_game(home)
    if spoil:
        spoil(home / "record.sqlite")
    with write_protected(home):
        before = {path: path.read_bytes() for path in home.iterdir()}
        for _ in range(2):
            done = run_unprivileged(TRY, str(home))
            assert done.stderr.count("\n") == 1, done.stderr
            assert json.loads(done.stdout) == ["record_read_only", 2, "record_read_only", []]
        assert {path: path.read_bytes() for path in home.iterdir()} == before


@pytest.mark.parametrize(("spoil", "code"), [(damaged, "record_corrupt"), (newer, "record_newer")])
def test_a_record_that_cannot_even_be_put_aside_stays_and_is_reported(home: Path, spoil: Spoil, code: str) -> None:
    """The folder refuses new names, though its lock can be taken: with `chattr`, or on a share."""
    with_game(home)
    spoil(home / "record.sqlite")
    before = (home / "record.sqlite").read_bytes()
    with write_protected(home):
        (home / "pawtrack.lock").chmod(0o666)
        done = run_unprivileged(TRY, str(home))
    assert done.stderr.count("\n") == 1, done.stderr
    assert json.loads(done.stdout)[0] == "record_read_only"
    # the same where only the renaming is refused
    done = run_unprivileged(NO_RENAMING + TRY, str(home))
    assert json.loads(done.stdout)[:3] == [code, 2, code]
    assert done.stderr.count("\n") == (2 if code == "record_corrupt" else 1)
    assert (home / "record.sqlite").read_bytes() == before


def test_a_write_protected_record_can_still_be_read(home: Path) -> None:
    with_game(home)
    with write_protected(home):
        listed = run_unprivileged(
            "import sys; from companion.commands.cli import main; sys.argv = ['pawtrack', 'games']; main()",
            PAWTRACK_HOME=str(home),
        )
    assert (listed.stdout.split()[:2], listed.stderr) == ([GAME, "open"], "")


def test_a_game_is_saved_whole_once_the_folder_can_be_written_again(home: Path) -> None:
    """The table keeps what could not be stored and hands it over with the next play."""
    blocked = home / "data"
    blocked.write_text("a file in the way")
    record = Record(SHIPPED, blocked)
    record.begin()
    assert record.health.state is HealthState.LOST
    with pytest.raises(RecordError):
        record.append(GAME, record.epoch, every_kind()[:3])
    blocked.unlink()
    assert record.append(GAME, record.epoch, every_kind()) == len(every_kind())
    assert record.health.state is HealthState.OK
    assert [game.game for game in record.games()] == []
    assert record.load(GAME) == every_kind()
    record.close()


def test_a_file_system_without_locks_is_reported_and_nothing_is_recorded(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import errno
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    record = Record(SHIPPED, home)
    record.begin()
    assert (record.health.state, record.health.code) == (HealthState.LOST, "record_failed")
    assert len(caplog.records) == 1
    assert "No locks available" in caplog.text
    with pytest.raises(RecordError):
        record.append(GAME, record.epoch, [started()])
    monkeypatch.undo()
    assert record.append(GAME, record.epoch, [started()]) == 1
    record.close()


def test_the_lock_works_where_fcntl_does_not_exist(home: Path) -> None:
    """As on Windows: its `msvcrt` locks bytes of the file, far behind what a reader wants to read."""
    done = run_unprivileged(
        """
import sys, types
from fcntl import LOCK_EX, LOCK_NB, flock
sys.modules["fcntl"] = None
def locking(number, mode, count):
    import os
    assert (mode, count) == (7, 1) and os.lseek(number, 0, 1) > 10**6
    try:
        flock(number, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=7, locking=locking)
import tempfile
from pathlib import Path
from companion.store.folder_lock import FolderHeldError, FolderLock
with tempfile.TemporaryDirectory() as folder:
    lock = FolderLock(Path(folder))
    lock.take()
    try:
        FolderLock(Path(folder)).take()
    except FolderHeldError as error:
        print(error)
    lock.release()
    FolderLock(Path(folder)).take()
"""
    )
    assert "already running" in done.stdout, done.stderr
    assert "process" in done.stdout
