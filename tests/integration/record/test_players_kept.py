"""The data on players outlives the program, and a file that cannot be read costs nothing else."""

from pathlib import Path

import pytest

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.scoring.profiles import Profiles
from companion.store.folder_lock import FolderLock
from companion.store.profile_file import PROFILE_FILE, load_profiles


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return tmp_path


def test_data_on_players_is_there_after_the_next_start(home: Path) -> None:
    said = Profiles().renamed("Ann", "Anna").with_look("Anna", colour="red", glyph="paw")
    launcher = Launcher(Choices())
    assert launcher.profiles() == Profiles()
    launcher.save_profiles(said)
    launcher.close()
    again = Launcher(Choices())
    assert again.profiles() == said
    again.close()


def test_an_unreadable_file_is_reported_and_put_aside_by_the_next_change(home: Path) -> None:
    (home / PROFILE_FILE).write_text('{"players": [{"na')
    launcher = Launcher(Choices())
    assert any(PROFILE_FILE in notice["en"] and "PT-SET-04" in notice["en"] for notice in launcher.notices())
    assert launcher.profiles() == Profiles()
    launcher.save_profiles(Profiles().with_look("Anna", glyph="star"))
    launcher.close()
    assert (home / "players.unused-1.json").read_text() == '{"players": [{"na'
    assert load_profiles(home).of("anna").glyph == "star"


def test_while_another_program_holds_the_folder_nothing_is_written(home: Path) -> None:
    lock = FolderLock(home)
    lock.take()
    launcher = Launcher(Choices())
    said = Profiles().with_look("Anna", glyph="star")
    with pytest.raises(OSError, match="running"):
        launcher.save_profiles(said)
    assert launcher.profiles() == said
    assert not (home / PROFILE_FILE).exists()
    launcher.close()
    lock.release()
