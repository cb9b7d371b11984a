"""The shared parts of the findings: a report, free ports, brokers and waits with an end."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

#: Far above what any step takes on a busy machine.
PATIENCE_S = 30.0


def report(*, versions: str, expected: str, seen: str, matters: str, holds: bool) -> NoReturn:
    """Prints the finding and ends with 0 if the fact holds, with 1 otherwise."""
    print(f"versions  {versions}\nexpected  {expected}\nseen      {seen}\nmatters   {matters}")
    sys.exit(0 if holds else 1)


def until(condition: Callable[[], object], limit_s: float = PATIENCE_S) -> bool:
    """Waits until `condition` is true; returns whether it became true in time."""
    end_s = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.02)
    return True


def is_confirmed(receipt: Any) -> bool:
    """Returns whether the broker confirmed a message of paho-mqtt; one published without a line never is."""
    try:
        return bool(receipt.is_published())
    except RuntimeError:
        return False


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(command: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a server until it listens on `port`, and ends it afterwards, also a stopped one."""
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not until(lambda: answers(port)):
            sys.exit(2)
        yield program
    finally:
        program.send_signal(signal.SIGCONT)
        program.terminate()
        program.wait(PATIENCE_S)


def folder() -> Path:
    """Returns the folder that is deleted at the end."""
    return Path(os.environ["WORK"])


@contextmanager
def nats() -> Iterator[int]:
    """Runs nats-server with MQTT and its default limits; yields the port of MQTT."""
    port, own = free_port(), free_port()
    text = f'host: 127.0.0.1\nport: {own}\nserver_name: finding\njetstream {{ store_dir: "{folder()}/nats" }}\n'
    settings = folder() / "nats.conf"
    settings.write_text(text + f"mqtt {{ host: 127.0.0.1, port: {port} }}\n")
    with running(["nats-server", "-c", str(settings)], port):
        yield port


@contextmanager
def mosquitto() -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Runs Debian's mosquitto; yields its port and the process."""
    port = free_port()
    settings = folder() / "mosquitto.conf"
    settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    with running(["/usr/sbin/mosquitto", "-c", str(settings)], port) as program:
        yield port, program
