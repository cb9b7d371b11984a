"""Commands for a person with a board in hand: its faults, its zero, calibration, flashing."""

from pathlib import Path
from typing import Annotated, Final

import typer

from firmware_bridge.commands.doctor import PortReport, diagnose, likely_devices, probe_port, system_info
from firmware_bridge.commands.errors import fail
from firmware_bridge.commands.flashing import HEX, FlashError, flash_board
from firmware_bridge.commands.pico_drive import UF2, flash_pico, is_drive, is_pico
from firmware_bridge.discovery import candidates
from firmware_bridge.ports import PortError, Trouble
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.messages import AckCode
from firmware_bridge.wheel_client import WheelClient, identify

maintenance = typer.Typer()
Port = Annotated[str, typer.Argument(help="Device path, COM name or pyserial URL; without it, the wheel is found.")]
#: While the wheel still moves, a stop is requested again this many times, with this pause.
TRIES: Final = 5
PAUSE_S: Final = 0.3
#: The largest deviation of a stop by a magnet off its centre under a wheel.
MOST_OFF_CENTRE_DEG: Final = 45.0
_LOST_COUNT: Final = "show the stops 0, 1, 2, 3 clockwise; if you did, tie DIR to VCC, not to GND"
_REFUSED: Final = {
    AckCode.MOVING: "the wheel still moves; let it rest for a second and try again",
    AckCode.NO_SENSOR: "the sensor cannot be believed; ask pawtrack wheel doctor",
    AckCode.OUT_OF_TURN: "the board lost count, perhaps it was restarted; begin again",
}


@maintenance.command()
def doctor(
    ports: Annotated[list[str] | None, typer.Argument(help="Ports to look at; without one, all likely ones.")] = None,
) -> None:
    """Say what is wrong with the wheel, and the cure.  Status 1 when something is, 2 for a port that does not exist."""
    reports = [probe_port(device, named=bool(ports)) for device in ports or likely_devices()]
    for port in reports:
        if port.hello:
            typer.echo(f"{port.device}: the wheel, serial {port.hello.serial}, protocol {port.hello.protocol}")
        if port.states:
            state = port.states[-1]
            most = f" of {port.most_gain}" if port.most_gain else ""
            typer.echo(f"  at {state.angle / 100:.1f} degrees, gain of the magnet {state.magnet}{most}")
        for line in _device_lines(port):
            typer.echo(f"  {line}")
    findings = diagnose(system_info(), reports)
    for finding in findings:
        typer.echo(f"- {finding.what}\n  {finding.cure}")
    if findings:
        raise typer.Exit(2 if ports and any(port.trouble is Trouble.ABSENT for port in reports) else 1)
    typer.echo("All is well.")


def _device_lines(port: PortReport) -> list[str]:
    """Returns version, reset cause and counts, if the firmware sends them."""
    lines = []
    if port.about:
        causes = [
            cause.name.lower().replace("_", " ") for cause in msg.Reset if port.about.reset & cause and cause.name
        ]
        began = ", ".join(causes) or "unknown"
        lines.append(f"firmware {port.about.major}.{port.about.minor}; it last began anew because of: {began}")
    if port.errors:
        said = port.errors
        lines.append(
            f"bad readings {said.bad} %; since its start: no answer {said.no_answer}, magnet {said.magnet}, "
            f"wild {said.wild}, damaged packets {said.damaged}, bytes unsent {said.unsent}"
        )
    return lines


@maintenance.command()
def zero(port: Port = "") -> None:
    """Keep for ever that the wheel rests on stop 0 now."""
    port = port or _found()
    try:
        with WheelClient(port) as client:
            _use_device(client, port)
            ack = client.request(msg.Zero(), msg.Ack)
    except PortError as error:
        fail(str(error))
    if ack is None:
        fail("the board did not answer; try again", status=1)
    if ack.code != AckCode.DONE:
        fail(_refusal(ack.code), status=1)
    typer.echo("The wheel stands on stop 0.")


