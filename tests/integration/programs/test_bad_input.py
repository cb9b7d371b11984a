"""Anything missing, broken or foreign gets one clear line; the game goes on with the rest, and no record is lost."""

import json
import queue
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from rules_for_tests import rules_of
from typer.testing import CliRunner
from whole_table import COLOURS, LockstepTable

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
from companion.catalogue.shipped import SHIPPED
from companion.commands.cli import app
from companion.sensors.camera import CameraSensor
from companion.sensors.recording import RecordingError, load_recording
from companion.session.state import Phase
from companion.settings.file import SettingsError, load_settings, save_settings
from companion.settings.schema import Settings
from companion.views.table_view import Health, HealthState, TableView
from vision.frames import Frame
from vision.sources.files import FolderSource
from vision.sources.opening import open_source
from vision.sources.protocol import SourceEnded, SourceError


def run(*arguments: str) -> Result:
    done = CliRunner().invoke(app, arguments)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


class Scripted:
    """A source that gives the test's items: frames, None, or an error to raise."""

    def __init__(self, *steps: Frame | Exception | None) -> None:
        self._steps = list(steps)
        self.opened = 0

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Frame | None:
        if not self._steps:
            raise SourceEnded
        step = self._steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        pass


def codes(sensor: CameraSensor, wanted: str) -> list[str]:
    """The health codes that the sensor reports until the wanted one."""
    reports: queue.Queue[Health] = queue.Queue()
    sensor.start(lambda _: None, reports.put)
    seen: list[str] = []
    while wanted not in seen:
        seen.append(reports.get(timeout=120).code)
    sensor.stop()
    return seen


def test_a_missing_camera_is_reported_and_tried_again() -> None:
    game = LockstepTable(seed=1, plies=0)
    sensor = CameraSensor(open_source("97"), "97", game.profile)
    assert codes(sensor, "camera_missing") == ["camera_missing"]


def test_a_camera_unplugged_in_the_middle_is_lost_and_opened_again() -> None:
    game = LockstepTable(seed=1, plies=0)
    frame = Frame(np.zeros((720, 1280, 3), dtype=np.uint8), 0)
    source = Scripted(frame, SourceError("gone"), frame)
    sensor = CameraSensor(source, "0", game.profile)
    assert codes(sensor, "camera_off") == ["camera_ok", "camera_lost", "camera_ok", "camera_off"]
    assert source.opened == 2


def test_a_board_without_markers_is_reported() -> None:
    game = LockstepTable(seed=1, plies=0)
    table = np.full((720, 1280, 3), 90, dtype=np.uint8)
    source = Scripted(*(Frame(table, 100 * number) for number in range(10)))
    sensor = CameraSensor(source, "0", game.profile)
    view = game.table.view
    assert isinstance(view, TableView)
    sensor.on_view(view)
    assert "camera_no_markers" in codes(sensor, "camera_off")


