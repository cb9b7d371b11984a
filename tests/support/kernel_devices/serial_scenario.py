"""The events of a wheel on a real serial port, and the reports of our side, as one JSON object.

The devices are an Arduino Uno whose processor is the real firmware in the emulator, and a silent foreign board of the
same make.
"""

import json
import os
import subprocess
import time
import tty
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from companion.sensors.wheel import AUTO, WheelSensor
from companion.session.commands import Command, ReportWheel
from companion.views.table_view import Health
from firmware_bridge.discovery import candidates
from firmware_bridge.simulated.emulator import EmulatedWheel
from kernel_devices.serial_board import SerialBoard

FIRMWARE: Final = Path("hardware/firmware/build/wheel.elf")
RULES: Final = Path("hardware/70-spin-wheel.rules")
#: Long enough for an emulated board in an emulated machine.
PATIENCE_S: Final = 90.0


class Listener:
    """Takes the sensor's reports."""

    def __init__(self) -> None:
        self.reports: list[ReportWheel] = []
        self.health: list[str] = []

    def post(self, command: Command) -> None:
        if isinstance(command, ReportWheel):
            self.reports.append(command)

    def report(self, health: Health) -> None:
        self.health.append(health.code)

    @property
    def net(self) -> int:
        return self.reports[-1].net if self.reports else 0


def waited(condition: Callable[[], bool]) -> bool:
    """Whether it came to be so."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def plugged_in(board: SerialBoard, port: int) -> None:
    before = len(candidates())
    board.plug_in(port)
    waited(lambda: len(candidates()) > before)
    subprocess.run(["udevadm", "settle"], check=False)


def properties(device: str) -> dict[str, str]:
    """Returns udev's properties of a device."""
    known = subprocess.run(["udevadm", "info", "--query=property", device], capture_output=True, text=True, check=True)
    return dict(line.split("=", 1) for line in known.stdout.splitlines())


def felt(board: SerialBoard, wheel: EmulatedWheel, stranger: SerialBoard) -> dict[str, Any]:
    """A game's sensor finds the wheel, feels it, is closed and begun again, and misses and finds it."""
    seen: dict[str, Any] = {}
    listener = Listener()
    sensor = WheelSensor(AUTO, clock=lambda: time.monotonic_ns() // 1_000_000)
    sensor.start(listener.post, listener.report)
    seen["found"] = waited(lambda: "wheel_ok" in listener.health)
    wheel.turn(1)
    seen["turned"] = waited(lambda: listener.net == 1)
    sensor.stop()
    seen["starts"] = board.starts
    sensor.start(listener.post, listener.report)
    seen["found again"] = waited(lambda: listener.health[-1] == "wheel_ok")
    seen["starts of both"] = board.starts, stranger.starts
    board.pull_out()
    seen["missed"] = waited(lambda: listener.health[-1] != "wheel_ok")
    plugged_in(board, 2)
    seen["found after it was pulled out"] = waited(lambda: listener.health[-1] == "wheel_ok")
    wheel.turn(-1)
    seen["turned back"] = waited(lambda: listener.net == 0)
    sensor.stop()
    return {**seen, "health": listener.health}


def main() -> None:
    rules = Path("/run/udev/rules.d")
    rules.mkdir(parents=True, exist_ok=True)
    (rules / RULES.name).write_bytes(RULES.read_bytes())
    subprocess.run(["udevadm", "control", "--reload"], check=True)
    wheel = EmulatedWheel(firmware=FIRMWARE)
    wheel.start()
    _, silent = os.openpty()
    tty.setraw(silent)
    board, stranger = SerialBoard("75AA", wheel.port), SerialBoard("31BB", os.ttyname(silent))
    seen: dict[str, Any] = {"none": len(candidates())}
    plugged_in(stranger, 0)
    plugged_in(board, 1)
    seen["candidates"] = [asdict(candidate) for candidate in candidates()]
    known = properties(candidates()[-1].device)
    seen["udev"] = {name: known.get(name, "") for name in ("ID_MM_DEVICE_IGNORE", "TAGS", "ID_SERIAL_SHORT")}
    seen["felt"] = felt(board, wheel, stranger)
    seen["coding"] = list(board.coding)
    print(json.dumps(seen))
    wheel.stop()


if __name__ == "__main__":
    main()
