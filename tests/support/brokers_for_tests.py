"""Real brokers, a listener that waits for expected messages, and stock MQTT clients."""

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

from companion.publishers.broker import EmbeddedBroker
from companion.publishers.broker_url import parse_broker_url
from companion.settings.schema import Settings
from companion.views.table_view import Health

BASE = "pawtrack/1/home/table-1"
PATIENCE_S = 60.0


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def settings_for_tests(**changes: Any) -> Settings:
    mqtt, websocket, viewer = free_ports(3)
    return Settings(**({"mqtt_port": mqtt, "websocket_port": websocket, "viewer_port": viewer} | changes))


class Reports:
    """Collects the health reports of a part."""

    def __init__(self) -> None:
        self.all: list[Health] = []
        self._bell = threading.Condition()

    def __call__(self, health: Health) -> None:
        with self._bell:
            self.all.append(health)
            self._bell.notify_all()

    @property
    def codes(self) -> list[str]:
        return [health.code for health in self.all]

    def wait_for(self, code: str, after: int = 0) -> Health:
        with self._bell:
            assert self._bell.wait_for(lambda: code in self.codes[after:], PATIENCE_S), f"{code} not in {self.codes}"
        return self.all[after:][self.codes[after:].index(code)]


class Listener:
    """An ordinary MQTT client that remembers everything it hears."""

    def __init__(
        self,
        port: int,
        *filters: str,
        login: tuple[str, str] | None = None,
        qos: int = 1,
        websocket: bool = False,
        authority: Path | None = None,
    ) -> None:
        """Over TLS where an authority is given, by its certificate."""
        self.heard: list[tuple[str, Any, bool]] = []
        self.granted: list[bool] = []
        self._bell = threading.Condition()
        transport = "websockets" if websocket else "tcp"
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311, transport=transport)
        self.client.ws_set_options(path="/mqtt")
        if authority:
            self.client.tls_set(str(authority))
        if login:
            self.client.username_pw_set(*login)
        self.client.on_connect = lambda client, *_: client.subscribe([(each, qos) for each in filters])
        self.client.on_subscribe = self._on_subscribe
        self.client.on_message = self._on_message
        self.client.reconnect_delay_set(1, 1)
        # paho leaves its socket open when a WebSocket handshake takes longer, as on a busy machine it may
        self.client.connect_timeout = PATIENCE_S
        self.client.connect("127.0.0.1", port, 10)
        self.client.loop_start()
        self.wait(lambda: bool(self.granted))

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
        # paho closes its pair of sockets when it is freed: without a way back to here that is at once
        self.client.on_connect = self.client.on_subscribe = self.client.on_message = None

    def wait(self, condition: Callable[[], bool]) -> None:
        with self._bell:
            assert self._bell.wait_for(condition, PATIENCE_S), [topic for topic, _, _ in self.heard]

    def on(self, topic: str) -> list[Any]:
        return [payload for heard, payload, _ in self.heard if heard == f"{BASE}/{topic}"]

    def wait_on(self, topic: str, condition: Callable[[Any], bool] = lambda _: True) -> Any:
        self.wait(lambda: any(condition(payload) for payload in self.on(topic)))
        return next(payload for payload in reversed(self.on(topic)) if condition(payload))

    def _on_subscribe(self, client: Client, data: Any, mid: int, codes: list[Any], properties: Any) -> None:
        with self._bell:
            self.granted.extend(not code.is_failure for code in codes)
            self._bell.notify_all()

    def _on_message(self, client: Client, data: Any, message: MQTTMessage) -> None:
        with self._bell:
            self.heard.append((message.topic, json.loads(message.payload), message.retain))
            self._bell.notify_all()


class Mosquitto:
    """The broker of Debian, as somebody else would run it."""

    def __init__(self, folder: Path, port: int, *lines: str) -> None:
        self.port = port
        self._config = folder / "mosquitto.conf"
        self._config.write_text("\n".join([f"listener {port} 127.0.0.1", "allow_anonymous true", *lines]) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or "mosquitto"
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen([program, "-c", str(self._config)], stdout=quiet, stderr=quiet)
        wait_until(lambda: accepts(self.port))

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


def accepts(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < ends_s
        time.sleep(0.02)


def kill_broker(broker: EmbeddedBroker) -> int:
    """Kills the child at once and returns the process id it had."""
    pid = broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def operator_of(broker: EmbeddedBroker) -> tuple[str, str]:
    return "operator", broker._passwords.operator


def table_of(broker: EmbeddedBroker) -> tuple[str, str]:
    url = parse_broker_url(broker.table_url)
    assert url.user
    assert url.password
    return url.user, url.password


def stock_subscribe(port: int, topic: str, count: int, *options: str) -> dict[str, Any]:
    """Returns the first `count` messages by topic, as Debian's `mosquitto_sub` gets them."""
    command = ["mosquitto_sub", "-p", str(port), "-t", topic, "-C", str(count), "-W", "10", "-F", "%t %p", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    return {heard.removeprefix(f"{BASE}/"): json.loads(payload) for heard, _, payload in lines}
