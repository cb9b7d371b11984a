"""The tablet's backups: it writes them beside the data folder or on a drive, finds them, puts one back."""

import time
import zipfile
from pathlib import Path

import pytest
from session_driver import Session
from session_players import RandomPlayers

from companion.app.choices import Choices
from companion.backup import places
from companion.backup.contents import BackupError
from companion.bootstrap.launcher import Launcher, new_game
from companion.catalogue.shipped import SHIPPED
from companion.scoring.profiles import Profiles
from companion.session.commands import Pause
from companion.settings.schema import NONE, Settings
from companion.store.epoch import last_epoch
from companion.store.event_log import EventLog
from companion.views.kept.kept_backup import BackupFault


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pawtrack"
    monkeypatch.setenv("PAWTRACK_HOME", str(folder))
    monkeypatch.setattr(places, "_mounted", lambda: [tmp_path / "STICK"])
    (tmp_path / "STICK").mkdir()
    return folder


def begun(folder: Path) -> Launcher:
    """A family with settings of its own and a game that is on."""
    session = Session().start(variant="dog")
    RandomPlayers(session, 1).play_rounds(1)
    folder.mkdir()
    log = EventLog(SHIPPED, folder / "record.sqlite")
    log.append(session.events[0].game, 1, session.events)
    log.close()
    launcher = Launcher(Choices(broker=NONE))
    launcher.save(Settings(language="it", camera=NONE))
    launcher.save_profiles(Profiles())
    return launcher


def test_a_backup_taken_during_a_game_is_found_and_put_back(home: Path) -> None:
    launcher = begun(home)
    table = launcher.open_table(launcher.settings())
    table.post(new_game(launcher.catalogue, launcher.settings()))
    # the game before is on until the new one is recorded
    while len(launcher.all_games().games) < 2:
        time.sleep(0.01)
    own, drive = launcher.backup_places()
    taken = [launcher.take_backup(place, recordings=False) for place in (own, drive)]
    launcher.close_table()
    games = {game.game for game in launcher.all_games().games}
    assert len(games) == 2
    found = launcher.backups()
    assert sorted(backup.path for backup in found) == sorted(taken)
    assert {backup.place.drive for backup in found} == {"", "STICK"}
    launcher.save(Settings(language="fr", camera=NONE))
    launcher.abandon(next(iter(games)))
    epoch = last_epoch(home)
    before = launcher.restore(found[0].path)
    assert launcher.settings().language == "it"
    assert {game.game for game in launcher.all_games().games} == games
    assert all(game.result is None for game in launcher.all_games().games)
    assert before is not None
    assert (before / "settings.toml").read_text(encoding="utf-8").find("fr") > 0
    # the backups are still there, none holds another one, and the number of starts never falls
    assert len(launcher.backups()) == 2
    assert last_epoch(home) >= epoch
    with zipfile.ZipFile(taken[1]) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".zip")]
    # the table opens again with the restored game
    resumed = launcher.resume((games - {"test"}).pop())
    resumed.post(Pause())
    launcher.close()


def test_a_failed_restore_changes_nothing_and_the_program_goes_on(home: Path) -> None:
    launcher = begun(home)
    path = launcher.take_backup(launcher.backup_places()[0], recordings=False)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(BackupError) as refused:
        launcher.restore(path)
    assert refused.value.fault is BackupFault.DAMAGED
    assert launcher.settings().language == "it"
    assert len(launcher.all_games().games) == 1
    launcher.save(Settings(language="de"))
    assert launcher.open_table(Settings(camera=NONE, broker=NONE)).is_over()
    launcher.close()


def test_other_files_and_read_only_drives_are_not_offered(home: Path) -> None:
    launcher = begun(home)
    own, drive = launcher.backup_places()
    (drive.folder / "pawtrack-backup-old.zip").write_bytes(b"PK")
    (drive.folder / "holidays.zip").write_bytes(b"PK")
    assert launcher.backups() == ()
    drive.folder.joinpath("holidays.zip").unlink()
    drive.folder.joinpath("pawtrack-backup-old.zip").unlink()
    drive.folder.rmdir()
    assert launcher.backup_places() == (own,)
    drive.folder.write_bytes(b"a file now")
    with pytest.raises(BackupError, match="STICK"):
        launcher.take_backup(drive, recordings=False)
    launcher.close()
