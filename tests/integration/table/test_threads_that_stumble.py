"""Every thread of a running table raises once: it is reported, everything begins again, and the game goes on."""

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from brokers_for_tests import free_ports, wait_until

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
from companion.bootstrap.open_table import OpenTable
from companion.catalogue.shipped import SHIPPED
from companion.system import threads
from companion.system.threads import Work

#: The threads of a table with everything on; more may come.
EXPECTED = {
    *("table", "record", "players", "simulated wheel", "camera", "wheel"),
    *("publisher mqtt", "mqtt pawtrack/1/home/table-1/public", "publisher clips", "clips look", "clips write", "video"),
    *("broker", "web", "web input", "web heard"),
    *("chances", "chances input", "chances heard", "health of threads"),
}
#: Those of a film, which comes only with a moment that is worth one, and of a program's end, which come once a program:
#: without one the program is checked twice a second.
RARE = {"film progress", "film watch", "broker ended", "web ended", "chances ended"}


class Stumbles:
    """Raises in place of the first work of each thread, by name."""

    def __init__(self) -> None:
        self.raised: set[str] = set()
        self.again: set[str] = set()
        self._honest = threads._fault_of

    def __call__(self, work: Work) -> BaseException | None:
        name = threading.current_thread().name
        if name not in self.raised:
            self.raised.add(name)
            return ValueError(name)
        self.again.add(name)
        return self._honest(work)


class Lines(logging.Handler):
    """Keeps the messages of a logger; pytest's own handler misses those between the setup and the call of a test."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.add(record.getMessage())


@pytest.fixture
def lines() -> Iterator[Lines]:
    logger, made = logging.getLogger("companion.system.threads"), Lines()
    logger.addHandler(made)
    yield made
    logger.removeHandler(made)


@pytest.fixture
def stumbles(monkeypatch: pytest.MonkeyPatch) -> Stumbles:
    made = Stumbles()
    monkeypatch.setattr(threads, "_fault_of", made)
    monkeypatch.setattr(threads, "FIRST_PAUSE_S", 0.05)
    monkeypatch.setattr(threads, "WELL_AFTER_S", 1.0)
    return made


@pytest.fixture
def table(stumbles: Stumbles, lines: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenTable]:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    mqtt, websocket, viewer = free_ports(3)
    ports = f"mqtt_port = {mqtt}\nwebsocket_port = {websocket}\nviewer_port = {viewer}\n"
    (tmp_path / "settings.toml").write_text(f'{ports}chances = true\nclips = true\nvideo = "board"\n')
    launcher = Launcher(Choices(variant="black_dog", camera="simulated", wheel="simulated", speed=8.0))
    settings = launcher.settings()
    opened = launcher.open_table(settings)
    opened.post(new_game(SHIPPED, settings))
    yield opened
    launcher.close()


def test_no_thread_of_a_table_stays_dead_and_the_game_goes_on(
    table: OpenTable, stumbles: Stumbles, lines: Lines
) -> None:
    shown: list[tuple[str, str]] = []
    table.subscribe(lambda view: shown.extend((each.part, each.code) for each in view.health))
    wait_until(lambda: stumbles.again >= EXPECTED)
    ply = table.table.view.ply
    wait_until(lambda: table.table.view.ply > ply + 1)
    wait_until(lambda: shown[-1:] and {("mqtt", "mqtt_ok"), ("wheel", "wheel_ok")} <= set(shown))
    assert stumbles.raised - stumbles.again <= RARE
    assert {f"{name} stumbled (1): {name}" for name in stumbles.again} <= lines.messages
    health = {"camera_stumbled", "wheel_stumbled", "mqtt_stumbled", "demo_stumbled", "program_ok", "programs_ok"}
    wait_until(lambda: health <= {code for _, code in shown})
    # a program that got no processor for long may just be replaced
    well = {"program": "program_ok", "mqtt.programs": "programs_ok", "record": "record_ok"}
    wait_until(lambda: well.items() <= {each.part: each.code for each in table.table.view.health}.items())
    url = table.viewer_url()
    assert url
    with urlopen(url, timeout=30) as page:
        assert b"<html" in page.read()


#: The web program, whose thread for the table's lines has none.
WITHOUT_LINES = """
import asyncio
from companion.web.__main__ import WebServer
from companion.programs.tcp_ports import ListenAddress
from companion.web.messages import PhonesConfig, Setup
async def run(setup):
    await WebServer(setup, None).run()
asyncio.run(run(Setup(phones=PhonesConfig(ListenAddress("127.0.0.1", 0), {}))))
"""


@pytest.mark.parametrize(
    "program",
    [
        WITHOUT_LINES,
        "from companion.publishers.analysis import __main__ as m; m.say = None; m.main()",
    ],
)
def test_a_child_that_lost_a_thread_ends_so_that_another_comes(program: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.wait(60) == 1
        assert child.stderr
        assert "stumbled (1)" in child.stderr.read()
