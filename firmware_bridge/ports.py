"""The serial port with plain calls to open, read, write and close; the only importer of pyserial."""

import contextlib
import errno
import os
import socket
import time
from enum import StrEnum
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import serial
import serial.rfc2217

from companion.system.programs import programs_using
from companion.system.quoting import one_line

try:
    import termios
except ImportError:  # not every system has terminals of this kind
    termios = None  # type: ignore[assignment]

BAUD: Final = 115200
# Addresses of the form memory:// are ours (`protocol_memory`).
serial.protocol_handler_packages.append("firmware_bridge.simulated")

#: Small reads: bytes read together with a failure would be lost.
MOST_BYTES: Final = 64
WAIT_S: Final = 0.05
#: A device that accepts no data for this long counts as gone.
WRITE_WAIT_S: Final = 0.5
#: `/dev/null` and the like, which every program has open.
_MEMORY_DEVICES: Final = 1
#: The name of an unplugged device vanishes within this time.
_VANISH_S: Final = 0.2
#: A bridge that refuses a client ends its sentence within this time.
_SENTENCE_S: Final = 0.5
_SENTENCE_BYTES: Final = 128
#: A device that cannot be opened or is pulled out during a call, an address that pyserial cannot read, a setting that
#: one of its kinds of port lacks: each of its modules raises different errors.
_FAILURES: Final = Exception


class Trouble(StrEnum):
    """Why a port cannot be used, if the fault is not in its cable."""

    OTHER = "other"
    DENIED = "denied"
    BUSY = "busy"
    #: The address of a bridge that does not answer.
    UNREACHABLE = "unreachable"
    #: There is no device, or it is no serial port.
    ABSENT = "absent"
    #: It could be opened, but no wheel answers.
    SILENT = "silent"


class PortError(Exception):
    """The port cannot be opened or has gone away; one line."""

    def __init__(self, message: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(message)
        self.trouble = trouble


class SerialPort:
    """`path` is a device path, a COM name or any URL that pyserial opens.

    DTR: Linux raises it whenever a port is opened, before any program can prevent it, and most boards restart on that.
    It drops it when the port is closed (`HUPCL`), so the next opening resets the board again.  `stay_up` prevents that
    for a wheel: then only the first opening after it was plugged in resets it.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._serial: serial.Serial | None = None

    def open(self) -> None:
        """Opens for this program alone (`flock`).  Raises PortError."""
        self.check_alone()
        try:
            port = serial.serial_for_url(
                _lenient(self.path),
                baudrate=BAUD,
                timeout=WAIT_S,
                write_timeout=WRITE_WAIT_S,
                exclusive=True,
                do_not_open=True,
            )
            if isinstance(port, serial.rfc2217.Serial):
                # It rejects one, and gives up by itself after five seconds.
                port.write_timeout = None
            if not termios:
                # Where the system respects this, the board need not restart.
                port.dtr = False
            port.open()
        except _FAILURES as error:
            raise _refusal(self.path, error) from error
        self._serial = port

    def check_alone(self) -> None:
        """Raises PortError if another program has the port open, too: the two take each other's bytes."""
        others = _others_at(self.path)
        if others:
            raise PortError(f"{self.path} cannot be used: {others} uses it, too; close that program", Trouble.BUSY)

    def read(self) -> bytes:
        """Returns the received bytes, after a short wait at most.  Raises PortError when the device is gone."""
        port = self._opened()
        try:
            return bytes(port.read(max(1, min(MOST_BYTES, port.in_waiting))))
        except _FAILURES as error:
            raise self._loss(error) from error

    def write(self, data: bytes) -> None:
        """Raises PortError when the device is gone."""
        port = self._opened()
        try:
            port.write(data)
        except _FAILURES as error:
            raise self._loss(error) from error

    def _opened(self) -> Any:
        """Raises PortError."""
        if self._serial is None:
            raise PortError(f"{self.path} is not open")
        return self._serial

    def _loss(self, error: Exception) -> PortError:
        """Converts a loss; pyserial also reports a lost device if another program was quicker to read."""
        if "multiple access" in str(error) and not _vanishes(self.path):
            return PortError(f"another program reads {self.path}; close that program", Trouble.BUSY)
        return _refused_by_bridge(self.path) or PortError(f"{self.path} is gone")

    def stay_up(self) -> None:
        """Keeps DTR raised when the port is closed, if the system supports this."""
        if not termios or self._serial is None:
            return
        with contextlib.suppress(_FAILURES):
            settings = termios.tcgetattr(self._serial.fileno())
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, settings)

    def close(self) -> None:
        if self._serial is not None:
            port, self._serial = self._serial, None
            with contextlib.suppress(_FAILURES):
                port.close()


