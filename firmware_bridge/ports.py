"""The serial port as a plain thing that opens, reads, writes and closes; the only importer of pyserial."""

import contextlib
import errno
from enum import StrEnum
from typing import Final

import serial

try:
    import termios

    _TERMINAL_ERRORS: tuple[type[Exception], ...] = (termios.error,)
except ImportError:  # not every system has terminals of this kind
    _TERMINAL_ERRORS = ()

BAUD: Final = 115200
# Addresses of the form memory:// are ours (`protocol_memory`).
serial.protocol_handler_packages.append("firmware_bridge.simulated")

#: Small reads: bytes that are read together with a failure would be lost.
MOST_BYTES: Final = 64
WAIT_S: Final = 0.05
#: A device that takes nothing in for so long is gone too.
WRITE_WAIT_S: Final = 0.5
#: pyserial raises any of these when a device cannot be opened or is pulled out in the middle of a call.
_FAILURES: Final[tuple[type[Exception], ...]] = (
    serial.SerialException,
    OSError,
    TypeError,
    ValueError,
    *_TERMINAL_ERRORS,
)


class Trouble(StrEnum):
    """Why a port cannot be used, where something else than its cable is to be mended."""

    OTHER = "other"
    DENIED = "denied"
    BUSY = "busy"
    #: Nothing is there, or no serial port.
    ABSENT = "absent"
    #: It could be opened, but nobody there speaks as a wheel does.
    SILENT = "silent"


class PortError(Exception):
    """The port cannot be opened or has gone away; one line."""

    def __init__(self, message: str, trouble: Trouble = Trouble.OTHER) -> None:
        super().__init__(message)
        self.trouble = trouble


class SerialPort:
    """`path` is a device path, a COM name or any URL that pyserial opens.

    DTR: Linux raises it whenever a port is opened, before any program can say no, and most boards begin anew with that.
    It lets it fall when the port is closed (`HUPCL`), so the next one to open it resets the board again.  A wheel is
    asked to `stay_up`: then only the first opening after it was plugged in resets it.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._serial: serial.Serial | None = None

    def open(self) -> None:
        """Opens for this program alone (`flock`).  Raises PortError."""
        try:
            port = serial.serial_for_url(
                self.path,
                baudrate=BAUD,
                timeout=WAIT_S,
                write_timeout=WRITE_WAIT_S,
                exclusive=True,
                do_not_open=True,
            )
            if not _TERMINAL_ERRORS:
                # Where the system asks first, the board need not begin anew.
                port.dtr = False
            port.open()
        except _FAILURES as error:
            raise PortError(f"{self.path} cannot be opened: {_reason(error)}", _trouble(error)) from error
        self._serial = port

    def read(self) -> bytes:
        """What has come, after a short wait at most.  Raises PortError when the device is gone."""
        try:
            if self._serial is None:
                raise PortError(f"{self.path} is not open")
            return bytes(self._serial.read(max(1, min(MOST_BYTES, self._serial.in_waiting))))
        except _FAILURES as error:
            raise PortError(f"{self.path} is gone") from error

    def write(self, data: bytes) -> None:
        """Raises PortError when the device is gone."""
        try:
            if self._serial is None:
                raise PortError(f"{self.path} is not open")
            self._serial.write(data)
        except _FAILURES as error:
            raise PortError(f"{self.path} is gone") from error

    def stay_up(self) -> None:
        """DTR does not fall when the port is closed, where the system knows of this."""
        if not _TERMINAL_ERRORS or self._serial is None:
            return
        with contextlib.suppress(*_FAILURES):
            settings = termios.tcgetattr(self._serial.fileno())
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, settings)

    def close(self) -> None:
        if self._serial is not None:
            port, self._serial = self._serial, None
            try:
                port.close()
            except _FAILURES:
                return


def touch(path: str, baud: int = 1200) -> None:
    """Opens and closes the port at a speed that nobody speaks: boards with USB of their own then wait for a firmware.

    Raises PortError.
    """
    try:
        with serial.serial_for_url(path, baudrate=baud) as port, contextlib.suppress(OSError):
            port.dtr = False
    except _FAILURES as error:
        raise PortError(f"{path} cannot be opened: {_reason(error)}", _trouble(error)) from error


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
}


def _trouble(error: Exception) -> Trouble:
    if "configure port" in str(error):
        return Trouble.ABSENT
    return _TROUBLES.get(getattr(error, "errno", None) or 0, Trouble.OTHER)


def _reason(error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code in _NOTHING_THERE:
        return "nothing is connected there; plug the wheel in or choose another port"
    trouble = _trouble(error)
    if trouble in _WORDS:
        return _WORDS[trouble]
    if trouble is Trouble.ABSENT:
        return "that is no serial port; choose another"
    return str(error)
