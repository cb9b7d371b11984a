"""Pages behind a network that wants a login first: a portal answers in the place of our server, and then lets all pass.

A page that began in such a moment begins as soon as it can, and one that was live is live again.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser_for_tests import Spectator
from captive_portals import CaptivePortal
from page_broadcasts import Broadcast
from phone_cameras import open_door
from phone_tables import phone_table
from playwright.sync_api import Browser, Page
from tablet_tables import tablet_table
from views_for_tests import game_view

ANSWERS = ("redirect", "login", "busy")
#: The number of pawns and signs that the page has to draw with.
SYMBOLS = "document.querySelectorAll('body > .sheet symbol').length"


def data(path: str) -> bool:
    return path.partition("?")[0].endswith((".json", ".svg"))


def begin(page: Page, portal: CaptivePortal) -> None:
    """Waits until the portal has answered the page twice, then lets it pass."""
    while sum(path.partition("?")[0] == "/sheet.svg" for path in portal.kept) < 2:
        page.wait_for_timeout(20)
    portal.release()


@pytest.fixture
def portals() -> Iterator[list[CaptivePortal]]:
    made: list[CaptivePortal] = []
    yield made
    for each in made:
        each.close()


def behind(portals: list[CaptivePortal], port: int, answer: str) -> CaptivePortal:
    portals.append(CaptivePortal(port, answer))
    portals[-1].keeps = data
    return portals[-1]


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("path", ["", "overlay/scorebug", "overlay/board"])
def test_a_page_for_viewers_begins_when_the_network_lets_it(
    broadcast: Broadcast, portals: list[CaptivePortal], path: str, answer: str
) -> None:
    broadcast.publisher.publish(game_view(), ())
    portal = behind(portals, urlsplit(broadcast.server.url).port or 0, answer)
    spectator = Spectator(broadcast.browser, f"http://127.0.0.1:{portal.port}/{path}?lang=en")
    begin(spectator.page, portal)
    spectator.wait_for(seq=7)
    assert spectator.page.evaluate(SYMBOLS) > 4
    spectator.close()


@pytest.mark.parametrize("answer", ANSWERS)
def test_pawns_are_never_missing_for_a_sheet_that_did_not_come(
    broadcast: Broadcast, portals: list[CaptivePortal], answer: str
) -> None:
    broadcast.publisher.publish(game_view(), ())
    portal = behind(portals, urlsplit(broadcast.server.url).port or 0, answer)
    portal.keeps = lambda path: path.startswith("/sheet.svg")
    spectator = Spectator(broadcast.browser, f"http://127.0.0.1:{portal.port}/?lang=en")
    begin(spectator.page, portal)
    spectator.wait_for(seq=7)
    assert spectator.page.evaluate(SYMBOLS) > 4
    spectator.close()


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_seat_and_a_tablet_begin_when_the_network_lets_them(
    browser: Browser, portals: list[CaptivePortal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with phone_table() as seats, tablet_table() as table:
        table.begin()
        seats.until(lambda: seats.ask(invitation=seats.invitation(0))[0] == 200)
        for port, way in (
            (seats.server.port, f"?lang=en#{seats.invitation(0)}"),
            (table.settings.phone_port, f"tablet?lang=en#{table.code}"),
        ):
            portal = behind(portals, port, answer)
            visitor = Spectator(browser, f"http://127.0.0.1:{portal.port}/{way}")
            begin(visitor.page, portal)
            visitor.page.wait_for_selector("body[data-signal=live]")
            assert visitor.page.evaluate(SYMBOLS) > 4
            visitor.close()
        assert "board" in str(table.page(table.open()))


def test_a_card_that_is_laid_before_the_login_arrives_once(browser: Browser, portals: list[CaptivePortal]) -> None:
    with phone_table() as seats:
        seats.until(lambda: seats.ask(invitation=seats.invitation(0))[0] == 200)
        portal = behind(portals, seats.server.port, "redirect")
        portal.release()
        url = f"http://127.0.0.1:{portal.port}/?lang=en#{seats.invitation(0)}"
        with closing(Spectator(browser, url)) as player:
            player.wait_for()
            card = player.page.get_attribute("[data-card]", "data-card")
            before = seats.table.view.seq
            portal.shut()
            player.page.click("[data-card]")
            player.wait_for(signal="lost")
            assert seats.table.view.seq == before
            portal.release()
            player.wait_for(seq=before + 1)
            assert (seats.table.view.declared, seats.table.view.seq) == (card, before + 1)


def test_the_page_of_the_camera_is_back_after_a_network_cut_its_line(
    browser: Browser, portals: list[CaptivePortal], tmp_path: Path
) -> None:
    with open_door(tmp_path) as house:
        portal = behind(portals, house.port, "redirect")
        portal.release()
        with browser.new_context(ignore_https_errors=True) as context:
            page = context.new_page()
            page.goto(house.door.url.replace(str(house.port), str(portal.port)))
            page.wait_for_selector("body[data-signal=live]")
            portal.shut()
            page.wait_for_selector("body[data-signal=lost]")
            portal.release()
            page.wait_for_selector("body[data-signal=live]")
