"""A whole audience at once over WebSocket: admissions, deliveries of the state, and the delay of the news.

    python tests/bench/viewer_load.py [VIEWERS] [--qos Q] [--straight]

`--straight` connects the viewers to nats-server itself, without the gateway.  For every viewer that misses something
the last answer that it got is counted: so a fault of this tool (no connection, no subscription sent) is distinguished
from one of the broker (subscription granted, nothing delivered).
"""

import argparse
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import raw_mqtt as raw
from brokers_for_tests import Reports, accepts, free_ports, settings_for_tests, wait_until
from paho.mqtt.client import Client, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion
from web_for_tests import ServedBroker

from companion.publishers.broker import find_server
from companion.publishers.broker_url import parse_broker_url

TOPIC = "pawtrack/1/home/table-1/public/state"
MESSAGES, PAUSE_S, PATIENCE_S = 10, 0.5, 15.0
#: How nats-server was set up when viewers were let to it.
STRAIGHT = """
host: "127.0.0.1", port: -1, no_auth_user: viewer
jetstream {{ store_dir: "{folder}", max_mem: 32M, max_file: 64M }}
mqtt {{ host: "127.0.0.1", port: {mqtt} }}
websocket {{ host: "127.0.0.1", port: {websocket}, no_tls: true }}
accounts {{ PAWTRACK: {{ jetstream: enabled, users: [
  {{ user: table, password: secret }}
  {{ user: viewer, password: none, permissions: {{ publish: {{ deny: ">" }}
     subscribe: {{ allow: ["pawtrack.1.*.*.public", "pawtrack.1.*.*.public.>", "$MQTT.sub.>"] }} }} }} ] }} }}
"""


class Viewer:
    """Heard so far: the handshake, then packets; the payload of a message is its number and when it was sent."""

    def __init__(self, port: int, number: int, qos: int) -> None:
        self.heard = b""
        self.numbers: set[int] = set()
        self.stage = "connected"
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.sendall(raw.request())
        # not sooner: nats-server accepts no frame before its answer to the upgrade
        while b"\r\n\r\n" not in self.heard:
            self.heard += self.socket.recv(1)
        hello = raw.connect(f"viewer-{number}") + raw.subscribe(TOPIC, qos=qos)
        self.socket.sendall(raw.frame(hello))
        self.socket.setblocking(False)

    def read(self, late_ms: list[float]) -> bool:
        try:
            data = self.socket.recv(65536)
        except BlockingIOError:
            return True
        except OSError:
            data = b""
        self.heard += data
        for stage, mark in (("let in", b"\x20\x02\x00\x00"), ("granted", b"\x90\x03\x00\x01")):
            if mark in self.heard and not self.stage.startswith("heard"):
                self.stage = stage
        while (at := self.heard.find(b"<")) >= 0 and (end := self.heard.find(b">", at)) >= 0:
            number, sent_s = self.heard[at + 1 : end].split()
            self.stage = "heard something"
            if int(number) not in self.numbers and int(number):
                late_ms.append((time.time() - float(sent_s)) * 1000)
            self.numbers.add(int(number))
            self.heard = self.heard[end + 1 :]
        return bool(data)


def measure(port: int, table: str, viewers: int, qos: int) -> None:
    broker = parse_broker_url(table)
    publisher = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
    publisher.username_pw_set(broker.user, broker.password)
    publisher.connect("127.0.0.1", broker.port)
    publisher.loop_start()

    def tell(number: int) -> None:
        publisher.publish(TOPIC, f"<{number} {time.time()}>" + "x" * 4000, qos=1, retain=True)

    tell(0)
    time.sleep(0.5)
    began_s, late_ms, watching = time.monotonic(), list[float](), selectors.DefaultSelector()
    audience = [Viewer(port, number, qos) for number in range(viewers)]
    for viewer in audience:
        watching.register(viewer.socket, selectors.EVENT_READ, viewer)

    def attend(until_s: float, enough: int) -> None:
        while time.monotonic() < until_s and not all(len(viewer.numbers) >= enough for viewer in audience):
            for key, _ in watching.select(0.05):
                if not key.data.read(late_ms):
                    watching.unregister(key.fileobj)

    attend(began_s + PATIENCE_S, 1)
    joined = sum(bool(viewer.numbers) for viewer in audience)
    print(f"{joined} of {viewers} had the state after {time.monotonic() - began_s:.2f} s")
    for number in range(1, MESSAGES + 1):
        tell(number)
        attend(time.monotonic() + PAUSE_S, MESSAGES + 1)
    attend(time.monotonic() + PATIENCE_S, MESSAGES + 1)
    late_ms.sort()
    if late_ms:
        print(f"news: p50 {late_ms[len(late_ms) // 2]:.0f} ms, p99 {late_ms[int(len(late_ms) * 0.99)]:.0f} ms")
    nothing = [viewer for viewer in audience if not viewer.numbers - {0}]
    some = sum(1 for viewer in audience if viewer.numbers and len(viewer.numbers - {0}) < MESSAGES)
    print(f"no news at all: {len(nothing)} {dict(Counter(viewer.stage for viewer in nothing))}; some missing: {some}")
    publisher.loop_stop()
    for viewer in audience:
        viewer.socket.close()


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("viewers", type=int, nargs="?", default=1000)
    asked.add_argument("--qos", type=int, default=0, choices=(0, 1, 2))
    asked.add_argument("--straight", action="store_true")
    choices = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if choices.straight:
            mqtt, websocket = free_ports(2)
            config = Path(folder) / "nats.conf"
            config.write_text(STRAIGHT.format(folder=folder, mqtt=mqtt, websocket=websocket), encoding="utf-8")
            with subprocess.Popen(
                [find_server() or "nats-server", "-c", str(config)], stderr=subprocess.DEVNULL
            ) as server:
                wait_until(lambda: accepts(mqtt) and accepts(websocket))
                measure(websocket, f"mqtt://table:secret@127.0.0.1:{mqtt}", choices.viewers, choices.qos)
                server.terminate()
            return
        broker = ServedBroker(settings_for_tests(), Path(folder))
        broker.start(Reports())
        measure(broker.websocket_port, broker.table_url, choices.viewers, choices.qos)
        broker.stop()


if __name__ == "__main__":
    main()
