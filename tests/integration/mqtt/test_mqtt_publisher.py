"""The table on a foreign broker (Debian's mosquitto): the whole tree, always there, never in the game's way."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from brokers_for_tests import (
    BASE,
    PATIENCE_S,
    Listener,
    Mosquitto,
    Reports,
    free_ports,
    settings_for_tests,
    stock_subscribe,
)
from events_for_tests import every_kind
from views_for_tests import game_view

from companion.publishers import feed as feed_module
from companion.publishers import link as link_module
from companion.publishers.mqtt import MqttPublisher
from companion.session.events import PlayAccepted
from companion.views.broadcast import payloads, topics

ACCEPTED = next(event for event in every_kind() if isinstance(event, PlayAccepted))
TREE = {"info", "status", "state", "health/camera", "health/wheel"}


@pytest.fixture
def sleeping(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that has not been started yet."""
    broker = Mosquitto(tmp_path, free_ports(1)[0])
    yield broker
    broker.kill()


@pytest.fixture
def mosquitto(sleeping: Mosquitto) -> Mosquitto:
    sleeping.start()
    return sleeping


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def publisher(mosquitto: Mosquitto, reports: Reports) -> Iterator[MqttPublisher]:
    made = MqttPublisher(mosquitto.url, settings_for_tests())
    made.start(reports)
    yield made
    made.stop()


def test_a_stock_client_that_comes_late_gets_everything_at_once(
    mosquitto: Mosquitto, publisher: MqttPublisher, reports: Reports
) -> None:
    publisher.publish(game_view(), ())
    reports.wait_for("mqtt_ok")
    listener = Listener(mosquitto.port, f"{BASE}/public/#")
    listener.wait_on("public/health/wheel")
    heard = stock_subscribe(mosquitto.port, f"{BASE}/public/#", len(TREE))
    assert {topic.removeprefix("public/") for topic in heard} == TREE
    state = msgspec.convert(heard["public/state"], payloads.State, strict=True)
    assert state == msgspec.structs.replace(topics.state(game_view(), 0), ts=state.ts)
    assert state.ts > 1_700_000_000_000
    msgspec.convert(heard["public/info"], payloads.Info, strict=True)
    assert heard["public/status"]["state"] == "ready"
    listener.close()


def test_an_event_comes_before_the_state_that_follows_and_is_not_retained(
    mosquitto: Mosquitto, publisher: MqttPublisher
) -> None:
    publisher.publish(game_view(seq=6), ())
    listener = Listener(mosquitto.port, f"{BASE}/public/#")
    listener.wait_on("public/state")
    publisher.publish(game_view(seq=7), (ACCEPTED,))
    listener.wait_on("public/state", lambda state: state["seq"] == 7)
    named = [(topic.rpartition("/")[2], payload) for topic, payload, _ in listener.heard]
    order = [(name, payload["seq"]) for name, payload in named if name in ("event", "state")]
    assert order[-2:] == [("event", 7), ("state", 7)]
    listener.close()
    late = stock_subscribe(mosquitto.port, f"{BASE}/public/#", len(TREE) + 2, "-W", "1")
    assert {topic.removeprefix("public/") for topic in late} == TREE | {"commentary"}


def test_nothing_is_sent_twice_where_nothing_changed(mosquitto: Mosquitto, publisher: MqttPublisher) -> None:
    publisher.publish(game_view(seq=6), ())
    listener = Listener(mosquitto.port, f"{BASE}/public/#")
    listener.wait_on("public/health/wheel")
    for _ in range(5):
        publisher.publish(game_view(seq=6), ())
    publisher.publish(game_view(seq=7), ())
    listener.wait_on("public/state", lambda state: state["seq"] == 7)
    assert len(listener.on("public/state")) == 2
    assert len(listener.on("public/info")) == 1
    listener.close()


def test_the_state_is_repeated_as_a_sign_of_life(
    mosquitto: Mosquitto, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_module, "HEARTBEAT_S", 0.1)
    publisher = MqttPublisher(mosquitto.url, settings_for_tests())
    publisher.start(reports)
    publisher.publish(game_view(), ())
    listener = Listener(mosquitto.port, f"{BASE}/public/state")
    listener.wait(lambda: len(listener.on("public/state")) >= 3)
    first, second = listener.on("public/state")[-2:]
    assert second["ts"] > first["ts"]
    assert (second["seq"], second["epoch"]) == (first["seq"], first["epoch"])
    listener.close()
    publisher.stop()


