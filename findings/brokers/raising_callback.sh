#!/bin/sh
# paho-mqtt: an error in on_message ends the network thread; the client stays "connected" and accepts messages.
. "$(dirname "$0")/../common.sh"
debian mosquitto mosquitto
packages paho-mqtt==2.2.0
python - <<'END'
import threading

import paho.mqtt
from common import mosquitto, report, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

KEEPALIVE_S = 1
ended, will, lost = [], [], []
threading.excepthook = lambda info: ended.append(info.exc_type.__name__)


def read(_client, _data, message):
    raise ValueError(message.topic)


with mosquitto() as (port, _):
    reader, other = (Client(CallbackAPIVersion.VERSION2) for _ in range(2))
    reader.will_set("table/will", b"gone")
    reader.on_message = read
    reader.on_disconnect = lambda *_: lost.append(True)
    reader.connect("127.0.0.1", port, KEEPALIVE_S)
    reader.subscribe("table/in")
    reader.loop_start()
    until(reader.is_connected)
    other.on_message = lambda _client, _data, message: will.append(message.topic)
    other.connect("127.0.0.1", port)
    other.subscribe([("table/will", 0), ("table/out", 0)])
    other.loop_start()
    for _ in range(60):
        other.publish("table/in", b"1")
        if until(lambda: ended, 0.5):
            break
    given_up = until(lambda: "table/will" in will)
    connected, code = reader.is_connected(), int(reader.publish("table/out", b"1").rc)
    arrives = until(lambda: "table/out" in will, 2)
    other.disconnect()
    other.loop_stop()
report(
    versions=f"paho-mqtt {paho.mqtt.__version__}",
    expected="the error is logged, or the client disconnects and calls on_disconnect",
    seen=f"thread ended by {ended}; the broker published the last will: {given_up}; afterwards is_connected() is "
    f"{connected}, publish returns {code}, the message arrives: {arrives}; calls of on_disconnect: {len(lost)}",
    matters="one odd message from a stranger silences a table that shows itself as connected",
    holds=ended == ["ValueError"] and given_up and connected and code == 0 and not arrives and not lost,
)
END
