"""Packets on the serial line: COBS, CRC-16 and a zero before and after, so that half a packet damages no other.

Law: for any bytes the decoder neither raises nor invents; it returns a body only if its checksum fits.
"""

import binascii
from typing import Final

#: No message is nearly as long; more than this without a zero is noise.
LONGEST: Final = 64
#: Stuffing adds one byte, the checksum two.
LONGEST_BODY: Final = LONGEST - 3
_RUN: Final = 254


def encode_packet(body: bytes) -> bytes:
    """Returns the bytes on the line.  Raises ValueError for a body that no decoder would accept."""
    if len(body) > LONGEST_BODY:
        raise ValueError(f"a packet takes {LONGEST_BODY} bytes at most, not {len(body)}")
    checked = body + binascii.crc_hqx(body, 0xFFFF).to_bytes(2, "big")
    return b"\0" + stuff(checked) + b"\0"


def stuff(data: bytes) -> bytes:
    """Consistent overhead byte stuffing: returns the same bytes without a zero among them."""
    out = bytearray()
    blocks = data.split(b"\0")
    for number, block in enumerate(blocks, start=1):
        rest = block
        while len(rest) >= _RUN:
            out += bytes([_RUN + 1]) + rest[:_RUN]
            rest = rest[_RUN:]
        # A full last run implies that no block follows it.
        if rest or not block or number < len(blocks):
            out += bytes([len(rest) + 1]) + rest
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """Returns the original of `stuff`; None for bytes that it never makes."""
    out = bytearray()
    at = 0
    while at < len(data):
        run = data[at]
        block = data[at + 1 : at + run]
        if run == 0 or len(block) != run - 1 or 0 in block:
            return None
        out += block
        at += run
        if run <= _RUN and at < len(data):
            out.append(0)
    return bytes(out)


class PacketDecoder:
    """Takes bytes in any portions, and returns the bodies of whole packets.

    `damaged` counts the pieces between two zeros that were no packet.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._noise = False
        self.damaged = 0

    def feed(self, data: bytes) -> list[bytes]:
        bodies = []
        for byte in data:
            if byte:
                if len(self._buffer) < LONGEST:
                    self._buffer.append(byte)
                else:
                    self._noise = True
                continue
            body = self._end()
            if body is not None:
                bodies.append(body)
        return bodies

    def _end(self) -> bytes | None:
        packet, noise = bytes(self._buffer), self._noise
        self._buffer.clear()
        self._noise = False
        if not packet:
            return None
        checked = None if noise else unstuff(packet)
        if checked is None or len(checked) < 3 or binascii.crc_hqx(checked, 0xFFFF):
            self.damaged += 1
            return None
        return checked[:-2]
