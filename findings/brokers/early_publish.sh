#!/bin/sh
# paho-mqtt: a message published before the connection is sent, but its receipt reports a failure for ever.
. "$(dirname "$0")/../common.sh"
debian mosquitto mosquitto
packages paho-mqtt==2.2.0
python - <<'END'
import paho.mqtt
from common import mosquitto, report, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion


def published(receipt):
    try:
        return str(receipt.is_published())
    except RuntimeError as error:
        return f"RuntimeError({error})"


with mosquitto() as (port, _):
    arrived, listening = [], []
    reader, writer = (Client(CallbackAPIVersion.VERSION2) for _ in range(2))
    reader.on_message = lambda _client, _data, message: arrived.append(message.topic)
    reader.on_subscribe = lambda *_: listening.append(True)
    reader.connect("127.0.0.1", port)
    reader.subscribe("table/#", 1)
    reader.loop_start()
    until(lambda: listening)
    early = writer.publish("table/early", b"1", qos=1)
    code, before = early.rc, published(early)
    writer.connect("127.0.0.1", port)
    writer.loop_start()
    until(lambda: arrived)
    late = writer.publish("table/late", b"1", qos=1)
    until(late.is_published)
    until(lambda: len(arrived) == 2)
    after, sound = published(early), published(late)
    for client in (reader, writer):
        client.disconnect()
        client.loop_stop()
report(
    versions=f"paho-mqtt {paho.mqtt.__version__}",
    expected="is_published() becomes true when the message has arrived, or the message is not sent",
    seen=f"published early: code {code}, {before}; arrived {arrived}; then {after}; published late: {sound}",
    matters="who waits for the receipt, or sends again after the error, sends twice",
    holds=arrived[0] == "table/early" and "RuntimeError" in before and "RuntimeError" in after and sound == "True",
)
END
