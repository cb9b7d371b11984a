"""Runs one act on a data folder again and again, each time in a fork that is ended at another call of the system.

Started with `kill_point.c` preloaded: `python kill_runner.py`; reads jobs as JSON lines and answers each with a line.
"""

import ctypes
import json
import logging
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from killed_evenings import contested, hear, led
from msgspec import structs
from whole_games.whole_game import Table as Seats
from whole_games.whole_game import WholeGame

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.backup.restore import restore_backup
from companion.backup.take import take_backup
from companion.catalogue.shipped import SHIPPED
from companion.players.random_player import RandomPlayer
from companion.scoring.profiles import Profile, Profiles
from companion.session import commands as cmd
from companion.session.events import Event, GameAbandoned, GameStarted, GameWon, PlayDeclared
from companion.session.results import Result
from companion.settings.file import save_settings
from companion.settings.schema import Settings
from companion.store.event_log import EventLog
from companion.store.export import export_game, import_game
from companion.store.profile_file import save_profiles
from companion.store.record import Record
from companion.store.results import Results

GAME: Final = "played"
VARIANT: Final = "black_dog"
IDLE, APPENDING = 0, 1
FOLDER: Final = "data"
Say = Callable[[object], None]

shim: Any = ctypes.CDLL(os.environ["LD_PRELOAD"]) if "LD_PRELOAD" in os.environ else None


class Played(WholeGame):
    """A whole game whose every command goes to a real table, as from the tablet."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        chance = Random(seed)
        super().__init__(Seats(variant=VARIANT, seats=(0, 1, 2, 3)), [RandomPlayer(chance) for _ in range(4)], chance)

    def _do(self, *commands: cmd.Command) -> tuple[Event, ...]:
        happened: list[Event] = []
        for command in commands:
            named = structs.replace(command, game=GAME) if isinstance(command, cmd.StartGame) else command
            happened += self.table.handle(named).events
            self.state = self.table.state
        self.events += happened
        return tuple(happened)


@cache
def game_of(rows: int) -> Played:
    """A game of at least so many rows, in memory."""
    game = Played(Table(MemoryStore(), epoch=0), seed=rows)
    while len(game.events) < rows and not game.is_over:
        game.advance()
    return game


def prepare(folder: Path, rows: int, *, log_pages: int = 0) -> None:
    """A folder with a game of so many rows; with `log_pages`, as a program left it that was killed."""
    record = Record(SHIPPED, folder)
    record.begin()
    events = game_of(rows).events
    for start in range(0, len(events), 3):
        record.append(GAME, record.epoch, events[start : start + 3])
    record.append("filler", record.epoch, renamed(game_of(0).events, "filler"))
    # a deal is written back at once, a play is not
    filler = [event for event in game_of(rows).events if isinstance(event, PlayDeclared)][:1] * 40
    wal = folder / "record.sqlite-wal"
    appends = 0
    while log_pages and wal.stat().st_size < log_pages * 4120:
        record.append("filler", record.epoch, filler)
        appends += 1
        assert appends < log_pages, "each append makes the log longer"
    if log_pages:
        # not closed: the log of SQLite stays beside the file
        shutil.copytree(folder, folder.with_name("killed"))
    record.close()
    if log_pages:
        shutil.rmtree(folder)
        folder.with_name("killed").rename(folder)
    (folder / "pawtrack.lock").write_bytes(b"")


@contextmanager
def phase(number: int) -> Iterator[None]:
    shim.kill_point_phase(number)
    try:
        yield
    finally:
        shim.kill_point_phase(IDLE)


class WatchedRecord(Record):
    """Says to the shim when a play is being stored."""

    def append(self, *what: Any) -> int:
        with phase(APPENDING):
            return super().append(*what)


def begun(folder: Path, say: Say) -> WatchedRecord:
    record = WatchedRecord(SHIPPED, folder)
    record.begin()
    say(["epoch", record.epoch])
    return record


def start(folder: Path, say: Say, **_: Any) -> None:
    begun(folder, say)


def start_and_close(folder: Path, say: Say, **_: Any) -> None:
    begun(folder, say).close()


def play(folder: Path, say: Say, rows: int, plays: int = 6, **_: Any) -> None:
    """Continues the game; reports the table's view, as a screen would."""
    record = begun(folder, say)
    table = Table(record, record.epoch)
    table.restore(record.load(GAME))
    table.subscribe(lambda view: say(["shown", view.seq]))
    if rows:
        game = game_of(rows)
        game.table, game.state = table, table.state
    else:
        game = Played(table, seed=0)
    for _ in range(plays):
        game.advance()
    table.stop()
    say(["stored", [type(event).__name__ for event in record.load(GAME)]])
    record.close()


def take_in(folder: Path, say: Say, **_: Any) -> None:
    log = EventLog(SHIPPED, folder / "record.sqlite")
    import_game(log, folder.with_name("taken.jsonl"))
    say(["taken"])
    log.close()


def write_out(folder: Path, say: Say, **_: Any) -> None:
    log = EventLog(SHIPPED, folder / "record.sqlite", read_only=True)
    export_game(log, GAME, folder / "out.jsonl")
    say(["written"])


def save(folder: Path, say: Say, **_: Any) -> None:
    save_settings(folder / "settings.toml", Settings(names=("new",) * 4))
    say(["saved"])


