"""Turns a simulated wheel: at random, or by commands, one a line."""

import random
import sys
import time
from pathlib import Path
from typing import Final, NoReturn

import typer

from firmware_bridge.commands.errors import print_error
from firmware_bridge.simulated.simulator import SimulatedWheel

#: An unattended simulated wheel is turned after a pause between these, and sometimes only nudged.
PAUSE_S: Final = (0.5, 3.0)
NUDGES: Final = 0.2


def serve_wheel(wheel: SimulatedWheel, *, seed: int, speed: float, by_hand: bool) -> int:
    """Prints the wheel's port and turns it, at random or by commands, until interrupted; returns the exit status."""
    wheel.start()
    try:
        typer.echo(wheel.port)
        sys.stdout.flush()
        if by_hand:
            return run_commands(wheel)
        turn_at_random(wheel, random.Random(seed), speed)
    finally:
        wheel.stop()


def turn_at_random(wheel: SimulatedWheel, rng: random.Random, speed: float) -> NoReturn:
    while True:
        time.sleep(rng.uniform(*PAUSE_S) / speed)
        if rng.random() < NUDGES:
            wheel.nudge(rng.uniform(-60.0, 60.0))
        else:
            wheel.turn(rng.choice((-2, -1, 1, 2)))


def run_commands(wheel: SimulatedWheel) -> int:
    """Runs commands until `quit` or the end of the input; returns the exit status."""
    status = 0
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        refusal = _run_command(wheel, line.split())
        if refusal:
            print_error(refusal)
            status = 1
    return status


def _run_command(wheel: SimulatedWheel, words: list[str]) -> str | None:
    """Carries one command out; returns the reason if it cannot."""
    match words:
        case []:
            return None
        case [("unplug" | "reset") as verb]:
            getattr(wheel, verb)()
        case ["plug"] if Path(wheel.port).is_symlink():
            return "it is plugged in already"
        case ["plug"]:
            wheel.plug()
        case [("turn" | "nudge" | "hold" | "slip") as verb, number]:
            try:
                getattr(wheel, verb)(int(number))
            except ValueError:
                return f"{number} is no whole number"
        case _:
            return f"{' '.join(words)} is none of: turn N, nudge DEG, hold DEG, slip N, unplug, plug, reset, quit"
    return None
