"""`pawtrack results` on a data folder: entered, corrected, refused, and counted by other commands."""

import csv
import io
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.app.choices import Choices
from companion.app.ports import TableError
from companion.bootstrap.launcher import Launcher
from companion.commands.cli import app
from companion.handover.exports import ExportKind
from companion.store.folder_lock import FolderLock


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return tmp_path


def pawtrack(*arguments: str) -> tuple[int, str]:
    """Returns exit status and output."""
    done = CliRunner().invoke(app, [*arguments])
    return done.exit_code, done.output


def entered(*more: str) -> str:
    status, text = pawtrack("results", "enter", "black_dog", "--won", "Anna, Carla", "--lost", "Ben,David", *more)
    assert status == 0, text
    return text.split()[1]


def won() -> dict[str, str]:
    status, text = pawtrack("players", "table", "--csv")
    assert status == 0
    return {row["name"]: row["won"] for row in csv.DictReader(io.StringIO(text))}


def test_a_result_is_entered_corrected_struck_out_and_restored(house: Path) -> None:
    one = entered("--ended", "2026-01-31", "--minutes", "45", "--place", "at home")
    assert won() == {"Anna": "1", "Carla": "1", "Ben": "0", "David": "0"}
    assert pawtrack("results", "correct", one, "--won", "Ben, David", "--lost", "Anna,Carla")[0] == 0
    assert won() == {"Ben": "1", "David": "1", "Anna": "0", "Carla": "0"}
    assert pawtrack("results", "strike", one)[0] == 0
    assert won() == {}
    assert "struck" in pawtrack("games")[1]
    assert pawtrack("results", "restore", one)[0] == 0
    (row,) = csv.DictReader(io.StringIO(pawtrack("games", "--as", "csv", "--language", "en")[1].removeprefix("\ufeff")))
    assert (row["Day"], row["Time"], row["Minutes"], row["Place"]) == ("2026-01-31", "", "45", "at home")
    assert row["Winners"] == "Ben · David"


def test_a_result_is_handed_over_as_far_as_it_goes(house: Path) -> None:
    one = entered()
    for ending in ("png", "xml", "csv", "jsonl"):
        assert pawtrack("export", one, str(house / f"one.{ending}"))[0] == 0
        assert (house / f"one.{ending}").stat().st_size > 100
    for ending in ("pdf", "html", "vtt", "chapters.txt", "pawtrack"):
        status, text = pawtrack("export", one, str(house / f"one.{ending}"))
        assert (status, len(text.splitlines()), "without plays" in text) == (2, 1, True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("enter", "no_such_game", "--won", "A", "--lost", "B"), "no_such_game"),
        (("enter", "dog", "--won", "A"), "2 to 12"),
        (("enter", "dog", "--won", "A,A", "--lost", "B"), "twice"),
        (("enter", "dog", "--won", "", "--lost", "A", "--lost", "B"), "won"),
        (("enter", "dog", "--won", "A", "--lost", "B", "--ended", "yesterday"), "yesterday"),
        (("strike", "nobody"), "nobody"),
        (("correct", "nobody", "--minutes", "3"), "nobody"),
    ],
)
def test_what_cannot_be_is_one_line_and_changes_nothing(house: Path, arguments: tuple[str, ...], reason: str) -> None:
    status, text = pawtrack("results", *arguments)
    assert (status, len(text.splitlines()), reason in text) == (2, 1, True), text
    assert pawtrack("games") == (0, "")


def test_the_tablet_counts_what_was_entered_and_hands_it_over(house: Path) -> None:
    one = entered()
    launcher = Launcher(Choices())
    try:
        launcher.results.strike(one, struck=True)
        launcher.results.strike(one, struck=False)
        assert [game.names for game in launcher.all_games().games] == [("Anna", "Carla", "Ben", "David")]
        assert launcher.saved_games() == ()
        assert launcher.export(one, ExportKind.PICTURE, "de").path.exists()
        with pytest.raises(TableError, match="without plays"):
            launcher.export(one, ExportKind.PROTOCOL, "de")
        assert pawtrack("results", "strike", one)[0] == 2
    finally:
        launcher.close()


def test_nothing_is_entered_beside_a_running_program(house: Path) -> None:
    lock = FolderLock(house)
    lock.take()
    try:
        status, text = pawtrack("results", "enter", "dog", "--won", "A", "--lost", "B")
    finally:
        lock.release()
    assert (status, "nothing is changed" in text) == (2, True)


def test_a_file_of_plays_is_shown_then_taken_once(house: Path) -> None:
    file = house / "plays.csv"
    rows = (
        "Date,Game,Players,Winner,Minutes",
        "2026-01-31,DOG,Anna/Ben/Carla/David,Anna/Carla,45",
        "2026-02-01,Go,A/B,A,",
    )
    file.write_text("\n".join(rows) + "\n")
    status, text = pawtrack("results", "import", str(file))
    assert (status, "Anna & Carla won against Ben & David" in text, "'Go'" in text) == (0, True, True)
    assert "plays that --yes takes: 1" in text
    assert pawtrack("games") == (0, "")
    assert pawtrack("results", "import", str(file), "--yes")[0] == 0
    assert won() == {"Anna": "1", "Carla": "1", "Ben": "0", "David": "0"}
    status, text = pawtrack("results", "import", str(file), "--yes", "--game", "Go=tock_6")
    assert (status, "1 here already" in text, "plays taken into the record: 1" in text) == (0, True, True)
    assert len(pawtrack("games")[1].splitlines()) == 2


@pytest.mark.parametrize(("name", "more"), [("none.csv", ()), ("plays.csv", ("--game", "Go=chess"))])
def test_a_file_that_cannot_be_taken_is_one_line(house: Path, name: str, more: tuple[str, ...]) -> None:
    (house / "plays.csv").write_text("Day,Game,Players,Winners\n")
    status, text = pawtrack("results", "import", str(house / name), *more)
    assert (status, len(text.splitlines())) == (2, 1)
