"""The files of the guided start: the sheet of markers, and the last step reached."""

from pathlib import Path

import pytest

from companion.app.choices import Choices
from companion.board.files import board_ids
from companion.bootstrap.launcher import Launcher
from companion.settings.schema import Settings
from ui.presenters.guide import DONE, GuideStep, behind, open_step


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return tmp_path


def test_the_markers_of_every_board_are_written_for_the_printer(home: Path) -> None:
    launcher = Launcher(Choices())
    paths = [launcher.print_markers(Settings(board=board)) for board in board_ids()]
    launcher.close()
    assert len(set(paths)) == len(paths)
    assert all(path.parent == home / "exports" and path.read_bytes().startswith(b"%PDF") for path in paths)


def test_the_next_start_goes_on_where_the_guide_was_left(home: Path) -> None:
    launcher = Launcher(Choices())
    settings = Settings(camera="0", welcomed=True)
    for step in (GuideStep.GAME, GuideStep.CAMERA):
        settings = Settings(camera="0", welcomed=True, **behind(settings, step, DONE))  # type: ignore[arg-type]
    launcher.save(settings)
    launcher.close()
    again = Launcher(Choices())
    assert again.settings() == settings
    assert open_step(again.catalogue, again.settings()) is GuideStep.MARKERS
    again.close()
    assert "[guide]" in (home / "settings.toml").read_text(encoding="utf-8")
