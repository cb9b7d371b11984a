"""The program on a system without terminals, users and signals of Unix: every module, a whole run, the devices."""

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from said_lines import about

import companion
import firmware_bridge
import ui
import vision

ROOT = Path(__file__).resolve().parents[3]
#: Training of the network takes packages that a table does not need; programs begin to work when they are imported; the
#: kernel of playouts is a library in C that Python takes for a module by its name; the extra `video` depends on others'
#: packages, which are imported when the first offer comes.
NOT_IMPORTED = ("vision.lab.training", ".__main__", ".libplayout", "web.video.peer")

HEADER = "import sys, without_unix\nwithout_unix.hide()\n"
IMPORT_ALL = """
import importlib
from ui.window import prepare_window
for name in {names!r}:
    importlib.import_module(name)
print(len(sys.modules))
"""
PLAY = """
from companion.commands.cli import main
sys.argv = ["pawtrack", "run", "--headless", "--plies", "1", "--speed", "6", "--seed", "3"]
main()
"""
DEVICES = """
import json
from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.settings.schema import Settings
launcher = Launcher(Choices())
print(json.dumps([list(launcher.cameras()), list(launcher.ports())]))
launcher.close()
"""


def run(program: str, home: Path, *, seconds: float = 600) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(path for path in sys.path if path)
    own = {
        "PYTHONPATH": paths,
        "PAWTRACK_HOME": str(home),
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_HOME": str(home / "k"),
    }
    (home / "k").mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", HEADER + program]
    return subprocess.run(
        command, env=os.environ | own, cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds
    )


def every_module() -> list[str]:
    packages = (companion, firmware_bridge, vision, ui)
    found = [
        module.name
        for package in packages
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    ]
    return [name for name in found if not any(part in name for part in NOT_IMPORTED)]


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    names = every_module()
    assert len(names) > 200
    done = run(IMPORT_ALL.format(names=names), tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_built_in_table_is_played_to_the_end(tmp_path: Path) -> None:
    """With its wheel, which has no terminal to speak on there."""
    done = run(PLAY, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "verdicts as the simulator played" in done.stdout
    assert "LEGAL" in done.stdout
    assert about(done.stdout.splitlines(), "wheel", "camera", "record") == []


def test_cameras_and_ports_are_looked_for_without_a_crash(tmp_path: Path) -> None:
    done = run(DEVICES, tmp_path)
    assert done.returncode == 0, done.stderr
    cameras, ports = json.loads(done.stdout.splitlines()[-1])
    assert all(camera.isdigit() or camera == "phone" for camera in cameras)
    assert ports == sorted(ports)
