"""The self-description of a USB webcam: the descriptors of USB 2.0 and of the USB video class 1.0 (usb.org)."""

import struct
from dataclasses import dataclass
from typing import Final

from kernel_devices.usb_device import Identity

#: Units of the video function, by which requests name them.
CAMERA_TERMINAL, PROCESSING_UNIT, OUTPUT_TERMINAL = 1, 2, 3
#: Their controls: exposure mode, exposure time, focus, automatic focus; brightness, mains, white balance and its
#: automatic.
CAMERA_CONTROLS: Final = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 17
PROCESSING_CONTROLS: Final = 1 << 0 | 1 << 6 | 1 << 10 | 1 << 12
INTERVAL_100NS: Final = 333_333
YUY2: Final = b"YUY2\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"
BULK_IN: Final = 0x81
_CLASS_INTERFACE, _VIDEO = 0x24, 0x0E


@dataclass(frozen=True, slots=True)
class Sizes:
    """Which pictures it has: compressed ones, and raw ones with the 100 ns between two of them."""

    jpeg: tuple[tuple[int, int], ...]
    raw: tuple[tuple[int, int, int], ...]

    @property
    def kinds(self) -> list[tuple[tuple[int, ...], ...]]:
        """The formats that it has, in their order."""
        return [kind for kind in (self.jpeg, self.raw) if kind]


def device(of: Identity) -> bytes:
    """The device descriptor."""
    return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xEF, 2, 1, 64, of.vendor, of.product, 0x0100, 1, 2, 3, 1)


def configuration(sizes: Sizes) -> bytes:
    """The one configuration, with the control and the streaming interface."""
    control = _control()
    streaming = _streaming(sizes)
    association = bytes((8, 11, 0, 2, _VIDEO, 3, 0, 2))
    body = association + control + streaming
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 250) + body


def _control() -> bytes:
    camera = struct.pack("<BBBBHBBHHHB", 18, _CLASS_INTERFACE, 2, CAMERA_TERMINAL, 0x0201, 0, 0, 0, 0, 0, 3)
    camera += CAMERA_CONTROLS.to_bytes(3, "little")
    processing = struct.pack("<BBBBBHB", 11, _CLASS_INTERFACE, 5, PROCESSING_UNIT, CAMERA_TERMINAL, 0, 2)
    processing += PROCESSING_CONTROLS.to_bytes(2, "little") + b"\0"
    output = struct.pack("<BBBBHBBB", 9, _CLASS_INTERFACE, 3, OUTPUT_TERMINAL, 0x0101, 0, PROCESSING_UNIT, 0)
    units = camera + processing + output
    header = struct.pack("<BBBHHIBB", 13, _CLASS_INTERFACE, 1, 0x0100, 13 + len(units), 48_000_000, 1, 1)
    return bytes((9, 4, 0, 0, 0, _VIDEO, 1, 0, 0)) + header + units


def _streaming(sizes: Sizes) -> bytes:
    colours = bytes((6, _CLASS_INTERFACE, 13, 1, 1, 4))
    formats = []
    if sizes.jpeg:
        head = bytes((11, _CLASS_INTERFACE, 6, 1, len(sizes.jpeg), 1, 1, 0, 0, 0, 0))
        frames = [_frame(7, number, *size, INTERVAL_100NS) for number, size in enumerate(sizes.jpeg, 1)]
        formats.append(b"".join((head, *frames, colours)))
    if sizes.raw:
        head = bytes((27, _CLASS_INTERFACE, 4, len(formats) + 1, len(sizes.raw))) + YUY2 + bytes((16, 1, 0, 0, 0, 0))
        frames = [_frame(5, number, *size) for number, size in enumerate(sizes.raw, 1)]
        formats.append(b"".join((head, *frames, colours)))
    body = b"".join(formats)
    length = 13 + len(formats)
    header = struct.pack(
        "<BBBBHBBBBBBB",
        length, _CLASS_INTERFACE, 1, len(formats), length + len(body), BULK_IN, 0, OUTPUT_TERMINAL, 0, 0, 0, 1,
    )  # fmt: skip
    header += bytes(len(formats))
    endpoint = struct.pack("<BBBBHB", 7, 5, BULK_IN, 2, 512, 0)
    return bytes((9, 4, 1, 0, 1, _VIDEO, 2, 0, 0)) + header + body + endpoint


def _frame(kind: int, number: int, width: int, height: int, interval: int) -> bytes:
    size = 2 * width * height
    rate = size * 8 * 10_000_000 // interval % 2**32
    return struct.pack(
        "<BBBBBHHIIIIBI", 30, _CLASS_INTERFACE, kind, number, 0, width, height, rate, rate, size, interval, 1, interval
    )