def test_a_pause_is_seen_in_the_status(mosquitto: Mosquitto, publisher: MqttPublisher) -> None:
    publisher.publish(game_view(), ())
    publisher.publish(game_view(paused=True), ())
    listener = Listener(mosquitto.port, f"{BASE}/public/status")
    assert listener.wait_on("public/status", lambda status: status["state"] == "paused")["epoch"] == 3
    listener.close()


def test_a_table_that_leaves_says_so_after_all_it_had_to_say(mosquitto: Mosquitto, reports: Reports) -> None:
    publisher = MqttPublisher(mosquitto.url, settings_for_tests())
    publisher.start(reports)
    for seq in range(50):
        publisher.publish(game_view(seq=seq), ())
    reports.wait_for("mqtt_ok")
    publisher.publish(game_view(seq=99), ())
    publisher.stop()
    heard = stock_subscribe(mosquitto.port, f"{BASE}/public/#", len(TREE))
    assert heard["public/state"]["seq"] == 99
    assert heard["public/status"]["state"] == "disconnected"


def test_a_table_that_dies_is_reported_lost(mosquitto: Mosquitto, tmp_path: Path) -> None:
    program = f"""
import sys, time
sys.path.insert(0, {str(Path(__file__).parents[2] / "support")!r})
from views_for_tests import game_view
from companion.publishers.mqtt import MqttPublisher
from companion.settings.schema import Settings
publisher = MqttPublisher({mosquitto.url!r}, Settings())
publisher.start(lambda health: print(health.code, flush=True))
publisher.publish(game_view(epoch=8), ())
time.sleep(60)
"""
    listener = Listener(mosquitto.port, f"{BASE}/public/status")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        listener.wait_on("public/status", lambda status: status["state"] == "ready")
        child.kill()
    lost = listener.wait_on("public/status", lambda status: status["state"] == "lost")
    assert (lost["epoch"], lost["v"]) == (8, 1)
    listener.close()


def test_a_broker_that_comes_late_gets_the_newest_state(sleeping: Mosquitto, reports: Reports) -> None:
    publisher = MqttPublisher(sleeping.url, settings_for_tests())
    publisher.start(reports)
    for seq in range(1, 3 * feed_module.QUEUE_LIMIT):
        publisher.publish(game_view(seq=seq), (ACCEPTED,))
    trouble = reports.wait_for("mqtt_lost")
    assert trouble.params == (("broker", f"127.0.0.1:{sleeping.port}"),)
    sleeping.start()
    reports.wait_for("mqtt_ok")
    listener = Listener(sleeping.port, f"{BASE}/public/#")
    assert listener.wait_on("public/state")["seq"] == 3 * feed_module.QUEUE_LIMIT - 1
    listener.close()
    publisher.stop()


def test_a_broker_that_went_and_came_back_empty_has_the_whole_tree_again(
    mosquitto: Mosquitto, publisher: MqttPublisher, reports: Reports
) -> None:
    publisher.publish(game_view(seq=6), ())
    reports.wait_for("mqtt_ok")
    mosquitto.kill()
    reports.wait_for("mqtt_lost")
    publisher.publish(game_view(seq=7), (ACCEPTED,))
    seen = len(reports.all)
    mosquitto.start()
    listener = Listener(mosquitto.port, f"{BASE}/public/#")
    reports.wait_for("mqtt_ok", after=seen)
    listener.wait_on("public/health/wheel")
    assert {topic.removeprefix(f"{BASE}/public/") for topic, _, _ in listener.heard} - {"event"} == TREE | {
        "commentary"
    }
    assert listener.on("public/state")[-1]["seq"] == 7
    assert stock_subscribe(mosquitto.port, f"{BASE}/public/state", 1)["public/state"]["seq"] == 7
    listener.close()


