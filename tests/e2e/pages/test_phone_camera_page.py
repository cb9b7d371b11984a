"""The page of the phone's camera in real Chromium, whose camera shows a recorded (rendered) table as a film."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from brokers_for_tests import free_ports
from filmed_browsers import chromium_with_camera, pictures_in, write_film
from phone_cameras import OpenDoor, open_door
from playwright.sync_api import Browser, Page, Playwright, Request, sync_playwright
from slow_lines import SlowLine

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.catalogue.shipped import SHIPPED
from companion.sensors.phone.source import PhoneSource
from companion.sensors.phone.table import phone_door
from companion.sensors.recording import load_recording
from companion.sensors.replay import replay_recording
from companion.texts import LANGUAGES
from companion.web.camera.messages import PhoneState, TableSeen
from vision.frames import Frame, Image
from vision.sources.protocol import SourceError

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "tests" / "vision_corpus" / "top"
BESIDE = sorted(path.parent for path in (ROOT.parent / "shared" / "recordings").glob("*/session.toml"))
#: Slow enough that no picture of the film is missed on a busy machine.
PER_S = 3
#: How a phone sends the next picture after pictures that were each so late: its lanes, quality and longer side at most.
PACE = """async (lates) => {
  const { Pace } = await import("/camera/pace.js");
  const pace = new Pace();
  for (const late of lates) pace.hear(late);
  return [pace.lanes, pace.quality, pace.longest];
}"""
#: The longest wait for one picture.
PATIENCE_S = 40.0


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDoor]:
    with open_door(tmp_path_factory.mktemp("door")) as made:
        yield made


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def filming(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with filmed(playwright, SAMPLE, tmp_path_factory.mktemp("film")) as browser:
        yield browser


@contextmanager
def filmed(playwright: Playwright, recording: Path, folder: Path) -> Iterator[Browser]:
    write_film(pictures_in(pictures_of(recording)), folder / "film.y4m", PER_S)
    with chromium_with_camera(playwright, folder / "film.y4m") as browser:
        yield browser


def pictures_of(recording: Path) -> list[Path]:
    return sorted((recording / "frames").glob("*.jpg"))


class Phone:
    """The page of a phone that has scanned the code."""

    def __init__(self, browser: Browser, url: str, language: str = "en") -> None:
        self.errors: list[str] = []
        #: The pictures that it has sent.
        self.sent = 0
        self._home = url.partition("#")[0]
        context = browser.new_context(
            ignore_https_errors=True, viewport={"width": 390, "height": 844}, reduced_motion="reduce"
        )
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._note)
        self.page.goto(url.replace("/#", f"/?lang={language}#"))

    def wait_for(self, signal: str) -> None:
        self.page.wait_for_selector(f"body[data-signal={signal}]")

    def close(self) -> None:
        self.page.context.close()

    def _note(self, asked: Request) -> None:
        if not asked.url.startswith(self._home):
            self.errors.append(f"it asks {asked.url}")
        self.sent += "pawtrack-times" in asked.headers


def next_picture(phone: Phone, source: PhoneSource) -> Frame:
    """Playwright's browser lives in this thread, so it gets a moment between two looks."""
    ends_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends_s:
        phone.page.wait_for_timeout(1)
        frame = source.read()
        if frame is not None:
            return frame
    raise AssertionError("no picture came")


def opened(phone: Phone, house: OpenDoor) -> PhoneSource:
    source = PhoneSource(house.door)
    phone.wait_for("live")
    ends_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            source.open()
        except SourceError:
            assert time.monotonic() < ends_s
            phone.page.wait_for_timeout(100)
        else:
            return source


def small(image: Image) -> Any:
    return cv2.resize(image, (256, 144), interpolation=cv2.INTER_AREA).astype(np.int16)


def test_a_filmed_table_gets_the_same_verdicts_through_the_page(
    house: OpenDoor, filming: Browser, tmp_path: Path
) -> None:
    assert_same_verdicts(house, filming, SAMPLE, tmp_path)


@pytest.mark.long
@pytest.mark.skipif(not BESIDE, reason="the whole recordings do not lie beside this checkout")
@pytest.mark.parametrize("recording", BESIDE, ids=lambda path: path.name)
def test_whole_recordings_get_the_same_verdicts(
    house: OpenDoor, playwright: Playwright, recording: Path, tmp_path: Path
) -> None:
    with filmed(playwright, recording, tmp_path) as browser:
        assert_same_verdicts(house, browser, recording, tmp_path)


def assert_same_verdicts(house: OpenDoor, browser: Browser, recording: Path, folder: Path) -> None:
    """Every picture of the film is caught once as it comes, and judged at its own time."""
    paths = pictures_of(recording)
    phone = Phone(browser, house.door.url)
    source = opened(phone, house)
    caught = all_pictures(phone, source, [small(cv2.imread(str(path))) for path in paths])
    source.close()
    assert phone.errors == []
    phone.close()
    copy = shutil.copytree(recording, folder / "filmed")
    for path, image in zip(paths, caught, strict=True):
        # as PNG: without a second loss
        (copy / "frames" / path.name).write_bytes(cv2.imencode(".png", image)[1].tobytes())
    assert verdicts(copy) == verdicts(recording)


def all_pictures(phone: Phone, source: PhoneSource, originals: list[Any]) -> list[Image]:
    caught: dict[int, Image] = {}
    while len(caught) < len(originals):
        frame = next_picture(phone, source)
        apart = [float(np.abs(small(frame.image) - original).mean()) for original in originals]
        nearest = int(np.argmin(apart))
        assert apart[nearest] < 6.0
        caught.setdefault(nearest, frame.image)
    return [caught[number] for number in range(len(originals))]


