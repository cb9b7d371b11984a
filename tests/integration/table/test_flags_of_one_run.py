"""Settings from the command line hold for one run: they never reach the saved settings, through any later change."""

import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.choices import Choices
from companion.app.table_setup import with_game
from companion.bootstrap.launcher import Launcher
from companion.catalogue.shipped import SHIPPED
from companion.settings.file import load_settings, save_settings
from companion.settings.schema import NONE, Settings

SAVED = Settings(names=("Mia", "Opa Hans", "Lea", "Jonas"), camera=NONE, wheel="auto", broker=NONE, language="de")
#: Flag by flag, then all at once.
FLAGS: tuple[dict[str, Any], ...] = (
    {"variant": "dog_royal"},
    {"players": 2},
    {"options": (("core.home_optional", False),)},
    {"board": "star_4", "variant": "dog"},
    {"camera": "simulated"},
    {"camera": "3"},
    {"camera": "http://127.0.0.1/film"},
    {"wheel": "simulated"},
    {"wheel": "/dev/ttyUSB9"},
    {"broker": "embedded"},
    {"broker": "mqtt://table:secret@192.168.1.9:1883"},
    {"lan": True},
    {"seed": 5, "speed": 3.0, "plies": 2},
    {"variant": "tock_6", "players": 6, "camera": "simulated", "wheel": "none", "broker": "embedded", "lan": True},
)
#: The changes on the tablet by one tap, and by the set-up form.
TOGGLES: tuple[dict[str, Any], ...] = (
    {"language": "it"},
    {"sound": False},
    {"motion": False},
    {"wheel": "/dev/ttyACM3"},
    {"camera": "1"},
    {"delay_s": 30},
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    save_settings(tmp_path / "settings.toml", SAVED)
    return tmp_path / "settings.toml"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("flag", "toggle"), list(itertools.product(FLAGS, TOGGLES)))
def test_only_what_was_tapped_is_saved(file: Path, flag: dict[str, Any], toggle: dict[str, Any]) -> None:
    launcher = Launcher(Choices(**flag))
    shown = launcher.settings()
    for wanted in ({"sound": not shown.sound}, {"sound": shown.sound}, toggle):
        launcher.save(msgspec.structs.replace(launcher.settings(), **wanted))
    launcher.close()
    assert load_settings(file) == msgspec.structs.replace(SAVED, **toggle)


@pytest.mark.parametrize("flag", FLAGS)
def test_a_game_that_was_set_up_is_saved_whole_and_nothing_else_with_it(file: Path, flag: dict[str, Any]) -> None:
    """Another game brings its own board and switches; the devices of the flags stay out all the same."""
    launcher = Launcher(Choices(**flag))
    chosen = with_game(SHIPPED, launcher.settings(), "braendi", 4)
    launcher.save(chosen)
    assert launcher.settings() == chosen
    launcher.close()
    saved = load_settings(file)
    assert (saved.variant, saved.board, saved.names) == (chosen.variant, chosen.board, chosen.names)
    assert (saved.camera, saved.wheel, saved.broker) == (SAVED.camera, SAVED.wheel, SAVED.broker)
    plain = Launcher(Choices())
    assert plain.settings() == saved
    plain.close()
