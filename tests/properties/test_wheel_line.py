"""For all bytes on the line: nothing raises, nothing is invented, and whole packets come through."""

import random
from dataclasses import replace

from cobs import cobs
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.link import LinkState, WheelLink, WheelRested
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import decode_message, encode_message
from firmware_bridge.protocol.packets import LONGEST_BODY, PacketDecoder, encode_packet, stuff, unstuff

NOISE_ROUNDS = 100_000


@given(st.binary(max_size=600))
@settings(deadline=None)
def test_stuffing_agrees_with_the_oracle_and_comes_back(data: bytes) -> None:
    assert stuff(data) == cobs.encode(data)
    assert unstuff(stuff(data)) == data


@given(st.binary(max_size=80))
@settings(deadline=None)
def test_what_the_oracle_refuses_is_refused(data: bytes) -> None:
    try:
        expected = cobs.decode(data)
    except cobs.DecodeError:
        expected = None
    assert unstuff(data) == expected


@given(st.lists(st.binary(min_size=1, max_size=LONGEST_BODY), max_size=5), st.data())
@settings(deadline=None)
def test_any_portions_give_the_same_bodies(bodies: list[bytes], data: st.DataObject) -> None:
    line = b"".join(encode_packet(body) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=6)))
    decoder = PacketDecoder()
    parts = [line[a:b] for a, b in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    assert [body for part in parts for body in decoder.feed(part)] == bodies


@given(st.binary(max_size=40), st.binary(min_size=1, max_size=LONGEST_BODY))
@settings(deadline=None)
def test_a_packet_comes_through_behind_any_garbage(garbage: bytes, body: bytes) -> None:
    assert PacketDecoder().feed(garbage + encode_packet(body))[-1:] == [body]


def test_a_hundred_thousand_random_inputs_move_no_wheel() -> None:
    rng = random.Random(20)
    decoder, link = PacketDecoder(), WheelLink()
    link.receive(encode_packet(encode_message(msg.Hello(msg.MAGIC, msg.PROTOCOL, 1, 1))), 0)
    packet = encode_packet(encode_message(msg.Turn(1, 1, 1, 1)))
    rested = 0
    for t_ms in range(NOISE_ROUNDS):
        noise = rng.randbytes(rng.randrange(1, 24))
        if t_ms % 3 == 0:
            # Near misses are harder than noise: a real packet with one or two bits turned over.
            near = bytearray(packet)
            for _ in range(rng.randrange(1, 3)):
                near[rng.randrange(1, len(near) - 1)] ^= 1 << rng.randrange(8)
            noise = bytes(near) if near != packet else b""
        decoder.feed(noise)
        rested += sum(isinstance(news, WheelRested) for news in link.receive(noise, t_ms))
        link.tick(t_ms)
    assert rested == 0
    assert link.state is LinkState.LOST
    assert link.damaged > NOISE_ROUNDS // 3


_words = st.integers(0, 0xFFFF)
_signed = st.integers(-0x8000, 0x7FFF)
_bytes = st.integers(0, 0xFF)
ANY_MESSAGE = st.one_of(
    st.builds(msg.Hello, st.sampled_from([msg.MAGIC, 7]), st.sampled_from([1, 9]), _words, st.integers(0, 0xFFFFFFFF)),
    st.builds(msg.State, _words, _words, _signed, _bytes, _words, _bytes, _bytes),
    st.builds(msg.Turn, _words, _words, st.integers(-0x80, 0x7F), _signed),
    st.builds(msg.Return, _words, _words, _signed, _words),
    st.builds(msg.Move, _words, _words),
    st.builds(msg.Stuck, _words, _words, _words),
    st.builds(msg.Resync, _words, _words, _signed, _bytes),
    st.builds(msg.Fault, _words, _bytes),
    st.builds(msg.Ping, _words),
    st.builds(msg.Pong, _words),
    st.just(msg.AskHello()),
    st.just(msg.Zero()),
    st.builds(msg.Calibrate, _bytes),
    st.builds(msg.Calibration, _bytes, _words, _words, _bytes),
    st.builds(msg.Ack, _bytes, _bytes),
)


@given(ANY_MESSAGE)
@settings(deadline=None)
def test_every_message_survives_the_line(message: msg.Message) -> None:
    (body,) = PacketDecoder().feed(encode_packet(encode_message(message)))
    assert decode_message(body) == message


@given(st.lists(ANY_MESSAGE, max_size=20), st.booleans())
@settings(deadline=None)
def test_a_rest_is_only_ever_one_that_a_message_named(messages: list[msg.Message], same_boot: bool) -> None:
    """The message is from the device of the last hello; `same_boot`: nearly all are of the first."""
    serial, boot = 7, 1
    link = WheelLink()
    link.receive(encode_packet(encode_message(msg.Hello(msg.MAGIC, msg.PROTOCOL, boot, serial))), 0)
    if same_boot:
        messages = [replace(each, boot=boot) if hasattr(each, "net") else each for each in messages]
    devices = {serial} | {each.serial for each in messages if isinstance(each, msg.Hello)}
    named = {
        (each << 16 | message.boot, message.net) for message in messages if hasattr(message, "net") for each in devices
    }
    for t_ms, message in enumerate(messages):
        for news in link.receive(encode_packet(encode_message(message)), t_ms):
            assert not isinstance(news, WheelRested) or (news.boot, news.net) in named
