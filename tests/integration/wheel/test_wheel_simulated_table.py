"""The built-in simulated table, as `make run` opens it: with the real firmware where the emulator is built."""

import logging
import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from wheel_boards import build

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
from companion.bootstrap.open_table import OpenTable
from companion.catalogue.shipped import SHIPPED
from companion.sensors.plugged.wheel import SimulatedWheelSensor
from companion.views.table_view import TableView
from firmware_bridge.simulated import emulator
from firmware_bridge.simulated.emulator import EmulatedWheel, wheel_without_hands
from firmware_bridge.simulated.simulator import SimulatedWheel

PATIENCE_S = 60.0


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenTable]:
    build()
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    launcher = Launcher(Choices(camera="simulated", wheel="simulated", broker="none", speed=8.0))
    settings = launcher.settings()
    opened = launcher.open_table(settings)
    opened.post(new_game(SHIPPED, settings))
    yield opened
    launcher.close()


def test_the_emulated_wheel_turns_there_and_may_be_torn_out(table: OpenTable) -> None:
    sensor = table.sensors["wheel"]
    assert isinstance(sensor, SimulatedWheelSensor)
    wheel = sensor.wheel
    assert isinstance(wheel, EmulatedWheel)
    views: queue.Queue[TableView] = queue.Queue()
    table.subscribe(views.put)

    def wait(there: Callable[[TableView], bool]) -> TableView:
        while not there(view := views.get(timeout=PATIENCE_S)):
            pass
        return view

    def is_wheel(code: str) -> Callable[[TableView], bool]:
        return lambda view: any(health.code == code for health in view.health)

    wait(is_wheel("wheel_ok"))
    wheel.unplug()
    torn = wait(is_wheel("wheel_lost"))
    later = wait(lambda view: view.ply > torn.ply)
    assert is_wheel("wheel_lost")(later), "the camera carries on"
    wheel.plug()
    wait(is_wheel("wheel_ok"))


def test_without_the_emulator_a_stand_in_turns_and_a_word_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(emulator, "installed", lambda: False)
    with caplog.at_level(logging.WARNING):
        wheel = wheel_without_hands()
    assert type(wheel) is SimulatedWheel
    assert "make firmware" in caplog.text
    wheel.start()
    wheel.stop()
