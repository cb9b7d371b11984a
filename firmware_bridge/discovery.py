"""Finds the serial ports that may be the wheel: those of its usual boards and USB chips, and no others.

Law: any other port is never opened; one that matches but does not speak as a wheel does is opened once and not again
until it was unplugged, and nothing is written to it.
"""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports

#: USB vendor and product of a Pico with the wheel's firmware.
PICO: Final = (0x2E8A, 0x000A)
#: USB vendor and product -> its description.  The one table of them: `generate` makes the udev rules from it.
KNOWN_CHIPS: Final[dict[tuple[int, int], str]] = {
    (0x1A86, 0x7523): "CH340, on most copies of the Nano and Uno",
    (0x1A86, 0x7522): "CH340K",
    (0x1A86, 0x5523): "CH341",
    (0x1A86, 0x55D2): "CH9102",
    (0x1A86, 0x55D3): "CH343",
    (0x1A86, 0x55D4): "CH9102F",
    (0x0403, 0x6001): "FT232R, on older Nanos",
    (0x0403, 0x6015): "FT231X",
    (0x10C4, 0xEA60): "CP2102 and CP2104, on Pololu's A-Star 328PB too",
    (0x067B, 0x2303): "PL2303",
    (0x2341, 0x0001): "Arduino Uno, first edition",
    (0x2341, 0x0043): "Arduino Uno R3",
    (0x2341, 0x0243): "Arduino Uno R3",
    (0x2341, 0x0058): "Arduino Nano Every",
    (0x2A03, 0x0043): "Arduino Uno of arduino.org",
    (0x2A03, 0x0001): "Arduino Uno of arduino.org",
    (0x1FFB, 0x00B0): "Pololu USB AVR programmer v2, its serial port",
    PICO: "RP2040, Raspberry Pi Pico",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A port that may be the wheel; `description` is the system's name of it.

    `plugged` changes when the device was unplugged and plugged in again, if the system shows that.
    """

    device: str
    description: str
    plugged: tuple[str | int | None, ...] = ()


def candidates() -> list[Candidate]:
    """Returns the ports with a known USB chip, in the order of their names."""
    found = [port for port in list_ports.comports() if (port.vid, port.pid) in KNOWN_CHIPS]
    return [
        Candidate(
            device=port.device,
            description=port.description,
            plugged=(port.vid, port.pid, port.serial_number, port.location, _node(port.device)),
        )
        for port in sorted(found)
    ]


def same_port(one: str, other: str) -> bool:
    """Reports whether two names belong to one port: links, relative paths, COM names in other letters or with a
    prefix."""
    return _true_name(one) == _true_name(other)


def _true_name(port: str) -> str:
    if "://" in port:
        return port
    return port.removeprefix("\\\\.\\").upper() if os.name == "nt" else os.path.realpath(port)


def chip_of(device: str) -> tuple[int, int] | None:
    """Returns USB vendor and product of the port; None if the system does not show them."""
    chips = [(port.vid, port.pid) for port in list_ports.comports() if same_port(port.device, device)]
    return chips[0] if chips and chips[0][0] is not None else None


def _node(device: str) -> int | None:
    """Returns the device's node; Linux makes a new one for every device that is plugged in."""
    with contextlib.suppress(OSError):
        return Path(device).stat().st_ino
    return None


class Search:
    """Searches for the wheel among the candidates, one after the other."""

    def __init__(self) -> None:
        self._strangers: set[Candidate] = set()
        self._wheels: set[Candidate] = set()
        self._refused = 0

    def next(self) -> Candidate | None:
        """Returns the port to try next; None if all present ones are strangers."""
        found = candidates()
        # A device that was unplugged may be another one when it comes back.
        self._strangers &= set(found)
        self._wheels &= set(found)
        left = [candidate for candidate in found if candidate not in self._strangers]
        return left[self._refused % len(left)] if left else None

    def is_wheel(self, candidate: Candidate) -> None:
        """Stores that it has spoken as a wheel; it remains one even if silent afterwards."""
        self._wheels.add(candidate)

    def is_silent(self, candidate: Candidate) -> None:
        """Stores that it did not speak as a wheel does while it was heard."""
        if candidate not in self._wheels:
            self._strangers.add(candidate)

    def refused(self) -> None:
        """Stores that it could not be opened; another one is tried before it."""
        self._refused += 1
