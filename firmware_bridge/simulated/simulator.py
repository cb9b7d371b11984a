"""A simulated wheel on a line of its own: pyserial opens it like a real device, and it speaks the real protocol.

Angles pass through the same detector as in the firmware; its events go down the line as packets.
"""

import contextlib
import itertools
import os
import random
import threading
import time
from collections.abc import Callable
from typing import Final

from companion.system.threads import StoppableThread
from firmware_bridge.detector import FULL_CIRCLE, EventKind, QuarterTurnDetector, WheelEvent
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import MessageError, decode_message, encode_message
from firmware_bridge.protocol.packets import PacketDecoder, encode_packet
from firmware_bridge.simulated.lines import Line, new_line

SAMPLE_MS: Final = 5.0
STATE_EVERY_MS: Final = 50.0
#: The gain of a magnet at the right distance.
MAGNET: Final = 128
TURN_MS: Final = 400.0
#: Longer than the detector's dwell for a rest.
REST_SAMPLES: Final = 20
_BOOTS = itertools.count(1)


class SimulatedWheel:
    """`start`, then open `port`.  `speed` lets its clock run faster; `turn` returns when the wheel rests again.

    `line` is its line, by default the best one of this system.
    """

    def __init__(self, speed: float = 1.0, seed: int = 0, line: Line | None = None) -> None:
        self._line = line or new_line()
        self.port = self._line.port
        self._speed = speed
        self._rng = random.Random(seed)
        self._lock = threading.Lock()
        self._thread = StoppableThread("simulated wheel")
        self._angle_deg = 0.0
        self._plan: list[float] = []
        self._rested = threading.Event()
        self._reset = threading.Event()

    def start(self) -> None:
        self.plug()
        self._thread.start(self._run)

    def stop(self) -> None:
        self._thread.stop()
        self.unplug()
        self._line.remove()

    def plug(self) -> None:
        """The device appears at `port`."""
        with self._lock:
            self._line.plug()

    def unplug(self) -> None:
        """The device vanishes, even while a program has it open."""
        with self._lock:
            self._line.unplug()

    def reset(self) -> None:
        """The device restarts, as after a brown-out: another boot, its count at nought."""
        self._reset.set()

    def turn(self, quarters: int) -> None:
        """Turns by clockwise quarters and waits until the wheel rests."""
        self._play(90.0 * quarters)

    def begin_turn(self, quarters: int) -> None:
        """Starts to turn by clockwise quarters, after all turns in progress, and returns at once."""
        self._plan_ways(90.0 * quarters)

    def nudge(self, deg: float) -> None:
        """Turns a little way and back."""
        self._play(deg, -deg)

    def hold(self, deg: float) -> None:
        """Turns by `deg` and leaves the wheel there, possibly between two stops."""
        self._play(deg)

    def slip(self, quarters: int) -> None:
        """Moves the wheel elsewhere from one sample to the next, as if the sensor had slept meanwhile."""
        with self._lock:
            end = (self._plan[-1] if self._plan else self._angle_deg) + 90.0 * quarters
            self._plan += [end] * REST_SAMPLES
            self._rested.clear()
        self._wait()

    def garble(self, data: bytes) -> None:
        """Puts bytes on the line that no device would send, as a bad cable does."""
        with self._lock:
            self._send([data])

    def _plan_ways(self, *degs: float) -> None:
        """Adds ways of these degrees, each with a moment of rest after it, to the pending turns."""
        with self._lock:
            for deg in degs:
                self._plan += _way(self._plan[-1] if self._plan else self._angle_deg, deg)
            self._rested.clear()

    def _play(self, *degs: float) -> None:
        self._plan_ways(*degs)
        self._wait()

    def _wait(self) -> None:
        while not self._rested.wait(0.5):
            if self._thread.stopping.is_set() or not self._thread.is_alive:
                return

    def _run(self) -> None:
        device = _Device()
        began_s = time.monotonic()
        t_ms = 0.0
        while not self._thread.stopping.is_set():
            if self._reset.is_set():
                self._reset.clear()
                device = _Device()
            t_ms += SAMPLE_MS
            packets = device.sample(self._next_raw(), t_ms)
            self._exchange(packets, device.receive)
            self._pace(began_s, t_ms)

    def _pace(self, began_s: float, t_ms: float) -> None:
        """Notifies waiting callers when the wheel rests, and waits for the wall clock."""
        with self._lock:
            if not self._plan:
                self._rested.set()
        wait_s = began_s + t_ms / 1000 / self._speed - time.monotonic()
        if wait_s > 0:
            self._thread.stopping.wait(wait_s)

    def _next_raw(self) -> int:
        noise = self._rng.gauss(0.0, 2.0)
        return round(self._next_deg() / 360.0 * FULL_CIRCLE + noise) % FULL_CIRCLE

    def _next_deg(self) -> float:
        """Returns the wheel's angle one sample later."""
        with self._lock:
            if self._plan:
                self._angle_deg = self._plan.pop(0)
            return self._angle_deg

    def _exchange(self, packets: list[bytes], hear: Callable[[bytes], list[bytes]]) -> None:
        """Sends the packets; receives and answers the host's meanwhile."""
        with self._lock:
            if not self._line.plugged:
                return
            self._send(packets)
            heard = self._line.receive()
            if heard:
                self._send(hear(heard))

    def _send(self, packets: list[bytes]) -> None:
        """Needs the lock."""
        for packet in packets:
            self._line.send(packet)


