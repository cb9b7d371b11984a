"""A USB webcam whose cable is a socket: it answers the kernel's own driver for webcams (uvcvideo), led to it by USB
over IP (vhci_hcd), and streams its pictures.

Only the camera is ours: what finds, names, asks and reads it is the kernel, udev and OpenCV.  The kernel's documents
describe the protocol (Documentation/usb/usbip_protocol.rst), usb.org the requests (USB video class 1.0, chapter 4).
"""

import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from kernel_cameras import descriptors
from kernel_cameras.descriptors import CAMERA_TERMINAL, INTERVAL_100NS, PROCESSING_UNIT, Identity, Sizes

PORTS: Final = Path("/sys/devices/platform/vhci_hcd.0")
HIGH_SPEED: Final = 3
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
#: Errors of the kernel: a request that is not known, and one that was taken back.
STALLED, TAKEN_BACK = -32, -104
#: A picture goes out in payloads of so many bytes, each with a header of two.
PAYLOAD: Final = 16_384
#: Requests of the video class.
SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 0x01, *range(0x81, 0x88)
PROBE, COMMIT = 1, 2


class Control:
    """One setting: its value now, its least, greatest, step and first, each of so many bytes."""

    def __init__(self, size: int, least: int, most: int, step: int, first: int) -> None:
        self.size, self.least, self.most, self.step, self.first = size, least, most, step, first
        self.value = first

    def answer(self, request: int) -> bytes:
        if request == GET_LEN:
            return struct.pack("<H", self.size)
        if request == GET_INFO:
            return b"\x03"
        known = {GET_CUR: self.value, GET_MIN: self.least, GET_MAX: self.most, GET_RES: self.step, GET_DEF: self.first}
        return known[request].to_bytes(self.size, "little", signed=True)


def usual_controls() -> dict[tuple[int, int], Control]:
    """By unit and selector: everything automatic, and set for lamps of 60 Hz, as many webcams come."""
    return {
        # a set of bits: manual and the camera's own choice of time for a fixed aperture
        (CAMERA_TERMINAL, 0x02): Control(1, 0, 0, 0b1001, 0b1000),
        (CAMERA_TERMINAL, 0x04): Control(4, 3, 2047, 1, 250),
        (CAMERA_TERMINAL, 0x06): Control(2, 0, 250, 5, 30),
        (CAMERA_TERMINAL, 0x08): Control(1, 0, 1, 1, 1),
        (PROCESSING_UNIT, 0x02): Control(2, 0, 255, 1, 128),
        (PROCESSING_UNIT, 0x05): Control(1, 0, 2, 1, 2),
        (PROCESSING_UNIT, 0x0A): Control(2, 2000, 6500, 1, 4000),
        (PROCESSING_UNIT, 0x0B): Control(1, 0, 1, 1, 1),
    }


