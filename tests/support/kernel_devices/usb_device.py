"""A USB device whose cable is a socket, plugged into the kernel by USB over IP (vhci_hcd).

Only the device is ours: the kernel, with its own drivers, and udev find, name, query and read it.  The kernel's
documents describe the protocol (Documentation/usb/usbip_protocol.rst).
"""

import socket
import struct
import threading
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

PORTS: Final = Path("/sys/devices/platform/vhci_hcd.0")
#: Speeds as the kernel numbers them.
FULL_SPEED, HIGH_SPEED = 2, 3
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
#: Errors of the kernel: a request that is not known, and one that was taken back.
STALLED, TAKEN_BACK = -32, -104
GET_DESCRIPTOR: Final = (0x80, 6)


class DescriptorKind(IntEnum):
    """The first kinds of descriptors (USB 2.0, 9.4)."""

    DEVICE = 1
    CONFIGURATION = 2
    STRING = 3


@dataclass(frozen=True, slots=True)
class Identity:
    """The fields that distinguish one device from another."""

    vendor: int
    product: int
    maker: str
    model: str
    serial: str

    def string(self, index: int) -> bytes:
        """Returns the descriptor of a string by its number; 0 is the list of languages."""
        text = ("", self.maker, self.model, self.serial)[index].encode("utf-16-le") if index else b"\x09\x04"
        return bytes((len(text) + 2, DescriptorKind.STRING)) + text


@dataclass(frozen=True, slots=True)
class Request:
    """A request on the control endpoint (USB 2.0, 9.3)."""

    kind: int
    request: int
    value: int
    index: int
    data: bytes

    @property
    def is_of_class(self) -> bool:
        return self.kind & 0x60 == 0x20


class UsbDevice(ABC):
    """One device; a thread of its own answers the kernel."""

    speed = HIGH_SPEED

    def __init__(self, identity: Identity) -> None:
        self.identity = identity
        #: Guards the queue and the cable: a sent message cannot be taken back.
        self._turn = threading.Condition()
        self._wanted: dict[int, deque[tuple[int, int]]] = defaultdict(deque)
        self._cable: socket.socket | None = None
        self._port = 0

    @abstractmethod
    def device(self) -> bytes:
        """The device descriptor."""

    @abstractmethod
    def configuration(self) -> bytes:
        """The descriptors of the one configuration."""

    @abstractmethod
    def class_request(self, request: Request) -> bytes | None:
        """Returns the answer to a request of the device's class; None if it is not known."""

    def received(self, data: bytes) -> None:
        """The kernel has sent something to an endpoint for data."""
        raise NotImplementedError

    @property
    def plugged(self) -> object | None:
        """The cable that it hangs on."""
        return self._cable

    def plug_in(self, port: int) -> None:
        """Connects it to a port of the kernel."""
        self._cable, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._port = port
        threading.Thread(target=self._serve, args=(self._cable,), daemon=True).start()
        (PORTS / "attach").write_text(f"{port} {theirs.fileno()} {port + 2} {self.speed}", encoding="ascii")
        theirs.close()

    def pull_out(self) -> None:
        """The cable is pulled."""
        (PORTS / "detach").write_text(str(self._port), encoding="ascii")
        with self._turn:
            self._cable = None
            self._wanted.clear()
            self._turn.notify_all()

    def give(
        self, endpoint: int, data: bytes, header: bytes = b"", last: bytes | None = None, most: int = 65536
    ) -> None:
        """Sends data as the kernel asks for it, in parts of `most` bytes, each behind a header, the `last` one behind
        another; returns when all is sent or the cable was pulled."""
        cable = self._cable
        while data and cable is not None:
            with self._turn:
                self._turn.wait_for(lambda: self._wanted[endpoint] or self._cable is not cable)
                if self._cable is not cable:
                    return
                number, length = self._wanted[endpoint].popleft()
                room = min(length, most) - len(header)
                part, data = data[:room], data[room:]
                head = header if data or last is None else last
                with suppress(OSError):
                    cable.sendall(_submitted(number, 0, head + part))

    def _serve(self, cable: socket.socket) -> None:
        with suppress(OSError), cable:
            while True:
                head = _exactly(cable, 48)
                command, number, _, inwards, endpoint = struct.unpack(">IIIII", head[:20])
                if command == UNLINK:
                    self._take_back(cable, number, struct.unpack(">I", head[20:24])[0])
                    continue
                length, setup = struct.unpack(">i", head[24:28])[0], head[40:48]
                data = b"" if inwards else _exactly(cable, length)
                with self._turn:
                    if endpoint and inwards:
                        self._wanted[endpoint].append((number, length))
                        self._turn.notify_all()
                    else:
                        cable.sendall(self._answer(number, endpoint, setup, data, length))

    def _answer(self, number: int, endpoint: int, setup: bytes, data: bytes, length: int) -> bytes:
        if endpoint:
            self.received(data)
            return _submitted(number, 0, b"", len(data))
        kind, code, value, index, _ = struct.unpack("<BBHHH", setup)
        answer = self._controlled(Request(kind, code, value, index, data))
        return _submitted(number, STALLED if answer is None else 0, (answer or b"")[:length], len(data))

    def _controlled(self, asked: Request) -> bytes | None:
        if asked.is_of_class:
            return self.class_request(asked)
        if (asked.kind, asked.request) != GET_DESCRIPTOR:
            return b"\0\0" if asked.kind & 0x80 else b""
        match asked.value >> 8:
            case DescriptorKind.DEVICE:
                return self.device()
            case DescriptorKind.CONFIGURATION:
                return self.configuration()
            case DescriptorKind.STRING:
                return self.identity.string(asked.value & 0xFF)
        return None

    def _take_back(self, cable: socket.socket, number: int, which: int) -> None:
        with self._turn:
            status = 0
            for wanted in self._wanted.values():
                for one in [one for one in wanted if one[0] == which]:
                    wanted.remove(one)
                    status = TAKEN_BACK
            cable.sendall(struct.pack(">IIIIIi24x", UNLINKED, number, 0, 0, 0, status))


def _submitted(number: int, status: int, data: bytes, taken: int = 0) -> bytes:
    """The answer to a request that sent `taken` bytes or gets this data."""
    return struct.pack(">IIIIIiiiii8x", SUBMITTED, number, 0, 0, 0, status, len(data) or taken, 0, 0, 0) + data


def _exactly(cable: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = cable.recv(count - len(data))
        if not part:
            raise OSError("the cable was pulled")
        data += part
    return data
