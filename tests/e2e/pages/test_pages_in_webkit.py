"""The pages in WebKit, the engine of iPads and iPhones: the same words at the same places as in Chromium."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from brokers_for_tests import wait_until
from browser_for_tests import Spectator
from page_broadcasts import Broadcast
from phone_tables import phone_table
from playwright.sync_api import Browser
from views_for_tests import game_view
from webkit_for_tests import WebKit, webkit

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


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    with webkit(tmp_path_factory.mktemp("webkit")) as opened:
        yield opened


def in_chromium(spectator: Spectator) -> Callable[[str], Any]:
    return lambda body: spectator.page.evaluate(f"() => {{ {body} }}")


@pytest.mark.parametrize(("path", "width", "height"), PAGES)
def test_a_page_shows_the_same_words_and_pawns_in_both_engines(
    broadcast: Broadcast, other: WebKit, path: str, width: int, height: int
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


def test_a_player_lays_a_card_by_a_phone_with_webkit(browser: Browser, other: WebKit, tmp_path: Path) -> None:
    with phone_table() as table:
        table.until(lambda: table.ask(invitation=table.invitation(0))[0] == 200)
        other.open(table.link(0).replace("/#", "/?lang=fr#"), 390, 844)
        wait_until(lambda: other.evaluate("return document.body.dataset.signal") == "live")
        cards = other.evaluate("return [...document.querySelectorAll('[data-card]')].map((card) => card.dataset.card)")
        assert len(cards) > 3
        other.evaluate(f"document.querySelector('[data-card=\"{cards[0]}\"]').click()")
        table.until(lambda: table.table.view.declared == cards[0])
        assert not other.evaluate(OVERFLOWS)
