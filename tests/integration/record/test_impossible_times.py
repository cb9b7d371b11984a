"""Games at times that no calendar has, by a clock that was set to nonsense, are listed and handed over as others."""

from pathlib import Path

import pytest
from events_for_tests import started
from typer.testing import CliRunner

from companion.catalogue.shipped import SHIPPED
from companion.commands.cli import app
from companion.session.events import GameWon
from companion.store.event_log import EventLog

#: Unix milliseconds that no calendar has; the last is a time of every day.
TIMES_MS = (-(2**63), -(10**15), 253_402_300_800_000 + 86_400_000, 10**15, 2**63 - 1, 1_790_000_000_000)
PLAY = "Date;Game;Players;Winner;Id\n2026-01-31;Black DOG;Anna, Ben, Carla, David;Carla & Anna;55\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that began at each of the times, and is won at it."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "plays.csv").write_text(PLAY, encoding="utf-8")
    for number, ms in enumerate(TIMES_MS):
        log = EventLog(SHIPPED, folder / "record.sqlite", clock=lambda ms=ms: ms)
        log.append(f"g{number}", 1, [started(f"g{number}"), GameWon(seats=(0, 2))])
        log.close()
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ("players", "list"),
        ("players", "table"),
        ("players", "evenings"),
        ("players", "evenings", "--csv"),
        ("games",),
        ("games", "--as", "csv"),
        ("games", "--as", "xml"),
        ("games", "--since", "2026-01-31"),
        ("results", "import", "plays.csv"),
        *(("export", f"g{at}", f"{at}.{kind}") for at in (0, 4) for kind in ("xml", "csv", "html", "jsonl")),
    ],
    ids=" ".join,
)
def test_every_command_reads_them(house: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(house))
    monkeypatch.chdir(house)
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, done.exception) == (0, None), done.output
