"""A line that is cut without a word: the broker still believes in the old connection when the new one comes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from brokers_for_tests import BASE, Listener, Mosquitto, Reports, free_ports, settings_for_tests
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.publishers import feed as feed_module
from companion.publishers import link as link_module
from companion.publishers.mqtt import MqttPublisher

#: So long a silence is granted that no broker gives up the old connection by itself while the test waits.
KEEPALIVE_S = 600
PATIENCE_S = 60.0


class Line:
    """Carries bytes to a broker; `cut` takes the near end away and leaves the far end open, as a lost network does."""

    def __init__(self, port: int) -> None:
        self._far_port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()
        #: Set when the broker itself has ended a connection.
        self.hung_up = threading.Event()

    def cut(self) -> None:
        self._pairs[-1][0].shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for each in (self._listening, *(end for pair in self._pairs for end in pair)):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(PATIENCE_S)
        for each in (self._listening, *(end for pair in self._pairs for end in pair)):
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._far_port))
                self._pairs.append((near, far))
                for carry in (self._to_broker, self._from_broker):
                    self._threads.append(threading.Thread(target=carry, args=(near, far), daemon=True))
                    self._threads[-1].start()

    def _to_broker(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(65536):
                far.sendall(data)

    def _from_broker(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := far.recv(65536):
                with suppress(OSError):
                    near.sendall(data)
        self.hung_up.set()


@pytest.fixture(params=["mosquitto", "nats"])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[int, str]]:
    """The port of a broker and who may write there."""
    if request.param == "mosquitto":
        mosquitto = Mosquitto(tmp_path, free_ports(1)[0])
        mosquitto.start()
        yield mosquitto.port, ""
        mosquitto.kill()
        return
    embedded = ServedBroker(settings_for_tests(), tmp_path)
    embedded.start(Reports())
    yield embedded.mqtt_port, embedded.table_url.removeprefix("mqtt://").partition("@")[0] + "@"
    embedded.stop()


def test_a_table_that_is_back_is_not_called_lost(broker: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_module, "HEARTBEAT_S", 0.3)
    monkeypatch.setattr(link_module, "KEEPALIVE_S", KEEPALIVE_S)
    port, login = broker
    line, reports = Line(port), Reports()
    publisher = MqttPublisher(f"mqtt://{login}127.0.0.1:{line.port}", settings_for_tests())
    publisher.start(reports)
    publisher.publish(game_view(), ())
    reports.wait_for("mqtt_ok")
    seen = len(reports.all)
    line.cut()
    reports.wait_for("mqtt_ok", after=seen)
    assert line.hung_up.wait(PATIENCE_S), "the broker keeps the old connection, and will say much later that it is lost"
    listener = Listener(port, f"{BASE}/public/status")
    # the first may still be the old last will
    listener.wait(lambda: len(listener.on("public/status")) >= 3)
    assert listener.on("public/status")[-1]["state"] == "ready"
    listener.close()
    publisher.stop()
    line.close()


def test_an_old_last_will_is_put_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_module, "HEARTBEAT_S", 0.2)
    mosquitto, reports = Mosquitto(tmp_path, free_ports(1)[0]), Reports()
    mosquitto.start()
    publisher = MqttPublisher(mosquitto.url, settings_for_tests())
    publisher.start(reports)
    publisher.publish(game_view(), ())
    reports.wait_for("mqtt_ok")
    listener = Listener(mosquitto.port, f"{BASE}/public/status")
    listener.client.publish(f"{BASE}/public/status", b'{"v":1,"state":"lost","epoch":3,"ts":1}', qos=1, retain=True)
    listener.wait_on("public/status", lambda status: status["state"] == "lost")
    seen = len(listener.heard)
    listener.wait(lambda: any(status["state"] == "ready" for _, status, _ in listener.heard[seen:]))
    listener.close()
    publisher.stop()
    mosquitto.kill()
