"""A table beside Home Assistant's broker (Debian's mosquitto): descriptions, values, news, orders, and its end."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from brokers_for_tests import Mosquitto, Reports, free_ports, wait_until
from events_for_tests import every_kind
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.board.board_picture import BoardPicture
from companion.board.files import load_board
from companion.publishers.broker_url import parse_broker_url
from companion.publishers.home_assistant.device import Device
from companion.publishers.home_assistant.publisher import HomeAssistantPublisher
from companion.session.commands import Command, Pause, Undo
from companion.session.events import PlayAccepted
from companion.views.table_view import TableView

ROOT = "pawtrack/1/home/table-1/home-assistant"
ACCEPTED = next(event for event in every_kind() if isinstance(event, PlayAccepted))


class House:
    """The broker of the house and a table beside it."""

    def __init__(self, folder: Path) -> None:
        self.broker = Mosquitto(folder, free_ports(1)[0])
        self.reports = Reports()
        self.posted: list[Command] = []
        self.publisher = self.table()

    def table(self, **how: Any) -> HomeAssistantPublisher:
        device = Device(
            id="pawtrack_home_table-1", name="T", root=ROOT, prefix="homeassistant", words=WORDING["en"], buttons=True
        )
        broker, picture = parse_broker_url(self.broker.url), BoardPicture(load_board("black_dog"))

        def post_on(_: TableView, command: Command) -> None:
            self.posted.append(command)

        return HomeAssistantPublisher(broker, device, WORDING, language="en", picture=picture, post_on=post_on, **how)

    def retained(self) -> dict[str, str]:
        """Everything that the broker keeps, by topic."""
        command = ["mosquitto_sub", "-p", str(self.broker.port), "-t", "#", "-W", "1", "-F", "%t %p", "--retained-only"]
        lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
        return {topic: payload for topic, _, payload in (line.partition(" ") for line in lines)}

    def say(self, topic: str, payload: str, *more: str) -> None:
        subprocess.run(["mosquitto_pub", "-p", str(self.broker.port), "-t", topic, "-m", payload, *more], check=True)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.broker.start()
    yield made
    made.publisher.stop()
    made.broker.kill()


def begin(house: House) -> None:
    house.publisher.start(house.reports)
    house.publisher.publish(game_view(seq=7), ())
    house.reports.wait_for("home_assistant_ok")


def test_everything_is_retained_but_what_happens(house: House) -> None:
    begin(house)
    house.publisher.publish(game_view(seq=8), (ACCEPTED,))
    wait_until(lambda: "Anna" in house.retained().get(f"{ROOT}/state", ""))
    kept = house.retained()
    assert kept[f"{ROOT}/availability"] == "online"
    assert kept[f"{ROOT}/board"].startswith("<svg")
    assert f"{ROOT}/verdict" not in kept
    assert sum(topic.startswith("homeassistant/") for topic in kept) == 18


def test_the_device_says_that_the_table_went_or_died(house: House) -> None:
    begin(house)
    assert house.retained()[f"{ROOT}/availability"] == "online"
    house.publisher.stop()
    assert house.retained()[f"{ROOT}/availability"] == "offline"


def test_a_restarted_broker_or_home_assistant_receives_everything_again(house: House) -> None:
    begin(house)
    seen = len(house.reports.codes)
    house.broker.kill()
    house.reports.wait_for("home_assistant_lost", after=seen)
    house.broker.start()
    house.reports.wait_for("home_assistant_ok", after=seen)
    first = house.retained()
    assert f"{ROOT}/state" in first
    house.say("homeassistant/sensor/pawtrack_home_table-1/phase/config", "", "-r")
    house.say("homeassistant/status", "online")
    wait_until(lambda: house.retained().keys() == first.keys())


def test_each_button_counts_once_in_one_state_of_the_game(house: House) -> None:
    begin(house)
    for order in ("undo", "undo", "nonsense", "pause"):
        house.say(f"{ROOT}/press", order)
    wait_until(lambda: Pause() in house.posted)
    assert house.posted == [Undo(), Pause()]
    house.publisher.publish(game_view(seq=8), ())
    house.say(f"{ROOT}/press", "undo")
    wait_until(lambda: len(house.posted) == 3)


def test_a_removed_device_leaves_nothing(house: House) -> None:
    begin(house)
    house.publisher.stop()
    house.publisher = house.table(removes=True)
    house.publisher.start(house.reports)
    house.reports.wait_for("home_assistant_removed")
    assert house.retained() == {}
