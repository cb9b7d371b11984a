"""A game of the built-in table is marked as a demo; it never plays on a game that people began."""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_cameras import drawn_camera
from msgspec import structs

from companion.app.choices import Choices
from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.app.table_setup import start_command
from companion.board.files import load_board
from companion.bootstrap.launcher import Launcher
from companion.catalogue.shipped import SHIPPED
from companion.session.commands import Deal
from companion.session.events import Event, GameStarted
from companion.settings.file import save_settings
from companion.settings.game_devices import Devices, GameDevices, resumed
from companion.settings.schema import NONE, SIMULATED, Settings, as_demo
from companion.simulation.camera.virtual_camera import SIZE_PX
from companion.simulation.driver import SimulatedTable
from companion.store.codec import decode_event, encode_event
from companion.store.event_log import EventLog
from companion.views.table_view import TableView

CAMERAS = (NONE, "7", "http://127.0.0.1:1/none", SIMULATED)
WHEELS = (NONE, "auto", "/dev/no-such-wheel", SIMULATED)
DEVICES = tuple(itertools.product(CAMERAS, WHEELS))
TICKS = 60


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return tmp_path


def begun(game: str, *, demo: bool) -> tuple[Event, ...]:
    """A record that begins a game."""
    table = Table(MemoryStore(), epoch=1)
    settings = as_demo(Settings()) if demo else Settings()
    return table.handle(start_command(SHIPPED, settings, game)).events


def recorded(home: Path, *games: tuple[Event, ...]) -> None:
    log = EventLog(SHIPPED, home / "record.sqlite")
    for events in games:
        first = events[0]
        assert isinstance(first, GameStarted)
        log.append(first.game, 1, events)
    log.close()


@pytest.mark.parametrize(("own", "now"), list(itertools.product((None, *DEVICES), DEVICES)))
def test_a_resumed_game_uses_its_own_devices_and_never_simulated_ones(
    own: tuple[str, str] | None, now: tuple[str, str]
) -> None:
    settings = Settings(camera=now[0], wheel=now[1])
    of_people = resumed(settings, Devices(*own) if own else None, demo=False)
    assert SIMULATED not in (of_people.camera, of_people.wheel)
    for given, devices in zip(own or now, (of_people.camera, of_people.wheel), strict=True):
        assert devices == (NONE if given == SIMULATED else given)
    of_a_demo = resumed(settings, Devices(*own) if own else None, demo=True)
    assert (of_a_demo.camera, of_a_demo.wheel) == (SIMULATED, SIMULATED)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("demo", [False, True])
@pytest.mark.parametrize("kept", [None, *CAMERAS])
@pytest.mark.parametrize("flag", [None, NONE, SIMULATED])
def test_players_are_simulated_only_at_the_table_of_a_demo(
    home: Path, monkeypatch: pytest.MonkeyPatch, demo: bool, kept: str | None, flag: str | None
) -> None:
    """The real table, opened over a real record, whatever is in the settings, remembered or on the command line."""
    # drawn once for all of these
    monkeypatch.setattr("companion.simulation.camera.virtual_camera.VirtualCamera", drawn_camera)
    recorded(home, begun("game", demo=demo))
    save_settings(home / "settings.toml", Settings(camera=kept or SIMULATED, broker=NONE))
    if kept is not None:
        GameDevices(home / "devices.json").keep("game", Settings(camera=kept))
    launcher = Launcher(Choices(camera=flag))
    table = launcher.resume("game")
    assert (table.simulation is not None) == demo
    assert table.table.view.demo == demo
    launcher.close()


@pytest.mark.parametrize("phase", ["begun", "dealt", "paused"])
def test_simulated_players_never_act_in_a_game_of_people(phase: str) -> None:
    """Even at a table that has them: the same game as a demo is played on at once."""
    assert list(said_by_players(view_of(phase, demo=False))) == []
    if phase != "paused":
        assert list(said_by_players(view_of(phase, demo=True)))


def view_of(phase: str, *, demo: bool) -> TableView:
    table = Table(MemoryStore(), epoch=1)
    table.handle(structs.replace(start_command(SHIPPED, Settings(variant="dog", board="star_4"), "game"), demo=demo))
    if phase == "dealt":
        table.handle(Deal())
    return replace(table.view, paused=phase == "paused")


def simulated() -> SimulatedTable:
    settings = Settings(variant="dog", board="star_4")
    simulation = SimulatedTable(load_board("star_4"), SHIPPED.variant("dog"), settings.colours, seed=1, think=1)
    blank = np.zeros((SIZE_PX[1], SIZE_PX[0], 3), dtype=np.uint8)
    simulation.camera.render = lambda scene: blank  # type: ignore[method-assign]  # nothing reads the pictures
    return simulation


def said_by_players(view: TableView) -> Iterator[object]:
    simulation = simulated()
    simulation.on_view(view)
    for _ in range(TICKS):
        yield from simulation.tick().commands


def test_an_older_record_without_the_mark_is_one_of_people() -> None:
    (started, *_) = begun("old", demo=False)
    kind, body = encode_event(started)
    old = decode_event(SHIPPED, kind, body.replace(',"demo":false', ""))
    assert '"demo":false' in body
    assert isinstance(old, GameStarted)
    assert not old.demo


@pytest.mark.parametrize(
    "damage", [b"", b"[]", b"{", b'{"g": 3}', b'{"g": {"camera": 4}}', b"[" * 100_000, bytes(2 << 20)]
)
def test_a_damaged_memory_of_devices_costs_only_that_memory(home: Path, damage: bytes) -> None:
    (home / "devices.json").write_bytes(damage)
    devices = GameDevices(home / "devices.json")
    assert devices.of("g") is None
    devices.keep("g", Settings(camera="3", wheel="auto"))
    assert devices.of("g") == Devices("3", "auto")


@pytest.mark.long
def test_without_a_display_games_of_people_are_left_alone(home: Path) -> None:
    """Nothing in the settings and no flag keeps the built-in table from being played either."""
    people = begun("ours", demo=False)
    recorded(home, people)
    save_settings(home / "settings.toml", Settings(camera=NONE, wheel="auto"))
    run = [sys.executable, "-m", "companion", "run", "--headless"]
    for _ in range(2):
        done = subprocess.run(
            [*run, "--broker", "none", "--plies", "1", "--speed", "8"],
            env=os.environ | {"PAWTRACK_HOME": str(home)}, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    log = EventLog(SHIPPED, home / "record.sqlite")
    games = {game.game: log.load(game.game) for game in log.games()}
    log.close()
    assert games.pop("ours") == people
    # the second run took up the demo of the first
    ((first, *_),) = games.values()
    assert isinstance(first, GameStarted)
    assert first.demo
