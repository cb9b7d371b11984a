"""A publisher, a sensor and a front end in a folder of their own, as they would be installed beside the program.

Each of their faults costs a line of health, and never the game.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from plugin_folders import install

from companion.app import guard
from companion.app.choices import Choices
from companion.app.plugins import FRONTENDS, PUBLISHERS, SENSORS
from companion.bootstrap.launcher import Launcher, new_game
from companion.bootstrap.open_table import OpenTable
from companion.session.commands import Pause, Resume
from companion.settings.schema import Settings
from companion.views.table_view import Health, HealthState

ROOT = Path(__file__).resolve().parents[3]
#: Longer than any machine needs that is merely busy.
PATIENCE_S = 60.0

LAMP = '''
"""A lamp that shows whose turn it is."""
import msgspec
from companion.app.plugins import PublisherPlugin
from companion.views.table_view import Health, HealthState

calls = []

class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: str = "white"

class Lamp:
    def __init__(self, colour):
        self.colour = colour
    def start(self, report):
        calls.append(("start", self.colour))
        report(Health(part="lamp", state=HealthState.OK, text=dict.fromkeys(("de", "en", "fr", "it"), "Lamp on.")))
    def publish(self, view, events):
        calls.append(("publish", view.phase))
    def stop(self):
        calls.append(("stop", self.colour))

PLUGIN = PublisherPlugin(settings=Table, build=lambda own, table: Lamp(own.colour))
'''


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("PAWTRACK_HOME", str(folder))
    monkeypatch.syspath_prepend(str(tmp_path / "plugins"))
    return folder


def plug(home: Path, name: str, source: str, group: str = PUBLISHERS) -> None:
    """A name that no other test uses: a module stays loaded."""
    install(home.parent / "plugins", group, name, source)


def module(name: str) -> ModuleType:
    return sys.modules[f"plugin_{name}"]


class Opened:
    """A table with a game on it, and its launcher."""

    def __init__(self) -> None:
        self.launcher = Launcher(Choices(broker="none"))
        self.table: OpenTable = self.launcher.open_table(self.launcher.settings())
        self.table.post(new_game(self.launcher.catalogue, self.launcher.settings()))
        self.until(lambda: self.table.table.view.phase)

    def until(self, there: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not there():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.01)

    def goes_on(self) -> None:
        """The game still accepts people's input."""
        self.table.post(Pause())
        self.until(lambda: self.table.table.view.paused)
        self.table.post(Resume())
        self.until(lambda: not self.table.table.view.paused)

    def health(self, part: str) -> Health | None:
        return next((health for health in self.table.table.view.health if health.part == part), None)

    def lost(self, part: str) -> bool:
        health = self.health(part)
        return health is not None and health.state is HealthState.LOST

    def close(self) -> None:
        self.launcher.close()


def test_a_publisher_in_a_folder_of_its_own_is_started_fed_and_stopped(home: Path) -> None:
    plug(home, "lamp", LAMP)
    (home / "settings.toml").write_text('[publishers.lamp]\ncolour = "green"\n', encoding="utf-8")
    opened = Opened()
    assert opened.launcher.notices() == ()
    opened.until(lambda: ("publish", opened.table.table.view.phase) in module("lamp").calls)
    opened.until(lambda: opened.health("lamp"))
    health = opened.health("lamp")
    assert health is not None
    assert health.text is not None
    assert health.text["en"] == "Lamp on."
    opened.close()
    calls = module("lamp").calls
    assert calls[0] == ("start", "green")
    assert calls[-1] == ("stop", "green")


def test_publishers_begin_anew_with_who_may_watch_from_now_on(home: Path) -> None:
    seen = 'calls.append(("built", table.lan, table.settings.lan, table.settings.replays)) or Lamp(own.colour)'
    plug(home, "lamp5", LAMP.replace("Lamp(own.colour)", seen))
    opened = Opened()
    opened.table.share(lan=True, replays=False)
    opened.table.share(lan=False, replays=True)
    opened.goes_on()
    opened.close()
    calls = module("lamp5").calls
    built = [call[1:] for call in calls if call[0] == "built"]
    assert built[1:] == [(True, True, False), (False, False, True)]
    # the old ones are stopped before the new ones are built, and each of the three has heard of the table
    assert [call[0] for call in calls if call[0] in ("built", "stop")] == ["built", "stop"] * 3
    last = len(calls) - 1 - [call[0] for call in reversed(calls)].index("built")
    assert "publish" in [call[0] for call in calls[last:]]


def test_its_settings_are_kept_when_the_family_changes_others(home: Path) -> None:
    plug(home, "lamp2", LAMP)
    (home / "settings.toml").write_text('[publishers.lamp2]\ncolour = "green"\n', encoding="utf-8")
    launcher = Launcher(Choices())
    launcher.save(Settings(language="fr", publishers=launcher.settings().publishers))
    launcher.close()
    again = Launcher(Choices())
    assert again.settings().publishers == {"lamp2": {"colour": "green"}}
    assert again.settings().language == "fr"
    again.close()


