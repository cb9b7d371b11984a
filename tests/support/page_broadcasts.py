"""A table that broadcasts to the spectators' page: the real publisher, broker, gateway and browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from brokers_for_tests import Reports, settings_for_tests
from browser_for_tests import Spectator
from page_clients import fetch
from playwright.sync_api import Browser
from rules_for_tests import rules_of
from web_for_tests import ServedBroker, ServedPage

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.publishers.feed import EveningOf
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.viewer_page import ViewerPage
from companion.rules.schema import position_to_json


@dataclass
class Broadcast:
    broker: ServedBroker
    publisher: MqttPublisher
    server: ViewerPage
    browser: Browser | None
    others: list[ServedPage] = field(default_factory=list)

    def open(self, query: str = "lang=en", **size: int) -> Spectator:
        return Spectator(self.browser, f"{self.server.url}?{query}", **size)

    def lay(self, board: str) -> None:
        """Another board lies on the table from this moment on."""
        page = ServedPage(self.broker, load_board(board), SHIPPED, settings_for_tests())
        page.start()
        wait_for(page)
        self.others.append(page)
        self.server = page


@contextmanager
def broadcasting(
    folder: Path, browser: Browser | None, evening: EveningOf | None = None, **changes: Any
) -> Iterator[Broadcast]:
    """A broadcast of the usual board without a game; with a `lan_address` also for other machines.

    `evening` reads its standings.
    """
    settings = settings_for_tests(**changes)
    address = settings.lan_address
    broker = ServedBroker(settings, folder)
    page = broker.page = ViewerPage(
        broker, load_board("black_dog"), SHIPPED, settings, lan=bool(address), lan_address=address
    )
    broker.start(Reports())
    publisher = MqttPublisher(broker.table_url, settings, renew=broker.renew, evening=evening)
    publisher.start(Reports())
    wait_for(page)
    made = Broadcast(broker, publisher, page, browser)
    yield made
    for each in made.others:
        each.stop()
    publisher.stop()
    broker.stop()


def wait_for(page: ViewerPage) -> None:
    """For as long as a busy machine takes."""
    port = urlsplit(page.url).port
    assert port
    fetch(int(port))


def shown(position: Position) -> list[list[Any]]:
    return [sorted(row, key=str) for row in position_to_json(rules_of(position), position)["pawns"]]
