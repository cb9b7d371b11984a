"""`python -m firmware_bridge`, run as a person does."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.simulated.simulator import SimulatedWheel

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 60.0


class Program(subprocess.Popen[str]):
    """A program that does not outlive its test: a failed check must not leave anybody waiting for it."""

    def __exit__(self, *details: object) -> None:
        self.kill()
        super().__exit__(*details)  # type: ignore[arg-type]


def begin(*arguments: str) -> Program:
    return Program(
        [sys.executable, "-m", "firmware_bridge", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Status, output and errors of the program."""
    with begin(*arguments) as program:
        output, errors = program.communicate(stdin, timeout=PATIENCE_S)
    return program.returncode, output, errors


@pytest.fixture
def wheel() -> Iterator[SimulatedWheel]:
    simulated = SimulatedWheel(speed=4.0)
    simulated.start()
    yield simulated
    simulated.stop()


def test_monitor_prints_messages_until_interrupted(wheel: SimulatedWheel) -> None:
    with begin("monitor", wheel.port) as program:
        assert program.stdout is not None
        lines = iter(program.stdout.readline, "")
        assert any("Hello magic=1465336144 protocol=1" in line for line in lines)
        wheel.turn(-1)
        assert any("Turn" in line and "quarters=-1 net=-1" in line for line in lines)
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130
    assert "Traceback" not in errors


def test_monitor_says_that_the_device_went_away(wheel: SimulatedWheel) -> None:
    with begin("monitor", wheel.port) as program:
        assert program.stdout is not None
        assert any("Hello" in line for line in iter(program.stdout.readline, ""))
        wheel.unplug()
        _, errors = program.communicate(timeout=PATIENCE_S)
    assert (program.returncode, errors) == (1, f"wheel: {wheel.port} is gone\n")


def test_monitor_of_no_port_is_one_clear_line() -> None:
    status, output, errors = run("monitor", "no-such-port")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert "nothing is connected there; plug the wheel in or choose another port" in errors


def test_simulate_turns_at_random_until_interrupted() -> None:
    with begin("simulate", "--speed", "20") as program:
        assert program.stdout is not None
        port = program.stdout.readline().strip()
        with begin("monitor", port) as monitor:
            assert monitor.stdout is not None
            assert any("Turn" in line for line in iter(monitor.stdout.readline, ""))
            program.send_signal(signal.SIGINT)
            _, errors = program.communicate(timeout=PATIENCE_S)
            monitor.communicate(timeout=PATIENCE_S)
    assert (program.returncode, errors) == (130, "")
    assert not Path(port).exists()


def test_simulate_by_hand_obeys_its_commands() -> None:
    commands = "turn 1\nnudge 30\nunplug\nunplug\nplug\nplug\nreset\nspin 9\nturn x\nquit\n"
    status, output, errors = run("simulate", "--by-hand", "--speed", "20", stdin=commands)
    assert status == 1
    assert output.count("\n") == 1
    assert [line.split(": ", 1)[1].split(",")[0].split(" is ")[0] for line in errors.splitlines()] == [
        "it",
        "spin 9",
        "x",
    ]


def test_generate_finds_nothing_old_and_help_names_the_commands() -> None:
    assert run("generate", "--check") == (0, "", "")
    status, output, _ = run("--help")
    assert status == 0
    assert all(command in output for command in ("ports", "monitor", "simulate", "generate", "soak"))


def test_the_soak_invents_and_misses_nothing() -> None:
    status, output, errors = run("soak", "--samples", "16000", "--turns", "40")
    assert (status, errors) == (0, "")
    assert "| 16000 samples | 0 (" in output
    assert "| 40 right, 0 unsure, 0 wrong, 0 missed |" in output


def test_an_unknown_command_is_refused() -> None:
    status, _, errors = run("spin")
    assert status == 2
    assert "Traceback" not in errors


def chatter(answer: Callable[[bytes], bytes]) -> tuple[str, threading.Event, threading.Thread]:
    """A device on a pseudo-terminal that ten times a second sends what `answer` gives for the bytes it received."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    stop = threading.Event()

    def talk() -> None:
        while not stop.wait(0.1):
            heard = b""
            with contextlib.suppress(BlockingIOError):
                heard = os.read(master, 4096)
            with contextlib.suppress(OSError):
                os.write(master, answer(heard))
        os.close(master)
        os.close(slave)

    thread = threading.Thread(target=talk, daemon=True)
    thread.start()
    return os.ttyname(slave), stop, thread


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("answer", "monitor_says", "doctor_says"),
    [
        (lambda heard: heard, "only gives back what is said to it", "gives back what is said"),
        (lambda _: b"X:1.0 ok\n\0G1 \0\xfe\xff", "says what no wheel says", "bytes of garbage"),
        (lambda _: b"", "never spoke", "Nobody at"),
    ],
)
def test_an_echo_garbage_and_silence_are_distinguished(
    answer: Callable[[bytes], bytes], monitor_says: str, doctor_says: str
) -> None:
    port, stop, thread = chatter(answer)
    status, _, errors = run("monitor", port, "--seconds", "3")
    assert (status, monitor_says in errors) == (1, True), errors
    status, output, _ = run("doctor", port)
    assert (status, doctor_says in output) == (1, True), output
    stop.set()
    thread.join()
