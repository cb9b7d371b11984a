"""The screen of backups, by touch: writes one, puts one back after the second tap, and shows failures."""

import threading
from pathlib import Path

import msgspec
import pytest
from gallery.backup_scenes import DRIVE, kept_backups
from ui_driver import Driver, open_driver, words


@pytest.fixture
def driver() -> Driver:
    made = open_driver()
    own = made.launcher.places[0]
    made.launcher.places = (own, DRIVE)
    made.launcher.kept = kept_backups(2, own)
    made.enter("backup")
    return made


def finish(driver: Driver) -> None:
    while driver.screen.busy:
        driver.stepped.settle()


def test_a_tap_writes_one_backup_to_that_place(driver, monkeypatch):
    may_end = threading.Event()
    take = driver.launcher.take_backup

    def slow(place: object, *, recordings: bool) -> Path:
        may_end.wait()
        return take(place, recordings=recordings)

    monkeypatch.setattr(driver.launcher, "take_backup", slow)
    on_drive = words("backup.take", place=words("backup.drive", name="KINGSTON"))
    driver.tap_text(words("backup.no_recordings"))
    driver.tap_text(on_drive)
    assert words("share.writing") in driver.texts()
    assert driver.button(on_drive).disabled
    assert all(tile.ids == {} and tile.children[0].disabled for tile in driver.screen.ids.backups.children)
    may_end.set()
    driver.screen.writer.join()
    finish(driver)
    assert driver.launcher.taken == [(DRIVE, True)]
    assert any("/media/anna/KINGSTON/pawtrack-backup-" in text.replace("\n", "") for text in driver.texts())


def test_putting_back_asks_once_more_and_then_the_new_settings_hold(driver, monkeypatch):
    restore = driver.launcher.restore

    def with_settings(path: Path) -> Path | None:
        driver.launcher.save(msgspec.structs.replace(driver.launcher.settings(), language="fr", theme="light"))
        return restore(path)

    monkeypatch.setattr(driver.launcher, "restore", with_settings)
    tile = driver.screen.ids.backups.children[-1]
    driver.tap(tile.children[0])
    assert tile.sure
    assert not driver.screen.busy
    driver.tap_once_more(tile.children[0].text)
    finish(driver)
    assert driver.launcher.restored == [driver.launcher.kept[0].path]
    assert driver.model.settings.language == "fr"
    assert driver.screen.said.startswith("Tout est comme dans cette sauvegarde.")
    assert not tile.sure
    assert not driver.model.is_open


def test_a_backup_that_cannot_be_restored_is_shown_and_the_screen_goes_on(driver):
    driver.launcher.refuses = True
    tile = driver.screen.ids.backups.children[-1]
    driver.tap(tile.children[0])
    driver.tap_once_more(tile.children[0].text)
    finish(driver)
    driver.launcher.refuses = False
    assert driver.screen.failed
    assert driver.screen.said == words("backup.not_restored", reason=words("backup.fault_newer"))


def test_a_drive_that_is_plugged_in_is_offered_and_one_that_went_is_not(driver):
    on_drive = words("backup.take", place=words("backup.drive", name="KINGSTON"))
    assert on_drive in driver.button_texts()
    driver.launcher.places = driver.launcher.places[:1]
    driver.launcher.kept = ()
    driver.screen.refresh()
    driver.stepped.settle()
    assert on_drive not in driver.button_texts()
    assert words("backup.none") in driver.texts()
