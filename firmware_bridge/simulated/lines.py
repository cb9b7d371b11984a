"""The line of a simulated wheel: pyserial opens its `port` like that of a real device.

`new_line` returns a pseudo-terminal if the system has them, which any program can open, else a line in memory, which
only this program can open.
"""

import contextlib
import itertools
import os
import tempfile
import threading
from pathlib import Path
from typing import Final, Protocol

#: Bytes that a host leaves unread beyond this are lost, as on a real line.
MOST_UNREAD_BYTES: Final = 4096
_NUMBERS = itertools.count(1)


class Line(Protocol):
    """The device's end; used by one thread at a time.  `port` can be opened while `plugged`."""

    @property
    def port(self) -> str: ...

    @property
    def plugged(self) -> bool: ...

    def plug(self) -> None:
        """The device appears at `port`."""

    def unplug(self) -> None:
        """The device vanishes, even while a program has it open."""

    def send(self, data: bytes) -> None:
        """Never blocks: bytes that a host does not read are lost."""

    def receive(self) -> bytes:
        """Returns the host's bytes since the last call."""

    def remove(self) -> None:
        """Removes the line with all its files."""


def new_line() -> Line:
    """Returns a pseudo-terminal if there are any, else a line in memory."""
    return PseudoTerminal() if hasattr(os, "openpty") else MemoryLine()


class PseudoTerminal:
    """A terminal of the system, linked from a folder of its own so that its name outlasts a replug."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="wheel-")
        self.port = str(Path(self._folder.name) / "wheel")
        self._master = self._slave = -1

    @property
    def plugged(self) -> bool:
        return self._master >= 0

    def plug(self) -> None:
        # Windows has no such module, and does not need it
        import tty

        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        Path(self.port).symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        if self.plugged:
            Path(self.port).unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = -1

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(self._master, data)

    def receive(self) -> bytes:
        with contextlib.suppress(OSError):
            return os.read(self._master, 256)
        return b""

    def remove(self) -> None:
        self._folder.cleanup()


class MemoryLine:
    """Two buffers; `firmware_bridge.simulated.protocol_memory` is the host's end, which pyserial opens by the address.

    `plugs` counts how often it was plugged in: a host that opened it earlier has lost it.
    """

    open_lines: Final[dict[str, "MemoryLine"]] = {}

    def __init__(self) -> None:
        self.port = f"memory://wheel-{next(_NUMBERS)}"
        self._said = threading.Condition()
        self._to_host = bytearray()
        self._to_device = bytearray()
        self.plugs = 0
        self.taken = False

    @property
    def plugged(self) -> bool:
        return self.open_lines.get(self.port) is self

    def plug(self) -> None:
        with self._said:
            self._to_host.clear()
            self._to_device.clear()
            self.plugs += 1
            self.taken = False
        self.open_lines[self.port] = self

    def unplug(self) -> None:
        self.open_lines.pop(self.port, None)
        with self._said:
            self._said.notify_all()

    def send(self, data: bytes) -> None:
        with self._said:
            if len(self._to_host) + len(data) <= MOST_UNREAD_BYTES:
                self._to_host += data
                self._said.notify_all()

    def receive(self) -> bytes:
        with self._said:
            data = bytes(self._to_device)
            self._to_device.clear()
        return data

    def remove(self) -> None:
        self.unplug()

    # --- the host's end ------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        return len(self._to_host)

    def read(self, size: int, timeout_s: float | None) -> bytes:
        """Returns at most `size` bytes; b"" after the timeout."""
        with self._said:
            self._said.wait_for(lambda: self._to_host or not self.plugged, timeout_s)
            data = bytes(self._to_host[:size])
            del self._to_host[:size]
        return data

    def write(self, data: bytes) -> None:
        with self._said:
            self._to_device += data
