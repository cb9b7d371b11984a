"""Finds faults of the wheel, with sentences and a cure for each.

`diagnose` is a pure function of the collected facts; `system_info` and `probe_port` collect them.
"""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.discovery import PICO, candidates, chip_of
from firmware_bridge.link import WARNINGS
from firmware_bridge.ports import PortError, Trouble
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.messages import Status
from firmware_bridge.wheel_client import WheelClient

#: The time of listening, so that some heartbeats are received.
LISTEN_S: Final = 1.0
#: With more broken packets than this of twenty the cable is at fault.
MAX_DAMAGED: Final = 2
#: With more failed readings of the sensor than this of a hundred its wires are at fault.
MAX_BAD_PERCENT: Final = 2
#: The sensor's gain ranges from nought to these (AS5600, datasheet): at the 5 V of an Arduino, at the 3.3 V of a Pico.
MOST_GAIN: Final = 255
MOST_GAIN_PICO: Final = 128
#: In the outer tenth at either end the magnet is still detected, but nearly lost.
_EDGE: Final = 0.095
_PROCESSES: Final = Path("/proc")
_RULES: Final = (Path("/usr/lib/udev/rules.d"), Path("/lib/udev/rules.d"), Path("/etc/udev/rules.d"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemInfo:
    """Possible obstacles for the wheel on this computer: names of running programs, and files that steal the port."""

    programs: frozenset[str] = frozenset()
    braille_rules: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PortReport:
    """One port: `refusal` and `trouble` if it cannot be opened, else the device that answered and its messages of a
    second.

    `bytes_received` and `echo_seen` describe the data if no wheel answered; `chip` is the USB vendor and product of the
    board, None if the system does not show them, as behind a bridge.
    """

    device: str
    chip: tuple[int, int] | None = None
    refusal: str | None = None
    trouble: Trouble = Trouble.OTHER
    hello: msg.Hello | None = None
    about: msg.About | None = None
    states: tuple[msg.State, ...] = ()
    errors: msg.Errors | None = None
    damaged: int = 0
    bytes_received: int = 0
    echo_seen: bool = False

    @property
    def most_gain(self) -> int | None:
        """The end of the range of the sensor's gain; None for an unknown board."""
        if self.chip is None:
            return None
        return MOST_GAIN_PICO if self.chip == PICO else MOST_GAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """`what` is wrong, and its `cure`: one sentence each, or a few.

    `code` and `params` state the same for programs, which have words of their own for it.
    """

    what: str
    cure: str
    code: str
    params: tuple[tuple[str, str | int], ...] = ()


_SENSOR: Final[dict[int, Finding]] = {
    Status.NO_SENSOR: Finding(
        what="The board does not reach its angle sensor.",
        cure="Check the four wires (5V, GND, SDA to A4, SCL to A5) and that the sensor's DIR pin is tied to GND.",
        code="wheel_no_sensor",
    ),
    Status.LOOSE_WIRE: Finding(
        what="A wire of the wheel is loose: the sensor comes and goes.",
        cure="Push in or solder the four wires anew (5V, GND, SDA to A4, SCL to A5), none longer than 10 cm.",
        code="wheel_loose_wire",
    ),
    Status.NO_MAGNET: Finding(
        what="The sensor sees no magnet.",
        cure="Bring the magnet to 1-3 mm above the middle of the chip; it must be magnetised across its diameter.",
        code="wheel_no_magnet",
    ),
    Status.MAGNET_WEAK: Finding(
        what="The magnet is too weak: turns are still felt, but not for certain.",
        cure="Lay card under the sensor, until the magnet is 1-3 mm from the chip, or take a larger one (6 mm across).",
        code="wheel_magnet_weak",
    ),
    Status.MAGNET_STRONG: Finding(
        what="The magnet is too strong: turns are still felt, but not for certain.",
        cure="Lay card between the lid and the game board, until the magnet is 1-3 mm from the chip.",
        code="wheel_magnet_strong",
    ),
    Status.NO_ZERO: Finding(
        what="The board does not know where the stops are: its zero was never set, or its settings were lost.",
        cure="Let the wheel rest as at set-up, then: pawtrack wheel zero PORT (or calibrate PORT).",
        code="wheel_no_zero",
    ),
    Status.STUCK: Finding(
        what="The wheel stands between two stops, or its zero is wrong.",
        cure="Push it on until it clicks. If it clicks already: pawtrack wheel calibrate PORT",
        code="wheel_stuck",
    ),
}

#: Why a port cannot be opened -> the code of that reason, and its cure.
_REFUSED: Final = {
    Trouble.DENIED: ("wheel_denied", "Run: sudo usermod -aG dialout $USER, then log out and in again."),
    Trouble.BUSY: (
        "wheel_busy",
        "Close what uses the port: Pawtrack itself, a serial monitor, the Arduino program.",
    ),
    Trouble.ABSENT: ("wheel_missing", "Try another USB socket and cable."),
    Trouble.UNREACHABLE: (
        "wheel_no_bridge",
        "Start the program that passes the wheel's line on, and check the address: socket:// or rfc2217://, HOST:PORT.",
    ),
}


def diagnose(system: SystemInfo, ports: list[PortReport]) -> list[Finding]:
    """Returns all faults; empty when a wheel of our protocol answers and is well."""
    wheels = [port for port in ports if port.hello]
    found = [finding for port in wheels for finding in _wheel(port)]
    if not wheels:
        found += [_refused(port) for port in ports if port.refusal] or _no_wheel(ports)
    if found:
        found += _port_grabbers(system, bool(wheels))
    return found


def _wheel(port: PortReport) -> list[Finding]:
    if port.hello and port.hello.protocol != msg.PROTOCOL:
        return [
            Finding(
                what=f"The wheel at {port.device} speaks protocol {port.hello.protocol}, this program {msg.PROTOCOL}.",
                cure=f"Flash the firmware of this program: pawtrack wheel flash {port.device}",
                code="wheel_other_firmware",
                params=(("port", port.device),),
            )
        ]
    found = []
    if not port.states:
        found.append(
            Finding(
                what=f"The wheel at {port.device} says who it is but not where it stands.",
                cure="Pull its plug, wait five seconds and plug it in again.",
                code="wheel_half_silent",
                params=(("port", port.device),),
            )
        )
    else:
        found += _health(port.states, port.errors) or _gain(port)
    if port.damaged > MAX_DAMAGED:
        found.append(
            Finding(
                what=f"{port.damaged} packets of the wheel at {port.device} came broken.",
                cure="Take another cable, a shorter one, and no hub.",
                code="wheel_bad_cable",
                params=(("port", port.device), ("count", port.damaged)),
            )
        )
    return found


def _health(states: tuple[msg.State, ...], errors: msg.Errors | None) -> list[Finding]:
    """Judges by all states, because a fault may come and go."""
    state = states[-1]
    warnings = [bit for bit in WARNINGS if any(said.status & bit for said in states)]
    blind = [said.status & ~sum(WARNINGS) for said in states if said.status & ~sum(WARNINGS) >= Status.NO_SENSOR]
    status = max(blind, key=blind.count) if blind else state.status & ~sum(WARNINGS)
    if blind and len(blind) < len(states) and status == Status.NO_SENSOR:
        status = Status.LOOSE_WIRE
    if status == Status.STUCK and Status.NO_ZERO in warnings:
        # The stops' positions are unknown, so it necessarily seems to stand between them.
        status = Status.RESTING
    found = [_SENSOR[code] for code in (*warnings, status) if code in _SENSOR]
    if not found and errors and errors.bad >= MAX_BAD_PERCENT:
        found.append(
            Finding(
                what=f"{errors.bad} of 100 readings of the angle sensor failed in the last half second.",
                cure=_SENSOR[Status.LOOSE_WIRE].cure,
                code="wheel_bad_readings",
                params=(("count", errors.bad),),
            )
        )
    return found


def _gain(port: PortReport) -> list[Finding]:
    """For an unknown board reports only a gain that is an edge with either voltage."""
    gain, most = port.states[-1].magnet, port.most_gain
    if gain < _EDGE * (most or MOST_GAIN_PICO):
        near = True
    elif gain > (1.0 - _EDGE) * (most or MOST_GAIN):
        near = False
    else:
        return []
    best = f"{most // 2 if most else f'{MOST_GAIN // 2}, on a Pico {MOST_GAIN_PICO // 2},'} is best"
    return [
        Finding(
            what=f"The magnet is almost too {'near' if near else 'far'} (gain {gain}; {best}).",
            cure=f"Move it {'away from' if near else 'nearer to'} the chip until the gain is near that.",
            code="wheel_magnet_edge",
            params=(("count", gain), ("best", most // 2 if most else f"{MOST_GAIN // 2} / {MOST_GAIN_PICO // 2}")),
        )
    ]


def _refused(port: PortReport) -> Finding:
    code, cure = _REFUSED.get(port.trouble, ("wheel_unusable", "Try another USB socket and cable."))
    return Finding(what=f"{port.refusal}.", cure=cure, code=code, params=(("port", port.device),))


def _no_wheel(ports: list[PortReport]) -> list[Finding]:
    if not ports:
        return [
            Finding(
                what="No USB serial port is there.",
                cure="Plug the wheel in. If it is: many cables only charge, so try another one, and another socket.",
                code="wheel_no_port",
            )
        ]
    names = ", ".join(port.device for port in ports)
    if any(port.echo_seen for port in ports):
        return [
            Finding(
                what=f"{names} only gives back what is said to it: that is no wheel.",
                cure="Name another port; if it is the wheel's, its board has no firmware or TX touches RX.",
                code="wheel_echo",
                params=(("port", names),),
            )
        ]
    if garbage := sum(port.bytes_received for port in ports):
        return [
            Finding(
                what=f"What {names} says is no language of a wheel ({garbage} bytes of garbage).",
                cure="It is another device, or another program is on the board: pawtrack wheel flash PORT",
                code="wheel_garbage",
                params=(("port", names), ("count", garbage)),
            )
        ]
    return [
        Finding(
            what=f"Nobody at {names} answers as a wheel does.",
            cure="Flash your board: pawtrack wheel flash PORT. If it is none of these, name its port.",
            code="wheel_nobody",
            params=(("port", names),),
        )
    ]


def _port_grabbers(system: SystemInfo, answered: bool) -> list[Finding]:
    found = []
    if "ModemManager" in system.programs and not answered:
        found.append(
            Finding(
                what="ModemManager runs here and talks to new serial ports, as if they were modems.",
                cure="Install hardware/70-spin-wheel.rules (its first lines say how), "
                "or: sudo systemctl disable --now ModemManager",
                code="wheel_modem_manager",
            )
        )
    if ("brltty" in system.programs or system.braille_rules) and not answered:
        found.append(
            Finding(
                what="brltty is installed here; it takes boards with a CH340 chip for braille displays.",
                cure="If nobody reads braille here: sudo apt remove brltty; then plug the wheel in again.",
                code="wheel_brltty",
            )
        )
    return found


def system_info() -> SystemInfo:
    """Reads the running programs and the rules for USB devices, if the system shows them."""
    programs = set()
    for entry in _PROCESSES.glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            programs.add(entry.read_text(encoding="utf-8").strip())
    rules = any(True for folder in _RULES for _ in folder.glob("*brltty*"))
    return SystemInfo(programs=frozenset(programs), braille_rules=rules)


def probe_port(device: str, *, named: bool = True) -> PortReport:
    """Opens the port, identifies the device and listens for a second.  A port that was not `named` gets no request
    before it has sent a wheel's message."""
    try:
        with WheelClient(device) as client:
            hello = client.handshake(unasked=not named)
            received = list(client.listen(LISTEN_S)) if hello else []
            return PortReport(
                device=device,
                chip=chip_of(device),
                hello=hello,
                about=client.about,
                states=tuple(message for message in received if isinstance(message, msg.State)),
                errors=next((said for said in reversed(received) if isinstance(said, msg.Errors)), None),
                damaged=client.damaged,
                bytes_received=client.bytes_received,
                echo_seen=client.echo_seen,
            )
    except PortError as error:
        return PortReport(device=device, refusal=str(error), trouble=error.trouble)


def likely_devices() -> list[str]:
    return [candidate.device for candidate in candidates()]
