"""The public broker of deploy/cluster: real servers, gateways, certificates; a house publishes."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import raw_mqtt as raw
from brokers_for_tests import BASE, Listener, Reports, free_ports, settings_for_tests
from paho.mqtt.client import Client, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion
from public_clusters import HOUSE, PublicCluster
from tls_fronts import TlsFront
from views_for_tests import game_view

from companion.publishers.public_broker.publisher import PublicPublisher
from companion.settings.public_broker import PublicBroker
from companion.texts import shipped_wording
from companion.web.gateway.packets import NOT_AUTHORISED, connack

pytestmark = pytest.mark.long


class Internet:
    """The public side of the cluster: a port for houses and one for viewers, of each node."""

    def __init__(self, cluster: PublicCluster, fronts: ExitStack) -> None:
        self.cluster = cluster
        authority = cluster.authority
        self.authority = authority.path
        certificate = authority.certificate("club")
        self.houses, self.viewers = [], []
        for node in cluster.nodes:
            for ports, behind, names_viewers in (
                (self.houses, node.mqtt, False),
                (self.viewers, node.websocket, True),
            ):
                ports.extend(free_ports(1))
                front = TlsFront(ports[-1], behind, certificate, names_viewers=names_viewers)
                front.start()
                fronts.callback(front.stop)

    def house(self, first: int = 0, delay_s: int = 0) -> PublicPublisher:
        """The publisher of a table; `first` is the node that it tries first."""
        hosts = tuple(f"127.0.0.1:{port}" for port in self.houses[first:] + self.houses[:first])
        broker = PublicBroker(
            hosts=hosts, username=HOUSE, password_file=str(self.cluster.password_file), tls_ca=str(self.authority)
        )
        made = PublicPublisher(broker, self.cluster.folder, settings_for_tests(delay_s=delay_s), shipped_wording())
        made.start(Reports())
        return made

    def viewer(self, node: int, *filters: str) -> Listener:
        return Listener(self.viewers[node], *filters, websocket=True, authority=self.authority)


@pytest.fixture(scope="module")
def internet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Internet]:
    cluster = PublicCluster(tmp_path_factory.mktemp("cluster"))
    with ExitStack() as opened:
        opened.callback(cluster.stop)
        cluster.start()
        yield Internet(cluster, opened)


@pytest.fixture
def house(internet: Internet) -> Iterator[PublicPublisher]:
    made = internet.house()
    yield made
    made.stop()


def test_a_viewer_of_every_node_gets_the_retained_state_and_the_news(
    internet: Internet, house: PublicPublisher
) -> None:
    house.publish(game_view(seq=6), ())
    viewers = [internet.viewer(node, f"{BASE}/public/#") for node in range(3)]
    for viewer in viewers:
        viewer.wait_on("public/state")
        viewer.wait_on("public/info")
    house.publish(game_view(seq=7), ())
    for viewer in viewers:
        viewer.wait_on("public/state", lambda state: state["seq"] == 7)
        viewer.close()


def test_with_a_delay_viewers_far_away_see_the_shifted_game_and_no_other(internet: Internet) -> None:
    """House, TLS, cluster, gateway, TLS, viewer: every message that arrives was published at least the delay before."""
    delay_s, root = 2, BASE.replace("table-1", "+")
    viewer = internet.viewer(1, f"{root}/public/#", f"{root}/delayed/#")
    house = internet.house(delay_s=delay_s)
    put_s: dict[int, float] = {}
    for seq in (11, 12, 13):
        put_s[seq] = time.time()
        house.publish(game_view(seq=seq), ())
        time.sleep(0.3)
    viewer.wait_on("delayed/state", lambda state: state["seq"] == 13)
    for state in viewer.on("delayed/state"):
        assert state["ts"] / 1000 - put_s[state["seq"]] >= delay_s - 0.002
    live = [payload for topic, payload, _ in viewer.heard if "/public/state" in topic]
    assert not {state["seq"] for state in live} & set(put_s)
    house.stop()
    viewer.close()


def test_viewers_read_what_is_public_and_write_nothing(internet: Internet, house: PublicPublisher) -> None:
    node = internet.cluster.nodes[2]
    house.publish(game_view(seq=20), ())
    viewer = internet.viewer(2, f"{BASE}/public/state")
    viewer.wait_on("public/state", lambda state: state["seq"] == 20)
    viewer.client.publish(f"{BASE}/public/state", b"{}", qos=1, retain=True).wait_for_publish(60)
    late = internet.viewer(0, f"{BASE}/public/state")
    late.wait_on("public/state")
    assert all(state["seq"] >= 20 for state in late.on("public/state"))
    for wanted in ("#", f"{BASE}/private/#", f"{BASE}/cmd/+", "pawtrack/1/+/+/+/state"):
        with raw.RawClient(node.websocket) as stranger:
            opening = raw.connect("s") + raw.subscribe(wanted)
            stranger.send(b"PROXY TCP4 192.0.2.7 127.0.0.1 40000 8443\r\n" + raw.request() + raw.frame(opening))
            assert raw.packet(0x90, b"\x00\x01\x80") in stranger.receive_until(raw.packet(0x90, b"\x00\x01\x80"))
    for each in (viewer, late):
        each.close()


def test_nobody_enters_the_broker_through_a_gateway(internet: Internet) -> None:
    """Not with the right password either: houses have a door of their own."""
    password = internet.cluster.password_file.read_text().strip()
    with raw.RawClient(internet.cluster.nodes[0].websocket) as stranger:
        hello = raw.request() + raw.frame(raw.login(HOUSE, password))
        stranger.send(b"PROXY TCP4 192.0.2.8 127.0.0.1 40000 8443\r\n" + hello)
        refused = connack(NOT_AUTHORISED)
        assert refused in stranger.receive_until(refused)
    with raw.RawClient(internet.cluster.nodes[0].websocket) as stranger:
        stranger.send(hello)
        assert stranger.receive(1) == b""


def test_a_house_writes_under_its_own_site_alone_and_reads_nothing(internet: Internet) -> None:
    password = internet.cluster.password_file.read_text().strip()
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
    client.username_pw_set(HOUSE, password)
    client.tls_set(str(internet.authority))
    granted: list[list[int]] = []
    client.on_subscribe = lambda _client, _data, _mid, codes, _properties: granted.append([c.value for c in codes])
    client.connect("127.0.0.1", internet.houses[0])
    client.loop_start()
    client.subscribe([(f"{BASE}/public/#", 0), ("pawtrack/1/other/table-1/public/#", 0)])
    viewer = internet.viewer(1, "pawtrack/1/+/+/public/#")
    for topic in ("pawtrack/1/other/table-1/public/state", "pawtrack/1/home/table-9/public/state"):
        client.publish(topic, b'{"seq": 1}', qos=0, retain=True)
    viewer.wait(lambda: any("table-9" in topic for topic, _, _ in viewer.heard))
    assert not any("/other/" in topic for topic, _, _ in viewer.heard)
    assert granted == [[0x80, 0x80]]
    client.disconnect()
    client.loop_stop()
    viewer.close()


def test_a_node_dies_and_house_and_viewers_go_on_with_the_others(internet: Internet) -> None:
    """The last test: the node does not come back."""
    house = internet.house(first=2)
    house.publish(game_view(seq=30), ())
    staying = internet.viewer(0, f"{BASE}/public/state")
    staying.wait_on("public/state", lambda state: state["seq"] == 30)
    node = internet.cluster.nodes[2]
    assert node.server
    assert node.gateway
    node.server.kill()
    # it sends its viewers to the others, since it hears nothing more
    assert node.gateway.wait(60) == 0
    house.publish(game_view(seq=31), ())
    staying.wait_on("public/state", lambda state: state["seq"] == 31)
    moved = internet.viewer(1, f"{BASE}/public/state", f"{BASE}/public/info")
    moved.wait_on("public/state", lambda state: state["seq"] == 31)
    moved.wait_on("public/info")
    house.stop()
    for each in (staying, moved):
        each.close()


def test_what_nodes_are_given_can_be_read_by_their_owner_only(internet: Internet) -> None:
    """But for the gateway's, which is no root: its folder and its file."""
    secrets = internet.cluster.folder / "secrets"
    open_to_all = {path.name for path in secrets.rglob("*") if path.stat().st_mode & 0o077}
    assert open_to_all == {"gateway.toml"}
    assert Path(internet.cluster.password_file).read_text().strip() not in (secrets / "gateway.toml").read_text()
