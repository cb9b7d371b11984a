"""The pages in WebKit, the engine of iPads and iPhones, and in Firefox: the same words and pawns as in Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import pytest
from brokers_for_tests import wait_until
from browser_for_tests import Spectator
from firefox_for_tests import firefox
from page_broadcasts import Broadcast
from phone_cameras import open_door
from phone_tables import phone_table
from playwright.sync_api import Browser
from tablet_tables import tablet_table
from views_for_tests import game_view
from webkit_for_tests import webkit

from companion.sensors.phone.source import PhoneSource
from vision.frames import Frame

pytestmark = pytest.mark.long

#: Pages of the spectators, each with a shape that its readers have.
PAGES: Final = (
    ("", 1280, 800),
    ("", 414, 896),
    ("overlay/scorebug", 1280, 720),
    ("overlay/board", 1280, 720),
    ("overlay/last-play", 1280, 720),
    ("overlay/lower-third", 1280, 720),
    ("overlay/ticker", 1280, 720),
    ("overlay/table", 1280, 720),
)
WORDS: Final = "return document.body.innerText.split(/\\s+/).filter((word) => word).join(' ')"
#: The middle of each pawn in percent of the board's width.
PAWNS: Final = """const board = document.querySelector('#board')?.getBoundingClientRect();
return board ? [...document.querySelectorAll('#board [data-seat]')].map((pawn) => {
  const box = pawn.getBoundingClientRect();
  return [box.left - board.left + box.width / 2, box.top - board.top + box.height / 2]
    .map((far) => (100 * far) / board.width);
}) : []"""
OVERFLOWS: Final = "return document.documentElement.scrollWidth > document.documentElement.clientWidth"
SIGNAL: Final = "return document.body.dataset.signal"


class Engine(Protocol):
    """A browser with one page; `evaluate` takes the body of a function of JavaScript."""

    def open(self, url: str, width: int, height: int) -> None: ...

    def evaluate(self, body: str) -> Any: ...


@pytest.fixture(scope="module", params=[webkit, firefox], ids=["webkit", "firefox"])
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with request.param(tmp_path_factory.mktemp("other")) as opened:
        yield opened


def in_chromium(spectator: Spectator) -> Callable[[str], Any]:
    return lambda body: spectator.page.evaluate(f"() => {{ {body} }}")


def is_live(other: Engine) -> bool:
    return bool(other.evaluate(SIGNAL) == "live")


@pytest.mark.parametrize(("path", "width", "height"), PAGES)
def test_a_page_shows_the_same_words_and_pawns_in_both_engines(
    broadcast: Broadcast, other: Engine, path: str, width: int, height: int
) -> None:
    broadcast.publisher.publish(game_view(), ())
    url = f"{broadcast.server.url}{path}?lang=de"
    spectator = Spectator(broadcast.browser, url, width, height)
    spectator.wait_for(seq=7)
    other.open(url, width, height)
    wait_until(lambda: other.evaluate("return document.body.dataset.seq") == "7")
    known = in_chromium(spectator)
    wait_until(lambda: known(WORDS) == other.evaluate(WORDS))
    wait_until(lambda: other.evaluate(PAWNS) == [pytest.approx(spot, abs=0.5) for spot in known(PAWNS)])
    assert known(WORDS) or known(PAWNS)
    assert not other.evaluate(OVERFLOWS)
    spectator.close()


def test_a_player_lays_a_card_by_a_phone(browser: Browser, other: Engine) -> None:
    with phone_table() as table:
        table.until(lambda: table.ask(invitation=table.invitation(0))[0] == 200)
        other.open(table.link(0).replace("/#", "/?lang=fr#"), 390, 844)
        wait_until(lambda: is_live(other))
        cards = other.evaluate("return [...document.querySelectorAll('[data-card]')].map((card) => card.dataset.card)")
        assert len(cards) > 3
        other.evaluate(f"document.querySelector('[data-card=\"{cards[0]}\"]').click()")
        table.until(lambda: table.table.view.declared == cards[0])
        assert not other.evaluate(OVERFLOWS)


def test_a_browser_is_a_tablet(other: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with tablet_table() as table:
        table.begin()
        other.open(f"{table.link}?lang=it#{table.code}", 1024, 768)
        wait_until(lambda: is_live(other))
        for act in ("pause", "resume"):
            wait_until(lambda act=act: other.evaluate(f"return !!document.querySelector('[data-act={act}]')"))
            other.evaluate(f"document.querySelector('[data-act={act}]').click()")
        table.until(lambda: not table.view.paused)
        assert not other.evaluate(OVERFLOWS)


def test_a_phone_with_firefox_is_the_camera(tmp_path: Path) -> None:
    with open_door(tmp_path / "door") as house, firefox(tmp_path / "browser") as browser:
        browser.open(house.door.url.replace("/#", "/?lang=de#"), 390, 844)
        wait_until(lambda: is_live(browser))
        source = PhoneSource(house.door)
        source.open()
        frames = [next_picture(source) for _ in range(2)]
        assert frames[1].t_ms > frames[0].t_ms
        assert (cv2.absdiff(frames[0].image, frames[1].image) > 20).any()
        assert browser.troubles == []
        source.close()


def next_picture(source: PhoneSource) -> Frame:
    found: list[Frame] = []

    def came() -> bool:
        frame = source.read()
        found.extend([frame] if frame is not None else [])
        return bool(found)

    wait_until(came)
    return found[0]
