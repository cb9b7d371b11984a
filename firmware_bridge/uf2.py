"""UF2, the format of a firmware that is dragged onto the drive of a board with an RP2040: blocks of 512 bytes, each
with 256 bytes of the flash and their address.

    python -m firmware_bridge.uf2 IN.bin OUT.uf2

The image begins with the second stage of the boot, 252 bytes; its checksum is appended to them here.
"""

import struct
import sys
from pathlib import Path
from typing import Final

BLOCK_BYTES: Final = 512
PAYLOAD_BYTES: Final = 256
FLASH: Final = 0x10000000
#: The RP2040's own number among the families of chips.
FAMILY: Final = 0xE48BFF56
_FAMILY_IS_NAMED: Final = 0x2000
_BEGIN: Final = (0x0A324655, 0x9E5D5157)
_END: Final = 0x0AB16F30
_HEAD: Final = struct.Struct("<8I")
_BOOT_BYTES: Final = 252
_POLYNOMIAL: Final = 0x04C11DB7


class Uf2Error(ValueError):
    """No firmware for an RP2040; one line."""


def crc32_mpeg2(data: bytes) -> int:
    """Returns CRC-32/MPEG-2, by which the chip's ROM accepts a second stage."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (_POLYNOMIAL if crc >> 31 else 0)) & 0xFFFFFFFF
    return crc


def with_boot_checksum(image: bytes) -> bytes:
    """Returns the image with the checksum of its second stage.  Raises Uf2Error if there is no room for it."""
    if len(image) <= PAYLOAD_BYTES or any(image[_BOOT_BYTES:PAYLOAD_BYTES]):
        raise Uf2Error("the image does not begin with a second stage of 252 bytes and four zeros")
    return image[:_BOOT_BYTES] + struct.pack("<I", crc32_mpeg2(image[:_BOOT_BYTES])) + image[PAYLOAD_BYTES:]


def encode_uf2(image: bytes, address: int = FLASH) -> bytes:
    """Returns the whole file; the last block is padded with zeros."""
    count = -(-len(image) // PAYLOAD_BYTES)
    blocks = []
    for number in range(count):
        payload = image[number * PAYLOAD_BYTES : (number + 1) * PAYLOAD_BYTES].ljust(PAYLOAD_BYTES, b"\0")
        place = address + number * PAYLOAD_BYTES
        head = _HEAD.pack(*_BEGIN, _FAMILY_IS_NAMED, place, PAYLOAD_BYTES, number, count, FAMILY)
        blocks.append((head + payload).ljust(BLOCK_BYTES - 4, b"\0") + struct.pack("<I", _END))
    return b"".join(blocks)


def decode_uf2(data: bytes) -> bytes:
    """Returns the bytes that the file writes into the flash, from its beginning.  Raises Uf2Error for any form that
    `encode_uf2` does not make, so that no other data reaches a board."""
    if not data or len(data) % BLOCK_BYTES:
        raise Uf2Error(f"{len(data)} bytes are no whole blocks of {BLOCK_BYTES}")
    count = len(data) // BLOCK_BYTES
    image = b""
    for number in range(count):
        block = data[number * BLOCK_BYTES : (number + 1) * BLOCK_BYTES]
        place = FLASH + number * PAYLOAD_BYTES
        if block[:8] != struct.pack("<2I", *_BEGIN) or block[-4:] != struct.pack("<I", _END):
            raise Uf2Error(f"block {number} does not begin and end as one of UF2 does")
        if _HEAD.unpack(block[: _HEAD.size])[2:] != (_FAMILY_IS_NAMED, place, PAYLOAD_BYTES, number, count, FAMILY):
            raise Uf2Error(f"block {number} is not for the flash of an RP2040, or not in its place")
        image += block[_HEAD.size : _HEAD.size + PAYLOAD_BYTES]
    return image


def main(arguments: list[str]) -> None:
    """Converts the linker's image to the file that people drag."""
    source, target = map(Path, arguments)
    target.write_bytes(encode_uf2(with_boot_checksum(source.read_bytes())))


if __name__ == "__main__":
    main(sys.argv[1:])
