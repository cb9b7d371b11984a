"""Faults of ports and brokers."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

from injected_faults.surroundings import Surroundings, injected


@injected("another program listens on the port of the broker", "PT-NET-01")
def mqtt_port_is_taken(table: Surroundings) -> Iterator[None]:
    with _listening() as port:
        table.settings(f"mqtt_port = {port}\n")
        yield


@injected("another program listens on the port of the viewers' page", "PT-NET-01")
def page_port_is_taken(table: Surroundings) -> Iterator[None]:
    with _listening() as port:
        table.settings(f"viewer_port = {port}\n")
        yield


@injected("another program listens on the port of the players' phones", "PT-NET-01")
def phone_port_is_taken(table: Surroundings) -> Iterator[None]:
    with _listening() as port:
        table.settings(f'phones = true\nphone_port = {port}\nbroker = "none"\n')
        yield


@injected("a port below 1024, without the right to it", "PT-NET-02")
def port_belongs_to_the_system(table: Surroundings) -> Iterator[None]:
    table.settings("viewer_port = 80\n")
    table.unprivileged = True
    yield


@injected("one number for two ports", "PT-NET-03")
def ports_are_the_same(table: Surroundings) -> Iterator[None]:
    table.settings("mqtt_port = 8787\n")
    yield


@injected("a script that is no broker lies over nats-server", "PT-NET-04", needs_root=True)
def broker_does_not_start(table: Surroundings) -> Iterator[None]:
    _over_the_server(table, "#!/bin/sh\nexit 1\n")
    yield


@injected("a nats-server of version 1.4.0 lies over ours", "PT-NET-05", needs_root=True)
def own_broker_is_old(table: Surroundings) -> Iterator[None]:
    _over_the_server(table, "#!/bin/sh\necho nats-server: v1.4.0\n")
    yield


@injected('a broker that answers MQTT 3.1.1 with "unacceptable protocol version"', "PT-NET-05")
def foreign_broker_is_old(table: Surroundings) -> Iterator[None]:
    with _broker_that_says(1) as port:
        table.settings(f'broker = "mqtt://127.0.0.1:{port}"\n')
        yield


@injected('a broker that answers "not authorised"', "PT-NET-08")
def foreign_broker_refuses(table: Surroundings) -> Iterator[None]:
    with _broker_that_says(5) as port:
        table.settings(f'broker = "mqtt://somebody:wrong@127.0.0.1:{port}"\n')
        yield


@injected("an address at which no broker listens", "PT-NET-07")
def foreign_broker_is_off(table: Surroundings) -> Iterator[None]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    table.settings(f'broker = "mqtt://127.0.0.1:{port}"\n')
    yield


@injected("an address that is none", "PT-NET-06")
def broker_address_is_wrong(table: Surroundings) -> Iterator[None]:
    table.settings('broker = "our broker"\n')
    yield


@injected("a broker beyond the house whose file of the password is not there", "PT-NET-18")
def public_broker_without_its_password(table: Surroundings) -> Iterator[None]:
    table.settings('[public_broker]\nhosts = ["127.0.0.1:1"]\nusername = "us"\npassword_file = "secret"\n')
    yield


@injected("a broker beyond the house whose certificates are none", "PT-NET-18")
def public_broker_with_wrong_certificates(table: Surroundings) -> Iterator[None]:
    (table.home / "ca.pem").write_text("none")
    table.settings('[public_broker]\nhosts = ["127.0.0.1:1"]\ntls_ca = "ca.pem"\n')
    yield


@injected("a broker beyond the house that is switched off", "PT-NET-15")
def public_broker_is_off(table: Surroundings) -> Iterator[None]:
    table.settings('[public_broker]\nhosts = ["127.0.0.1:1"]\n')
    yield


@injected("a broker beyond the house that speaks no TLS", "PT-NET-17")
def public_broker_speaks_in_the_clear(table: Surroundings) -> Iterator[None]:
    with _broker_that_says(0) as port:
        table.settings(f'[public_broker]\nhosts = ["127.0.0.1:{port}"]\n')
        yield


@injected("a host beyond the house that has no address", "PT-NET-15")
def public_broker_has_no_address(table: Surroundings) -> Iterator[None]:
    table.settings('[public_broker]\nhosts = ["no.such.host.invalid"]\n')
    yield


@contextmanager
def _listening() -> Iterator[int]:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]


@contextmanager
def _broker_that_says(code: int) -> Iterator[int]:
    with ExitStack() as stack:
        server = stack.enter_context(closing(socket.create_server(("127.0.0.1", 0))))

        def answer() -> None:
            try:
                while True:
                    guest, _ = server.accept()
                    guest.recv(1000)
                    guest.sendall(bytes((0x20, 2, 0, code)))
                    guest.close()
            except OSError:
                return

        threading.Thread(target=answer, daemon=True).start()
        yield server.getsockname()[1]


def _over_the_server(table: Surroundings, script: str) -> None:
    from companion.publishers.broker import find_server

    server = find_server()
    assert server is not None
    own = table.scratch / "nats-server"
    own.write_text(script)
    own.chmod(0o755)
    table.mounts.append(f"mount --bind {own} {server}")
