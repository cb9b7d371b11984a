"""The doctor's findings on the data folder, its lock and its settings, and that its advice works."""

from pathlib import Path

import pytest

from companion.doctor.broadcast import check_public_broker
from companion.doctor.family_files import check_settings
from companion.doctor.results import CheckContext
from companion.doctor.storage import check_folder, check_record
from companion.settings.file import SettingsError, load_settings
from companion.settings.public_broker import PublicBroker
from companion.settings.schema import Settings
from companion.store.epoch import RECORD_FILE
from companion.store.folder_lock import LOCK_FILE, FolderLock


def codes(found: list) -> list[str]:
    return [finding.code for finding in found]


@pytest.mark.parametrize("below", ["", "pawtrack", "games/pawtrack"])
def test_a_link_to_an_absent_stick_is_a_fault_until_the_stick_returns(tmp_path: Path, below: str) -> None:
    stick, link = tmp_path / "stick", tmp_path / "link"
    link.symlink_to(stick)
    context = CheckContext(folder=link / below)
    (found,) = check_folder(context)
    assert found.code == "folder_absent"
    assert dict(found.params) == {"folder": str(link), "target": str(stick)}
    stick.mkdir()
    assert codes(check_folder(context)) == ["folder_ok"]


@pytest.mark.parametrize("name", [LOCK_FILE, RECORD_FILE])
def test_a_lock_or_record_that_is_a_folder_is_named_and_moving_it_helps(tmp_path: Path, name: str) -> None:
    context = CheckContext(folder=tmp_path)
    (tmp_path / name).mkdir()
    (found,) = check_record(context)
    assert (found.code, dict(found.params)) == ("not_a_file", {"file": str(tmp_path / name)})
    (tmp_path / name).rename(tmp_path / "elsewhere")
    assert codes(check_record(context)) == ["record_sound"]
    lock = FolderLock(tmp_path)
    lock.take()
    lock.release()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[hologram]\nbrightness = 3\n', "settings_newer"),
        ('colour = "red"\n', "settings_newer"),
        ('[public_broker]\nspeed = 3\n', "settings_newer"),
        ("variant = 4\n", "settings_corrupt"),
        ("variant = [\n", "settings_corrupt"),
    ],
)  # fmt: skip
def test_only_settings_that_no_version_can_read_are_to_be_deleted(tmp_path: Path, text: str, code: str) -> None:
    """The settings of a newer version are worth keeping: without the unknown line they are read."""
    path = tmp_path / "settings.toml"
    path.write_text(text)
    with pytest.raises(SettingsError) as failed:
        load_settings(path)
    context = CheckContext(folder=tmp_path, settings_fault=str(failed.value))
    assert codes(check_settings(context)) == [code]
    path.write_text("")
    assert load_settings(path) == Settings()


def test_a_public_broker_is_checked_only_if_the_settings_name_one(tmp_path: Path) -> None:
    def found(broker: PublicBroker) -> list[str]:
        return codes(check_public_broker(CheckContext(folder=tmp_path, settings=Settings(public_broker=broker))))

    assert found(PublicBroker()) == ["mqtt_off"]
    assert found(PublicBroker(hosts=("127.0.0.1:1",))) == ["public_broker_lost"]
    with_password = PublicBroker(hosts=("127.0.0.1:1",), username="us", password_file="secret")
    assert found(with_password) == ["public_broker_unusable"]
    (tmp_path / "secret").write_text("word\n")
    (tmp_path / "secret").chmod(0o600)
    assert found(with_password) == ["public_broker_lost"]
