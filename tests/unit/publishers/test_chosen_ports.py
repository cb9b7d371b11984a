"""A port that we choose is never one that is set up for something else."""

import itertools
import socket
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from brokers_for_tests import Reports, accepts, settings_for_tests
from hypothesis import given, settings
from hypothesis import strategies as st
from web_for_tests import ServedBroker, ServedPage, ServedPhones
from words_for_tests import WORDING

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.programs import tcp_ports
from companion.programs.tcp_ports import LOOPBACK, free_port, listen_anywhere
from companion.settings.schema import Settings


@given(avoid=st.sets(st.integers(0, 20)), first=st.integers(0, 5))
@settings(max_examples=30, deadline=None)
def test_the_next_free_port_is_none_of_those_that_are_set_up(avoid: set[int], first: int) -> None:
    base = 42600
    found = free_port(LOOPBACK, base + first, {base + each for each in avoid}, clock=itertools.count().__next__)
    assert found - base not in avoid


def test_a_port_of_the_systems_choice_is_none_of_those_that_are_set_up() -> None:
    with listen_anywhere(LOOPBACK, ()) as first:
        port = first.getsockname()[1]
    given_out = iter([port, port + 1])

    class Server(SimpleNamespace):
        def getsockname(self) -> tuple[str, int]:
            return LOOPBACK, self.port

        def close(self) -> None:
            self.closed = True

    made: list[Server] = []

    def create(*_: object, **__: object) -> Server:
        made.append(Server(port=next(given_out)))
        return made[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tcp_ports.socket, "create_server", create)
        assert listen_anywhere(LOOPBACK, {port}).getsockname()[1] == port + 1
    assert made[0].closed


def test_every_port_is_counted_that_settings_set_up() -> None:
    named = {name for name in Settings.__struct_fields__ if name.endswith("_port")}
    assert Settings().ports == {getattr(Settings(), name) for name in named}


def test_broker_page_and_phones_keep_off_each_others_ports(tmp_path: Path) -> None:
    """Ports in a row, and the first of them taken by another program: a moved port jumps over the others'."""
    base = next(port for port in range(31001, 41000, 50) if not any(accepts(port + each) for each in range(12)))
    row = {"mqtt_port": base, "websocket_port": base + 1, "phone_port": base + 2, "viewer_port": base + 3}
    configured = msgspec.structs.replace(settings_for_tests(), **row)
    with socket.create_server((LOOPBACK, base)):
        broker = ServedBroker(configured, tmp_path)
        broker.start(Reports())
        page = ServedPage(broker, load_board("black_dog"), SHIPPED, configured, wording=WORDING, avoid=configured.ports)
        page.start()
        phones = ServedPhones(
            lambda *_: None,
            base + 2,
            avoid=configured.ports,
        )
        phones.start()
        try:
            assert page.url == f"http://{LOOPBACK}:{base + 3}/"
            assert phones.port == base + 2
            assert broker.websocket_port == base + 1
            inner = {broker.mqtt_port, broker._table_port, broker._nats_port}
            assert not inner & configured.ports
        finally:
            phones.stop()
            page.stop()
            broker.stop()
