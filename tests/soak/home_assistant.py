"""A simulated game in a real Home Assistant: the device appears, follows the game, shows that it is away, and goes.

    python tests/soak/home_assistant.py VENV [--plays N]

VENV is where Home Assistant is installed (`make home-assistant` does it); mosquitto is its broker.  Every published
state is compared with the state in Home Assistant, every judged play with its events.  Writes
build/figures/home-assistant.md.  Exit status: 0 held, 1 not.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from brokers_for_tests import Mosquitto
from home_assistant_house import Changes, House, home_assistant_program
from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

ROOT = "pawtrack/1/home/table-1/home-assistant"
ID = "pawtrack_home_table_1"
FIGURES = Path("build/figures/home-assistant.md")
ENTITIES = {
    *(f"sensor.{ID}_{name}" for name in ("phase", "turn", "round", "last_verdict", "commentary")),
    *(f"sensor.{ID}_home_{seat}" for seat in range(4)),
    *(f"binary_sensor.{ID}_{name}" for name in ("problem", "camera", "wheel")),
    *(f"event.{ID}_{name}" for name in ("verdict", "wheel_turn")),
    f"image.{ID}_board",
}
#: A button that nothing came of is pressed again after so long.
AGAIN_S = 3.0
BUTTONS = {f"button.{ID}_{name}" for name in ("undo", "pause", "resume")}


class Table:
    """The program with a simulated game, as it would run beside the house."""

    def __init__(self, house: House, folder: Path, **settings: Any) -> None:
        broker = {"mode": "on", "broker": f"mqtt://127.0.0.1:{house.broker_port}"}
        lines = [f"{name} = {json.dumps(value)}" for name, value in {**broker, **settings}.items()]
        (folder / "settings.toml").write_text("\n".join(["[publishers.home_assistant]", *lines]) + "\n")
        command = [sys.executable, "-m", "companion", "run", "--headless", "--broker", "none", "--speed", "3"]
        environment = os.environ | {"PAWTRACK_HOME": str(folder)}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)

    def end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(60)


class Ear:
    """The messages of the table, read beside Home Assistant."""

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
        self.client.on_connect = lambda client, *_: client.subscribe([(f"{ROOT}/#", 1), ("homeassistant/#", 1)])
        self.client.on_message = self._take
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def _take(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self.heard.append((message.topic, bytes(message.payload)))

    def newest(self, name: str) -> bytes | None:
        return next((payload for topic, payload in reversed(self.heard) if topic == f"{ROOT}/{name}"), None)

    def count(self, name: str) -> int:
        return sum(topic == f"{ROOT}/{name}" for topic, _ in list(self.heard))


class Report:
    """The observations, a line each; a law that does not hold is kept, too."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, bool]] = []

    def held(self, what: str, measured: str, holds: bool = True) -> None:
        self.lines.append((what, measured, holds))
        print(f"{'ok' if holds else 'NOT HELD'}: {what}: {measured}", flush=True)

    @property
    def all_held(self) -> bool:
        return all(holds for *_, holds in self.lines)

    def write(self, version: str) -> None:
        rows = [f"| {what} | {measured} | {'yes' if holds else '**no**'} |" for what, measured, holds in self.lines]
        FIGURES.parent.mkdir(parents=True, exist_ok=True)
        head = [f"Home Assistant {version}, mosquitto, a simulated game of Black DOG.", ""]
        FIGURES.write_text("\n".join([*head, "| what | measured | held |", "|---|---|---|", *rows]) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("venv", type=Path)
    parser.add_argument("--plays", type=int, default=20)
    wishes = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "table"
        home.mkdir()
        house = House(home_assistant_program(wishes.venv), Path(folder))
        try:
            report.held("Home Assistant answers after its start", f"{house.start():.1f} s")
            evening(house, home, wishes.plays, report)
            complaints = house.complaints()
            report.held(
                "Home Assistant has nothing against our messages", f"{len(complaints)} warnings", not complaints
            )
            print(*complaints, sep="\n")
            report.write(house.version)
        finally:
            house.stop()
    return 0 if report.all_held else 1


def evening(house: House, home: Path, plays: int, report: Report) -> None:
    table, ear = Table(house, home), Ear(house.broker_port)
    try:
        appear(house, report)
        follow(house, ear, plays, report)
        come_back(house, report)
        table.end(signal.SIGKILL)
        took = house.wait(lambda: states_of(house) == {"unavailable"})
        report.held("kill -9 of the table: all entities unavailable", f"{took:.2f} s")
        table = Table(house, home, buttons=True)
        took = house.wait(lambda: "unavailable" not in states_of(house) and ours(house) >= BUTTONS)
        report.held("the table is back, with its operator's buttons", f"{took:.1f} s after its start")
        press(house, report)
        table.end(signal.SIGTERM)
        took = house.wait(lambda: states_of(house) == {"unavailable"})
        report.held("the table says goodbye: all entities unavailable", f"{took:.2f} s")
        table = Table(house, home, mode="remove")
        took = house.wait(lambda: not ours(house))
        report.held('mode = "remove": no entity of the table is left', f"{took:.1f} s after its start")
    finally:
        table.process.kill()
        ear.client.disconnect()


def ours(house: House) -> set[str]:
    """Returns the present entities, not those that are only remembered."""
    states = house.states() or {}
    return {name for name, state in states.items() if ID in name and not state["attributes"].get("restored")}


def states_of(house: House) -> set[str]:
    states = house.states() or {}
    return {states[name]["state"] for name in ours(house) & states.keys()}


def appear(house: House, report: Report) -> None:
    took = house.wait(lambda: ours(house) >= ENTITIES)
    report.held(
        f"{len(ENTITIES)} entities appear, no button", f"{took:.1f} s after the table's start", ours(house) == ENTITIES
    )


def follow(house: House, ear: Ear, plays: int, report: Report) -> None:
    """Home Assistant shows what the table published last, each time."""
    changes = house.changes()
    before, late = ear.count("verdict"), dict[bytes | None, float]()
    while ear.count("verdict") < before + plays:
        published = ear.newest("state")
        if published not in late:
            agreed_s = _until(lambda said=published: agrees(house, said) or ear.newest("state") != said)
            if ear.newest("state") == published:
                late[published] = agreed_s
        time.sleep(0.02)
    report.held(
        "different states shown as they were published", f"{len(late)}, the latest after {max(late.values()):.2f} s"
    )
    judged, entity = ear.count("verdict") - before, f"event.{ID}_verdict"
    house.wait(lambda: len(happened(changes, entity)) >= judged)
    kinds = sorted(set(happened(changes, entity)))
    report.held(f"an event for each of {judged} judged plays", f"of the kinds {', '.join(kinds)}")
    house.wait(lambda: house.picture(f"image.{ID}_board") == ear.newest("board"))
    board = ear.newest("board") or b""
    ET.fromstring(board)
    report.held("the picture of the board is the one that was published", f"{len(board) // 1000} kB of SVG")


def happened(changes: Changes, entity: str) -> list[str]:
    """The kinds of the events that came, in order."""
    kinds = (each["attributes"].get("event_type") for each in changes.of(entity))
    return [kind for kind in kinds if kind]


def agrees(house: House, published: bytes | None) -> bool:
    states, state = house.states() or {}, json.loads(published or b"{}")
    if not state:
        return False
    shown = {
        "phase": state["stage"],
        "turn": state["turn"],
        "round": str(state["round"]),
        "last_verdict": state["verdict"] or "unknown",
        **{f"home_{seat}": str(count) for seat, count in enumerate(state["home"])},
    }
    parts = {name: "on" if state[name] == "ON" else "off" for name in ("problem", "camera", "wheel")}
    return all(states[f"sensor.{ID}_{name}"]["state"] == value for name, value in shown.items()) and all(
        states[f"binary_sensor.{ID}_{name}"]["state"] == value for name, value in parts.items()
    )


def _until(condition: Callable[[], bool]) -> float:
    began_s = time.monotonic()
    while not condition() and time.monotonic() < began_s + 10:
        time.sleep(0.02)
    return time.monotonic() - began_s


def come_back(house: House, report: Report) -> None:
    """After its own restart, from retained messages; after a broker that lost all, from repeated ones."""
    house.stop_home_assistant()
    took = house.start_home_assistant()
    took += house.wait(lambda: ours(house) >= ENTITIES and "unavailable" not in states_of(house))
    report.held("Home Assistant restarted: everything is back", f"{took:.1f} s")
    house.broker.kill()
    house.broker.start()
    took = house.wait(lambda: "unavailable" not in states_of(house) and ours(house) >= ENTITIES)
    report.held("a broker that forgot everything: everything is back", f"{took:.1f} s")
    clear(house.broker, "homeassistant/sensor/pawtrack_home_table-1/phase/config")
    house.wait(lambda: f"sensor.{ID}_phase" not in ours(house))
    house.stop_home_assistant()
    house.start_home_assistant()
    took = house.wait(lambda: ours(house) >= ENTITIES)
    report.held("what somebody had deleted is sent again when Home Assistant has started", f"{took:.1f} s")


def clear(broker: Mosquitto, topic: str) -> None:
    subprocess.run(["mosquitto_pub", "-p", str(broker.port), "-t", topic, "-r", "-n"], check=True)


def press(house: House, report: Report) -> None:
    """As people do: again, where the table went on in the moment of the press and it was lost."""

    def pressed_until(button: str, wanted: bool) -> Callable[[], bool]:
        next_s = 0.0

        def reached() -> bool:
            nonlocal next_s
            phase = (house.states() or {})[f"sensor.{ID}_phase"]
            if phase["attributes"].get("paused") is wanted:
                return True
            if time.monotonic() >= next_s:
                house.press(f"button.{ID}_{button}")
                next_s = time.monotonic() + AGAIN_S
            return False

        return reached

    took = house.wait(pressed_until("pause", True))
    house.wait(pressed_until("resume", False))
    report.held("pause and resume by the buttons", f"{took:.2f} s")


if __name__ == "__main__":
    sys.exit(main())
