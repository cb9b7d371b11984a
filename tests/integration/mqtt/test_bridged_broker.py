"""The house's own mosquitto, which copies the table's topics from our broker by a bridge, as homes with one do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers_for_tests import (
    Listener,
    Mosquitto,
    Reports,
    free_ports,
    kill_broker,
    settings_for_tests,
    wait_until,
)
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.publishers.mqtt import MqttPublisher

STATE = "pawtrack/1/home/table-1/public/state"


class House:
    """Our broker with its table, and beside it mosquitto with a bridge at the given quality of service."""

    def __init__(self, folder: Path, qos: int) -> None:
        settings = settings_for_tests()
        self.ours = ServedBroker(settings, folder)
        self.ours.start(Reports())
        self.table = MqttPublisher(self.ours.table_url, settings)
        self.table.start(Reports())
        bridge = (
            "connection pawtrack",
            f"address 127.0.0.1:{settings.mqtt_port}",
            f"topic pawtrack/1/+/+/public/# in {qos}",
            "cleansession true",
            "restart_timeout 1",
        )
        (folder / "house").mkdir()
        self.house = Mosquitto(folder / "house", free_ports(1)[0], *bridge)

    def seen_by_a_late_reader(self) -> int:
        """Returns the newest row that the house's broker keeps."""
        reader = Listener(self.house.port, STATE)
        try:
            wait_until(lambda: bool(reader.heard))
            return int(reader.heard[-1][1]["seq"])
        finally:
            reader.close()

    def close(self) -> None:
        self.house.kill()
        self.table.stop()
        self.ours.stop()


@pytest.fixture(params=[0, 1])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path, request.param)
    yield made
    made.close()


@pytest.mark.long
def test_a_bridge_keeps_the_newest_state_across_every_restart(house: House) -> None:
    house.table.publish(game_view(seq=7), ())
    house.house.start()
    wait_until(lambda: house.seen_by_a_late_reader() == 7)
    house.table.publish(game_view(seq=8), ())
    wait_until(lambda: house.seen_by_a_late_reader() == 8)
    kill_broker(house.ours)
    house.table.publish(game_view(seq=9), ())
    wait_until(lambda: house.seen_by_a_late_reader() == 9)
    house.house.kill()
    house.table.publish(game_view(seq=10), ())
    house.house.start()
    wait_until(lambda: house.seen_by_a_late_reader() == 10)
