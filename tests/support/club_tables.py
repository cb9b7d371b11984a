"""Tables of a club on one broker, as their retained messages: the data of the lobby."""

import json
import threading
import time
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
from brokers_for_tests import table_of
from gallery.views import game_view as any_game
from paho.mqtt.client import Client, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

from companion.publishers.broker import EmbeddedBroker
from companion.publishers.broker_url import parse_broker_url
from companion.views.broadcast import topics
from companion.views.table_view import TableView

SITE = "pawtrack/1/home"


class Club:
    """Speaks for any table of the site."""

    def __init__(self, broker: EmbeddedBroker) -> None:
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
        self._client.username_pw_set(*table_of(broker))
        self._client.connect("127.0.0.1", parse_broker_url(broker.table_url).port)
        self._client.loop_start()

    def say(self, topic: str, payload: Any) -> None:
        """`payload`: a value for JSON, or bytes as they are; retained, and kept by the broker when this returns."""
        content = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        self._client.publish(f"{SITE}/{topic}", content, qos=1, retain=True).wait_for_publish(60)

    def table(self, name: str, view: TableView, *, state: str = "ready", tree: str = "public", **changed: Any) -> None:
        """A whole table; `changed` are other fields of its state."""
        now = time.time_ns() // 1_000_000
        self.say(f"{name}/{tree}/info", msgspec.to_builtins(topics.info(view, now, "test")))
        self.say(f"{name}/{tree}/status", msgspec.to_builtins(topics.status(state, view.epoch, now)))
        self.say(f"{name}/{tree}/state", msgspec.to_builtins(topics.state(view, now)) | changed)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def named(view: TableView, *names: str) -> TableView:
    return replace(view, seats=tuple(replace(seat, name=name) for seat, name in zip(view.seats, names, strict=True)))


def game_of(variant: str, players: int) -> TableView:
    return any_game(variant, players)


class FileServer:
    """Any web server: a folder as it lies there."""

    def __init__(self, folder: Path) -> None:
        handler = partial(_Quiet, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass
