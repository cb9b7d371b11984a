"""The wheel on the command line: its ports, its messages, a simulated wheel, the generated files, the soak.

Exit status: 0 done; 1 done, but some step was refused or failed; 2 unusable arguments or input; 130 interrupted.
"""

import sys
import time
from dataclasses import fields
from typing import Annotated, Final

import typer

from companion.system.signals import interruptible
from firmware_bridge.commands.errors import fail, print_error
from firmware_bridge.commands.maintenance import maintenance
from firmware_bridge.commands.turning import serve_wheel
from firmware_bridge.discovery import candidates
from firmware_bridge.ports import PortError, SerialPort
from firmware_bridge.protocol import messages as msg
from firmware_bridge.protocol.codec import decode_messages, encode_message
from firmware_bridge.protocol.packets import PacketDecoder, encode_packet
from firmware_bridge.wheel_client import HOST_MESSAGES, identify

#: A device that is silent for this long is reported.
SILENT_S: Final = 2.0
ASK_EVERY_S: Final = 0.5

app = typer.Typer(
    name="firmware_bridge",
    help="The spin wheel's serial device.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
#: The commands for people who have built a wheel, a group without a name: `pawtrack wheel` has them, too.
for_people = typer.Typer()
for_people.add_typer(maintenance)


def main() -> None:
    """Runs the command line; an interrupt ends it quietly."""
    with interruptible():
        app(prog_name="python -m firmware_bridge")


@for_people.command()
def ports() -> None:
    """List the serial ports that may be the wheel, and which of them says that it is."""
    found = candidates()
    if not found:
        typer.echo("no serial port with a likely USB chip; plug the wheel in, or name its port yourself")
    for candidate in found:
        typer.echo(f"{candidate.device}\t{candidate.description}\t{_who(candidate.device)}")


def _who(path: str) -> str:
    try:
        hello = identify(path)
    except PortError as error:
        return str(error)
    if hello is None:
        return "no wheel: it does not answer"
    if hello.protocol != msg.PROTOCOL:
        return f"a wheel of protocol {hello.protocol}, this program speaks {msg.PROTOCOL}; flash the newer firmware"
    return f"the wheel (boot {hello.boot}, serial {hello.serial})"


@for_people.command()
def monitor(
    port: Annotated[str, typer.Argument(help="Device path, COM name or pyserial URL.")],
    every: Annotated[
        bool, typer.Option("--all", help="Every State too, not only those that say something new.")
    ] = False,
    seconds: Annotated[float, typer.Option(help="Stop after so long; 0 goes on until interrupted.", min=0)] = 0,
) -> None:
    """Print what the wheel says, a message a line."""
    listener = _Monitor(port, every=every)
    try:
        listener.listen(seconds)
    except PortError as error:
        fail(str(error), status=1 if listener.heard else 2)
    finally:
        listener.close()
    if listener.damaged:
        print_error(f"{listener.damaged} damaged packets")
    if not listener.heard:
        fail(f"{port} {listener.silence}; is it the wheel's port, and is its firmware flashed?", status=1)


class _Monitor:
    """One port, printed message by message; `heard` counts those of a wheel."""

    def __init__(self, path: str, *, every: bool) -> None:
        self.heard = 0
        self._bytes = 0
        self._echoes = 0
        self._port = SerialPort(path)
        self._path = path
        self._every = every
        self._decoder = PacketDecoder()
        self._last: tuple[int, int, int, int] | None = None

    @property
    def damaged(self) -> int:
        return self._decoder.damaged

    @property
    def silence(self) -> str:
        """Describes the data that came in place of wheel messages."""
        if self._echoes:
            return "only gives back what is said to it"
        if self._bytes:
            return f"says what no wheel says ({self._bytes} bytes, {self.damaged} damaged packets)"
        return "never spoke"

    def close(self) -> None:
        self._port.close()

    def listen(self, seconds: float) -> None:
        """Raises PortError when the port cannot be opened or goes away."""
        self._port.open()
        began_s = spoke_s = time.monotonic()
        ask_s, reported = began_s, False
        while not seconds or time.monotonic() - began_s < seconds:
            now_s = time.monotonic()
            if not self.heard and now_s >= ask_s:
                self._port.write(encode_packet(encode_message(msg.AskHello())))
                ask_s = now_s + ASK_EVERY_S
            data = self._port.read()
            self._bytes += len(data)
            spoken = decode_messages(self._decoder.feed(data))
            messages = [message for message in spoken if not isinstance(message, HOST_MESSAGES)]
            self._echoes += len(spoken) - len(messages)
            for message in messages:
                self._show(message, now_s - began_s)
            if messages:
                spoke_s, reported = now_s, False
            elif now_s - spoke_s >= SILENT_S and not reported:
                what = "has been silent" if not self._bytes else f"{self.silence}, and that"
                print_error(f"{self._path} {what} for {SILENT_S:.0f} s")
                reported = True

    def _show(self, message: msg.Message, at_s: float) -> None:
        self.heard += 1
        if isinstance(message, msg.State):
            last, self._last = self._last, (message.boot, message.event, message.net, message.status)
            if last == self._last and not self._every:
                return
        values = " ".join(f"{field.name}={getattr(message, field.name)}" for field in fields(message))
        typer.echo(f"{at_s:8.3f} {type(message).__name__} {values}".rstrip())
        sys.stdout.flush()


@app.command()
def simulate(
    speed: Annotated[float, typer.Option(help="How many times faster than a real wheel.", min=0.1)] = 1.0,
    seed: Annotated[int, typer.Option(help="The same seed turns the same way.")] = 1,
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="Do not turn at random, but by commands on standard input.")
    ] = False,
) -> None:
    """Plug in a simulated wheel, print its port and turn it at random, until interrupted.

    By hand, a command a line: turn 1, turn -2, nudge 30, hold 45, slip 1, unplug, plug, reset, quit.
    """
    from firmware_bridge.simulated.simulator import SimulatedWheel

    wheel = SimulatedWheel(speed=speed, seed=seed)
    raise typer.Exit(serve_wheel(wheel, seed=seed, speed=speed, by_hand=by_hand))


