"""`pawtrack players` on a folder with a record: its output, its changes, and its refusals."""

import csv
import io
from pathlib import Path

import pytest
from events_for_tests import started
from typer.testing import CliRunner

from companion.bootstrap.shown_record import ShownRecord
from companion.catalogue.shipped import SHIPPED
from companion.commands.cli import app
from companion.session.events import GameWon
from companion.store.event_log import EventLog
from companion.store.folder_lock import FolderLock
from companion.store.profile_file import PROFILE_FILE

HOUR_MS = 3_600_000


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Twelve games of four people on one evening, each won by the seats 0 and 2."""
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    clock = iter(range(HOUR_MS, 10**12, HOUR_MS // 2))
    log = EventLog(SHIPPED, tmp_path / "record.sqlite", clock=clock.__next__)
    for number in range(12):
        log.append(f"g{number}", 1, [started(f"g{number}"), GameWon(seats=(0, 2))])
    log.close()
    return tmp_path


def players(*arguments: str) -> tuple[int, str]:
    """Returns exit status and output."""
    done = CliRunner().invoke(app, ["players", *arguments])
    return done.exit_code, done.output


def table() -> dict[str, list[str]]:
    status, text = players("table", "--csv")
    assert status == 0
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["name", "games", "won", "rating", "margin"]
    return {row[0]: row[1:] for row in rows[1:]}


def test_the_table_counts_games_and_shows_ratings_of_those_who_won_more(house: Path) -> None:
    names = started("g").names
    found = table()
    assert list(found) == sorted(found, key=lambda name: -float(found[name][2]))
    assert {name: found[name][:2] for name in names} == {
        name: ["12", "12" if seat in (0, 2) else "0"] for seat, name in enumerate(names)
    }
    status, text = players("evenings")
    assert status == 0
    assert len(text.splitlines()) == len(names)
    assert "12 points" in text


def test_rename_merge_split_and_remove_say_what_they_mean_and_are_kept(house: Path) -> None:
    first, second, *_ = started("g").names
    status, text = players("rename", first.lower(), "Maestro")
    assert (status, "Maestro" in text) == (0, True)
    assert table()["Maestro"][:2] == ["12", "12"]
    status, text = players("merge", second, "Maestro")
    assert status == 2
    assert "two people" in text
    status, text = players("rename", second, "Ben 🐶")
    assert status == 2
    assert "🐶" in text
    status, text = players("split", first)
    assert status == 0
    assert table()[first][:2] == ["12", "12"]
    status, text = players("remove", second)
    assert (status, "brings" in text) == (0, True)
    assert second not in table()
    assert (house / PROFILE_FILE).exists()


def listed(*arguments: str) -> list[str]:
    done = CliRunner().invoke(app, ["games", *arguments])
    assert done.exit_code == 0
    return done.output.splitlines()


def test_a_renamed_player_is_found_and_shown_by_every_command(house: Path) -> None:
    first = started("g").names[0]
    players("rename", first, "Maestro")
    for name in (first, first.upper(), f" {first}", "Maestro", "maestro"):
        found = listed("--player", name)
        assert len(found) == 12
        assert all("Maestro" in line and first not in line for line in found)
    assert "Maestro" in "".join(listed("--as", "csv"))
    for ending in ("xml", "csv", "vtt", "html"):
        file = house / f"game.{ending}"
        assert CliRunner().invoke(app, ["export", "g0", str(file)]).exit_code == 0
        assert (first in file.read_text(), "Maestro" in file.read_text()) == (False, True)
    sealed = house / "g0.jsonl"
    assert CliRunner().invoke(app, ["export", "g0", str(sealed)]).exit_code == 0
    assert first in sealed.read_text()
    shown = ShownRecord(house)
    assert {game.names[0] for game in shown.games()} == {"Maestro"}
    assert shown.rows("g0")[0][0].names[0] == "Maestro"


@pytest.mark.parametrize(
    "arguments",
    [("rename", "nobody", "X"), ("rename", "FIRST", "x" * 13), ("split", "FIRST"), ("merge", "FIRST", "FIRST")],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(house: Path, arguments: tuple[str, ...]) -> None:
    first = started("g").names[0]
    status, text = players(*(first if each == "FIRST" else each for each in arguments))
    assert (status, len(text.splitlines())) == (2, 1)
    assert not (house / PROFILE_FILE).exists()


def test_nothing_is_written_beside_a_running_program(house: Path) -> None:
    lock = FolderLock(house)
    lock.take()
    try:
        status, text = players("remove", started("g").names[0])
    finally:
        lock.release()
    assert (status, "nothing is changed" in text) == (2, True)
    assert not (house / PROFILE_FILE).exists()


def test_a_file_that_cannot_be_read_is_named_and_left_alone(house: Path) -> None:
    (house / PROFILE_FILE).write_text("{")
    status, text = players("list")
    assert (status, PROFILE_FILE in text) == (2, True)
    assert (house / PROFILE_FILE).read_text() == "{"


def test_a_name_is_no_formula_to_a_spreadsheet(house: Path) -> None:
    players("rename", started("g").names[0], "=1+1")
    assert "'=1+1" in table()


def test_a_house_without_games_has_an_empty_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    assert players("table", "--csv") == (0, "name,games,won,rating,margin\n")
    assert players("list") == (0, "")
    assert list(tmp_path.iterdir()) == []
