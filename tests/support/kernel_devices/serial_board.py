"""An Arduino Uno for the kernel's driver cdc_acm: its second chip, which passes on bytes between the computer and the
processor, and starts that anew when DTR rises (USB communication devices, PSTN subclass 1.2)."""

import os
import struct
import threading
from typing import Final

from kernel_devices.usb_device import FULL_SPEED, Identity, Request, UsbDevice

#: As Arduino's table of boards has it.
UNO: Final = (0x2341, 0x0043)
NOTIFIED, BULK_IN, BULK_OUT = 0x82, 0x83, 0x04
SET_LINE_CODING, GET_LINE_CODING, SET_CONTROL_LINE_STATE = 0x20, 0x21, 0x22
DTR: Final = 1
_CLASS_INTERFACE, _COMMUNICATION, _DATA = 0x24, 0x02, 0x0A


class SerialBoard(UsbDevice):
    """A board whose processor speaks at `terminal`, the path of a pseudo-terminal.

    `starts` counts how often DTR has risen, `coding` is the last line coding (speed, stop bits, parity, bits).
    """

    speed = FULL_SPEED

    def __init__(self, serial: str, terminal: str) -> None:
        super().__init__(Identity(*UNO, "Arduino (www.arduino.cc)", "Arduino Uno", serial))
        self._processor = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
        self.coding = struct.pack("<IBBB", 9600, 0, 0, 8)
        self.starts, self._lines = 0, 0

    def plug_in(self, port: int) -> None:
        super().plug_in(port)
        threading.Thread(target=self._pass_on, args=(self.plugged,), daemon=True).start()

    def device(self) -> bytes:
        of = self.identity
        return struct.pack(
            "<BBHBBBBHHHBBBB", 18, 1, 0x0110, _COMMUNICATION, 0, 0, 8, of.vendor, of.product, 1, 1, 2, 3, 1
        )

    def configuration(self) -> bytes:
        body = bytes((9, 4, 0, 0, 1, _COMMUNICATION, 2, 1, 0))
        body += bytes((5, _CLASS_INTERFACE, 0, 0x10, 0x01, 4, _CLASS_INTERFACE, 2, 6))
        body += bytes((5, _CLASS_INTERFACE, 6, 0, 1, 7, 5, NOTIFIED, 3, 8, 0, 255))
        body += bytes((9, 4, 1, 0, 2, _DATA, 0, 0, 0))
        body += bytes((7, 5, BULK_OUT, 2, 64, 0, 1, 7, 5, BULK_IN, 2, 64, 0, 1))
        return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0xC0, 50) + body

    def class_request(self, request: Request) -> bytes | None:
        if request.request == SET_LINE_CODING:
            self.coding = request.data
        elif request.request == SET_CONTROL_LINE_STATE:
            self.starts += bool(request.value & DTR and not self._lines & DTR)
            self._lines = request.value
        elif request.request == GET_LINE_CODING:
            return self.coding
        else:
            return None
        return b""

    def received(self, data: bytes) -> None:
        os.write(self._processor, data)

    def _pass_on(self, cable: object) -> None:
        while self.plugged is cable:
            self.give(BULK_IN & 0x0F, os.read(self._processor, 64))
