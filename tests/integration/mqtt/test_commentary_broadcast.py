"""The commentary on a broker: retained beside the state, and the same later where viewers hear the game late."""

from pathlib import Path

import msgspec
from brokers_for_tests import BASE, Listener, Mosquitto, Reports, free_ports, settings_for_tests
from events_for_tests import every_kind
from views_for_tests import game_view

from companion.publishers.mqtt import MqttPublisher
from companion.session import events as ev
from companion.views.broadcast.payloads import Commentary

ACCEPTED = next(event for event in every_kind() if isinstance(event, ev.PlayAccepted))


def test_viewers_hear_every_sentence_and_its_taking_back_live_and_late(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path, free_ports(1)[0])
    broker.start()
    publisher = MqttPublisher(broker.url, settings_for_tests(delay_s=1))
    publisher.start(Reports())
    listener = Listener(broker.port, f"{BASE}/+/#")
    publisher.publish(game_view(seq=6), ())
    publisher.publish(game_view(seq=7), (ACCEPTED,))
    publisher.publish(game_view(seq=8), (msgspec.structs.replace(ACCEPTED, seat=1),))
    publisher.publish(game_view(seq=9), (ev.EventsUndone(back_to=8),))
    for tree in ("public", "delayed"):
        listener.wait_on(f"{tree}/commentary", lambda heard: heard["seq"] == 9)
        said = [msgspec.convert(each, Commentary, strict=True) for each in listener.on(f"{tree}/commentary")]
        assert [line.seq for line in said[-1].lines] == [7, 9]
        assert "taken back" in said[-1].lines[-1].text["en"]
        topics = [topic for topic, _, _ in listener.heard if topic.startswith(f"{BASE}/{tree}")]
        assert topics.index(f"{BASE}/{tree}/state") < topics.index(f"{BASE}/{tree}/commentary")
    late = Listener(broker.port, f"{BASE}/+/commentary")
    assert late.wait_on("public/commentary")["seq"] == late.wait_on("delayed/commentary")["seq"] == 9
    for each in (listener, late):
        each.close()
    publisher.stop()
    broker.kill()
