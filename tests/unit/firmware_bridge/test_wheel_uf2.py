"""UF2: the file that is dragged onto a Pico."""

import binascii
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.simulated.emulated_pico import FIRMWARE, STORE_AT
from firmware_bridge.uf2 import (
    BLOCK_BYTES,
    FLASH,
    Uf2Error,
    crc32_mpeg2,
    decode_uf2,
    encode_uf2,
    main,
    with_boot_checksum,
)


@given(st.binary(min_size=1, max_size=3000))
def test_what_is_encoded_is_decoded_and_filled_up_with_zeros(image: bytes) -> None:
    data = encode_uf2(image)
    assert decode_uf2(data) == image.ljust(-(-len(image) // 256) * 256, b"\0")
    for number in range(len(data) // BLOCK_BYTES):
        block = data[number * BLOCK_BYTES :][:BLOCK_BYTES]
        assert block[:4] == b"UF2\n"
        words = struct.unpack("<8I", block[:32])
        assert words[1:] == (0x9E5D5157, 0x2000, FLASH + 256 * number, 256, number, len(data) // 512, 0xE48BFF56)
        assert block[-4:] == bytes.fromhex("306FB10A")


@given(st.binary(min_size=257, max_size=900), st.data())
def test_a_file_with_one_bit_of_its_frame_changed_is_refused(image: bytes, data: st.DataObject) -> None:
    good = bytearray(encode_uf2(image))
    at = data.draw(st.integers(0, len(good) - 1).filter(lambda at: at % 512 < 32 or at % 512 >= 508))
    good[at] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(Uf2Error):
        decode_uf2(bytes(good))


@pytest.mark.parametrize("cut", [0, 1, 511, 513, 1023, 1024])
def test_half_a_file_is_refused(cut: int) -> None:
    data = encode_uf2(bytes(600))
    with pytest.raises(Uf2Error):
        decode_uf2(data[:cut])


def test_the_checksum_is_the_one_of_the_chips_rom() -> None:
    assert crc32_mpeg2(b"123456789") == 0x0376E6E7
    mirrored = bytes(int(f"{byte:08b}"[::-1], 2) for byte in b"pawtrack")
    other = int(f"{binascii.crc32(mirrored) ^ 0xFFFFFFFF:032b}"[::-1], 2)
    assert crc32_mpeg2(b"pawtrack") == other


@pytest.mark.parametrize("image", [b"", bytes(256), bytes(252) + b"\1" + bytes(100)])
def test_an_image_without_room_for_the_checksum_is_refused(image: bytes) -> None:
    with pytest.raises(Uf2Error):
        with_boot_checksum(image)


def test_the_program_writes_the_linker_s_image_with_its_checksum(tmp_path: Path) -> None:
    image = bytes(range(252)) + bytes(4) + b"firmware"
    (tmp_path / "in.bin").write_bytes(image)
    main([str(tmp_path / "in.bin"), str(tmp_path / "out.uf2")])
    made = decode_uf2((tmp_path / "out.uf2").read_bytes())
    assert made[252:256] == struct.pack("<I", crc32_mpeg2(image[:252]))
    assert (made[:252], made[256:264]) == (image[:252], b"firmware")


def test_the_packaged_firmware_is_sound_and_spares_the_settings() -> None:
    image = decode_uf2(FIRMWARE.read_bytes())
    assert struct.unpack("<I", image[252:256])[0] == crc32_mpeg2(image[:252])
    assert len(image) < 0x10000 < STORE_AT
    stack, start = struct.unpack("<2I", image[256:264])
    assert 0x20000000 < stack <= 0x20042000
    assert FLASH + 0x100 <= start < FLASH + len(image)
    assert start % 2, "the chip knows Thumb only"
