"""A whole program under `ulimit -n 1024` while 3000 slow clients hang on its page: wheel, camera, broker and record go
on, the broker is killed and comes back, and a fresh browser gets the page."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from brokers_for_tests import Listener, free_ports, wait_until
from page_clients import fetch, handles, slow_clients
from said_lines import about

from companion.catalogue.shipped import SHIPPED
from companion.settings.file import save_settings
from companion.settings.schema import Settings
from companion.store.event_log import EventLog

CLIENTS = 3000
HANDLES = 1024
PATIENCE_S = 120.0


@contextmanager
def program(home: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The game as a family starts it, in a shell that grants few file handles."""
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden} | {"PAWTRACK_HOME": str(home)}
    command = ["sh", "-c", f'ulimit -n {HANDLES}; exec "$@"', "sh", sys.executable, "-m", "companion", "run"]
    with (home / "said.txt").open("w") as said:
        running = subprocess.Popen([*command, *arguments], env=environment, stdout=said, stderr=said, text=True)
    try:
        yield running
    finally:
        running.send_signal(signal.SIGINT)
        try:
            running.wait(30)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def children(pid: int) -> dict[str, int]:
    """The programs that run beside ours, by a word of their command line."""
    found: dict[str, int] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        # a thread or a child may end while it is examined
        with suppress(OSError):
            for child in (task / "children").read_text().split():
                found[Path(f"/proc/{child}/cmdline").read_text().replace("\0", " ")] = int(child)
    return found


def nats(pid: int) -> int | None:
    return next((child for line, child in children(pid).items() if "nats-server" in line), None)


def rows(home: Path) -> int:
    log = EventLog(SHIPPED, home / "record.sqlite", read_only=True)
    games = log.games()
    log.close()
    return games[0].rows if games else 0


def wait_long(condition: Callable[[], bool], what: str) -> None:
    ends_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < ends_s, what
        time.sleep(0.1)


@pytest.mark.long
def test_the_game_goes_on_beside_three_thousand_slow_clients(tmp_path: Path) -> None:
    mqtt, websocket, viewer = free_ports(3)
    save_settings(tmp_path / "settings.toml", Settings(mqtt_port=mqtt, websocket_port=websocket, viewer_port=viewer))
    with program(tmp_path, "--headless", "--seed", "2", "--speed", "2") as game:
        wait_long(lambda: rows(tmp_path) > 8, "the game begins")
        assert len(fetch(viewer)) > 1000
        with slow_clients(viewer, CLIENTS):
            before = rows(tmp_path)
            old = nats(game.pid)
            assert old
            os.kill(old, signal.SIGKILL)
            wait_long(lambda: nats(game.pid) not in (None, old), "the broker comes back")
            wait_long(lambda: rows(tmp_path) > before + 8, "the record goes on")
            assert handles(game.pid) < 100
            assert b"<html" in fetch(viewer)
            listener = Listener(mqtt, "pawtrack/1/home/table-1/public/#")
            seq = listener.wait_on("public/state")["seq"]
            wait_long(lambda: listener.on("public/state")[-1]["seq"] > seq, "the broadcast goes on")
            health = {part: listener.on(f"public/health/{part}")[-1]["state"] for part in ("camera", "wheel")}
            listener.close()
        assert health["camera"] != "lost"
        assert health["wheel"] == "ok"
        assert game.poll() is None
        wait_until(lambda: b"<html" in fetch(viewer))
    said = (tmp_path / "said.txt").read_text()
    assert "Traceback" not in said
    assert about(said.splitlines(), "wheel", "camera", "record") == []