@maintenance.command()
def calibrate(port: Port = "") -> None:
    """Show the board its four stops, clockwise; it refuses a magnet too far off (hardware/CALIBRATION.md)."""
    port = port or _found()
    try:
        with WheelClient(port) as client:
            _use_device(client, port)
            for stop in range(4):
                where = "as at set-up" if stop == 0 else "a quarter turn on, clockwise"
                typer.prompt(f"Stop {stop}: turn the wheel {where}, let it rest, press Enter", "", show_default=False)
                answer = _show(client, stop)
                typer.echo(f"  {answer.raw / 4096 * 360:.1f} degrees")
    except PortError as error:
        fail(str(error))
    except (EOFError, typer.Abort):
        fail("not calibrated; nothing was changed", status=1)
    spread = answer.spread / 100
    if answer.code == AckCode.TOO_WIDE:
        reason = _LOST_COUNT if spread > MOST_OFF_CENTRE_DEG else "put the magnet nearer to the middle, above the chip"
        found = f"the stops lie {spread:.1f} degrees off their places, 10 are allowed"
        fail(f"nothing was changed: {found}; {reason}", status=1)
    typer.echo(f"Calibrated: the stops lie {spread:.1f} degrees off their places, which is kept.")


def _show(client: WheelClient, stop: int) -> msg.Calibration:
    """Returns the board's answer: accepted, or too wide in the end.  Any other answer ends the command."""
    answer = None
    for _ in range(TRIES):
        answer = client.request(msg.Calibrate(stop), msg.Calibration)
        if answer is None or answer.code != AckCode.MOVING:
            break
        for _heartbeat in client.listen(PAUSE_S):
            pass
    if answer is None:
        fail("the board did not answer; begin again", status=1)
    if answer.code not in (AckCode.DONE, AckCode.TOO_WIDE):
        fail(_refusal(answer.code), status=1)
    return answer


def _refusal(code: int) -> str:
    return _REFUSED.get(AckCode(code), "the board refused") if code in set(AckCode) else f"the board refused ({code})"


def _found() -> str:
    """Returns the port of the only wheel that answers; no other device gets a command that stores a value."""
    answering, troubles = [], []
    for candidate in candidates():
        try:
            if identify(candidate.device):
                answering.append(candidate.device)
        except PortError as error:
            troubles.append(str(error))
    if len(answering) > 1:
        fail(f"there are several wheels; name the port of yours: {', '.join(answering)}")
    if not answering:
        fail("; ".join(troubles) or "no wheel answers; plug it in, or ask pawtrack wheel doctor", status=1)
    return answering[0]


def _use_device(client: WheelClient, port: str) -> None:
    hello = client.handshake()
    if hello is None:
        fail(f"no wheel answers at {port}; ask pawtrack wheel doctor", status=1)
    if hello.protocol != msg.PROTOCOL:
        fail(f"the wheel speaks protocol {hello.protocol}, this program {msg.PROTOCOL}; flash it", status=1)


@maintenance.command()
def flash(
    port: Annotated[str, typer.Argument(help="Device path or COM name, or a Pico's drive.")] = "",
    firmware: Annotated[Path | None, typer.Option(help="The .hex or .uf2 file, if not ours.")] = None,
) -> None:
    """Put the firmware on an Arduino Nano or Uno with avrdude, or on a Raspberry Pi Pico; the latter needs no PORT."""
    pico = not port or is_pico(port) or is_drive(Path(port))
    firmware = firmware or (UF2 if pico else HEX)
    if not firmware.is_file():
        fail(f"{firmware.name} is not there; build it with `make firmware` or name it with --firmware")
    if port.startswith("/") and not Path(port).exists():
        fail(f"{port} is not there; plug the board in or choose another port")
    if pico:
        _flash_pico(port, firmware)
    else:
        _flash_arduino(port, firmware)


def _flash_pico(port: str, firmware: Path) -> None:
    try:
        flash_pico(port, firmware, lambda line: typer.echo(line, err=True))
    except FlashError as error:
        fail(str(error), status=1)
    typer.echo("The firmware is on the Pico; see that the wheel answers: pawtrack wheel ports")


def _flash_arduino(port: str, firmware: Path) -> None:
    try:
        speed = flash_board(port, firmware, lambda line: typer.echo(line, err=True))
        with WheelClient(port) as client:
            hello = client.handshake()
    except (FlashError, PortError) as error:
        fail(str(error), status=1)
    if hello is None:
        fail("the firmware is on the board, but it does not answer; pull the plug and look again with doctor", status=1)
    typer.echo(f"Flashed at {speed} baud; the wheel answers (serial {hello.serial}).")
