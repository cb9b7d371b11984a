"""The real firmware on an emulated board, as a pseudo-terminal in real time: a wheel with the board's own logic.

Law: the board has its power from its cable.  Unplugged it loses power, and plugged in again it restarts.
"""

import logging
import time
from pathlib import Path
from typing import Final

from firmware_bridge.simulated.board import HARDWARE, Board, BoardError, Sensor
from firmware_bridge.simulated.emulated_board import FIRMWARE, EmulatedBoard, installed
from firmware_bridge.simulated.simulator import SAMPLE_MS, SimulatedWheel

log = logging.getLogger(__name__)

#: The largest speed of the emulated board.
FASTEST: Final = 20.0
#: A longer way within one sample is a jump to another place.
LEAP_DEG: Final = 45.0


class EmulatedWheel(SimulatedWheel):
    """Has the interface of SimulatedWheel; at most about twenty times faster than a real board.  Raises BoardError.

    `new`: its zero has not been set yet.  `board` is the board that it turns, an Arduino by default; it is closed with
    the wheel.
    """

    def __init__(
        self,
        speed: float = 1.0,
        seed: int = 0,
        firmware: Path = FIRMWARE,
        *,
        new: bool = False,
        board: Board | None = None,
    ) -> None:
        self._board = board or EmulatedBoard(firmware)
        if not new:
            self._board.set_up()
            self._board.reset()
        self._sensor = Sensor.GOOD
        super().__init__(speed, seed)

    def set_sensor(self, how: Sensor) -> None:
        """Sets the behaviour of the angle sensor from now on."""
        self._sensor = how

    def unplug(self) -> None:
        """The board has its power from this cable: it restarts after any interruption."""
        super().unplug()
        self.reset()

    def stop(self) -> None:
        super().stop()
        self._board.close()

    def _run(self) -> None:
        began_s, t_ms = time.monotonic(), 0.0
        powered = True
        while not self._thread.stopping.is_set():
            t_ms += SAMPLE_MS
            before = self._board.deg
            deg = self._next_deg()
            plugged = self._plugged()
            self._board.sensor(self._sensor)
            self._board.aim(deg, SAMPLE_MS if plugged and abs(deg - before) < LEAP_DEG else 0.0)
            if plugged and (not powered or self._reset.is_set()):
                self._board.reset()
                self._reset.clear()
            powered = plugged
            if plugged:
                self._exchange([self._board.run_bytes(SAMPLE_MS)], self._receive)
            self._pace(began_s, t_ms)

    def _plugged(self) -> bool:
        with self._lock:
            return self._line.plugged

    def _receive(self, data: bytes) -> list[bytes]:
        self._board.write(data)
        return []


def wheel_without_hands(speed: float = 1.0, seed: int = 0) -> SimulatedWheel:
    """Returns the real firmware on the emulated board if that was built and is fast enough, else the simulated
    device."""
    if not installed():
        # an installed package has no sources to build it from
        if HARDWARE.is_dir():
            log.warning(
                "the wheel's firmware is not built here, so a stand-in turns; to have the real one: make firmware"
            )
    elif speed <= FASTEST:
        try:
            return EmulatedWheel(speed, seed)
        except BoardError as error:
            log.warning("a stand-in turns for the wheel: %s", error)
    return SimulatedWheel(speed, seed)
