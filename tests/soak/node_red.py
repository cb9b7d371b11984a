"""The flows of docs/how-to/node-red in a real Node-RED: the lamp fires at a wrong move, the others do as described.

    python tests/soak/node_red.py FOLDER

FOLDER is where Node-RED is installed (`make node-red` does it).  The table's own broker carries the events, a second
one (mosquitto) is the house's; Home Assistant's loudspeaker is a web server here.  Exit status: 0 held, 1 not.
"""

import argparse
import http.server
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from brokers_for_tests import Listener, Mosquitto, Reports, free_ports, settings_for_tests
from events_for_tests import every_kind
from views_for_tests import game_view, seat_views
from web_for_tests import ServedBroker

from companion.publishers.mqtt import MqttPublisher
from companion.session import events as ev

FLOWS: Final = Path("docs/how-to/node-red")
PATIENCE_S: Final = 60.0
LAMP: Final = "zigbee2mqtt/game-lamp/set"
HOSTILE: Final = '=cmd|"/C calc"!A1'
SETTINGS: Final = """module.exports = { flowFile: "flows.json", credentialSecret: false, uiHost: "127.0.0.1",
  uiPort: %d,
  disableEditor: true, httpAdminRoot: false, telemetry: { enabled: false, updateNotification: false },
  diagnostics: { enabled: false, ui: false }, functionExternalModules: false,
  externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } } };
"""


class Loudspeaker(http.server.BaseHTTPRequestHandler):
    """Home Assistant, as far as it speaks."""

    said: Final[list[Any]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.said.append((self.path, self.headers["Authorization"], json.loads(body)))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def flows(pawtrack: int, house: int, web: int) -> list[dict[str, Any]]:
    """All three flows, with the addresses that somebody would set in the editor."""
    nodes: dict[str, dict[str, Any]] = {}
    for path in sorted(FLOWS.glob("*.json")):
        nodes |= {node["id"]: node for node in json.loads(path.read_text())}
    nodes["pawtrack-broker"] |= {"port": str(pawtrack)}
    nodes["house-broker"] |= {"broker": "127.0.0.1", "port": str(house)}
    nodes["speaker-out"] |= {"url": f"http://127.0.0.1:{web}/api/services/tts/speak"}
    return list(nodes.values())


def wait(condition: Callable[[], Any], what: str) -> float:
    began_s = time.monotonic()
    while not condition():
        if time.monotonic() > began_s + PATIENCE_S:
            raise SystemExit(f"not held: {what}")
        time.sleep(0.02)
    return time.monotonic() - began_s


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    program = parser.parse_args().folder.resolve() / "node_modules/.bin/node-red"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        house_port, web_port, ui_port = free_ports(3)
        settings = settings_for_tests()
        own, house = ServedBroker(settings, folder / "broker"), Mosquitto(folder, house_port)
        own.start(Reports())
        house.start()
        web = http.server.ThreadingHTTPServer(("127.0.0.1", web_port), Loudspeaker)
        threading.Thread(target=web.serve_forever, daemon=True).start()
        (folder / "settings.js").write_text(SETTINGS % ui_port)
        (folder / "flows.json").write_text(json.dumps(flows(settings.mqtt_port, house_port, web_port)))
        command = [program, "-s", folder / "settings.js", "-u", folder, "--no-telemetry"]
        with (folder / "node-red.log").open("w") as log:
            node_red = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            try_flows(own, folder, house_port)
        finally:
            node_red.terminate()
            node_red.wait(PATIENCE_S)
            print(next((line for line in (folder / "node-red.log").read_text().splitlines() if "version" in line), ""))
            web.shutdown()
            own.stop()
            house.kill()
    return 0


def try_flows(own: ServedBroker, folder: Path, house_port: int) -> None:
    refused = next(event for event in every_kind() if isinstance(event, ev.PlayRefused))
    accepted = next(event for event in every_kind() if isinstance(event, ev.PlayAccepted))
    lamp = Listener(house_port, LAMP)
    publisher = MqttPublisher(own.table_url, settings_for_tests())
    publisher.start(Reports())
    seats = seat_views((HOSTILE, "Ben", "Carla", "David"))
    sheet, seq = folder / "pawtrack.csv", 10
    publisher.publish(game_view(seq=seq, seats=seats), ())
    # accepted plays until Node-RED is there: none of them may light the lamp
    while not sheet.exists():
        seq += 1
        publisher.publish(game_view(seq=seq, seats=seats), (accepted,))
        time.sleep(0.3)
    assert not lamp.heard, lamp.heard
    seq += 1
    publisher.publish(game_view(seq=seq, seats=seats), (refused,))
    took = wait(lambda: lamp.heard, "the lamp is red at a wrong move")
    assert lamp.heard[0][1] == {"state": "ON", "color": {"hex": "#FF0000"}}, lamp.heard
    print(f"held: the lamp is red {took:.2f} s after a wrong move")
    took = wait(lambda: len(lamp.heard) > 1, "the lamp goes out")
    assert lamp.heard[1][1] == {"state": "OFF"}, lamp.heard
    print(f"held: the lamp is out {took:.1f} s later")
    said = Loudspeaker.said
    wait(lambda: any("referee says no" in body["message"] for *_, body in said), "the loudspeaker says the sentence")
    messages = [body["message"] for *_, body in said]
    assert len(messages) == len(set(messages)) or messages.count(messages[-1]) == 1, messages
    print(f"held: the loudspeaker said: {messages[-1]}")
    wait(lambda: "illegal" in sheet.read_text(), "the sheet has the wrong move")
    rows = sheet.read_text().splitlines()
    assert all(row.count('","') == 7 for row in rows), rows
    assert not any(cell.startswith("=") for row in rows for cell in row[1:-1].split('","')), rows
    print(f"held: the sheet has {len(rows)} rows, the last: {rows[-1]}")
    publisher.stop()
    lamp.close()


if __name__ == "__main__":
    sys.exit(main())
