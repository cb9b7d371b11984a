"""The table's end of the door: the code and the token, the newest picture, and the program that meets the phone.

Laws: the door is open only while a source uses it, and a short while after, so that the phone stays when one screen
hands the camera to the next; codes and tokens live in memory only.
"""

import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.programs.lan_addresses import lan_addresses
from companion.programs.life import Beats
from companion.programs.lines import Beat, line_of
from companion.programs.process import ChildProcess, ProcessSpec
from companion.programs.tcp_ports import EVERYWHERE, LOOPBACK, hand_over, listen_from
from companion.web.camera.messages import (
    Admitted,
    DoorSetup,
    Hello,
    Keys,
    PhoneState,
    Standing,
    TableSeen,
    Taken,
    Want,
    to_table,
)
from companion.web.messages import digest

PROGRAM: Final = "companion.web.camera"
#: Random bytes in a code: nobody guesses it, and its picture stays coarse enough for every camera.
CODE_BYTES: Final = 16
#: Seconds for which the door stays open without a source.
LINGER_S: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorSettings:
    """`address`: this machine's address for others, empty: detected; `avoid`: ports reserved by the settings.

    `folder` keeps the certificate; `files` are served beside the page's own, made when the door opens.
    """

    port: int
    address: str
    avoid: frozenset[int]
    folder: Path
    files: Callable[[], dict[str, str]]


class PhoneDoor:
    """May be used from any thread."""

    def __init__(self, *, host: str = EVERYWHERE, linger_s: float = LINGER_S) -> None:
        #: Must be set before the first source; a change counts when the door opens again.
        self.settings: DoorSettings | None = None
        self._host = host
        self._linger_s = linger_s
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._child: ChildProcess | None = None
        self._listener: socket.socket | None = None
        self._beats = Beats()
        self._code = secrets.token_urlsafe(CODE_BYTES)
        self._token = ""
        self._port = 0
        self._users = 0
        #: When the last source left.
        self._left_s = 0.0
        self._state = PhoneState.GONE
        self._newest: Taken | None = None
        self._seen: TableSeen | None = None

    def enter(self) -> None:
        """Opens the door for a source.  Raises OSError without a port or a file, ImportError on Macs with Intel."""
        with self._lock:
            self._users += 1
            if self._child:
                return
            try:
                self._child = child = self._opened()
            except (OSError, ImportError):
                self._users -= 1
                raise
        child.start()

    def leave(self) -> None:
        """Closes the door a while after its last source."""
        with self._lock:
            self._users -= 1
            self._left_s = time.monotonic()

    def close(self) -> None:
        """Closes the door at once."""
        with self._changed:
            child, self._child, self._state, self._newest = self._child, None, PhoneState.GONE, None
            listener, self._listener = self._listener, None
        if child:
            child.stop()
        if listener:
            listener.close()

    @property
    def url(self) -> str:
        """The address that a phone scans; empty while the door is closed."""
        with self._lock:
            if self._child is None or self.settings is None:
                return ""
            host = next(iter(lan_addresses(self.settings.address)), LOOPBACK)
            return f"https://{host}:{self._port}/#{self._code}"

    @property
    def pid(self) -> int | None:
        """The process id of its program while that runs."""
        child = self._child
        return child.pid if child else None

    @property
    def state(self) -> PhoneState:
        return self._state

    @property
    def was_here(self) -> bool:
        """Whether a phone has used a code since the program began."""
        return bool(self._token)

    def wait_for_phone(self, timeout_s: float) -> bool:
        """Returns whether the phone is there and can send pictures."""
        with self._changed:
            return self._changed.wait_for(lambda: self._state is PhoneState.HERE, timeout_s)

    def want(self) -> None:
        """Requests one more picture; the phone sends none without that."""
        self._say(Want())

    def newer_than(self, t_ms: int, timeout_s: float) -> Taken | None:
        """Returns the newest picture, if it was taken after `t_ms`; waits for one."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_newer(t_ms) or self._state is not PhoneState.HERE, timeout_s)
            return self._newest if self._is_newer(t_ms) else None

    def show(self, seen: TableSeen) -> None:
        """Shows on the phone what the table sees."""
        if seen != self._seen:
            self._seen = seen
            self._say(seen)

    def _is_newer(self, t_ms: int) -> bool:
        return self._newest is not None and self._newest.t_ms > t_ms

    def _opened(self) -> ChildProcess:
        # its library takes a tenth of a second to load, and most tables have no such camera
        from companion.sensors.phone.certificate import kept_certificate, own_hosts

        settings = self.settings
        assert settings is not None
        hosts = own_hosts(lan_addresses(settings.address))
        certificate = kept_certificate(settings.folder, hosts, datetime.now(UTC))
        avoid = settings.avoid - {settings.port, self._port}
        self._listener = listen_from(self._host, self._port or settings.port, avoid)
        where = hand_over(self._listener)
        self._port = where.port
        return ChildProcess(
            ProcessSpec(
                name="phone camera",
                prepare=lambda: [sys.executable, "-m", PROGRAM],
                accepts=self._beats.sign,
                log_path=settings.folder / "phone-camera.log",
                line=line_of(DoorSetup(where, str(certificate), settings.files())),
                handles=where.handles,
                heard=self._hear,
                life=self._beats,
                changed=self._note,
            )
        )

    def _close_unused(self) -> None:
        with self._lock:
            unused = self._users == 0 and time.monotonic() - self._left_s > self._linger_s
        if unused:
            self.close()

    def _say(self, message: Keys | Want | TableSeen) -> None:
        child = self._child
        if child:
            child.say(line_of(message))

    def _hear(self, line: bytes) -> None:
        message = to_table(line)
        if isinstance(message, Beat):
            self._beats.beat()
            self._close_unused()
            return
        if isinstance(message, Hello):
            self._greet()
            return
        with self._changed:
            if isinstance(message, Taken):
                self._newest = message
            elif isinstance(message, Standing):
                self._state = message.state
            else:
                self._token, self._code = message.token, secrets.token_urlsafe(CODE_BYTES)
            self._changed.notify_all()
        if isinstance(message, Admitted):
            self._greet()

    def _greet(self) -> None:
        """Hands the program what only the table knows: a new one lets nobody in before that."""
        self._say(Keys(code=digest(self._code), token=self._token))
        if self._seen:
            self._say(self._seen)

    def _note(self, serves: bool) -> None:
        if serves:
            return
        with self._changed:
            self._state = PhoneState.GONE
            self._changed.notify_all()
