"""The serial port as a plain thing that opens, reads, writes and closes; the only importer of pyserial."""

from typing import Final

import serial

BAUD: Final = 115200
#: Small reads: bytes that are read together with a failure would be lost.
MOST_BYTES: Final = 64
WAIT_S: Final = 0.05


class PortError(Exception):
    """The port cannot be opened or has gone away; one line."""


class SerialPort:
    """`path` is a device path, a COM name or any URL that pyserial opens."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._serial: serial.Serial | None = None

    def open(self) -> None:
        """Opens exclusively and without the reset pulse.  Raises PortError."""
        try:
            port = serial.serial_for_url(self.path, baudrate=BAUD, timeout=WAIT_S, exclusive=True, do_not_open=True)
            port.dtr = False
            port.open()
        except (serial.SerialException, OSError, ValueError, TypeError) as error:
            raise PortError(f"{self.path} cannot be opened: {_reason(error)}") from error
        self._serial = port

    def read(self) -> bytes:
        """What has come, after a short wait at most.  Raises PortError when the device is gone."""
        try:
            if self._serial is None:
                raise PortError(f"{self.path} is not open")
            return bytes(self._serial.read(max(1, min(MOST_BYTES, self._serial.in_waiting))))
        except (serial.SerialException, OSError, TypeError) as error:
            # pyserial raises any of the three when a device is pulled out in the middle of a read.
            raise PortError(f"{self.path} is gone") from error

    def write(self, data: bytes) -> None:
        """Raises PortError when the device is gone."""
        try:
            if self._serial is None:
                raise PortError(f"{self.path} is not open")
            self._serial.write(data)
        except (serial.SerialException, OSError, TypeError) as error:
            raise PortError(f"{self.path} is gone") from error

    def close(self) -> None:
        if self._serial is not None:
            port, self._serial = self._serial, None
            try:
                port.close()
            except (serial.SerialException, OSError):
                return


def _reason(error: Exception) -> str:
    text = str(error)
    if "No such file" in text or "could not find" in text:
        return "nothing is connected there; plug the wheel in or choose another port"
    if "Permission" in text:
        return "you may not use it; add yourself to the group dialout and log in again"
    if "lock" in text or "busy" in text or "Resource temporarily" in text:
        return "another program uses it; close that program"
    return text