def list_games(folder: Path, say: Say, **_: Any) -> None:
    """Reads the list of games, ends one game and reads again, so that the list is kept twice."""
    record = begun(folder, say)
    for game in (GAME, "filler"):
        record.append(game, record.epoch, [GameAbandoned()])
        say(["listed", len(record.all_games().games)])
    record.close()


def put_back(folder: Path, say: Say, **_: Any) -> None:
    """A backup takes the place of the folder."""
    restore_backup(folder.with_name("backup.zip"), folder, lambda _: None)
    say(["restored"])


def back_up(folder: Path, say: Say, **_: Any) -> None:
    take_backup(folder, folder / "taken.zip", lambda _: None)
    say(["backed up"])


#: Games of an evening that have been won before the one that is on.
EARLIER: Final = ("first", "second")


def beginning(game: str) -> list[Event]:
    """The first rows of a game of this name."""
    return renamed(game_of(8).events, game)


def renamed(events: Iterable[Event], game: str) -> list[Event]:
    """The rows of a whole game under another name."""
    started, *others = events
    assert isinstance(started, GameStarted)
    return [structs.replace(started, game=game), *others]


def won(folder: Path) -> None:
    """Two games were won on this evening, and somebody has a profile."""
    record = Record(SHIPPED, folder)
    record.begin()
    for number, game in enumerate(EARLIER):
        record.append(game, record.epoch, [*beginning(game), GameWon(seats=(number, number + 2))])
    record.close()
    save_profiles(folder, Profiles((Profile(name="player 1"),)))


def evening(folder: Path, say: Say, **_: Any) -> None:
    """The third game of the evening is won, a player gets another name, and the rematch begins."""
    record = begun(folder, say)
    record.all_games()
    record.append(GAME, record.epoch, [GameWon(seats=(0, 2))])
    say(["won"])
    save_profiles(folder, Profiles((Profile(name="Anna", others=("player 1",)),)))
    say(["renamed"])
    record.all_games()
    record.append("rematch", record.epoch, beginning("rematch"))
    record.close()


def results_of(record: Record) -> Results:
    return Results(record, lambda: record.epoch)


def result_won_by(team: int) -> Result:
    """A result of the four of the game, won by one of two teams."""
    names = tuple(f"player {number}" for number in (1, 2, 3, 4))
    return Result(variant=VARIANT, names=names, teams=(0, 1, 0, 1), winners=(team, team + 2), ended_ms=1)


def enter_results(folder: Path, say: Say, **_: Any) -> None:
    """Two results are entered, one is corrected and one is struck out and restored; two more are taken at once."""
    record = begun(folder, say)
    results = results_of(record)
    for step in (
        lambda: results.enter("one", result_won_by(0)),
        lambda: results.enter("two", result_won_by(0)),
        lambda: results.correct("one", result_won_by(1)),
        lambda: results.strike("two", struck=True),
        lambda: results.strike("two", struck=False),
    ):
        step()
        say(["noted"])
    results.take({"taken 1": result_won_by(0), "taken 2": result_won_by(1)})
    say(["taken"])
    record.close()


def led_by(steps: Callable[[Path, Record], Iterator[None]]) -> Callable[..., None]:
    """The act of an evening's `steps`."""

    def lead(folder: Path, say: Say, **_: Any) -> None:
        record = begun(folder, say)
        for _step in steps(folder, record):
            say(["led"])
        record.close()

    return lead


ACTS: Final = {
    "lead": led_by(led),
    "contest": led_by(contested),
    "hear": led_by(hear),
    "evening": evening,
    "results": enter_results,
    "list": list_games,
    "start": start,
    "start and close": start_and_close,
    "play": play,
    "take in": take_in,
    "write out": write_out,
    "save": save,
    "put back": put_back,
    "back up": back_up,
}


def run(job: dict[str, Any]) -> dict[str, Any]:
    """Does the act in a fork; returns its output, whether it was killed and where, and how many calls it made."""
    said_in, said_out = os.pipe()
    where_in, where_out = os.pipe()
    game_of(job.get("rows", 0))
    child = os.fork()
    if not child:
        act(job, said_out, where_out)
    os.close(said_out)
    os.close(where_out)
    with os.fdopen(said_in) as said, os.fdopen(where_in) as where:
        lines = [json.loads(line) for line in said if line.endswith("\n")]
        place = where.read()
    status = os.waitpid(child, 0)[1]
    return {"said": lines, "where": place, "status": os.waitstatus_to_exitcode(status)}


def act(job: dict[str, Any], said: int, where: int) -> None:
    def say(what: object) -> None:
        os.write(said, json.dumps(what).encode() + b"\n")

    code = 1
    try:
        shim.kill_point_arm(job["folder"].encode(), job["at"], job["manner"], job.get("error", 0), where)
        ACTS[job["act"]](Path(job["folder"]), say, rows=job.get("rows", 0))
        count = shim.kill_point_count()
        say(["count", count])
        code = 0
    except BaseException as error:  # noqa: BLE001
        say(["error", repr(error)])
    finally:
        os._exit(code)


def main() -> None:
    logging.disable()
    for line in sys.stdin:
        job = json.loads(line)
        if job["act"] == "prepare":
            prepare(Path(job["folder"]), job["rows"], log_pages=job.get("log_pages", 0))
            if job.get("won"):
                won(Path(job["folder"]))
            answer: object = {}
        else:
            answer = run(job)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
