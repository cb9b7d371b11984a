"""Access to a family's files: one that may hold a secret is its owner's alone, or has the rights it was given."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from events_for_tests import started

from companion.backup.restore import restore_backup
from companion.backup.take import take_backup
from companion.catalogue.shipped import SHIPPED
from companion.publishers.nats_config import load_passwords, write_private
from companion.scoring.profiles import Profile, Profiles
from companion.session.events import GameAbandoned
from companion.settings.file import save_settings
from companion.settings.game_devices import GameDevices
from companion.settings.schema import Settings
from companion.store.epoch import keep_epoch
from companion.store.profile_file import save_profiles
from companion.store.record import Record
from companion.system.disk.whole_file import write_whole

SECRET = Settings(broker="mqtt://club:geheim@127.0.0.1:1883", camera="rtsp://club:geheim@camera/1")


def keep_record(folder: Path) -> None:
    record = Record(SHIPPED, folder)
    record.begin()
    record.append(str(record.epoch), record.epoch, [started(str(record.epoch)), GameAbandoned()])
    record.all_games()
    record.close()


#: Every file that may hold an address, a password or a name, and the function that writes it into a data folder.
WRITERS: dict[str, Callable[[Path], object]] = {
    "settings.toml": lambda folder: save_settings(folder / "settings.toml", SECRET),
    "devices.json": lambda folder: GameDevices(folder / "devices.json").keep("game", SECRET),
    "players.json": lambda folder: save_profiles(folder, Profiles((Profile(name="Anna"),))),
    "broker/passwords.json": lambda folder: load_passwords(folder / "broker" / "passwords.json"),
    "broker/nats.conf": lambda folder: write_private(folder / "broker" / "nats.conf", b"x"),
    "epoch": lambda folder: keep_epoch(folder, 3),
    "record.sqlite": keep_record,
    "games.json": keep_record,
}
#: These are made once and then stay.
MADE_ONCE = {"record.sqlite", "broker/passwords.json"}


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_may_hold_a_secret_is_its_owners_alone(tmp_path: Path, name: str) -> None:
    WRITERS[name](tmp_path)
    assert rights(tmp_path / name) == 0o600


@pytest.mark.parametrize("given", [0o640, 0o644, 0o600])
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_keeps_the_rights_that_it_was_given(tmp_path: Path, name: str, given: int) -> None:
    WRITERS[name](tmp_path)
    before = (tmp_path / name).stat()
    (tmp_path / name).chmod(given)
    WRITERS[name](tmp_path)
    assert rights(tmp_path / name) == given
    assert ((tmp_path / name).stat().st_ino == before.st_ino) == (name in MADE_ONCE)


def test_what_is_written_for_others_has_the_usual_rights(tmp_path: Path) -> None:
    write_whole(tmp_path / "game.pawtrack", b"x", shared=True)
    assert rights(tmp_path / "game.pawtrack") == 0o644


def test_a_draft_that_a_killed_program_left_lends_no_rights(tmp_path: Path) -> None:
    (tmp_path / "settings.toml.new").write_bytes(b"half")
    save_settings(tmp_path / "settings.toml", SECRET)
    assert rights(tmp_path / "settings.toml") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_a_linked_file_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere.toml"
    real.write_bytes(b"")
    (tmp_path / "settings.toml").symlink_to(real)
    save_settings(tmp_path / "settings.toml", SECRET)
    assert (tmp_path / "settings.toml").is_symlink()
    assert b"geheim" in real.read_bytes()


@pytest.mark.parametrize("folder_rights", [0o700, 0o750])
def test_a_backup_is_private_and_a_restore_keeps_all_rights(tmp_path: Path, folder_rights: int) -> None:
    home, backup = tmp_path / "home", tmp_path / "family.zip"
    (home / "boards").mkdir(parents=True)
    for name in ("settings.toml", "boards/ours.toml", "boards/later.toml"):
        (home / name).write_bytes(b"")
    take_backup(home, backup, lambda _: None)
    assert rights(backup) == 0o600
    (home / "boards" / "later.toml").unlink()
    given = {
        home: folder_rights,
        home / "boards": 0o750,
        home / "settings.toml": 0o640,
        home / "boards/ours.toml": 0o600,
    }
    for path, mode in given.items():
        path.chmod(mode)
    restore_backup(backup, home, lambda _: None)
    assert {path: rights(path) for path in given} == given
    assert rights(home / "boards" / "later.toml") == 0o600


def test_a_restore_where_nothing_was_makes_a_private_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    save_settings(home / "settings.toml", SECRET)
    take_backup(home, tmp_path / "family.zip", lambda _: None)
    restore_backup(tmp_path / "family.zip", tmp_path / "new" / "home", lambda _: None)
    assert rights(tmp_path / "new" / "home") == 0o700
    assert rights(tmp_path / "new" / "home" / "settings.toml") == 0o600


def test_a_data_folder_that_is_a_link_stays_one(tmp_path: Path) -> None:
    stick = tmp_path / "stick" / "pawtrack"
    stick.mkdir(parents=True)
    home = tmp_path / "home"
    home.symlink_to(stick)
    save_settings(home / "settings.toml", SECRET)
    take_backup(home, tmp_path / "family.zip", lambda _: None)
    before = restore_backup(tmp_path / "family.zip", home, lambda _: None)
    assert home.is_symlink()
    assert before == stick.with_name("pawtrack-before-restore-1")
    assert (stick / "settings.toml").read_bytes() == (before / "settings.toml").read_bytes()
