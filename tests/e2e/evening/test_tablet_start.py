"""The choice of how to begin, by touch: shown once on a new tablet, and opened again from home."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from ui_driver import Driver, open_driver, words

from companion.settings.file import load_settings
from companion.settings.schema import NONE, SIMULATED
from ui.presenters.start import asks_how

pytestmark = pytest.mark.long

PROGRAM = """
import ui.app
from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from stepped_app import SteppedApp

launcher = Launcher(Choices(broker="none"))
stepped = SteppedApp(launcher)
stepped.settle()
print(stepped.screens.current)
if stepped.screens.current == "start":
    stepped.screen.skip()
    print(stepped.screens.current)
stepped.close()
launcher.close()
"""


@pytest.fixture
def driver() -> Driver:
    driver = open_driver()
    driver.tap_text(words("home.start"))
    return driver


def test_with_a_camera_the_guide_begins(driver: Driver) -> None:
    driver.tap_text(words("start.camera"))
    assert driver.stepped.screens.current == "guide"


def test_by_tapping_there_is_no_camera(driver: Driver) -> None:
    driver.tap_text(words("start.tap"))
    assert driver.stepped.screens.current == "setup"
    assert driver.screen.form.settings.camera == NONE


def test_the_demo_begins_at_once_and_is_not_remembered(driver: Driver) -> None:
    driver.tap_text(words("start.demo"))
    assert driver.stepped.screens.current == "play"
    assert driver.launcher.opened.camera == SIMULATED
    assert driver.launcher.settings().camera == NONE


@pytest.mark.parametrize("way", ["start.camera", "start.tap", "start.demo", "start.skip"])
def test_after_any_tap_the_question_does_not_return(driver: Driver, way: str) -> None:
    driver.tap_text(words(way))
    assert driver.launcher.settings().welcomed


def test_the_language_is_chosen_here_too(driver: Driver) -> None:
    driver.tap_text("Italiano")
    assert "Prima provare (demo)" in driver.button_texts()
    driver.tap_text("English")


def test_a_new_tablet_asks_once(tmp_path: Path) -> None:
    path = [str(Path(__file__).parents[2] / "support"), *sys.path]
    env = os.environ | {"PAWTRACK_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(path)}
    shown = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=False, timeout=300
        ).stdout.split()
        for _ in range(2)
    ]
    assert shown == [["start", "home"], ["home"]]
    assert not asks_how(load_settings(tmp_path / "settings.toml"), ())
