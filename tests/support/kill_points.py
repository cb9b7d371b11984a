"""Every call of the system in which an act on a data folder can be killed, and the laws after each kill."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from killed_backups import make_backup, wrong_after_restore, wrong_backup
from killed_evenings import wrong_contest, wrong_evening, wrong_heard

from companion.catalogue.shipped import SHIPPED
from companion.scoring.games import evening_of, scored_games, series_of
from companion.scoring.ratings import RatingBook
from companion.session.events import TurnSkipped
from companion.session.evolve import replay
from companion.settings.file import load_settings, save_settings
from companion.settings.schema import Settings
from companion.store.event_log import EventLog
from companion.store.export import export_game
from companion.store.profile_file import load_profiles
from companion.store.record import Record
from companion.views.table_view import HealthState

BEFORE, HALF, FAIL = 0, 1, 2
SOURCE: Final = Path(__file__).with_name("kill_point.c")
RUNNER: Final = Path(__file__).with_name("kill_runner.py")
GAME: Final = "played"
#: The laws of an evening after a kill, by act.
_EVENINGS: Final = {"lead": wrong_evening, "contest": wrong_contest, "hear": wrong_heard}


@dataclass(frozen=True, kw_only=True)
class Act:
    """An act of a program on a folder.

    The folder has a game of `rows`, so many pages in SQLite's log, a damaged record, one of an `older` program.
    """

    name: str
    act: str
    rows: int = 0
    log_pages: int = 0
    damaged: bool = False
    older: bool = False


ACTS: Final = (
    Act(name="first start, first plays", act="play"),
    Act(name="first start", act="start and close"),
    Act(name="plays after 40 rows", act="play", rows=40),
    Act(name="plays after 400 rows", act="play", rows=400),
    Act(name="plays after 60 rows, program killed before", act="play", rows=60, log_pages=40),
    Act(name="plays while the log is full and is written back", act="play", rows=50, log_pages=992),
    Act(name="start on a damaged record", act="start", rows=40, damaged=True),
    Act(name="a game is taken in", act="take in", rows=40),
    Act(name="a game is written out", act="write out", rows=40),
    Act(name="the list of games is kept", act="list", rows=40),
    Act(name="an evening's last game is won, a player renamed", act="evening", rows=10),
    Act(name="results are entered, corrected, struck out", act="results", rows=10),
    Act(name="an evening is led, a winner is taken back", act="lead", rows=10),
    Act(name="a tournament is led, and acts are taken back", act="contest", rows=10),
    Act(name="results of another table are heard", act="hear", rows=10),
    Act(name="settings are saved", act="save", rows=10),
    Act(name="plays on the record of an older program", act="play", rows=40, older=True),
    Act(name="a backup is put back", act="put back", rows=10),
    Act(name="a backup is put back where nothing is", act="put back"),
    Act(name="a backup is taken", act="back up", rows=10),
)


@dataclass
class Tally:
    """The kills of one act and their results."""

    calls: int = 0
    kills: int = 0
    inside: int = 0
    failures: list[str] = field(default_factory=list)


class Runner:
    """The preloaded program that forks for every job."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shim = folder / "kill_point.so"
        build = ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(shim), str(SOURCE), "-ldl"]
        subprocess.run(build, check=True)
        paths = os.pathsep.join(path for path in sys.path if path)
        environment = os.environ | {"LD_PRELOAD": str(shim), "PYTHONPATH": paths, "PYTHONHASHSEED": "0"}
        self._process = subprocess.Popen(
            [sys.executable, str(RUNNER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, **job: Any) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        self._process.communicate()


@contextmanager
def runner() -> Iterator[Runner]:
    # a kill leaves the system's cache as it is, so memory does as well as a disk, and is quicker
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="kills-", dir=memory) as name:
        made = Runner(Path(name))
        try:
            yield made
        finally:
            made.close()


class Killing:
    """One act, prepared once; `kill` does it on a fresh copy of its folder and ends it at one call."""

    def __init__(self, killer: Runner, act: Act) -> None:
        self.killer, self.act = killer, act
        home = killer.folder / act.name.replace(" ", "-").replace(",", "")
        home.mkdir()
        self.before, self.data = home / "before", home / "data"
        if act.rows:
            evening = act.act == "evening"
            killer.ask(act="prepare", folder=str(self.before), rows=act.rows, log_pages=act.log_pages, won=evening)
            save_settings(self.before / "settings.toml", Settings(names=("old",) * 4))
            self._prepare_rows(home)
        else:
            self.before.mkdir()
        if act.damaged:
            content = bytearray((self.before / "record.sqlite").read_bytes())
            content[4096 * 3 : 4096 * 4] = bytes(4096)
            (self.before / "record.sqlite").write_bytes(content)
        if act.older:
            as_of_an_older_program(self.before / "record.sqlite")
        if act.act == "put back":
            make_backup(home / "backup.zip")
        whole = self.run(0, BEFORE)
        assert whole["status"] == 0, whole
        self.calls = said(whole, "count")[0][0]
        self.stored = (said(whole, "stored") or [[None]])[0][0]
        assert self.run(0, BEFORE)["said"] == whole["said"], "the act is the same each time"

    def _prepare_rows(self, home: Path) -> None:
        log = EventLog(SHIPPED, self.before / "record.sqlite", read_only=True)
        self.rows = len(log.rows(GAME))
        export_game(log, GAME, home / "taken.jsonl")
        log.close()
        if self.act.act == "take in":
            shutil.rmtree(self.before)
            record = Record(SHIPPED, self.before)
            record.begin()
            record.close()

    def run(self, at: int, manner: int, error: int = 0) -> dict[str, Any]:
        for left in self.data.parent.glob("data*"):
            shutil.rmtree(left)
        shutil.copytree(self.before, self.data)
        job = {"act": self.act.act, "rows": self.act.rows, "folder": str(self.data)}
        return self.killer.ask(**job, at=at, manner=manner, error=error)

    def kill(self, at: int, manner: int, tally: Tally) -> None:
        """Kills it there and notes what is wrong afterwards."""
        done = self.run(at, manner)
        if manner == HALF and not done["where"].startswith(("write", "pwrite")):
            return
        tally.kills += 1
        tally.inside += done["where"].endswith(" 1")
        wrong = f"status {done['status']}" if done["status"] != -9 else self.wrong_after(done)
        if wrong:
            tally.failures.append(f"{self.act.name}, call {at} ({done['where']}, {manner}): {wrong}")

    def wrong_after(self, done: dict[str, Any]) -> str:
        """Returns the fault after the program has started again; empty when all is well."""
        if self.act.act == "save":
            names = load_settings(self.data / "settings.toml").names[0]
            return "" if names == ("new" if said(done, "saved") else names) and names in ("old", "new") else names
        if self.act.act == "put back":
            return wrong_after_restore(self.data, self.before, done)
        if self.act.act == "back up":
            return wrong_backup(self.data, done)
        record = Record(SHIPPED, self.data)
        record.begin()
        try:
            return self._wrong_in(record, done)
        finally:
            record.close()

    def _wrong_in(self, record: Record, done: dict[str, Any]) -> str:
        if record.health.state is not HealthState.OK:
            return f"nothing is saved: {record.health.code}"
        if bool(record.notices) and not self.act.damaged:
            return "the record was put aside"
        epochs = [epoch for (epoch,) in said(done, "epoch")]
        if record.epoch <= max(epochs, default=0):
            return f"epoch {record.epoch} after {epochs}"
        if self.act.act in ("start", "start and close", "write out"):
            return self._wrong_beside(done)
        if self.act.act == "list":
            return self._wrong_list(record)
        if self.act.act == "evening":
            return self._wrong_evening(record, done)
        if self.act.act == "results":
            return self._wrong_results(record, done)
        if self.act.act in _EVENINGS:
            return _EVENINGS[self.act.act](self.data, record, len(said(done, "led")))
        return self._wrong_game(record, done)

    def _wrong_list(self, record: Record) -> str:
        """The list agrees with the rows, in any state of the file beside them."""
        log = EventLog(SHIPPED, self.data / "record.sqlite", read_only=True)
        right = log.games()
        log.close()
        found = record.all_games().games
        return "" if found == right and len(found) == 2 else f"{found} are listed where {right} are recorded"

    def _wrong_evening(self, record: Record, done: dict[str, Any]) -> str:
        """Every game that was won counts, the profiles are whole, and evening, series and ratings follow from both."""
        log = EventLog(SHIPPED, self.data / "record.sqlite", read_only=True)
        right = log.games()
        log.close()
        profiles = load_profiles(self.data)
        names = [profile.name for profile in profiles.known]
        if names not in (["Anna"], ["player 1"]) or (said(done, "renamed") and names != ["Anna"]):
            return f"profiles of {names}"
        counted, expected = (scored_games(games, profiles) for games in (record.all_games().games, right))
        ids = [game.game for game in counted]
        if counted != expected or not {"first", "second"} <= {*ids} or ("played" not in ids and said(done, "won")):
            return f"{ids} count on the evening"
        evening = evening_of(counted, ids[-1])
        if evening != counted or series_of(evening) != evening:
            return f"an evening of {len(evening)} games, a series of {len(series_of(evening))}"
        book = RatingBook(counted)
        rated = [book.rating(profiles.key_of(f"player {number}")) for number in (1, 2, 3, 4)]
        return "" if all(rating and rating.games == len(ids) for rating in rated) else f"ratings {rated}"

    def _wrong_results(self, record: Record, done: dict[str, Any]) -> str:
        """Every step that was taken is there once, in its order, and at most the one that was being taken."""
        steps = len(said(done, "noted"))
        found = {game: len(record.load_result(game)) for game in ("one", "two")}
        if sum(found.values()) not in (steps, steps + 1):
            return f"rows {found} after {steps} steps"
        order = ("one", "two", "one", "two", "two")[: sum(found.values())]
        listed = sorted(game.game for game in record.all_games().games if game.entered)
        taken = [game for game in listed if game.startswith("taken")]
        if found != {game: order.count(game) for game in found} or set(listed) - set(taken) != set(order):
            return f"rows {found}, listed {listed} after {steps} steps"
        return "" if len(taken) == 2 or not (taken or said(done, "taken")) else f"of two taken at once {taken} are here"

    def _wrong_beside(self, done: dict[str, Any]) -> str:
        if self.act.damaged:
            aside = list(self.data.glob("record-damaged-*.sqlite"))
            kept = [path for path in aside if path.read_bytes() == (self.before / "record.sqlite").read_bytes()]
            return "" if len(kept) == 1 else f"put aside: {aside}"
        out = self.data / "out.jsonl"
        whole = (self.data.parent / "taken.jsonl").read_bytes() if out.exists() else b""
        if (out.exists() and out.read_bytes() != whole) or (said(done, "written") and not out.exists()):
            return "half a file was written out"
        return ""

    def _wrong_game(self, record: Record, done: dict[str, Any]) -> str:
        events = record.load(GAME)
        kinds = [type(event).__name__ for event in events]
        shown = max((seq for (seq,) in said(done, "shown")), default=0)
        if self.act.act == "take in":
            if len(events) not in (0, self.rows) or (said(done, "taken") and not events):
                return f"{len(events)} rows of {self.rows} were taken in"
        elif len(events) < max(shown, self.act.rows) or kinds != self.stored[: len(kinds)]:
            return f"{len(events)} rows where {shown} were shown"
        state = replay(events)
        if state.seq != len(events):
            return "the game cannot be gone on with"
        if events and record.append(GAME, record.epoch, [TurnSkipped(seat=0)]) != len(events) + 1:
            return "the next row has another number"
        return "" if len(record.load(GAME)) == len(events) + bool(events) else "what was played after it is not there"


def as_of_an_older_program(record: Path) -> None:
    """Without the tables that came later."""
    with closing(sqlite3.connect(record)) as connection:
        connection.executescript("DROP TABLE activity; DROP TABLE tick")


def said(done: dict[str, Any], word: str) -> list[list[Any]]:
    return [rest for kind, *rest in done["said"] if kind == word]


def kill_everywhere(killing: Killing, points: list[tuple[int, int]] | None = None) -> Tally:
    """Kills it at each call, before it and with half of it written, or only at some `points`."""
    tally = Tally(calls=killing.calls)
    every = [(at, manner) for at in range(1, killing.calls + 1) for manner in (BEFORE, HALF)]
    for at, manner in every if points is None else points:
        killing.kill(at, manner, tally)
    return tally
