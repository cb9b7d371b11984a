"""The firmware's C and its Python twin give the same for all inputs: angles, gaps, packets, noise."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from wheel_core import CoreDecoder, CoreDetector, c_packet

from firmware_bridge.detector import EventKind, QuarterTurnDetector, WheelEvent
from firmware_bridge.protocol.packets import PacketDecoder, encode_packet

OFFSETS = st.tuples(*[st.integers(-114, 114)] * 4)
#: A way: the next angle in counts, over so many samples, and whether the sensor is blind before it.
WAYS = st.lists(st.tuples(st.integers(-9000, 9000), st.integers(0, 80), st.booleans()), max_size=12)


class Twins:
    """Both detectors on the same samples; every one is compared."""

    def __init__(self, zero: int, offsets: tuple[int, int, int, int]) -> None:
        self.ours, self.core = QuarterTurnDetector(zero, offsets), CoreDetector(zero, offsets)
        self.events: list[WheelEvent] = []
        self._t_ms = 0

    def feed(self, counts: int) -> None:
        self._t_ms += 2
        ours = self.ours.sample(counts % 4096, self._t_ms)
        core = self.core.sample(counts % 4096, self._t_ms)
        assert ours == core, (self._t_ms, ours, core)
        assert self.ours.net == self.core.net
        self.events += [ours] if ours else []

    def gap(self) -> None:
        self.ours.gap()
        self.core.gap()


@given(st.integers(0, 4095), OFFSETS, WAYS, st.randoms(use_true_random=False), st.sampled_from([0, 1, 8, 40, 150]))
@settings(deadline=None, max_examples=60)
def test_any_ways_give_the_same_events(
    zero: int, offsets: tuple[int, int, int, int], ways: list[tuple[int, int, bool]], rng: random.Random, noise: int
) -> None:
    twins = Twins(zero, offsets)
    place = zero
    for target, steps, blind in ways:
        if blind:
            twins.gap()
        for step in range(1, steps + 1):
            twins.feed(place + (target - place) * step // steps + rng.randint(-noise, noise))
        place = target
        for _ in range(25):
            twins.feed(place + rng.randint(-noise, noise))


def test_a_long_random_life_gives_the_same_events_of_every_kind() -> None:
    rng = random.Random(11)
    twins = Twins(rng.randrange(4096), (0, 30, -40, 90))
    place = 0
    for _ in range(1500):
        target = round(place / 1024) * 1024 + rng.choice((0, 0, 1, -1, 2, -2, 0.5)) * 1024 + rng.gauss(0, 40)
        steps = rng.choice((1, 5, 20, 60))
        if rng.random() < 0.05:
            twins.gap()
        for step in range(1, steps + 1):
            wild = rng.random() < 0.02
            twins.feed(rng.randrange(4096) if wild else round(place + (target - place) * step / steps))
        place = target
        for _ in range(rng.choice((5, 30, 30, 800 if rng.random() < 0.05 else 40))):
            twins.feed(round(place + rng.gauss(0, 4)))
    assert {event.kind for event in twins.events} == set(EventKind)


def test_samples_that_are_pure_chance_give_the_same_events() -> None:
    rng = random.Random(12)
    twins = Twins(0, (0, 0, 0, 0))
    for _ in range(40_000):
        twins.feed(rng.randrange(4096))


@given(st.binary(min_size=1, max_size=24))
@settings(deadline=None)
def test_both_put_the_same_bytes_on_the_line(body: bytes) -> None:
    assert c_packet(body) == encode_packet(body)


def test_both_say_the_same_of_the_edge_bodies() -> None:
    for length in range(1, 25):
        for body in (bytes(length), b"\x01" * length, b"\0" + b"\xff" * (length - 1), b"\xff" * (length - 1) + b"\0"):
            assert c_packet(body) == encode_packet(body)


@given(st.binary(max_size=200))
@settings(deadline=None)
def test_both_hear_the_same_in_noise(data: bytes) -> None:
    assert CoreDecoder().feed(data) == PacketDecoder().feed(data)


@given(st.lists(st.binary(min_size=1, max_size=61), max_size=5), st.data())
@settings(deadline=None)
def test_both_hear_the_same_in_damaged_packets(bodies: list[bytes], data: st.DataObject) -> None:
    line = bytearray(b"".join(encode_packet(body) for body in bodies))
    for _ in range(data.draw(st.integers(0, 3))):
        if line:
            at = data.draw(st.integers(0, len(line) - 1))
            if data.draw(st.booleans()):
                line[at] ^= 1 << data.draw(st.integers(0, 7))
            else:
                del line[at]
    assert CoreDecoder().feed(bytes(line)) == PacketDecoder().feed(bytes(line))


def test_neither_is_led_astray_by_noise_longer_than_any_packet() -> None:
    tail = encode_packet(b"ok")[1:]
    for fill in (1, 2, 66, 200, 255):
        for length in range(55, 260):
            core, noise = CoreDecoder(), bytes([fill]) * length
            assert core.feed(noise + tail) == PacketDecoder().feed(noise + tail)
            assert core.is_sound
            assert core.feed(encode_packet(b"ok")) == [b"ok"]
