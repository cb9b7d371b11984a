"""pyserial's handler for `memory://` addresses: the host's end of a simulated wheel's line within this program.

pyserial finds it by its name, once this package is among its `protocol_handler_packages`.
"""

import errno
from typing import Any

from serial.serialutil import PortNotOpenError, SerialBase, SerialException

from firmware_bridge.simulated.lines import MemoryLine


class Serial(SerialBase):
    """Speed, parity and control lines have no effect here; any value is accepted."""

    _line: MemoryLine | None = None
    _plug = 0

    def open(self) -> None:
        """Raises SerialException if no device is plugged in, or another host has it open."""
        line = MemoryLine.open_lines.get(str(self.port))
        if line is None:
            raise SerialException(errno.ENOENT, f"nothing is plugged in at {self.port}")
        if line.taken:
            raise SerialException(errno.EBUSY, f"{self.port} is in use")
        line.taken = True
        self._line, self._plug = line, line.plugs
        self.is_open = True

    def close(self) -> None:
        if self._line is not None and self._line.plugs == self._plug:
            self._line.taken = False
        self._line = None
        self.is_open = False

    @property
    def in_waiting(self) -> int:
        return self._plugged().waiting

    def read(self, size: int = 1, /) -> bytes:
        line = self._plugged()
        data = line.read(size, self.timeout)
        self._plugged()
        return data

    def write(self, b: Any, /) -> int:
        self._plugged().write(bytes(b))
        return len(b)

    def _plugged(self) -> MemoryLine:
        """Raises SerialException once the device is gone."""
        if self._line is None:
            raise PortNotOpenError
        if not self._line.plugged or self._line.plugs != self._plug:
            raise SerialException("the device is gone")
        return self._line

    def _reconfigure_port(self) -> None:
        """pyserial calls it for every change of a setting; none matters here."""

    _update_dtr_state = _update_rts_state = _update_break_state = _reconfigure_port
