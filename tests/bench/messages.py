"""How many messages a simulated game sends, by topic, and how many of them say how the camera is.

python tests/bench/messages.py [SECONDS]
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from paho.mqtt.client import Client, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

PORT = 20883


def count(seconds: float) -> Counter[str]:
    """The messages of each topic; the retained ones of the beginning are left out."""
    heard: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as home:
        settings = f"mqtt_port = {PORT}\nwebsocket_port = {PORT + 5}\nviewer_port = {PORT + 6}\n"
        (Path(home) / "settings.toml").write_text(settings, encoding="utf-8")
        command = [sys.executable, "-m", "companion", "run", "--headless", "--speed", "2", "--seed", "2"]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, env=os.environ | {"PAWTRACK_HOME": home}, stdout=quiet, stderr=quiet) as table:
            viewer = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
            viewer.on_connect = lambda client, *_: client.subscribe("pawtrack/1/+/+/public/#")
            viewer.on_message = lambda _client, _data, message: heard.update(
                [] if message.retain else [message.topic.partition("/public/")[2]]
            )
            viewer.connect_async("127.0.0.1", PORT)
            viewer.reconnect_delay_set(1, 1)
            viewer.loop_start()
            time.sleep(seconds)
            viewer.loop_stop()
            table.send_signal(signal.SIGINT)
    return heard


def main() -> None:
    heard = count(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
    for topic, number in heard.most_common():
        print(f"{topic:14} {number:5}  {number / heard.total():.0%}")


if __name__ == "__main__":
    main()
