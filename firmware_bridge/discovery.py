"""Which serial ports may be the wheel: by the USB chips that such boards carry.  Who it is, only its HELLO tells."""

from dataclasses import dataclass
from typing import Final

from serial.tools import list_ports

#: Vendor ids of the usual boards and USB chips: Arduino, CH340, FTDI, CP210x, Raspberry Pi, Adafruit.
LIKELY_VENDORS: Final = (0x2341, 0x2A03, 0x1A86, 0x0403, 0x10C4, 0x2E8A, 0x239A)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A port that may be the wheel; `description` is what the system calls it."""

    device: str
    description: str


def candidates() -> list[Candidate]:
    """Ports with a likely USB chip, in the order of their names."""
    found = [port for port in list_ports.comports() if port.vid in LIKELY_VENDORS]
    return [Candidate(device=port.device, description=port.description) for port in sorted(found)]