def test_settings_of_a_family_without_plugins_name_none(home: Path) -> None:
    launcher = Launcher(Choices())
    launcher.save(Settings(language="fr"))
    launcher.close()
    assert "publishers" not in (home / "settings.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ('[publishers.lamp3]\ncolor = "green"\n', "publishers.lamp3: Object contains unknown field `color`"),
        ("[publishers.lamp3]\ncolour = 3\n", "publishers.lamp3: Expected `str`, got `int` - at `$.colour`"),
        ("[publishers.lmap]\n", "publishers.lmap: nothing of this name is installed; known: "),
        ("[sensors.lamp3]\n", "sensors.lamp3: nothing of this name is installed; known: camera, wheel"),
    ],
)
def test_a_table_that_no_plugin_reads_is_refused_in_one_line(
    home: Path, request: pytest.FixtureRequest, table: str, reason: str
) -> None:
    plug(home, "lamp3", LAMP)
    (home / "settings.toml").write_text(table, encoding="utf-8")
    launcher = Launcher(Choices())
    assert launcher.settings() == Settings()
    assert reason in launcher.notices()[0]["en"]
    launcher.close()
    assert (home / "settings.toml").read_text(encoding="utf-8") == table


BROKEN = {
    "missing": ("import no_such_module", "ModuleNotFoundError"),
    "ends": ("raise SystemExit(3)", "SystemExit"),
    "nothing": ("PLUGIN = 3", "it is no PublisherPlugin"),
    "lax": (LAMP.replace(", forbid_unknown_fields=True", ""), "its settings must forbid unknown keys"),
    "unbuilt": (LAMP.replace("lambda own, table: Lamp(own.colour)", "lambda own, table: 1 / 0"), "ZeroDivisionError"),
    "unstarted": (LAMP.replace('calls.append(("start", self.colour))', "raise OSError('no lamp')"), "no lamp"),
    "unfed": (LAMP.replace('calls.append(("publish", view.phase))', "raise OSError('no power')"), "no power"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_publisher_costs_one_line_of_health(home: Path, name: str) -> None:
    source, reason = BROKEN[name]
    plug(home, name, source.replace('part="lamp"', f'part="{name}"'))
    opened = Opened()
    opened.until(lambda: opened.lost(name))
    opened.goes_on()
    health = opened.health(name)
    assert health is not None
    assert reason in dict(health.params)["detail"]
    assert health.text is not None
    for text in health.text.values():
        assert name in text.lower()
        assert reason in text
    opened.close()
    if name in ("unstarted", "unfed"):
        assert module(name).calls[-1] == ("stop", "white")


def test_a_publisher_that_waits_for_ever_does_not_hold_up_the_game(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_WAITING", 5)
    monkeypatch.setattr(guard, "STOP_PATIENCE_S", 0.1)
    stuck = LAMP.replace('calls.append(("publish", view.phase))', "import threading; threading.Event().wait()")
    plug(home, "stuck", stuck)
    opened = Opened()
    for _ in range(10):
        opened.goes_on()
    opened.until(lambda: opened.lost("stuck"))
    opened.close()


def test_a_plugin_speaks_for_itself_alone(home: Path) -> None:
    plug(home, "liar", LAMP.replace('part="lamp"', 'part="record"'))
    opened = Opened()
    opened.until(lambda: opened.health("liar") and opened.health("record"))
    record = opened.health("record")
    assert record is not None
    assert record.code == "record_ok"
    opened.close()


SENSOR = '''
"""A button that pauses the game."""
from companion.app.plugins import NoSettings, SensorPlugin
from companion.session.commands import Pause

class Button:
    def start(self, post, report):
        self.press = lambda: post(Pause())
        self.jam = lambda: post("pause")
    def stop(self):
        stopped.append(True)

stopped, seen = [], []
button = Button()

def build(own, table):
    table.subscribe(lambda view: seen.append(view.phase))
    return button

PLUGIN = SensorPlugin(settings=NoSettings, build=build, devices=lambda: {"button 1": ""})
'''


def test_a_sensor_plugin_posts_commands_and_follows_the_table(home: Path) -> None:
    plug(home, "button", SENSOR, SENSORS)
    opened = Opened()
    module("button").button.press()
    opened.until(lambda: opened.table.table.view.paused)
    assert opened.table.table.view.phase in module("button").seen
    opened.close()
    assert module("button").stopped == [True]


@pytest.mark.parametrize("slip", ["jam", "listen"])
def test_a_sensor_that_says_or_does_nonsense_is_left_out(home: Path, slip: str) -> None:
    source = SENSOR if slip == "jam" else SENSOR.replace("seen.append(view.phase)", "1 / 0")
    plug(home, slip, source, SENSORS)
    opened = Opened()
    if slip == "jam":
        module(slip).button.jam()
    opened.until(lambda: opened.lost(slip))
    opened.goes_on()
    opened.close()
    assert module(slip).stopped == [True]


@pytest.mark.long
def test_a_front_end_in_a_folder_of_its_own_is_found(home: Path) -> None:
    shown = "print('shown', launcher.settings().variant, wish.asked)"
    source = f"def PLUGIN(launcher, wish, fullscreen, wording):\n    {shown}\n"
    install(home.parent / "plugins", FRONTENDS, "a_wall", source)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "run"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(home.parent / "plugins"), "SDL_VIDEODRIVER": "offscreen"},
    )
    assert (done.returncode, done.stdout.split()) == (0, ["shown", Settings().variant, "False"]), done.stderr