class Webcam:
    """One webcam; `picture` gives its next compressed picture for a size."""

    def __init__(self, identity: Identity, sizes: Sizes, picture: Callable[[int, int], bytes]) -> None:
        self._identity, self._sizes, self._picture = identity, sizes, picture
        self.controls = usual_controls()
        self._committed = self._proposed(b"")
        self._wanted: deque[tuple[int, int]] = deque()
        #: Guards what is wanted and the cable: what was sent can no more be taken back.
        self._turn = threading.Condition()
        self._cable: socket.socket | None = None
        self._port = 0

    def plug_in(self, port: int) -> None:
        """Connects it to a port of the kernel."""
        self._cable, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._port = port
        for work in (self._serve, self._stream):
            threading.Thread(target=work, args=(self._cable,), daemon=True).start()
        (PORTS / "attach").write_text(f"{port} {theirs.fileno()} {port + 2} {HIGH_SPEED}", encoding="ascii")
        theirs.close()

    def pull_out(self) -> None:
        """The cable is pulled."""
        (PORTS / "detach").write_text(str(self._port), encoding="ascii")
        with self._turn:
            self._cable = None
            self._wanted.clear()
            self._turn.notify_all()

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
                    if endpoint:
                        self._wanted.append((number, length))
                        self._turn.notify_all()
                        continue
                    answer = self._answered(setup, data)
                    status = STALLED if answer is None else 0
                    cable.sendall(_submitted(number, status, (answer or b"")[:length], len(data)))

    def _take_back(self, cable: socket.socket, number: int, which: int) -> None:
        with self._turn:
            waiting = [wanted for wanted in self._wanted if wanted[0] == which]
            for wanted in waiting:
                self._wanted.remove(wanted)
            status = TAKEN_BACK if waiting else 0
            cable.sendall(struct.pack(">IIIIIi24x", UNLINKED, number, 0, 0, 0, status))

    def _answered(self, setup: bytes, data: bytes) -> bytes | None:
        """The answer to a request on the control endpoint; None where it is not known."""
        kind, request, value, index, _ = struct.unpack("<BBHHH", setup)
        if kind & 0x60 == 0x20:
            return self._class_request(request, value >> 8, index & 0xFF, index >> 8, data)
        if (kind, request) != (0x80, 6):
            return b"\0\0" if kind & 0x80 else b""
        number = value & 0xFF
        match value >> 8:
            case 1:
                return descriptors.device(self._identity)
            case 2:
                return descriptors.configuration(self._sizes)
            case 3:
                return descriptors.string(self._identity, number)
        return None

    def _class_request(self, request: int, selector: int, interface: int, unit: int, data: bytes) -> bytes | None:
        if interface == 1:
            return self._negotiated(request, data) if selector in (PROBE, COMMIT) else None
        control = self.controls.get((unit, selector))
        if control is None:
            return None
        if request == SET_CUR:
            control.value = int.from_bytes(data, "little", signed=True)
            return b""
        return control.answer(request)

    def _negotiated(self, request: int, data: bytes) -> bytes:
        if request == SET_CUR:
            self._committed = self._proposed(data)
            return b""
        if request == GET_LEN:
            return struct.pack("<H", len(self._committed))
        return b"\x03" if request == GET_INFO else self._committed

    def _proposed(self, wish: bytes) -> bytes:
        """The nearest to a wish that it has."""
        layout, frame = struct.unpack("<BB", wish[2:4]) if wish else (1, 1)
        kinds = [kind for kind in (self._sizes.jpeg, self._sizes.raw) if kind]
        layout = min(max(layout, 1), len(kinds))
        frames = kinds[layout - 1]
        frame = min(max(frame, 1), len(frames))
        width, height, *interval = frames[frame - 1]
        return struct.pack(
            "<HBBIHHHHHII", 1, layout, frame, (*interval, INTERVAL_100NS)[0], 0, 0, 0, 0, 0, 2 * width * height, PAYLOAD
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures that were agreed on."""
        layout, frame = struct.unpack("<BB", self._committed[2:4])
        kinds = [kind for kind in (self._sizes.jpeg, self._sizes.raw) if kind]
        width, height, *_ = kinds[layout - 1][frame - 1]
        return width, height

    def _stream(self, cable: socket.socket) -> None:
        toggle = 0
        with suppress(OSError):
            while self._cable is cable:
                due = time.monotonic() + struct.unpack("<I", self._committed[4:8])[0] / 1e7
                self._give(cable, self._picture(*self.size), toggle)
                toggle ^= 1
                time.sleep(max(0.0, due - time.monotonic()))

    def _give(self, cable: socket.socket, picture: bytes, toggle: int) -> None:
        """One picture, in as many payloads as it takes, each as it is wanted."""
        while picture:
            with self._turn:
                self._turn.wait_for(lambda: self._wanted or self._cable is not cable)
                if self._cable is not cable:
                    return
                number, length = self._wanted.popleft()
                room = min(length, PAYLOAD) - 2
                part, picture = picture[:room], picture[room:]
                cable.sendall(_submitted(number, 0, bytes((2, toggle | (0 if picture else 2))) + part))


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