def test_a_truncated_picture_is_passed_over(tmp_path: Path) -> None:
    whole = cv2.imencode(".jpg", np.full((90, 160, 3), 120, dtype=np.uint8))[1].tobytes()
    (tmp_path / "000000100.jpg").write_bytes(whole)
    (tmp_path / "000000200.jpg").write_bytes(whole[: len(whole) // 8])
    (tmp_path / "000000300.jpg").write_bytes(b"")
    (tmp_path / "000000400.jpg").write_bytes(whole)
    source = FolderSource(tmp_path)
    source.open()
    times = [frame.t_ms for frame in (source.read() for _ in range(4)) if frame]
    assert times[0] == 100
    assert times[-1] == 400
    assert 300 not in times


def test_corrupt_settings_name_the_key_and_the_defaults_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_text('camra = "0"\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="camra"):
        load_settings(tmp_path / "settings.toml")
    launcher = Launcher(Choices())
    assert launcher.settings() == Settings()
    assert "camra" in launcher.notices()[0]["de"]
    launcher.close()
    assert (tmp_path / "settings.toml").read_text(encoding="utf-8") == 'camra = "0"\n'


def test_settings_are_written_and_read_again(tmp_path: Path) -> None:
    settings = Settings(names=("Ä", "B", "C", "D"), language="fr", delay_s=5)
    save_settings(tmp_path / "deep" / "settings.toml", settings)
    assert load_settings(tmp_path / "deep" / "settings.toml") == settings


def test_a_game_goes_on_when_the_record_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    (tmp_path / "record.sqlite").mkdir()
    launcher = Launcher(Choices(camera="none", wheel="none", broker="none"))
    table = launcher.open_table(launcher.settings())
    seen: queue.Queue[TableView] = queue.Queue()
    table.subscribe(seen.put)
    table.post(new_game(launcher.catalogue, launcher.settings()))
    while not (view := seen.get(timeout=120)).game:
        pass
    assert view.phase is Phase.DEAL
    launcher.close()
    record = next(health for health in launcher_health(view) if health.part == "record")
    assert record.state is HealthState.LOST


def launcher_health(view: TableView) -> tuple[Health, ...]:
    return view.health


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A small recording without pictures' content: one grey picture, no inputs."""
    from companion.board.files import board_text
    from companion.model.position import Position
    from companion.rules.schema import position_to_json

    position: Position | None = LockstepTable(seed=1, plies=0).table.state.position
    assert position is not None
    placed = position.with_placement(position.placement.with_extra("dog", 10))
    (tmp_path / "frames").mkdir()
    cv2.imwrite(str(tmp_path / "frames" / "000000100.png"), np.full((90, 160, 3), 120, dtype=np.uint8))
    (tmp_path / "board.toml").write_text(board_text("black_dog"), encoding="utf-8")
    (tmp_path / "session.toml").write_text(
        f"""variant = "black_dog"
options = {{}}
sectors = 4
seats = [0, 1, 2, 3]
colours = {json.dumps(COLOURS)}
board = "board.toml"
position = '''{json.dumps(position_to_json(rules_of(placed), placed))}'''
""",
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.parametrize(
    ("file", "text", "named"),
    [
        ("session.toml", "variant = ", "session.toml"),
        ("session.toml", 'varient = "black_dog"', "varient"),
        ("inputs.jsonl", "no json", "line 1"),
        ("inputs.jsonl", '{"t_ms": 1, "kind": "declare", "colour": "red"}', "colour"),
        ("board.toml", 'id = "x"', "board.toml"),
    ],
)
def test_a_broken_recording_is_refused_with_the_place(recording: Path, file: str, text: str, named: str) -> None:
    (recording / file).write_text(text, encoding="utf-8")
    with pytest.raises(RecordingError, match=named):
        load_recording(SHIPPED, recording)
    done = run("replay", str(recording))
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_an_unknown_kind_of_input_is_refused_at_its_time(recording: Path) -> None:
    (recording / "inputs.jsonl").write_text('{"t_ms": 7, "kind": "sneeze"}\n', encoding="utf-8")
    done = run("replay", str(recording), "--json")
    assert done.exit_code == 2
    assert "sneeze" in done.stderr


def test_a_recording_without_pictures_is_refused(recording: Path) -> None:
    shutil.rmtree(recording / "frames")
    assert run("replay", str(recording)).exit_code == 2


def test_an_open_declaration_is_unfinished_once_at_the_end(recording: Path) -> None:
    line = {"t_ms": 1, "kind": "declare", "seat": 0, "card": "2"}
    (recording / "inputs.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    done = run("replay", str(recording), "--json")
    lines = [json.loads(row) for row in done.stdout.splitlines()]
    assert [row["verdict"] for row in lines] == ["unfinished"]
    assert done.exit_code == 0


def test_an_unknown_option_ends_with_status_two() -> None:
    assert run("run", "--nonsense").exit_code == 2


def test_help_names_every_verb() -> None:
    done = run("--help")
    assert done.exit_code == 0
    for verb in (
        "run",
        "replay",
        "plays",
        "judge",
        "position",
        "actions",
        "variants",
        "print",
        "games",
        "export",
        "import",
    ):
        assert verb in done.stdout


def test_a_program_with_broken_settings_explains_the_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_text("language = [")
    done = run("director")
    assert done.exit_code != 0
    assert done.stderr.count("\n") == 1
    assert "settings.toml" in done.stderr
    assert "mend the file or delete it" in done.stderr