def touch(path: str, baud: int = 1200) -> None:
    """Opens and closes the port at a speed that no device uses: boards with USB of their own then wait for a firmware.

    Raises PortError.
    """
    try:
        with serial.serial_for_url(path, baudrate=baud) as port, contextlib.suppress(OSError):
            port.dtr = False
    except _FAILURES as error:
        raise _refusal(path, error) from error


def _lenient(path: str) -> str:
    """Returns the address without the wait for the modem lines: a line that has none, such as a pseudo-terminal, does
    not answer, and a wheel needs none."""
    if not path.startswith("rfc2217://") or "ign_set_control" in path:
        return path
    return f"{path}{'&' if '?' in path else '?'}ign_set_control"


def _refused_by_bridge(path: str) -> PortError | None:
    """Returns why a bridge refuses its clients: ser2net sends a sentence in place of the wheel's bytes and hangs up."""
    if not path.startswith(("socket://", "rfc2217://")):
        return None
    text = b""
    with contextlib.suppress(OSError, ValueError):
        address = urlsplit(path)
        with socket.create_connection((address.hostname, address.port), _SENTENCE_S) as line:
            while len(text) < _SENTENCE_BYTES and (said := line.recv(_SENTENCE_BYTES)):
                text += said
    trouble, reason = next((meaning for words, meaning in _BRIDGES.items() if words in text), (None, ""))
    return PortError(f"{path} cannot be opened: {reason}", trouble) if trouble else None


def _others_at(path: str) -> str:
    """Returns the names of the other programs that have the port open; empty if there are none, or the system does not
    show them."""
    node = Path(path)
    with contextlib.suppress(OSError, ValueError):
        if node.is_char_device() and os.major(node.stat().st_rdev) != _MEMORY_DEVICES:
            return ", ".join(programs_using(node))
    return ""


def _vanishes(path: str) -> bool:
    """Reports whether the port is gone, or soon will be."""
    give_up_s = time.monotonic() + _VANISH_S
    while Path(path).exists():
        if time.monotonic() > give_up_s:
            return False
        time.sleep(_VANISH_S / 10)
    return True


_NOTHING_THERE: Final = (errno.ENOENT, errno.ENODEV, errno.ENXIO)
_NO_SERIAL_PORT: Final = (errno.EISDIR, errno.ENOTTY, errno.EINVAL)
_TROUBLES: Final = {
    errno.EACCES: Trouble.DENIED,
    errno.EPERM: Trouble.DENIED,
    errno.EAGAIN: Trouble.BUSY,
    errno.EBUSY: Trouble.BUSY,
    **dict.fromkeys((*_NOTHING_THERE, *_NO_SERIAL_PORT), Trouble.ABSENT),
}
_WORDS: Final = {
    Trouble.DENIED: "you may not use it; add yourself to the group dialout and log in again",
    Trouble.BUSY: "another program uses it; close that program",
    Trouble.UNREACHABLE: "no bridge to the wheel answers at that address; start it there, or correct the address",
    Trouble.ABSENT: "that is no serial port; choose another",
}
_NOTHING: Final = "nothing is connected there; plug the wheel in or choose another port"
#: The words of a bridge -> their meaning.
_BRIDGES: Final = {
    b"already in use": (Trouble.BUSY, _WORDS[Trouble.BUSY]),
    b"open failure": (Trouble.ABSENT, _NOTHING),
}
#: pyserial's messages without a number -> their meaning.
_SAID: Final = {
    "configure port": Trouble.ABSENT,
    # Windows, for a port that is open elsewhere
    "PermissionError(13": Trouble.BUSY,
    "Could not open port": Trouble.UNREACHABLE,
    "does not seem to support RFC2217": Trouble.UNREACHABLE,
    "expected a string in the form": Trouble.ABSENT,
    "invalid URL": Trouble.ABSENT,
    "no ports found": Trouble.ABSENT,
}


def _refusal(path: str, error: Exception) -> PortError:
    code, trouble = getattr(error, "errno", None), _trouble(error)
    words = _NOTHING if code in _NOTHING_THERE else _WORDS.get(trouble)
    reason = words or one_line(str(error) or type(error).__name__)
    return _refused_by_bridge(path) or PortError(f"{path} cannot be opened: {reason}", trouble)


def _trouble(error: Exception) -> Trouble:
    said = next((trouble for words, trouble in _SAID.items() if words in str(error)), Trouble.OTHER)
    return _TROUBLES.get(getattr(error, "errno", None) or 0, said)
