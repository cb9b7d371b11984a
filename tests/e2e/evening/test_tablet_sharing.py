"""The switch for viewers stands beside their address, takes effect at once, and is kept; the game goes on."""

import urllib.request
from pathlib import Path

import pytest
from brokers_for_tests import free_ports
from gallery.views import sample_view
from ui_driver import Driver, open_driver

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
from companion.settings.schema import EMBEDDED, NONE, Settings
from ui.i18n import load_words


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def tap(driver: Driver, message: str) -> None:
    driver.tap_text(load_words("en").text(message))
    driver.screen.sharer.join()
    driver.stepped.settle()


def test_a_tap_lets_others_watch_and_is_kept_and_another_ends_it(driver):
    driver.play(sample_view())
    driver.stepped.screens.get_screen("camera").back = "play"
    driver.enter("camera")
    tap(driver, "camera.lan")
    assert driver.launcher.table.shared == (True, False)
    assert driver.launcher.settings().lan
    tap(driver, "camera.replays")
    assert driver.launcher.table.shared == (True, True)
    tap(driver, "camera.lan")
    assert driver.launcher.table.shared == (False, True)
    assert not driver.launcher.settings().lan
    assert driver.posted == []


def test_a_fault_behind_the_switch_is_shown_and_the_switch_works_again(driver, monkeypatch):
    driver.play(sample_view())
    driver.stepped.screens.get_screen("camera").back = "play"
    driver.enter("camera")
    table = driver.launcher.table
    with monkeypatch.context() as broken:
        broken.setattr(table, "share", None)
        tap(driver, "camera.lan")
    assert driver.screen.viewer.endswith("(PT-SYS-21)")
    assert not driver.screen.sharing
    tap(driver, "camera.lan")
    assert driver.screen.viewer.startswith("http")
    assert table.shared == (False, False)


@pytest.mark.long
def test_the_page_is_there_again_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    viewer, mqtt, websocket = free_ports(3)
    settings = Settings(camera=NONE, broker=EMBEDDED, viewer_port=viewer, mqtt_port=mqtt, websocket_port=websocket)
    launcher = Launcher(Choices())
    table = launcher.open_table(settings)
    try:
        table.post(new_game(launcher.catalogue, settings))
        for replays in (True, False):
            table.share(lan=False, replays=replays)
            url = table.viewer_url()
            while url is None:
                url = table.viewer_url()
            with urllib.request.urlopen(url, timeout=30) as page:
                assert page.status == 200
        assert table.course().events
        assert len(table.publishers) == len(set(table.publishers.values()))
    finally:
        launcher.close()
