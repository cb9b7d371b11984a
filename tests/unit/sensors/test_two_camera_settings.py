"""Which cameras the settings open: one, two, a phone among them, none; and those of a game that goes on."""

from pathlib import Path

import msgspec
import pytest

from companion.app.choices import Choices
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.doctor.devices import check_camera
from companion.doctor.results import CheckContext
from companion.sensors.plugged.camera import source_of
from companion.settings.game_devices import GameDevices, resumed
from companion.settings.schema import NONE, PHONE, SIMULATED, Settings, as_demo
from vision.sources.pair import PairSource


@pytest.mark.parametrize(
    ("camera", "second", "opened"),
    [
        ("0", "1", ("0", "1")),
        ("0", PHONE, ("0", PHONE)),
        ("0", NONE, ("0",)),
        ("0", "0", ("0",)),
        ("0", SIMULATED, ("0",)),
        (NONE, "1", ()),
        (SIMULATED, "1", (SIMULATED,)),
    ],
)
def test_a_second_camera_needs_a_first_one_and_is_another(camera: str, second: str, opened: tuple[str, ...]) -> None:
    settings = Settings(camera=camera, second_camera=second)
    assert settings.cameras == opened
    assert as_demo(settings).cameras == (SIMULATED,)
    if opened not in ((), (SIMULATED,)) and PHONE not in opened:
        source, _ = source_of(settings, load_board("black_dog"), None)
        assert isinstance(source, PairSource) == (len(opened) == 2)


def test_a_game_goes_on_with_the_cameras_with_which_it_began(tmp_path: Path) -> None:
    devices, begun = GameDevices(tmp_path / "devices.json"), Settings(camera="0", second_camera="rtsp://a/b")
    devices.keep("g", begun)
    assert resumed(Settings(camera="7"), devices.of("g"), demo=False).cameras == begun.cameras
    (tmp_path / "devices.json").write_text('{"old": {"camera": "0", "wheel": "none"}}', encoding="utf-8")
    assert resumed(Settings(second_camera="7"), devices.of("old"), demo=False).cameras == ("0",)


def test_the_command_line_names_and_leaves_out_a_second_camera() -> None:
    kept = Settings(camera="0", second_camera="1")
    assert Choices(second_camera="2").over(SHIPPED, kept).cameras == ("0", "2")
    assert Choices(second_camera=NONE).over(SHIPPED, kept).cameras == ("0",)
    assert Choices().over(SHIPPED, kept).cameras == ("0", "1")


def test_the_doctor_examines_both(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("first", "second")]
    settings = Settings(camera=paths[0], second_camera=paths[1])
    found = check_camera(CheckContext(folder=tmp_path, settings=settings))
    assert len(found) == 2
    one = check_camera(CheckContext(folder=tmp_path, settings=msgspec.structs.replace(settings, second_camera=NONE)))
    assert len(one) == 1
