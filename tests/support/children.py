"""The programs beside a running table: found, stopped or killed, and how long viewers wait for another one."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from brokers_for_tests import BASE, free_ports, stock_subscribe, wait_until

#: By a word of its command line.
CHILDREN = {
    "broker": "nats-server",
    "web": "companion.web",
    "chances": "companion.publishers.analysis",
}


def programs_of(table: int) -> dict[str, int]:
    """The process ids of the programs beside the table in a process, by their names in `CHILDREN`."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_bytes().rpartition(b")")[2].split()[1])
            command = (stat.parent / "cmdline").read_bytes().decode(errors="replace")
        except (OSError, IndexError):
            continue
        if parent == table:
            found |= {name: int(stat.parent.name) for name, word in CHILDREN.items() if re.search(word, command)}
    return found


class HeadlessTable:
    """A simulated game in a program of its own, with chances; `said` are its lines with the seconds of each."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        self.mqtt, self.websocket, self.viewer = free_ports(3)
        home.mkdir(exist_ok=True)
        ports = f"mqtt_port = {self.mqtt}\nwebsocket_port = {self.websocket}\nviewer_port = {self.viewer}\n"
        (home / "settings.toml").write_text(ports + "chances = true\n")
        command = [sys.executable, "-m", "companion", "run", "--headless", "--variant", "dog", *options]
        with (home / "said.txt").open("wb") as said:
            self.program = subprocess.Popen(
                command, env={**os.environ, "PAWTRACK_HOME": str(home)}, stdout=said, stderr=said
            )

    @property
    def said(self) -> str:
        return (self.home / "said.txt").read_text()

    @property
    def health(self) -> list[tuple[str, str]]:
        """Returns state and code of the programs' reports, in order."""
        file = self.home / "health.jsonl"
        lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
        return [(line["state"], line["code"]) for line in lines if line["part"] == "mqtt.programs"]

    def pids(self) -> dict[str, int]:
        """The process ids of the programs that run, by their names in `CHILDREN`."""
        return programs_of(self.program.pid)

    def wait_until_served(self) -> None:
        """Until every program runs and viewers are served."""
        wait_until(lambda: self.pids().keys() == CHILDREN.keys())
        wait_until(self.is_served)

    def is_served(self) -> bool:
        """Returns whether page and broadcast answer."""
        return bool(self.seq()) and self._page()

    def seq(self) -> int:
        """Returns the newest row that a new viewer gets; 0 if there is none."""
        heard = stock_subscribe(self.mqtt, f"{BASE}/public/state", 1, "-W", "1")
        return int(heard["public/state"]["seq"]) if heard else 0

    def _page(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.viewer}/", timeout=1) as page:
                return b"<html" in page.read()
        except OSError:
            return False

    def replaced_after_s(self, name: str, number: signal.Signals) -> float:
        """Sends a program a signal; seconds until another one runs in its place."""
        old = self.pids()[name]
        begun_s = time.monotonic()
        os.kill(old, number)
        wait_until(lambda: self.pids().get(name) not in (None, old))
        return time.monotonic() - begun_s

    def end(self) -> None:
        self.program.send_signal(signal.SIGINT)
        self.program.wait(60)


@contextmanager
def headless_table(home: Path, *options: str) -> Iterator[HeadlessTable]:
    table = HeadlessTable(home, *options)
    try:
        table.wait_until_served()
        yield table
    finally:
        table.end()
