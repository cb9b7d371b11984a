"""Two tables with one name on one broker: both notice, and nobody else does."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers_for_tests import BASE, Listener, Mosquitto, Reports, free_ports, settings_for_tests
from test_home_assistant_publisher import House
from views_for_tests import game_view

from companion.publishers import feed
from companion.publishers.link import new_program
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.namesakes import FORGOTTEN_S, Namesakes
from companion.publishers.public_broker import publisher as public_publisher
from companion.session.events import Event
from companion.views.table_view import HealthState

READY = b'{"state":"ready","program":"other"}'


@pytest.fixture
def broker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mosquitto]:
    monkeypatch.setattr(feed, "HEARTBEAT_S", 0.3)
    made = Mosquitto(tmp_path, free_ports(1)[0])
    made.start()
    yield made
    made.kill()


class Beginning:
    """A table that publishes to the broker."""

    def __init__(self, broker: Mosquitto, epoch: int = 4, **settings: object) -> None:
        self.reports = Reports()
        self.publisher = MqttPublisher(broker.url, settings_for_tests(**settings))
        self.publisher.start(self.reports)
        events: tuple[Event, ...] = ()
        self.publisher.publish(game_view(epoch=epoch), events)


def test_both_tables_of_one_name_notice_and_say_what_to_do(broker: Mosquitto) -> None:
    first, second = Beginning(broker), Beginning(broker)
    for each in (first, second):
        health = each.reports.wait_for("mqtt_two_tables")
        assert health.state is HealthState.SEARCHING
        assert dict(health.params)["topic"] == BASE
    first.publisher.stop()
    second.publisher.stop()


def test_other_names_and_a_restarted_table_are_no_namesakes(broker: Mosquitto) -> None:
    other = Beginning(broker, table="table-2")
    killed = f"""
import time
from companion.publishers.mqtt import MqttPublisher
from companion.settings.schema import Settings
from views_for_tests import game_view
publisher = MqttPublisher({broker.url!r}, Settings())
publisher.start(print)
publisher.publish(game_view(epoch=3), ())
time.sleep(1000)
"""
    with subprocess.Popen([sys.executable, "-c", killed], env={"PYTHONPATH": ":".join(sys.path)}) as before:
        listener = Listener(broker.port, f"{BASE}/public/status")
        listener.wait_on("public/status", lambda status: status["epoch"] == 3)
        before.kill()
    listener.wait_on("public/status", lambda status: status["state"] == "lost")
    again = Beginning(broker, delay_s=1)
    again.reports.wait_for("mqtt_ok")
    beats = len(listener.on("public/status"))
    listener.wait(lambda: len(listener.on("public/status")) > beats + 4)
    for each in (again, other):
        assert "mqtt_two_tables" not in each.reports.codes
        each.publisher.stop()
    listener.close()


def test_the_id_is_in_info_and_status_and_another_one_after_each_start(broker: Mosquitto) -> None:
    ids = set()
    for epoch in (5, 6):
        table = Beginning(broker, epoch=epoch)
        listener = Listener(broker.port, f"{BASE}/public/+")
        said = [
            listener.wait_on(f"public/{name}", lambda each: each["epoch"] == epoch)["program"]  # noqa: B023
            for name in ("info", "status")
        ]
        assert said[0] == said[1]
        ids.add(said[0])
        listener.close()
        table.publisher.stop()
    assert len(ids) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in ids)


def test_two_tables_in_one_home_assistant_notice(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.broker.start()
    tables = [(house.table(), Reports()) for _ in range(2)]
    for table, reports in tables:
        table.start(reports)
        table.publish(game_view(seq=7), ())
        reports.wait_for("home_assistant_ok")
    for seq in (8, 9):
        for table, _ in tables:
            table.publish(game_view(seq=seq, round=seq), ())
    for _, reports in tables:
        reports.wait_for("home_assistant_two_tables")
    for table, _ in tables:
        table.stop()
    house.broker.kill()


@pytest.mark.parametrize(
    "payload",
    [
        b'{"state":"lost","program":"other"}',
        b'{"state":"disconnected"}',
        b'{"state":"ready","program":"mine"}',
        b"\xff",
        b"[" * 100_000,
        b"7",
        b'{"state":7}',
        b"",
    ],
)
def test_last_words_of_others_own_words_and_nonsense_are_no_namesake(payload: bytes) -> None:
    namesakes = Namesakes("mine")
    namesakes.hear(payload)
    assert not namesakes.are_there


@pytest.mark.parametrize("payload", [READY, b'{"state":"paused"}', json.dumps({"stage": "play"}).encode()])
def test_a_namesake_that_falls_silent_is_forgotten(payload: bytes) -> None:
    now_s = [0.0]
    namesakes = Namesakes("mine", clock=lambda: now_s[0])
    namesakes.hear(payload)
    now_s[0] = FORGOTTEN_S - 1
    assert namesakes.are_there
    now_s[0] = FORGOTTEN_S + 1
    assert not namesakes.are_there


def test_every_word_of_a_feed_has_one_for_the_public_broker() -> None:
    source = Path(feed.__file__).read_text()
    assert set(re.findall(r'"(mqtt_[a-z_]+)"', source)) <= public_publisher._CODES.keys()
    assert new_program() != new_program()