def test_a_broker_that_accepts_and_says_nothing_does_not_hold_the_table(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_module, "CONNECT_TIMEOUT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        publisher = MqttPublisher(f"mqtt://127.0.0.1:{deaf.getsockname()[1]}", settings_for_tests())
        publisher.start(reports)
        publisher.publish(game_view(), ())
        reports.wait_for("mqtt_lost")
        publisher.stop()


def test_a_wrong_password_is_distinguished_from_a_broker_that_is_away(tmp_path: Path, reports: Reports) -> None:
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-c", "-b", str(passwords), "table", "right"], check=True, capture_output=True)
    passwords.chmod(0o644)
    tmp_path.chmod(0o755)
    mosquitto = Mosquitto(
        tmp_path, free_ports(1)[0], "allow_anonymous false", f"password_file {passwords}", "user root"
    )
    mosquitto.start()
    publisher = MqttPublisher(f"mqtt://table:wrong@127.0.0.1:{mosquitto.port}", settings_for_tests())
    publisher.start(reports)
    publisher.publish(game_view(), ())
    refused = reports.wait_for("mqtt_refused")
    assert refused.params == (("broker", f"127.0.0.1:{mosquitto.port}"),)
    publisher.stop()
    mosquitto.kill()


def test_an_address_that_is_none_is_reported_and_the_game_goes_on(reports: Reports) -> None:
    publisher = MqttPublisher("my broker", settings_for_tests())
    publisher.start(reports)
    publisher.publish(game_view(), ())
    publisher.stop()
    assert reports.codes == ["mqtt_lost"]


def test_the_delayed_tree_is_the_live_tree_shifted(mosquitto: Mosquitto, reports: Reports) -> None:
    publisher = MqttPublisher(mosquitto.url, settings_for_tests(delay_s=1))
    listener = Listener(mosquitto.port, f"{BASE}/#")
    publisher.start(reports)
    for seq in (5, 6, 7):
        publisher.publish(game_view(seq=seq), (ACCEPTED,))
    listener.wait_on("delayed/state", lambda state: state["seq"] == 7)
    order = [(topic.removeprefix(f"{BASE}/"), payload.get("seq")) for topic, payload, _ in listener.heard]
    live = [(topic.removeprefix("public/"), seq) for topic, seq in order if topic.startswith("public/")]
    delayed = [(topic.removeprefix("delayed/"), seq) for topic, seq in order if topic.startswith("delayed/")]
    assert [each for each in live if each[0] == "event"] == [each for each in delayed if each[0] == "event"]
    assert not [topic for topic, _ in delayed if topic.startswith("health")]
    assert order.index(("delayed/event", 5)) > order.index(("public/state", 7))
    states = {tree: listener.on(f"{tree}/state")[-1] for tree in ("public", "delayed")}
    assert states["delayed"]["ts"] > states["public"]["ts"]
    assert states["delayed"]["position"] == states["public"]["position"]
    assert listener.on("delayed/info")[-1]["delay_s"] == 1
    assert listener.on("delayed/status")[-1]["state"] == "ready"
    publisher.publish(game_view(seq=8), ())
    publisher.stop()
    assert listener.wait_on("delayed/status", lambda status: status["state"] == "disconnected")
    assert [state["seq"] for state in listener.on("delayed/state")][-1] == 7
    listener.close()


def hear_once(listening: socket.socket, wanted: bytes) -> bytes:
    """Plays a broker that lets one client in, confirms nothing, and hangs up once it has heard `wanted`."""
    connection, _ = listening.accept()
    with connection:
        connection.settimeout(PATIENCE_S)
        connection.recv(1024)
        connection.sendall(b"\x20\x02\x00\x00")
        heard = b""
        while wanted not in heard:
            more = connection.recv(65536)
            assert more, heard
            heard += more
        return heard


def test_an_event_that_the_broker_has_not_confirmed_is_sent_again(reports: Reports) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE_S)
        publisher = MqttPublisher(f"mqtt://127.0.0.1:{listening.getsockname()[1]}", settings_for_tests())
        publisher.start(reports)
        publisher.publish(game_view(), (ACCEPTED,))
        event, state = b"public/event", b"public/state"
        for _ in range(3):
            heard = hear_once(listening, b"health/wheel")
            assert heard.count(event) == 1
            assert b'"kind":"play"' in heard[heard.index(event) : heard.index(state)]
        publisher.stop()


def test_a_farewell_that_nobody_confirms_leaves_the_last_will_to_speak(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a DISCONNECT the broker would keep the table as one that is there, for good."""
    monkeypatch.setattr("companion.publishers.broker_thread.LAST_MESSAGES_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE_S)
        publisher = MqttPublisher(f"mqtt://127.0.0.1:{listening.getsockname()[1]}", settings_for_tests())
        publisher.start(reports)
        publisher.publish(game_view(), ())
        connection, _ = listening.accept()
        with connection:
            connection.settimeout(PATIENCE_S)
            connection.sendall(b"\x20\x02\x00\x00")
            heard = b""
            while b"health/wheel" not in heard:
                heard += connection.recv(65536)
            stopping = threading.Thread(target=publisher.stop)
            stopping.start()
            while more := connection.recv(65536):
                heard += more
            stopping.join()
    assert not heard.endswith(b"\xe0\x00")