def verdicts(recording: Path) -> list[dict[str, Any]]:
    """All lines of the replay, without their confidence."""
    said = replay_recording(load_recording(SHIPPED, recording))
    return [{name: value for name, value in line.items() if name != "confidence"} for line in said]


def test_nothing_is_sent_unwanted_and_a_reload_needs_no_code(house: OpenDoor, filming: Browser) -> None:
    phone = Phone(filming, house.door.url)
    source = opened(phone, house)
    next_picture(phone, source)
    source.close()
    # the one that was wanted last may still be under way
    phone.page.wait_for_timeout(1000)
    sent = phone.sent
    phone.page.wait_for_timeout(2500)
    assert (phone.sent, house.door.state) == (sent, PhoneState.HERE)
    phone.page.reload()
    source = opened(phone, house)
    next_picture(phone, source)
    source.close()
    # a locked screen, as far as a page can tell
    phone.page.evaluate(
        """() => {
             Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
             document.dispatchEvent(new Event("visibilitychange"));
           }"""
    )
    house.until(lambda: house.door.state is PhoneState.HIDDEN or phone.page.wait_for_timeout(20))
    phone.page.evaluate(
        """() => {
             delete document.visibilityState;
             document.dispatchEvent(new Event("visibilitychange"));
           }"""
    )
    house.until(lambda: house.door.state is PhoneState.HERE or phone.page.wait_for_timeout(20))
    assert phone.errors == []
    phone.close()


@pytest.mark.parametrize(
    ("late_ms", "lanes", "quality", "longest"),
    [
        ([], 1, 0.5, 1920),
        ([60] * 8, 1, 0.85, 1920),
        ([60] * 8 + [800], 1, 0.7, 1920),
        ([1000] * 10, 3, 0.5, 1920),
        ([1500] * 3, 4, 0.5, 1920),
        ([1500] * 4, 4, 0.5, 960),
        ([1500] * 4 + [60] * 40, 1, 0.85, 960),
        ([3000] * 20, 2, 0.5, 960),
    ],
)
def test_the_pace_fits_the_line(
    house: OpenDoor, filming: Browser, late_ms: list[int], lanes: int, quality: float, longest: int
) -> None:
    page = filming.new_context(ignore_https_errors=True).new_page()
    page.goto(house.door.url.partition("#")[0] + "words.json")
    assert page.evaluate(PACE, late_ms) == [lanes, quality, longest]
    page.context.close()


def test_a_slow_network_gets_smaller_pictures(house: OpenDoor, filming: Browser) -> None:
    line = SlowLine(house.port, bits_per_s=4e5, delay_s=0.1)
    line.start()
    phone = Phone(filming, house.door.url.replace(str(house.port), str(line.port)))
    source = opened(phone, house)
    sizes = [size_of_next(phone, house, source)]
    while sizes[-1] > 0.75 * sizes[0]:
        sizes.append(size_of_next(phone, house, source))
    assert phone.errors == []
    source.close()
    phone.close()
    line.stop()


def size_of_next(phone: Phone, house: OpenDoor, source: PhoneSource) -> int:
    """Returns the length of a picture in bytes."""
    next_picture(phone, source)
    taken = house.door.newer_than(-1, 0.0)
    assert taken
    return len(taken.jpeg)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_the_table_sees_in_every_language(house: OpenDoor, filming: Browser, language: str) -> None:
    words = {each: f"the board is found ({each})" for each in LANGUAGES}
    phone = Phone(filming, house.door.url, language)
    phone.wait_for("live")
    assert phone.page.get_attribute("html", "lang") == language
    house.door.show(TableSeen(good=False, text={each: f"I look for the board ({each})" for each in LANGUAGES}))
    phone.page.wait_for_selector("#table[data-good=false]:visible")
    assert phone.page.inner_text("#table") == f"I look for the board ({language})"
    assert phone.page.inner_text("#place")
    house.door.show(TableSeen(good=True, text=words))
    phone.page.wait_for_selector("#table[data-good=true]:visible")
    assert phone.page.inner_text("#table") == words[language]
    # another phone comes, and this one is out
    house.take()
    phone.wait_for("void")
    assert phone.page.inner_text("#trouble")
    assert not phone.page.is_visible("video")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert phone.errors == []
    phone.close()


def test_a_table_with_a_phone_sees_its_board_and_the_phone_shows_it(
    filming: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    launcher = Launcher(Choices(camera="phone", broker="none"))
    kept = msgspec.structs.replace(
        launcher.settings(), phone_camera_port=free_ports(1)[0], lan_address="127.0.0.1", camera="phone", broker="none"
    )
    phone = None
    try:
        table = launcher.open_table(kept)
        ends_s = time.monotonic() + PATIENCE_S
        while not (url := table.camera_code()):
            assert time.monotonic() < ends_s
            time.sleep(0.05)
        phone = Phone(filming, url)
        # the film has pawns of a game, and the table has not begun one: it finds the board all the same
        phone.page.wait_for_selector("#table[data-good=true]:visible", timeout=PATIENCE_S * 1000)
        assert table.camera_code() == ""
        assert table.camera
        picture = table.camera.photograph()
        assert picture is not None
        assert picture.shape == (720, 1280, 4)
        assert phone.errors == []
    finally:
        if phone:
            phone.close()
        launcher.close()
        phone_door(kept).close()
