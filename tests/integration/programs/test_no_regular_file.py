"""No command that takes a file waits for anything but a regular file: a device, a pipe, a socket, a folder.

The commands are found by walking the command line, so that a new one is tested, too.
"""

import os
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from events_for_tests import started
from typer.testing import CliRunner

from companion.catalogue.shipped import SHIPPED
from companion.commands.cli import app
from companion.session.events import GameAbandoned
from companion.store.event_log import EventLog

LIMIT_S = 30
#: The arguments before the file that make the command open it; a game of this name is in the record.
BEFORE = {
    ("run",): ("--headless", "--plies", "1", "--speed", "60", "--broker", "none"),
    ("export",): ("game",),
    ("print",): ("board",),
    ("bundle",): ("show",),
}
#: Words that are no paths to the command line and name files all the same.
NAMES_A_FILE = {(("bundle",), "what"), (("vision", "show"), "source")}
KINDS = ("/dev/zero", "pipe", "socket", "folder")


class Place(NamedTuple):
    """The place of the file in a command: an argument, or behind an option."""

    command: tuple[str, ...]
    name: str
    option: str

    def __str__(self) -> str:
        return " ".join((*self.command, self.option or self.name))


def places(command: Any, path: tuple[str, ...] = ()) -> Iterator[Place]:
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            yield from places(command.get_command(None, name), (*path, name))
        return
    for each in command.params:
        if isinstance(each.type, typer.models.TyperPath) or (path, each.name) in NAMES_A_FILE:
            yield Place(path, each.name, each.opts[0] if each.param_type_name == "option" else "")


def arguments(place: Place, file: Path, other: Path) -> list[str]:
    """Returns the command line; behind an option, the command has another file if it needs one."""
    given = [*place.command, *BEFORE.get(place.command, ())]
    if not place.option:
        return [*given, str(file)]
    needs = {each.command for each in PLACES if not each.option}
    return [*given, *([str(other)] if place.command in needs else []), place.option, str(file)]


PLACES = tuple(places(typer.main.get_command(app)))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("PAWTRACK_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    with closing(EventLog(SHIPPED, folder / "record.sqlite")) as log:
        log.append("game", 1, [started("game"), GameAbandoned()])
    (tmp_path / "other").write_bytes(b"")
    return folder


def made(kind: str, folder: Path) -> Path:
    path = folder / "file.pawtrack"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "socket":
        with closing(socket.socket(socket.AF_UNIX)) as listening:
            listening.bind(str(path))
    else:
        return Path(kind)
    return path


def came_of(words: list[str]) -> str:
    """Returns the end of the command in a process of its own: its status, its exception, or that it still ran."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        done = CliRunner().invoke(app, words)
        kind = "" if isinstance(done.exception, SystemExit | None) else repr(done.exception)
        os.write(write, f"{done.exit_code} {kind}".encode())
        os._exit(0)
    os.close(write)
    ended, _, _ = select.select([read], [], [], LIMIT_S)
    text = os.read(read, 2000).decode() if ended else "it waits"
    os.close(read)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return text.strip()


def test_the_walk_finds_the_commands_that_take_files() -> None:
    found = {str(place) for place in PLACES}
    assert {"restore file", "import file", "replay path", "bundle what", "variants check file", "run --truth"} <= found


@pytest.mark.parametrize(
    ("place", "kind"),
    # a folder for a recording is what `run` wants: it plays
    [(place, kind) for place in PLACES for kind in KINDS if (str(place), kind) != ("run --record", "folder")],
    ids=str,
)
def test_a_command_ends_whatever_kind_of_file_it_is_given(home: Path, place: Place, kind: str) -> None:
    file = made(kind, home.parent)
    before = file.stat()
    assert came_of(arguments(place, file, home.parent / "other")) in ("0", "1", "2")
    after = file.stat()
    assert (after.st_mode, after.st_ino) == (before.st_mode, before.st_ino)
