"""A table that broadcasts to the spectators' page: the real publisher, broker, gateway and browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from brokers_for_tests import BASE, Reports, settings_for_tests
from browser_for_tests import Spectator
from page_clients import fetch
from playwright.sync_api import Browser
from rules_for_tests import rules_of

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.publishers.broker import EmbeddedBroker
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.viewer.server import ViewerServer
from companion.publishers.viewer.voice.heard import VoiceSource
from companion.rules.schema import position_to_json


@dataclass
class Broadcast:
    broker: EmbeddedBroker
    publisher: MqttPublisher
    server: ViewerServer
    browser: Browser | None

    def open(self, query: str = "lang=en", **size: int) -> Spectator:
        return Spectator(self.browser, f"{self.server.url}?{query}", **size)

    def lay(self, board: str) -> None:
        """Another board lies on the table from this moment on."""
        self.server.stop()
        self.server = serving(ViewerServer(self.broker, load_board(board), SHIPPED, settings_for_tests()))


@contextmanager
def broadcasting(folder: Path, browser: Browser | None, **changes: Any) -> Iterator[Broadcast]:
    """A broadcast of the usual board without a game."""
    settings = settings_for_tests(**changes)
    broker = EmbeddedBroker(settings, folder)
    broker.start(Reports())
    publisher = MqttPublisher(broker.table_url, settings)
    publisher.start(Reports())
    voice = VoiceSource(broker.mqtt_port, f"{BASE}/{broker.viewers_tree}")
    server = ViewerServer(broker, load_board("black_dog"), SHIPPED, settings, voice=voice)
    made = Broadcast(broker, publisher, serving(server), browser)
    yield made
    made.server.stop()
    publisher.stop()
    broker.stop()


def serving(server: ViewerServer) -> ViewerServer:
    """Started, and waited for as long as a busy machine takes."""
    server.start()
    port = urlsplit(server.url).port
    assert port
    fetch(int(port))
    return server


def shown(position: Position) -> list[list[Any]]:
    return [sorted(row, key=str) for row in position_to_json(rules_of(position), position)["pawns"]]
