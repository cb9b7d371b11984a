"""A USB webcam for the kernel's driver uvcvideo: its settings and its pictures (USB video class 1.0, chapter 4)."""

import struct
import threading
import time
from collections.abc import Callable
from typing import Final

from kernel_devices import webcam_descriptors as descriptors
from kernel_devices.usb_device import Identity, Request, UsbDevice
from kernel_devices.webcam_descriptors import BULK_IN, CAMERA_TERMINAL, INTERVAL_100NS, PROCESSING_UNIT, Sizes

#: A picture goes out in payloads of so many bytes, each with a header of two.
PAYLOAD: Final = 16_384
#: Requests of the video class.
SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 0x01, *range(0x81, 0x88)
PROBE, COMMIT = 1, 2
#: Which control it is, by unit and selector, and its values: a set of bits.
EXPOSURE_MODE: Final = (CAMERA_TERMINAL, 0x02)
MANUAL, APERTURE_PRIORITY = 0b0001, 0b1000


class Control:
    """One setting: its present value, its least, greatest, step and first, each of so many bytes."""

    def __init__(self, size: int, least: int, most: int, step: int, first: int) -> None:
        self.size, self.least, self.most, self.step, self.first = size, least, most, step, first
        self.value = first
        #: Every value that it was set to.
        self.history: list[int] = []

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
        EXPOSURE_MODE: Control(1, 0, 0, MANUAL | APERTURE_PRIORITY, APERTURE_PRIORITY),
        (CAMERA_TERMINAL, 0x04): Control(4, 3, 2047, 1, 250),
        (CAMERA_TERMINAL, 0x06): Control(2, 0, 250, 5, 30),
        (CAMERA_TERMINAL, 0x08): Control(1, 0, 1, 1, 1),
        (PROCESSING_UNIT, 0x02): Control(2, 0, 255, 1, 128),
        (PROCESSING_UNIT, 0x05): Control(1, 0, 2, 1, 2),
        (PROCESSING_UNIT, 0x0A): Control(2, 2000, 6500, 1, 4000),
        (PROCESSING_UNIT, 0x0B): Control(1, 0, 1, 1, 1),
    }


class Webcam(UsbDevice):
    """One webcam; `picture` gives its next picture for a width and height, compressed if it has such ones."""

    def __init__(self, identity: Identity, sizes: Sizes, picture: Callable[[int, int], bytes]) -> None:
        super().__init__(identity)
        self._sizes, self._picture = sizes, picture
        self.controls = usual_controls()
        self._committed = self._proposed(b"")

    def plug_in(self, port: int) -> None:
        super().plug_in(port)
        threading.Thread(target=self._stream, args=(self.plugged,), daemon=True).start()

    def device(self) -> bytes:
        return descriptors.device(self.identity)

    def configuration(self) -> bytes:
        return descriptors.configuration(self._sizes)

    def class_request(self, request: Request) -> bytes | None:
        selector, interface, unit = request.value >> 8, request.index & 0xFF, request.index >> 8
        if interface == 1:
            return self._negotiated(request.request, request.data) if selector in (PROBE, COMMIT) else None
        control = self.controls.get((unit, selector))
        if control is None:
            return None
        if request.request == SET_CUR:
            control.value = int.from_bytes(request.data, "little", signed=True)
            control.history.append(control.value)
            return b""
        return control.answer(request.request)

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
        layout = min(max(layout, 1), len(self._sizes.kinds))
        frames = self._sizes.kinds[layout - 1]
        frame = min(max(frame, 1), len(frames))
        width, height, *interval = frames[frame - 1]
        return struct.pack(
            "<HBBIHHHHHII", 1, layout, frame, (*interval, INTERVAL_100NS)[0], 0, 0, 0, 0, 0, 2 * width * height, PAYLOAD
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures that were agreed on."""
        layout, frame = struct.unpack("<BB", self._committed[2:4])
        width, height, *_ = self._sizes.kinds[layout - 1][frame - 1]
        return width, height

    def _stream(self, cable: object) -> None:
        toggle = 0
        while self.plugged is cable:
            due = time.monotonic() + struct.unpack("<I", self._committed[4:8])[0] / 1e7
            header, last = bytes((2, toggle)), bytes((2, toggle | 2))
            self.give(BULK_IN & 0x0F, self._picture(*self.size), header, last, PAYLOAD)
            toggle ^= 1
            time.sleep(max(0.0, due - time.monotonic()))
