"""A hostile evening for one broker, as a process of its own: all attacks of an anonymous viewer at once.

    python tests/soak/flood_attacker.py TCP_PORT CONNECTIONS [--idle]

Keeps CONNECTIONS open from eight addresses of the loopback (persistent sessions, wide filters; one in two never reads),
and beside that opens sessions with long filters, guesses passwords, and takes the names of others, as fast as it can.
With `--idle` it only burns the same processor time and connects to nothing.  It ends with its standard input, and then
writes one line of JSON with the count of each attack.
"""

import json
import os
import resource
import selectors
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import raw_mqtt as raw

ADDRESSES = [f"127.0.9.{number}" for number in range(1, 9)]
TREE = "pawtrack/1/home/table-1/public"
WIDE = ["#", f"{TREE}/#", "pawtrack/1/+/+/public/#", "pawtrack/#"]
#: The name of the viewer who behaves.
VICTIM = "well-behaved"
SLOW_BUFFER = 2048
PAUSE_S = 0.01

done: Counter[str] = Counter()
ending = threading.Event()


class Crowd:
    """So many connections, held; one that the broker ends is opened again."""

    def __init__(self, port: int, wanted: int) -> None:
        self._port = port
        self._wanted = wanted
        self._reading = selectors.DefaultSelector()
        self._open: dict[int, socket.socket] = {}

    def run(self) -> None:
        number = 0
        while not ending.is_set():
            for _ in range(50):
                if len(self._open) < self._wanted:
                    number += 1
                    self._add(number)
            done["most connections at once"] = max(done["most connections at once"], len(self._open))
            for key, _ in self._reading.select(PAUSE_S):
                self._read(key.fileobj)  # type: ignore[arg-type]

    def _add(self, number: int) -> None:
        viewer = socket.socket()
        slow = number % 2 == 0
        if slow:
            viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SLOW_BUFFER)
        viewer.settimeout(2)
        try:
            viewer.bind((ADDRESSES[number % len(ADDRESSES)], 0))
            viewer.connect(("127.0.0.1", self._port))
            viewer.sendall(raw.connect(f"crowd-{number}", flags=0) + raw.subscribe(*WIDE, qos=1))
        except OSError:
            done["connections refused"] += 1
            viewer.close()
            return
        done["connections"] += 1
        viewer.setblocking(False)
        self._open[viewer.fileno()] = viewer
        # of a slow one only its end is noticed
        self._reading.register(viewer, selectors.EVENT_READ, slow)

    def _read(self, viewer: socket.socket) -> None:
        slow = self._reading.get_key(viewer).data
        try:
            heard = viewer.recv(1, socket.MSG_PEEK) if slow else viewer.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        if slow and heard:
            # it does not read its data: not selected again, so that it costs nothing here
            self._reading.unregister(viewer)
            done["slow readers"] += 1
        if not heard:
            self._reading.unregister(viewer)
            self._open.pop(viewer.fileno(), None)
            viewer.close()
            done["connections ended"] += 1


def once(port: int, data: bytes, source: str, answer: int) -> None:
    with raw.RawClient(port, source) as client:
        client.socket.settimeout(3)
        client.send(data)
        client.receive(answer)


def sessions(port: int, number: int) -> None:
    filters = [f"{TREE}/{number}/{'x' * 40}/{each}/#" for each in range(100)]
    once(port, raw.connect(f"session-{number}", flags=0) + raw.subscribe(*filters, qos=1), "127.0.9.20", 4)


def guesses(port: int, number: int) -> None:
    once(port, raw.login("operator" if number % 2 else "table", f"guess-{number}"), "127.0.9.21", 0)


def takeovers(port: int, number: int) -> None:
    once(port, raw.connect(VICTIM, flags=0 if number % 2 else 2), "127.0.9.22", 4)


def garbage(port: int, number: int) -> None:
    once(port, os.urandom(200), "127.0.9.23", 0)


def again_and_again(act: Callable[[int, int], None], port: int) -> None:
    number = 0
    while not ending.is_set():
        number += 1
        try:
            act(port, number)
            done[act.__name__] += 1
        except OSError:
            done[f"{act.__name__} refused"] += 1


def burn() -> None:
    while not ending.is_set():
        raw.subscribe(*WIDE)


def main() -> None:
    port, wanted = int(sys.argv[1]), int(sys.argv[2])
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.nice(19)
    if "--idle" in sys.argv:
        work: list[Callable[[], None]] = [burn]
    else:
        work = [Crowd(port, wanted).run]
        work += [lambda act=act: again_and_again(act, port) for act in (sessions, guesses, takeovers, garbage)]  # type: ignore[misc]
    threads = [threading.Thread(target=each, daemon=True) for each in work]
    for thread in threads:
        thread.start()
    sys.stdin.read()
    ending.set()
    time.sleep(0.2)
    print(json.dumps(done), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
