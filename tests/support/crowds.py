"""A whole audience over WebSocket, in a few programs that cost little: the load for measuring gateways.

Viewers do the same as the page: they spread over the nodes, and one that loses its node goes to another after 0.2 to
0.4 s, then after pauses that double up to 5 s.  Each comes from one of many addresses of this machine.
"""

import heapq
import json
import os
import random
import resource
import select
import selectors
import socket
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

import raw_mqtt as raw

TOPIC = "pawtrack/1/home/table-1/public/state"
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.4, 5.0
#: Viewers of one address, fewer than a gateway lets in at once.
OF_AN_ADDRESS = 100
#: Connections that one program opens in one go.
AT_ONCE = 64


class Viewer:
    """`lost_s`: when its connection ended; None while it hears."""

    def __init__(self, number: int, nodes: list[int], topic: str) -> None:
        self.address = f"127.{1 + number // OF_AN_ADDRESS // 200}.{number // OF_AN_ADDRESS % 200}.1"
        self.nodes, self.at, self.tries = nodes, number, 0
        self.hello = raw.frame(raw.connect(f"v{number}") + raw.subscribe(topic))
        self.socket: socket.socket | None = None
        self.heard = b""
        self.opened = False
        self.has_state = False
        self.lost_s: float | None = None


class Crowd:
    """The viewers of one program, in one loop."""

    def __init__(self, numbers: range, nodes: list[int], topic: str) -> None:
        self.watching = selectors.DefaultSelector()
        self.viewers = [Viewer(number, nodes, topic) for number in numbers]
        self.coming = [(0.0, number, viewer) for number, viewer in enumerate(self.viewers)]
        self.late_ms: list[float] = []
        self.dark_s: list[float] = []
        self.joined = 0
        self.began_s, self.joined_s = time.time(), 0.0
        self.request = raw.request()

    def turn(self) -> None:
        for _ in range(AT_ONCE):
            if not self.coming or self.coming[0][0] > time.monotonic():
                break
            self.open(heapq.heappop(self.coming)[2])
        for key, _ in self.watching.select(0.01):
            self.read(key.data)

    def open(self, viewer: Viewer) -> None:
        viewer.socket, viewer.heard, viewer.opened = socket.socket(), b"", False
        try:
            viewer.socket.bind((viewer.address, 0))
            viewer.socket.settimeout(2.5)
            viewer.socket.connect(("127.0.0.1", viewer.nodes[viewer.at % len(viewer.nodes)]))
            viewer.socket.sendall(self.request)
        except OSError:
            self.again(viewer)
            return
        viewer.socket.setblocking(False)
        self.watching.register(viewer.socket, selectors.EVENT_READ, viewer)

    def again(self, viewer: Viewer) -> None:
        if viewer.socket:
            with suppress(KeyError):
                self.watching.unregister(viewer.socket)
            viewer.socket.close()
        viewer.at += random.randint(1, max(1, len(viewer.nodes) - 1))
        pause_s = min(FIRST_PAUSE_S * 2**viewer.tries, LONGEST_PAUSE_S) * random.uniform(0.5, 1.0)
        viewer.tries += 1
        heapq.heappush(self.coming, (time.monotonic() + pause_s, id(viewer), viewer))

    def read(self, viewer: Viewer) -> None:
        assert viewer.socket
        try:
            data = viewer.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            if viewer.has_state and viewer.lost_s is None:
                viewer.lost_s = time.time()
            self.again(viewer)
            return
        viewer.heard += data
        if not viewer.opened:
            if b"\r\n\r\n" not in viewer.heard:
                return
            viewer.opened, viewer.tries = True, 0
            viewer.heard = viewer.heard.partition(b"\r\n\r\n")[2]
            viewer.socket.send(viewer.hello)
        self.take(viewer)

    def take(self, viewer: Viewer) -> None:
        while (at := viewer.heard.find(b"<")) >= 0 and (end := viewer.heard.find(b">", at)) >= 0:
            sent_s = float(viewer.heard[at + 1 : end])
            viewer.heard = viewer.heard[end + 1 :]
            now = time.time()
            if viewer.lost_s is not None:
                self.dark_s.append(now - viewer.lost_s)
                viewer.lost_s = None
            elif viewer.has_state:
                self.late_ms.append((now - sent_s) * 1000)
            else:
                viewer.has_state = True
                self.joined += 1
                self.joined_s = now - self.began_s
        if len(viewer.heard) > 100_000:
            viewer.heard = viewer.heard[-100:]


def crowd(topic: str, first: int, count: int, nodes: list[int]) -> None:
    """A program of its own: `here` when all have the state; then lines of its standard input ask for figures."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    gathered = Crowd(range(first, first + count), nodes, topic)
    said = False
    while True:
        gathered.turn()
        if not said and gathered.joined == count:
            print("here", flush=True)
            said = True
        asked = os.read(0, 100) if select.select([0], [], [], 0)[0] else None
        if asked == b"":
            return
        if asked:
            dark = sum(viewer.lost_s is not None for viewer in gathered.viewers)
            figures = {
                "late_ms": gathered.late_ms,
                "dark_s": gathered.dark_s,
                "dark": dark,
                "joined_s": gathered.joined_s,
            }
            print(json.dumps(figures), flush=True)
            gathered.late_ms, gathered.dark_s = [], []


class Audience:
    """All the programs of viewers."""

    def __init__(self, viewers: int, programs: int, nodes: list[int], topic: str = TOPIC) -> None:
        share = viewers // programs
        self.size = share * programs
        self.programs = [
            subprocess.Popen(
                [sys.executable, __file__, topic, str(number * share), str(share), *map(str, nodes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(programs)
        ]

    def wait(self) -> None:
        for program in self.programs:
            assert program.stdout
            assert program.stdout.readline() == "here\n"

    def ask(self) -> dict[str, Any]:
        total: dict[str, Any] = {"late_ms": [], "dark_s": [], "dark": 0, "joined_s": 0.0}
        for program in self.programs:
            assert program.stdin
            assert program.stdout
            program.stdin.write("?")
            program.stdin.flush()
            for name, value in json.loads(program.stdout.readline()).items():
                total[name] = max(total[name], value) if name == "joined_s" else total[name] + value
        return total

    def end(self) -> None:
        for program in self.programs:
            program.kill()
            program.wait()


def share(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


if __name__ == "__main__":
    crowd(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), [int(port) for port in sys.argv[4:]])
