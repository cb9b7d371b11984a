"""The firmware's portable parts on the host: wheel_core.c and packet.c as a library, seen through ctypes."""

import ctypes
from functools import cache

from wheel_boards import build

from firmware_bridge.detector import EventKind, WheelEvent

EVENTS = (None, EventKind.MOVE, EventKind.TURN, EventKind.RETURN, EventKind.STUCK, EventKind.RESYNC)
DEG = 360.0 / 4096
PUT = ctypes.CFUNCTYPE(None, ctypes.c_uint8)


class Span(ctypes.Structure):
    """`struct span` of wheel_core.h."""

    _fields_ = (("low", ctypes.c_int32), ("high", ctypes.c_int32), ("since_ms", ctypes.c_uint32))


class Wheel(ctypes.Structure):
    """`struct wheel` of wheel_core.h; a field out of its place would be seen at once."""

    _fields_ = (
        ("zero", ctypes.c_uint16),
        ("offset", ctypes.c_int16 * 4),
        ("recent", ctypes.c_uint16 * 3),
        ("far", ctypes.c_uint16),
        ("wild", ctypes.c_uint16),
        ("pace_ms", ctypes.c_uint16),
        ("samples", ctypes.c_uint8),
        ("jumps", ctypes.c_uint8),
        ("agreeing", ctypes.c_uint8),
        ("started", ctypes.c_bool),
        ("gap", ctypes.c_bool),
        ("lost", ctypes.c_bool),
        ("away", ctypes.c_bool),
        ("stuck_reported", ctypes.c_bool),
        ("halved", ctypes.c_bool),
        ("angle", ctypes.c_int32),
        ("rest", Span),
        ("half", Span),
        ("peak", ctypes.c_int32),
        ("net", ctypes.c_int32),
        ("quarters", ctypes.c_int32),
    )


class Reader(ctypes.Structure):
    """`struct packet_reader` of packet.h, and the bytes behind it, which must not be written."""

    _fields_ = (
        ("buffer", ctypes.c_uint8 * 64),
        ("length", ctypes.c_uint8),
        ("noise", ctypes.c_bool),
        ("damaged", ctypes.c_uint16),
        ("behind", ctypes.c_uint8 * 400),
    )


@cache
def library() -> ctypes.CDLL:
    found = ctypes.CDLL(str(build() / "libwheelcore.so"))
    found.wheel_sample.argtypes = [ctypes.POINTER(Wheel), ctypes.c_uint16, ctypes.c_uint32]
    found.packet_read.restype = ctypes.c_uint8
    return found


class CoreDetector:
    """wheel_core.c with the face of its Python twin; times are whole milliseconds."""

    def __init__(self, zero: int = 0, offsets: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        self._library = library()
        self.wheel = Wheel()
        self._library.wheel_start(ctypes.byref(self.wheel), zero, (ctypes.c_int16 * 4)(*offsets))

    @property
    def net(self) -> int:
        return int(self.wheel.net)

    def sample(self, raw: int, t_ms: float) -> WheelEvent | None:
        kind = EVENTS[self._library.wheel_sample(ctypes.byref(self.wheel), raw, int(t_ms))]
        if kind is None:
            return None
        quarters = self.wheel.quarters if kind in (EventKind.TURN, EventKind.RESYNC) else 0
        peak = self.wheel.peak * DEG if kind is EventKind.RETURN else 0.0
        return WheelEvent(kind=kind, quarters=quarters, peak_deg=peak)

    def gap(self) -> None:
        self._library.wheel_gap(ctypes.byref(self.wheel))


def c_packet(body: bytes) -> bytes:
    """Returns the bytes that packet.c puts on the line for a body."""
    line = bytearray()
    put = PUT(line.append)
    library().packet_send(body, ctypes.c_uint8(len(body)), put)
    return bytes(line)


class CoreDecoder:
    """packet.c with the face of PacketDecoder."""

    def __init__(self) -> None:
        self.reader = Reader()

    @property
    def is_sound(self) -> bool:
        """Nothing was written beyond the buffer."""
        return self.reader.length <= 64 and not any(self.reader.behind)

    def feed(self, data: bytes) -> list[bytes]:
        bodies = []
        for byte in data:
            length = library().packet_read(ctypes.byref(self.reader), ctypes.c_uint8(byte))
            if length:
                bodies.append(bytes(self.reader.buffer[:length]))
        return bodies
