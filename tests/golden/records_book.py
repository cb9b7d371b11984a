"""Records as an earlier version wrote them, and their results: the state, and its view on a screen.

The files in `records/` are never written anew: they stand for the records on other people's tablets.  As a program this
writes `records/states.txt` anew; a difference there means that somebody's game continues differently.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import fields, is_dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.house_variants import read_catalogue
from companion.model.notation import format_position
from companion.session.events import Event
from companion.session.state import BoardGame, Preparing, State
from companion.store.event_log import EventLog
from companion.store.export import export_game, game_as_text, import_game, take_text
from companion.transcript.text import parse_game

FOLDER = Path(__file__).with_name("records")
STATES = FOLDER / "states.txt"
#: Fields that lead back through the whole game, or to the tables of its rules.
BACKWARD = {"earlier", "rules", "game_rules"}

#: The facts of a game on a board in the order in which they are written.
OF_A_BOARD_GAME = (
    *("seq", "game", "names", "colours", "board", "position", "phase", "paused", "round", "ply", "dealer", "first"),
    *("counted", "cards", "out", "exchanged", "hands", "given", "to_start", "owed", "deck", "discard", "discard_top"),
    *("declared", "last", "last_legal", "result", "demo"),
)


def records(folder: Path) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Every game of every file with its events; `folder` is an empty one to work in."""
    shutil.copyfile(FOLDER / "record.sqlite", folder / "record.sqlite")
    games = read_catalogue(FOLDER)
    with closing(EventLog(games, folder / "record.sqlite")) as log:
        for game in sorted(summary.game for summary in log.games()):
            yield game, log.load(game)
        for file in sorted([*FOLDER.glob("*.jsonl"), *FOLDER.glob("*.pawtrack")]):
            take_in(log, file, folder)
            yield file.stem, log.load(file.stem)


def take_in(log: EventLog, file: Path, folder: Path) -> None:
    """Imports a file into the record; the record then exports the game as that same file."""
    if file.suffix == ".jsonl":
        export_game(log, import_game(log, file), folder / file.name)
        assert (folder / file.name).read_bytes() == file.read_bytes()
    else:
        text = file.read_text(encoding="utf-8")
        take_text(log, parse_game(log.catalogue, text))
        assert game_as_text(log, file.stem) == text


def game_page(game: str, events: tuple[Event, ...]) -> str:
    """Returns the results of the events, a line for each fact."""
    table = Table(MemoryStore(), epoch=1)
    table.restore(events)
    assert table.state.position is not None
    return "\n".join(
        [
            f"== {game}: {len(events)} events",
            format_position(table.state.position),
            *_facts(_facts_of_state(table.state)),
            "-- shown",
            *_facts({name: getattr(table.view, name) for name in _names(table.view)}),
            "",
        ]
    )


def _facts_of_state(state: State) -> dict[str, Any]:
    """Returns the fields of a state by name; fields of other phases are empty."""
    if not isinstance(state, BoardGame):
        return {name: getattr(state, name) for name in _names(state)}
    seats = len(state.names)
    left = state.phase_state if isinstance(state.phase_state, Preparing) else None
    of_the_phase = {
        "given": left.given if left else (None,) * seats,
        "to_start": left.to_start if left else (False,) * seats,
    }
    return {name: of_the_phase[name] if name in of_the_phase else getattr(state, name) for name in OF_A_BOARD_GAME}


def _facts(values: dict[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        if name not in BACKWARD and value not in (None, (), [], "", False):
            yield f"{name}: {json.dumps(_plain(value), ensure_ascii=False, separators=(',', ':'))}"


def _names(value: Any) -> tuple[str, ...]:
    """The names of a value's fields."""
    return value.__struct_fields__ if isinstance(value, Struct) else tuple(field.name for field in fields(value))


def _plain(value: Any) -> Any:
    """Values of JSON; sentences are another test's."""
    if isinstance(value, Struct) or (is_dataclass(value) and not isinstance(value, Mapping)):
        return {
            name: "" if name == "text" else _plain(getattr(value, name))
            for name in _names(value)
            if name not in BACKWARD
        }
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def book(folder: Path) -> str:
    return "\n".join(game_page(game, events) for game, events in records(folder))


if __name__ == "__main__":
    with TemporaryDirectory() as empty:
        STATES.write_text(book(Path(empty)), encoding="utf-8")
