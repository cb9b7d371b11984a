"""The table on a broker beyond the house over TLS (Debian's mosquitto): beside its own, never early."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from brokers_for_tests import BASE, Listener, Mosquitto, Reports, free_ports, settings_for_tests
from certificates import Authority
from views_for_tests import game_view

from companion.app.plugins import TableContext
from companion.publishers.public_broker.addresses import PublicBrokerError, addresses_of
from companion.publishers.public_broker.publisher import PublicPublisher
from companion.publishers.table_broadcast import Broadcast
from companion.settings.public_broker import PublicBroker
from companion.texts import shipped_wording

SECRET = "carrot cake"
Publish = Callable[..., PublicPublisher]


class PublicMosquitto(Mosquitto):
    """Open to listeners of the test over plain TCP; publishers connect over TLS."""

    def __init__(self, folder: Path, authority: Authority) -> None:
        self.tls_port = free_ports(1)[0]
        certificate, key = authority.certificate("server")
        lines = [f"listener {self.tls_port} 127.0.0.1", f"certfile {certificate}", f"keyfile {key}", "user root"]
        super().__init__(folder, free_ports(1)[0], *lines)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def beyond(tmp_path: Path, authority: Authority) -> Iterator[PublicMosquitto]:
    broker = PublicMosquitto(tmp_path, authority)
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
def publish(beyond: PublicMosquitto, authority: Authority, tmp_path: Path, reports: Reports) -> Iterator[Publish]:
    """Begins a publisher; the given values replace its usual settings."""
    begun: list[PublicPublisher] = []
    usual = {"hosts": (f"127.0.0.1:{beyond.tls_port}",), "tls_ca": str(authority.path)}

    def begin(delay_s: int = 0, **broker: Any) -> PublicPublisher:
        settings = settings_for_tests(delay_s=delay_s)
        made = PublicPublisher(PublicBroker(**usual | broker), tmp_path, settings, shipped_wording())
        begun.append(made)
        made.start(reports)
        return made

    yield begin
    for each in begun:
        each.stop()


def test_a_viewer_far_away_gets_the_tree_that_came_over_tls(
    beyond: PublicMosquitto, publish: Publish, reports: Reports
) -> None:
    publish().publish(game_view(seq=7), ())
    assert reports.wait_for("public_broker_ok").part == "mqtt.public"
    listener = Listener(beyond.port, f"{BASE}/#")
    listener.wait_on("public/health/wheel")
    assert listener.on("public/state")[0]["seq"] == 7
    assert listener.on("public/info")[0]["delay_s"] == 0
    listener.close()


def test_a_server_that_nobody_vouches_for_gets_nothing(
    beyond: PublicMosquitto, publish: Publish, reports: Reports, tmp_path: Path
) -> None:
    stranger = Authority(tmp_path, "stranger")
    publish(tls_ca=str(stranger.path)).publish(game_view(), ())
    reports.wait_for("public_broker_untrusted")
    listener = Listener(beyond.port, f"{BASE}/#")
    publish().publish(game_view(seq=9), ())
    listener.wait_on("public/state")
    assert {state["seq"] for state in listener.on("public/state")} == {9}
    listener.close()


def test_a_server_that_is_away_is_passed_over_for_the_next(beyond: PublicMosquitto, publish: Publish) -> None:
    nobody = free_ports(1)[0]
    publish(hosts=(f"127.0.0.1:{nobody}", f"127.0.0.1:{beyond.tls_port}")).publish(game_view(seq=3), ())
    listener = Listener(beyond.port, f"{BASE}/public/state")
    listener.wait_on("public/state", lambda state: state["seq"] == 3)
    listener.close()


def test_with_a_delay_nothing_is_out_there_before_it_is_due(beyond: PublicMosquitto, publish: Publish) -> None:
    delay_s = 2
    listener = Listener(beyond.port, f"{BASE}/#")
    table = publish(delay_s=delay_s)
    put_s: dict[int, float] = {}
    for seq in (5, 6, 7):
        put_s[seq] = time.time()
        table.publish(game_view(seq=seq), ())
        time.sleep(0.2)
    listener.wait_on("delayed/state", lambda state: state["seq"] == 7)
    states = listener.on("delayed/state")
    assert [state["seq"] for state in states] == sorted({state["seq"] for state in states})
    assert all(state["ts"] / 1000 - put_s[state["seq"]] >= delay_s - 0.002 for state in states)
    assert {topic.removeprefix(f"{BASE}/").partition("/")[0] for topic, _, _ in listener.heard} == {"delayed"}
    assert listener.on("delayed/info")[0]["delay_s"] == delay_s
    table.publish(game_view(seq=8), ())
    table.stop()
    assert {state["seq"] for state in listener.on("delayed/state")} <= {5, 6, 7}
    listener.close()


def test_a_public_broker_that_never_answers_is_in_nobodys_way(tmp_path: Path, authority: Authority) -> None:
    """The table's own broker gets every state while the other one takes the connection and sends nothing."""
    own = Mosquitto(tmp_path, free_ports(1)[0])
    own.start()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        hosts = (f"127.0.0.1:{silent.getsockname()[1]}",)
        broker = PublicBroker(hosts=hosts, tls_ca=str(authority.path))
        settings = msgspec.structs.replace(settings_for_tests(), broker=own.url, public_broker=broker)
        table = SimpleNamespace(settings=settings, folder=tmp_path, wording=shipped_wording(), video=None, evening=None)
        broadcast, reports = Broadcast(cast(TableContext, table)), Reports()
        broadcast.start(reports)
        listener = Listener(own.port, f"{BASE}/public/state")
        for seq in range(1, 101):
            broadcast.publish(game_view(seq=seq), ())
        listener.wait_on("public/state", lambda state: state["seq"] == 100)
        broadcast.stop()
        reports.wait_for("public_broker_lost")
        listener.close()
    own.kill()


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"hosts": ("mqtts://club.example",)}, "must look like club.example"),
        ({"hosts": ("user:word@club.example",)}, "must look like club.example"),
        ({"hosts": ("club.example:port",)}, "is no address"),
        ({"hosts": ("club.example",), "password_file": "nowhere"}, "password_file .*nowhere cannot be read"),
        ({"hosts": ("club.example",), "password_file": "empty"}, "password_file .*empty is empty"),
        ({"hosts": ("club.example",), "tls_ca": "empty"}, "tls_ca .*empty cannot be read"),
        ({"hosts": ("club.example",), "tls_ca": "/dev/zero"}, "tls_ca /dev/zero cannot be read"),
    ],
)
def test_settings_that_cannot_be_used_say_why_in_one_line(
    tmp_path: Path, settings: dict[str, Any], reason: str
) -> None:
    (tmp_path / "empty").write_text("")
    with pytest.raises(PublicBrokerError, match=reason) as error:
        addresses_of(PublicBroker(**settings), tmp_path)
    assert "\n" not in str(error.value)
    reports = Reports()
    PublicPublisher(PublicBroker(**settings), tmp_path, settings_for_tests(), shipped_wording()).start(reports)
    assert reports.codes == ["public_broker_unusable"]


def test_the_password_comes_from_its_file_and_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    broker = PublicBroker(hosts=("a.example", "b.example:1234"), username="house", password_file="secret")
    addresses = addresses_of(broker, tmp_path)
    assert [(each.host, each.port, each.tls, each.password) for each in addresses] == [
        ("a.example", 8883, True, SECRET),
        ("b.example", 1234, True, SECRET),
    ]
    assert SECRET not in repr(addresses) + "".join(map(str, addresses))
