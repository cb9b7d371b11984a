"""A whole audience at the table's own broker: how soon it is there, how late the news comes, what the table notices.

    python tests/bench/house_load.py [VIEWERS] [--programs P]

Verdicts of the very table that publishes are timed before the viewers come, while they are there, and after they have
gone; the ratio within one run counts, since whatever else the machine does is in all three.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from brokers_for_tests import BASE, settings_for_tests
from crowds import Audience, share
from paho.mqtt.client import Client, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion
from rules_for_tests import rules_of
from web_for_tests import ServedBroker
from whole_table import COLOURS, LockstepTable

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.publishers.broker_url import parse_broker_url
from companion.publishers.mqtt import MqttPublisher
from companion.rules.legal import legal_plays
from companion.session import commands as cmd

MESSAGES, PAUSE_S, VERDICTS = 10, 0.5, 60
#: Not the topic of the table that plays.
TOPIC = BASE.replace("table-1", "table-2") + "/public/state"


def play(table: Table) -> float:
    """One play; how long its verdict took, in milliseconds."""
    position = table.state.position
    assert position is not None
    cards = ("1/11", "2", "3", "8", "13")
    card = next(card for card in cards if legal_plays(rules_of(position), position, card))
    table.handle(cmd.DeclarePlay(seat=position.turn, card=card))
    result = legal_plays(rules_of(position), position, card)[0].result
    began = time.perf_counter()
    table.handle(cmd.ChoosePlay(result=result))
    return (time.perf_counter() - began) * 1000


def begun(publisher: MqttPublisher) -> Table:
    table = Table(MemoryStore(), epoch=1)
    table.attach(publisher)
    game = LockstepTable(seed=1, plies=0)
    position = game.table.state.position
    assert position is not None
    table.handle(
        cmd.StartGame(
            game="house_load",
            variant=SHIPPED.variant("black_dog"),
            names=("A", "B", "C", "D"),
            colours=COLOURS,
            board="black_dog",
            sectors=4,
            seats=(0, 1, 2, 3),
            position=position.with_placement(position.placement.with_extra("dog", 10)),
        )
    )
    return table


def verdicts(publisher: MqttPublisher) -> float:
    """The median of a game of their own, with a pause as of a person after each."""
    table = begun(publisher)
    times = []
    for _ in range(VERDICTS):
        times.append(play(table))
        time.sleep(0.05)
    return share(times, 0.5)


def measure(viewers: int, programs: int, folder: Path) -> None:
    settings = settings_for_tests()
    broker = ServedBroker(settings, folder)
    broker.start(lambda _: None)
    publisher = MqttPublisher(broker.table_url, settings)
    publisher.start(lambda _: None)
    address = parse_broker_url(broker.table_url)
    other = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
    other.username_pw_set(address.user, address.password)
    other.connect("127.0.0.1", address.port)
    other.loop_start()

    def tell() -> None:
        other.publish(TOPIC, f"<{time.time()}>" + "x" * 4000, qos=1, retain=True).wait_for_publish(60)

    tell()
    print(f"load: {os.getloadavg()[0]:.1f}")
    alone = verdicts(publisher)
    audience = Audience(viewers, programs, [broker.websocket_port], TOPIC)
    audience.wait()
    print(f"{audience.size} viewers had the state after {audience.ask()['joined_s']:.2f} s")
    for _ in range(MESSAGES):
        tell()
        time.sleep(PAUSE_S)
    time.sleep(1.0)
    late = audience.ask()["late_ms"]
    print(f"news: {len(late)} of {MESSAGES * audience.size} receipts")
    print(f"news: p50 {share(late, 0.5):.0f} ms, p99 {share(late, 0.99):.0f} ms")
    watched = verdicts(publisher)
    audience.end()
    time.sleep(1.0)
    again = verdicts(publisher)
    print(f"verdict: {alone:.2f} ms alone, {watched:.2f} ms watched, {again:.2f} ms alone again")
    print(f"ratio {2 * watched / (alone + again):.2f}")
    other.loop_stop()
    publisher.stop()
    broker.stop()


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("viewers", type=int, nargs="?", default=1000)
    asked.add_argument("--programs", type=int, default=1)
    choices = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(choices.viewers, choices.programs, Path(folder))


if __name__ == "__main__":
    main()