def _way(start_deg: float, deg: float) -> list[float]:
    """Returns a smooth way (least jerk) from rest to rest, sample by sample, and a moment of rest after it."""
    steps = max(8, round(TURN_MS * max(1.0, abs(deg) / 90.0) / SAMPLE_MS))
    parts = [step / steps for step in range(1, steps + 1)]
    way = [start_deg + deg * (10 * p**3 - 15 * p**4 + 6 * p**5) for p in parts]
    return way + [start_deg + deg] * REST_SAMPLES


class _Device:
    """The device's own logic: detector, event numbers, heartbeat."""

    def __init__(self) -> None:
        self._boot = next(_BOOTS) + os.getpid() % 1000
        self._event = 0
        self._resyncs = 0
        self._detector = QuarterTurnDetector()
        self._decoder = PacketDecoder()
        self._hello_due = True
        self._state_ms: float | None = None

    def sample(self, raw: int, t_ms: float) -> list[bytes]:
        """Returns the packets that result from one more sample."""
        messages: list[msg.Message] = []
        if self._hello_due:
            self._hello_due = False
            messages.append(self._hello())
        event = self._detector.sample(raw, t_ms)
        if event:
            self._event = (self._event + 1) % 0x10000
            self._resyncs = (self._resyncs + (event.kind is EventKind.RESYNC)) % 0x100
            messages.append(self._message(event))
        if self._state_ms is None:
            self._state_ms = t_ms
        if t_ms - self._state_ms >= STATE_EVERY_MS:
            self._state_ms = t_ms
            messages.append(self._state())
        return [encode_packet(encode_message(message)) for message in messages]

    def receive(self, data: bytes) -> list[bytes]:
        answers: list[msg.Message] = []
        for body in self._decoder.feed(data):
            with contextlib.suppress(MessageError):
                match decode_message(body):
                    case msg.AskHello():
                        answers.append(self._hello())
                    case msg.Ping(number=number):
                        answers.append(msg.Pong(number))
        return [encode_packet(encode_message(answer)) for answer in answers]

    def _hello(self) -> msg.Message:
        return msg.Hello(msg.MAGIC, msg.PROTOCOL, self._boot, 0)

    def _state(self) -> msg.Message:
        feels = self._detector
        status = msg.Status.STUCK if feels.is_stuck else msg.Status.MOVING if feels.is_away else msg.Status.RESTING
        return msg.State(self._boot, self._event, self._net(), self._resyncs, self._angle(), status, MAGNET)

    def _net(self) -> int:
        return (self._detector.net + 0x8000) % 0x10000 - 0x8000

    def _angle(self) -> int:
        return round(self._detector.angle_deg % 360 * 100) % 36000

    def _message(self, event: WheelEvent) -> msg.Message:
        boot, number, net = self._boot, self._event, self._net()
        match event.kind:
            case EventKind.MOVE:
                return msg.Move(boot, number)
            case EventKind.TURN:
                return msg.Turn(boot, number, max(-128, min(127, event.quarters)), net)
            case EventKind.RETURN:
                return msg.Return(boot, number, net, min(0xFFFF, round(event.peak_deg * 100)))
            case EventKind.STUCK:
                return msg.Stuck(boot, number, self._angle())
            case EventKind.RESYNC:
                return msg.Resync(boot, number, net, self._resyncs)
