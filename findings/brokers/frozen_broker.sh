#!/bin/sh
# paho-mqtt: connect() succeeds at a broker that hangs, and the failure shows only after the whole keepalive.
. "$(dirname "$0")/../common.sh"
debian mosquitto mosquitto
packages paho-mqtt==2.2.0
python - <<'END'
import signal
import time

import paho.mqtt
from common import mosquitto, report, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion


def wait(port, keepalive_s):
    client, ended, begun_s = Client(CallbackAPIVersion.VERSION2), [], time.monotonic()
    client.connect_timeout = 1.0
    client.on_disconnect = lambda _client, _data, _flags, reason, _properties: ended.append(str(reason))
    code = int(client.connect("127.0.0.1", port, keepalive_s))
    client.loop_start()
    queued = int(client.publish("table", b"1").rc)
    until(lambda: ended)
    client.loop_stop()
    return code, queued, time.monotonic() - begun_s, ended[:1]


with mosquitto() as (port, program):
    sound = Client(CallbackAPIVersion.VERSION2)
    sound.connect("127.0.0.1", port)
    sound.loop_start()
    greeted = until(sound.is_connected)
    sound.loop_stop()
    program.send_signal(signal.SIGSTOP)
    short, long = wait(port, 2), wait(port, 6)
report(
    versions=f"paho-mqtt {paho.mqtt.__version__}",
    expected="connect() or connect_timeout (1 s here) reports that nobody answers",
    seen=f"broker at work: connected {greeted}; broker stopped: connect() returns {short[0]}, publish {short[1]}; with a "
    f"keepalive of 2 s {short[3]} after {short[2]:.1f} s, of 6 s after {long[2]:.1f} s",
    matters="with the usual keepalive of 60 s a hanging broker looks like a working one for a minute",
    holds=greeted
    and short[:2] == long[:2] == (0, 0)
    and short[3] == long[3] == ["Keep alive timeout"]
    and 1.5 < short[2] < 5 < long[2],
)
END
