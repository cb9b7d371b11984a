"""The start of the tablet loads a splash first, then the first screen, and no module of a later screen.

Each test has a fresh process: only there the loaded modules show.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Modules of later screens and of tables: vision, wheel, brokers, papers, pages.
HEAVY = (
    "numpy",
    "cv2",
    "PIL",
    "serial",
    "paho",
    "requests",
    "reportlab",
    "h11",
    "segno",
    "networkx",
    "openskill",
    "vision",
    "firmware_bridge",
    "companion.bootstrap.open_table",
    "companion.sensors.camera",
    "companion.publishers.table_broadcast",
    "companion.simulation",
    "companion.web",
    "ui.screens.play",
    "ui.screens.setup",
)
START = """
import json, os, sys
import driven_window
loaded = []
def note():
    loaded.append(sorted(sys.modules))
class Watched(driven_window.FirstPictures):
    def shown(self):
        if not loaded:
            note()
        super().shown()
def then():
    from kivy.clock import Clock
    from kivy.core.window import Window
    loop, frames = driven_window._app()._loop, []
    note()
    def quiet(elapsed):
        frames.append(Clock.frames)
        turns = frames[-1] - frames[-2] if len(frames) > 1 else 99
        if turns > 2 and len(frames) < 100:
            return
        Window.dispatch("on_mouse_move", 0, 0, [])
        print(json.dumps([loaded, turns, loop.sleeps]), flush=True)
        os._exit(0)
    Clock.schedule_interval(quiet, 0.2)
driven_window.said = lambda what: None
sys.meta_path.insert(0, driven_window.WatchedWindow(Watched(then).shown))
driven_window._tablet()
"""
TAPPED = """
import json, sys
from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
launcher = Launcher(Choices(broker="none"))
table = launcher.open_table(launcher.settings())
table.post(new_game(launcher.catalogue, launcher.settings()))
launcher.close()
print(json.dumps(sorted(sys.modules)))
"""
#: Modules that only a table with a camera, a wheel or simulated players uses.
OF_DEVICES = ("numpy", "cv2", "PIL", "serial", "vision", "firmware_bridge", "companion.simulation")
#: A child for each screen, with the modules of the home screen and no others.
SCREENS = """
import json, os, sys
from importlib import import_module
from ui.window import prepare_window
prepare_window()
from kivy.factory import Factory, FactoryException
from kivy.lang import Builder
from ui.screens import all_screens
from ui.screens.all_screens import KINDS, load_layouts

def named(rule):
    for child in rule.children:
        yield child.name
        yield from named(child)

def unknown(kind):
    import_module(f"ui.screens.{kind.module}")
    load_layouts(kind.layouts)
    known = {name.lower() for name, entry in Factory.classes.items() if entry["cls"] or entry["baseclasses"]}
    ours = [rule for key, rule in Builder.rules if key.key in known and "site-packages" not in str(rule.ctx.filename)]
    for rule in ours:
        for name in named(rule):
            try:
                Factory.get(name)
            except FactoryException:
                yield f"{rule.name} names {name}"

import_module("ui.screens.home")
load_layouts(KINDS["home"].layouts)
for name, kind in KINDS.items():
    if os.fork() == 0:
        try:
            print(json.dumps([name, sorted(set(unknown(kind)))]), flush=True)
        finally:
            os._exit(0)
    os.wait()
"""


def output(program: str, home: Path, **environment: str) -> list[object]:
    """The lines that a program writes, read as JSON; it runs as on a machine without a screen."""
    (home / "settings.toml").write_text("welcomed = true\n")
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PAWTRACK_HOME": str(home),
            "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy",
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def among(loaded: list[str], parts: tuple[str, ...]) -> set[str]:
    """The loaded modules that are one of these or lie in it."""
    return {name for name in loaded for part in parts if name == part or name.startswith(f"{part}.")}


def test_the_first_screen_loads_nothing_that_a_later_one_needs(tmp_path: Path) -> None:
    (((splash, screen), turns, sleeps),) = output(START, tmp_path, BENCH_BEGUN_NS="0")
    assert among(screen, HEAVY) == set()
    assert "ui.screens.home" in screen
    # the splash stands before the launcher and its games are loaded
    assert {"companion.bootstrap.launcher", "companion.store.record", "ui.app_model"} & set(splash) == set()
    # while nothing moves the loop turns for its timers alone, and a touch wakes it
    assert turns <= 2
    assert not sleeps


def test_a_table_without_devices_loads_none_of_theirs(tmp_path: Path) -> None:
    (loaded,) = output(TAPPED, tmp_path)
    assert "companion.bootstrap.open_table" in loaded
    assert among(loaded, OF_DEVICES) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
def test_a_screen_brings_every_widget_that_its_layouts_name(tmp_path: Path) -> None:
    found = output(SCREENS, tmp_path)
    assert len(found) > 15
    assert [line for line in found if line[1]] == []
