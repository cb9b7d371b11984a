"""Browsers and hostile crowds at the page's server, and a program's use of resources meanwhile."""

import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 60.0
SLOW_CLIENTS = Path(__file__).parent / "slow_clients.py"


def fetch(port: int, path: str = "/") -> bytes:
    """The page as a fresh browser gets it; one that is sent away comes back, as browsers do."""
    ends_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
            connection.request("GET", path)
            answer = connection.getresponse()
            assert answer.status == 200
            return answer.read()
        except (OSError, http.client.HTTPException):
            assert time.monotonic() < ends_s
            time.sleep(0.05)
        finally:
            connection.close()


def memory_mb(pid: int | None) -> float:
    line = next(each for each in Path(f"/proc/{pid}/status").read_text().splitlines() if each.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def handles(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


class HandlePeak:
    """Watches the open files of a process all the while, since a crowd is let in faster than one looks afterwards."""

    def __init__(self, pid: int) -> None:
        self.most = 0
        self._pid = pid
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "HandlePeak":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ending.wait(0.002):
            self.most = max(self.most, handles(self._pid))


@contextmanager
def slow_clients(port: int, count: int) -> Iterator[None]:
    command = [sys.executable, str(SLOW_CLIENTS), str(port), str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
        assert crowd.stdout
        assert crowd.stdin
        assert int(crowd.stdout.readline().split()[1]) > count * 0.9
        try:
            yield
        finally:
            crowd.stdin.close()
            crowd.wait()
