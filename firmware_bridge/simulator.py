"""A simulated wheel on a pseudo-terminal: pyserial opens it like a real device, and it speaks the real protocol.

An angle is played through the same detector as in the firmware; what comes out goes down the line as packets.
"""

import contextlib
import itertools
import os
import random
import select
import tempfile
import threading
import time
import tty
from pathlib import Path
from typing import Final

from firmware_bridge import messages as msg
from firmware_bridge.detector import FULL_CIRCLE, EventKind, QuarterTurnDetector, WheelEvent
from firmware_bridge.packets import PacketDecoder, encode_packet

SAMPLE_MS: Final = 5.0
STATE_EVERY_MS: Final = 50.0
TURN_MS: Final = 400.0
_BOOTS = itertools.count(1)


class SimulatedWheel:
    """`start`, then open `port`.  `speed` lets its clock run faster; `turn` returns when the wheel rests again."""

    def __init__(self, speed: float = 1.0, seed: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="wheel-")
        self.port = str(Path(self._folder.name) / "wheel")
        self._speed = speed
        self._rng = random.Random(seed)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._master = self._slave = -1
        self._angle_deg = 0.0
        self._plan: list[float] = []
        self._rested = threading.Event()
        self._reset = False

    def start(self) -> None:
        self.plug()
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="simulated wheel", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
            self._thread = None
        self.unplug()
        self._folder.cleanup()

    def plug(self) -> None:
        """The device appears at `port`."""
        with self._lock:
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            Path(self.port).symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        """The device vanishes, whoever has it open."""
        with self._lock:
            if self._master < 0:
                return
            Path(self.port).unlink(missing_ok=True)
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = -1

    def reset(self) -> None:
        """The device starts anew, as after a brown-out: another boot, its count at nought."""
        self._reset = True

    def turn(self, quarters: int) -> None:
        """Turns by clockwise quarters and waits until the wheel rests."""
        self._play(self._way(90.0 * quarters))

    def begin_turn(self, quarters: int) -> None:
        """Begins to turn by clockwise quarters, behind whatever is still being turned, and returns at once."""
        with self._lock:
            begin = self._plan[-1] - self._angle_deg if self._plan else 0.0
        way = self._way(90.0 * quarters, begin=begin)
        with self._lock:
            self._plan = [*self._plan, *way]

    def nudge(self, deg: float) -> None:
        """Turns a little way and back."""
        self._play([*self._way(deg), *self._way(-deg, begin=deg)])

    def hold(self, deg: float) -> None:
        """Turns by `deg` and leaves the wheel there, between two stops perhaps."""
        self._play(self._way(deg))

    def _way(self, deg: float, begin: float = 0.0) -> list[float]:
        """A smooth way (least jerk) from rest to rest, sample by sample, and a moment of rest behind it."""
        with self._lock:
            base = self._angle_deg + begin
        steps = max(8, round(TURN_MS * max(1.0, abs(deg) / 90.0) / SAMPLE_MS))
        parts = [step / steps for step in range(1, steps + 1)]
        way = [base + deg * (10 * p**3 - 15 * p**4 + 6 * p**5) for p in parts]
        return way + [base + deg] * 20

    def _play(self, way: list[float]) -> None:
        self._rested.clear()
        with self._lock:
            self._plan = way
        while not self._rested.wait(0.5):
            if self._stop.is_set() or self._thread is None:
                return

    def _run(self) -> None:
        device = _Device()
        began_s = time.monotonic()
        t_ms = 0.0
        while not self._stop.is_set():
            if self._reset:
                self._reset = False
                device = _Device()
            t_ms += SAMPLE_MS
            packets = device.sample(self._next_raw(), t_ms)
            self._exchange(device, packets)
            with self._lock:
                if not self._plan:
                    self._rested.set()
            wait_s = began_s + t_ms / 1000 / self._speed - time.monotonic()
            if wait_s > 0:
                self._stop.wait(wait_s)

    def _next_raw(self) -> int:
        with self._lock:
            if self._plan:
                self._angle_deg = self._plan.pop(0)
            noise = self._rng.gauss(0.0, 2.0)
            return round(self._angle_deg / 360.0 * FULL_CIRCLE + noise) % FULL_CIRCLE

    def _exchange(self, device: "_Device", packets: list[bytes]) -> None:
        with self._lock:
            if self._master < 0:
                return
            # A host that does not read fills the line; a real device loses those bytes too.
            with contextlib.suppress(BlockingIOError, OSError):
                for packet in packets:
                    os.write(self._master, packet)
            readable, _, _ = select.select([self._master], [], [], 0)
            if readable:
                with contextlib.suppress(OSError):
                    for answer in device.hear(os.read(self._master, 256)):
                        os.write(self._master, answer)


class _Device:
    """The device's own mind: detector, event numbers, heartbeat."""

    def __init__(self) -> None:
        self._boot = next(_BOOTS) + os.getpid() % 1000
        self._event = 0
        self._detector = QuarterTurnDetector()
        self._decoder = PacketDecoder()
        self._hello_due = True
        self._state_ms: float | None = None

    def sample(self, raw: int, t_ms: float) -> list[bytes]:
        """The packets that one more sample gives cause for."""
        messages: list[msg.Message] = []
        if self._hello_due:
            self._hello_due = False
            messages.append(self._hello())
        event = self._detector.sample(raw, t_ms)
        if event:
            self._event += 1
            messages.append(self._message(event))
        if self._state_ms is None:
            self._state_ms = t_ms
        if t_ms - self._state_ms >= STATE_EVERY_MS:
            self._state_ms = t_ms
            angle = round(self._detector.angle_deg % 360 * 100) % 36000
            messages.append(msg.State(self._boot, self._event, self._detector.net, angle, 0))
        return [encode_packet(msg.encode_message(message)) for message in messages]

    def hear(self, data: bytes) -> list[bytes]:
        answers: list[msg.Message] = []
        for body in self._decoder.feed(data):
            with contextlib.suppress(msg.MessageError):
                match msg.decode_message(body):
                    case msg.AskHello():
                        answers.append(self._hello())
                    case msg.Ping(number=number):
                        answers.append(msg.Pong(number))
        return [encode_packet(msg.encode_message(answer)) for answer in answers]

    def _hello(self) -> msg.Message:
        return msg.Hello(msg.PROTOCOL, self._boot, 0)

    def _message(self, event: WheelEvent) -> msg.Message:
        boot, number, net = self._boot, self._event, self._detector.net
        match event.kind:
            case EventKind.MOVE:
                return msg.Move(boot, number)
            case EventKind.TURN:
                return msg.Turn(boot, number, event.quarters, net)
            case EventKind.RETURN:
                return msg.Return(boot, number, round(event.peak_deg * 100))
            case EventKind.STUCK:
                return msg.Stuck(boot, number, round(self._detector.angle_deg % 360 * 100) % 36000)
            case EventKind.RESYNC:
                return msg.Resync(boot, number, net)
