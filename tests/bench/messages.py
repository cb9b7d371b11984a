"""How many messages a simulated game sends, by topic, how many bytes they have, and what that makes a play.

python tests/bench/messages.py [SECONDS]
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

PORT = 20883


def count(seconds: float) -> tuple[Counter[str], Counter[str], int]:
    """Returns messages and bytes (topic included) of each topic, and the plays; retained ones are left out."""
    heard, sizes, plays = Counter[str](), Counter[str](), [0]

    def take(_client: object, _data: object, message: MQTTMessage) -> None:
        if message.retain:
            return
        name = message.topic.partition("/public/")[2]
        heard[name] += 1
        sizes[name] += len(message.topic) + len(message.payload)
        plays[0] += name == "event" and json.loads(message.payload)["kind"] in ("play", "illegal")

    with tempfile.TemporaryDirectory() as home:
        settings = f"mqtt_port = {PORT}\nwebsocket_port = {PORT + 5}\nviewer_port = {PORT + 6}\n"
        (Path(home) / "settings.toml").write_text(settings, encoding="utf-8")
        command = [sys.executable, "-m", "companion", "run", "--headless", "--speed", "2", "--seed", "2"]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, env=os.environ | {"PAWTRACK_HOME": home}, stdout=quiet, stderr=quiet) as table:
            viewer = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
            viewer.on_connect = lambda client, *_: client.subscribe("pawtrack/1/+/+/public/#")
            viewer.on_message = take
            viewer.connect_async("127.0.0.1", PORT)
            viewer.reconnect_delay_set(1, 1)
            viewer.loop_start()
            time.sleep(seconds)
            viewer.loop_stop()
            table.send_signal(signal.SIGINT)
    return heard, sizes, plays[0]


def main() -> None:
    heard, sizes, plays = count(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
    for topic, number in heard.most_common():
        print(f"{topic:14} {number:5}  {number / heard.total():4.0%}  {sizes[topic] / number:6.0f} bytes each")
    if plays:
        print(f"{plays} plays; a play: {heard.total() / plays:.1f} messages, {sizes.total() / plays:.0f} bytes")


if __name__ == "__main__":
    main()
