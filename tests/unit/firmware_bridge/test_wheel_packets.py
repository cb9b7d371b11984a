"""Packets: our COBS against the `cobs` package, and the effects of damage."""

import random

import pytest
from cobs import cobs

from firmware_bridge.protocol.packets import LONGEST, LONGEST_BODY, PacketDecoder, encode_packet, stuff, unstuff


def bodies(seed: int, count: int) -> list[bytes]:
    rng = random.Random(seed)
    return [bytes(rng.choice((0, 1, rng.randrange(256))) for _ in range(rng.randrange(1, 30))) for _ in range(count)]


@pytest.mark.parametrize("length", [0, 1, 2, 60, 253, 254, 255, 507, 508, 509])
@pytest.mark.parametrize("fill", ["none", "all", "ends", "every 254"])
def test_stuffing_is_that_of_the_cobs_package(length: int, fill: str) -> None:
    data = bytearray(b"\x07" * length)
    zeros = {"none": [], "all": range(length), "ends": [0, length - 1], "every 254": range(254, length, 255)}[fill]
    for at in zeros if length else []:
        data[at] = 0
    assert stuff(bytes(data)) == cobs.encode(bytes(data))
    assert unstuff(cobs.encode(bytes(data))) == data


def test_the_checksum_is_crc_16_ibm_3740_high_byte_first() -> None:
    packet = encode_packet(b"123456789")
    assert cobs.decode(packet[1:-1])[-2:] == b"\x29\xb1"


def test_a_zero_stands_before_and_after_and_nowhere_else() -> None:
    for body in bodies(1, 200):
        packet = encode_packet(body)
        assert packet[0] == packet[-1] == 0
        assert 0 not in packet[1:-1]


def test_bytes_by_ones_or_in_one_go_give_the_same_bodies() -> None:
    sent = bodies(2, 300)
    line = b"".join(encode_packet(body) for body in sent)
    at_once, by_ones = PacketDecoder(), PacketDecoder()
    assert at_once.feed(line) == sent
    assert [body for byte in line for body in by_ones.feed(bytes([byte]))] == sent
    assert at_once.damaged == by_ones.damaged == 0


def test_a_damaged_packet_costs_only_itself() -> None:
    sent = bodies(3, 3000)
    rng = random.Random(4)
    line, whole = b"", []
    for number, body in enumerate(sent):
        packet = bytearray(encode_packet(body))
        if number % 10:
            whole.append(body)
        elif rng.random() < 0.5:
            del packet[rng.randrange(2, len(packet) - 1) :]  # a half packet, its closing zero too
        else:
            packet[rng.randrange(1, len(packet) - 1)] ^= 1 << rng.randrange(8)
        line += packet
    decoder = PacketDecoder()
    assert decoder.feed(line) == whole
    assert decoder.damaged >= 300


def test_the_longest_body_passes_and_a_longer_one_is_refused() -> None:
    body = b"\x01" * LONGEST_BODY
    assert PacketDecoder().feed(encode_packet(body)) == [body]
    with pytest.raises(ValueError, match="61 bytes at most"):
        encode_packet(body + b"\x01")


def test_noise_without_end_fills_no_memory_and_ends_at_the_next_zero() -> None:
    decoder = PacketDecoder()
    assert decoder.feed(b"\x55" * 100_000) == []
    assert len(decoder._buffer) == LONGEST
    assert decoder.feed(encode_packet(b"ok")) == [b"ok"]
    assert decoder.damaged == 1