@app.command()
def emulate(
    speed: Annotated[float, typer.Option(help="How many times faster than a real wheel, 20 at most.", min=0.1)] = 1.0,
    seed: Annotated[int, typer.Option(help="The same seed turns the same way.")] = 1,
    by_hand: Annotated[bool, typer.Option("--by-hand", help="Turn by commands on standard input.")] = False,
) -> None:
    """Like simulate, but with the real firmware on an emulated board (built by `make firmware`)."""
    from firmware_bridge.simulated.board import BoardError
    from firmware_bridge.simulated.emulator import FASTEST, EmulatedWheel

    try:
        wheel = EmulatedWheel(speed=min(speed, FASTEST), seed=seed)
    except BoardError as error:
        fail(str(error))
    raise typer.Exit(serve_wheel(wheel, seed=seed, speed=speed, by_hand=by_hand))


@app.command()
def generate(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; status 1 where something is old.")] = False,
) -> None:
    """Write the Python messages, the C header and the page of messages from hardware/protocol/messages.toml."""
    from firmware_bridge.commands.generate import DICTIONARY, generated_files, write_generated

    try:
        if not check:
            for path in write_generated():
                typer.echo(path.name)
            return
        files = generated_files()
        old = [path.name for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    except (OSError, ValueError, KeyError) as error:
        fail(f"{DICTIONARY.name} cannot be used: {error}; generate works in a checkout of the sources only")
    if old:
        fail(f"{', '.join(old)}: old; run `python -m firmware_bridge generate`", status=1)


@app.command()
def soak(
    samples: Annotated[int, typer.Option(help="Samples of resting wheels.", min=8)] = 1_000_000,
    turns: Annotated[int, typer.Option(help="Turns to play, and dead stops to time.", min=1)] = 2_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 1,
) -> None:
    """Measure the detector in virtual time; prints a table."""
    from firmware_bridge.commands.soak import measure

    measured = measure(samples, turns, seed)
    typer.echo(measured.table)
    if not measured.good:
        fail("the detector invented, missed or misjudged a turn", status=1)


app.add_typer(for_people)
