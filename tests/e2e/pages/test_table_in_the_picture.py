"""The table in the picture, whole: from the settings of a table to the overlay in a browser."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import cv2
import msgspec
import numpy as np
import pytest
from brokers_for_tests import free_ports, wait_until
from browser_for_tests import Spectator
from page_clients import PATIENCE_S, fetch
from playwright.sync_api import Browser
from web_for_tests import ServedPage

from companion.app.choices import Choices
from companion.app.table_setup import begin_command
from companion.board.files import load_board
from companion.bootstrap.launcher import Launcher
from companion.catalogue.shipped import SHIPPED
from companion.publishers.clips.folder import ClipFolder
from companion.publishers.video.giver import VideoGiver
from companion.session.commands import Pause, Undo
from companion.settings.schema import NONE, Settings, VideoScope, as_demo
from companion.texts import LANGUAGES
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from companion.views.table_view import TableView
from companion.views.video import keeps_clips, shows_video

pytestmark = pytest.mark.long
COLOURS = {VideoView.FLAT: (40, 160, 220), VideoView.CAMERA: (200, 60, 30)}


class Table:
    """Shows a plain colour for each view; nothing before `found`, the mask alone while `hidden`."""

    def __init__(self) -> None:
        self.found = self.hidden = False
        self.asked = 0

    def __call__(self, view: VideoView) -> VideoPicture | None:
        self.asked += 1
        if not self.found:
            return None
        picture = np.full((90, 160, 3), (0, 0, 0) if self.hidden else COLOURS[view], dtype=np.uint8)
        jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
        return VideoPicture(jpeg=jpeg, width=160, height=90, shows=not self.hidden)


def page_of(video: VideoGiver | None) -> ServedPage:
    broker = SimpleNamespace(websocket_port=free_ports(1)[0], viewers_tree="public")
    settings = SimpleNamespace(site="s", table="t", viewer_port=free_ports(1)[0], delay_s=0)
    door = video.start() if video else None
    server = ServedPage(broker, load_board("black_dog"), SHIPPED, settings, video=door)
    server.start()
    assert server.url
    fetch(int(server.url.rstrip("/").rpartition(":")[2]))
    return server


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def shown(table: Table) -> Iterator[ServedPage]:
    giver = VideoGiver(table, 15, 0)
    server = page_of(giver)
    yield server
    server.stop()
    giver.stop()


def faults_of_ours(page: Spectator) -> list[str]:
    """Returns the messages of the console, without the missing broker."""
    return [line for line in page.troubles if "WebSocket" not in line]


@pytest.mark.parametrize("view", VideoView)
def test_the_overlay_shows_a_found_table_and_clears_where_it_is_hidden(
    browser: Browser, table: Table, shown: ServedPage, view: VideoView
) -> None:
    page = Spectator(browser, f"{shown.url}overlay/table?lang=en&view={view}", 640, 360)
    page.page.wait_for_selector('body[data-quiet="true"]')
    wait_until(lambda: table.asked > 3)
    assert not pixels(page)[:, :, 3].any()
    table.found = True
    page.page.wait_for_selector('body[data-quiet="false"] canvas[data-drawn]')
    picture = pixels(page)
    assert np.abs(picture[180, 320, :3].astype(int) - COLOURS[view]).max() < 12
    table.hidden = True
    page.page.wait_for_selector('body[data-quiet="true"]')
    wait_until(lambda: not pixels(page)[:, :, 3].any())
    table.hidden = False
    page.page.wait_for_selector('body[data-quiet="false"]')
    assert faults_of_ours(page) == []
    page.close()


def pixels(page: Spectator) -> np.ndarray:
    """Returns the picture of the page, BGR and opacity."""
    shot = page.page.screenshot(omit_background=True)
    return cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_UNCHANGED)


@pytest.mark.parametrize("view", VideoView)
def test_the_overlay_shows_the_same_by_webrtc(
    browser: Browser, table: Table, shown: ServedPage, view: VideoView
) -> None:
    table.found = True
    page = Spectator(browser, f"{shown.url}overlay/table?lang=en&view={view}&line=whep", 640, 360)
    page.page.wait_for_selector('body[data-quiet="false"] video')
    # browsers and encoders do not agree wholly on how a colour is written
    wait_until(lambda: np.abs(pixels(page)[180, 320, :3].astype(int) - COLOURS[view]).max() < 24)
    assert faults_of_ours(page) == []
    # a leaving viewer says goodbye, and then no picture is made
    page.page.goto("about:blank")
    asked = [table.asked]
    wait_until(lambda: asked.append(table.asked) or (time.sleep(0.5) or asked[-1] == table.asked))
    page.close()


def test_the_overlay_of_a_house_that_shows_nothing_asks_for_no_pictures(browser: Browser) -> None:
    server = page_of(None)
    page = Spectator(browser, f"{server.url}overlay/table?lang=en", 640, 360)
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.page.wait_for_selector('body[data-quiet="true"]')
    page.page.reload()
    page.page.wait_for_selector('body[data-quiet="true"]')
    assert [url for url in asked if url.endswith(".mjpg")] == []
    assert faults_of_ours(page) == []
    page.close()
    server.stop()


def test_the_sample_says_what_will_be_seen_there(browser: Browser, shown: ServedPage) -> None:
    for language in LANGUAGES:
        page = Spectator(browser, f"{shown.url}overlay/table?lang={language}&sample=1", 1280, 720)
        page.page.wait_for_selector('body[data-quiet="false"]')
        box = page.page.locator("#part > .title").bounding_box()
        assert box
        assert 100 < box["width"] < 1000
        assert page.troubles == []
        page.close()


@pytest.mark.parametrize("scope", [VideoScope.OFF, VideoScope.BOARD])
def test_a_demo_shows_its_board_only_where_the_settings_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scope: VideoScope
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    viewer, mqtt, websocket = free_ports(3)
    settings = as_demo(Settings(video=scope, viewer_port=viewer, mqtt_port=mqtt, websocket_port=websocket))
    launcher = Launcher(Choices(speed=4.0))
    table = launcher.open_table(settings)
    views: list[TableView] = []
    table.subscribe(views.append)
    table.post(begin_command(launcher.catalogue, settings, "shown"))
    try:
        wait_until(lambda: bool(views) and shows_video(views[-1]) == (scope is not VideoScope.OFF))
        config = msgspec.json.decode(fetch(viewer, "/config.json"))
        assert config["video"] == (scope is not VideoScope.OFF)
        if scope is not VideoScope.OFF:
            picture = first_picture(f"http://127.0.0.1:{viewer}/table/camera.mjpg")
            assert (np.ptp(picture[:20, :20].reshape(-1, 3), axis=0) <= 2).all()
            assert picture.std() > 20
    finally:
        launcher.close()


def first_picture(address: str) -> np.ndarray:
    with urlopen(address, timeout=PATIENCE_S) as stream:
        heard = b""
        while not (head := re.search(rb"Content-Length: (\d+)\r\nPawtrack-Shows: 1\r\n\r\n", heard)) or (
            len(heard) < head.end() + int(head[1])
        ):
            heard += stream.read1(65536)
    return cv2.imdecode(np.frombuffer(heard[head.end() : head.end() + int(head[1])], np.uint8), cv2.IMREAD_COLOR)


def test_a_demo_keeps_a_clip_of_an_undone_play_and_a_browser_plays_it(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    settings = as_demo(Settings(clips=True, video_per_s=5, broker=NONE))
    launcher = Launcher(Choices(speed=4.0))
    table = launcher.open_table(settings)
    views: list[TableView] = []
    table.subscribe(views.append)
    table.post(begin_command(launcher.catalogue, settings, "shown"))
    try:
        wait_until(lambda: bool(views) and keeps_clips(views[-1]) and views[-1].ply > 1)
        assert not shows_video(views[-1])
        table.post(Undo())
        wait_until((tmp_path / "clips" / ".writing").exists)
        # nobody plays on, so that what comes last on this machine has its turn
        table.post(Pause())
        folder = ClipFolder(tmp_path)
        ends_s = time.monotonic() + 10 * PATIENCE_S
        while not folder.clips():
            assert time.monotonic() < ends_s
            time.sleep(0.1)
        film = folder.clips()[0]
    finally:
        launcher.close()
    page = Spectator(browser, film.parent.as_uri(), 1280, 720)
    page.page.set_content(f'<video muted autoplay src="{film.as_uri()}"></video>')
    # a film of the first moments of a game may be shorter than half a second
    page.page.wait_for_function(
        "(({currentTime, ended}) => currentTime > (ended ? 0 : 0.5))(document.querySelector('video'))"
    )
    shape = page.page.evaluate(
        "(({videoWidth, videoHeight, error}) => [videoWidth, videoHeight, error])(document.querySelector('video'))"
    )
    assert shape == [1280, 720, None]
    page.close()


def test_a_table_without_a_camera_says_that_there_are_no_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    viewer, mqtt, websocket = free_ports(3)
    settings = Settings(
        camera=NONE, video=VideoScope.BOARD, viewer_port=viewer, mqtt_port=mqtt, websocket_port=websocket
    )
    launcher = Launcher(Choices())
    table = launcher.open_table(settings)
    views: list[TableView] = []
    table.subscribe(views.append)
    try:
        wait_until(lambda: any(each.code == "video_no_camera" for view in views[-1:] for each in view.health))
        assert not shows_video(views[-1])
    finally:
        launcher.close()
