"""Export of a recorded game for others: by the command line, and by the call of the tablet."""

import csv
import io
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from command_line import fault, pawtrack
from msgspec import structs
from PIL import Image
from session_driver import NAMES, Session
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher
from companion.catalogue.shipped import SHIPPED
from companion.handover.exports import ExportKind
from companion.handover.result_picture import HEIGHT, WIDTH
from companion.session.events import GameWon
from companion.store.event_log import EventLog
from companion.texts import LANGUAGES
from companion.views.wording.words import Words

#: The text of a file that does not name the game.
IN_FRENCH = {
    ExportKind.BGG: 'item name="Black DOG"',
    ExportKind.CAPTIONS: "Une nouvelle partie commence",
    ExportKind.CHAPTERS: "0:00 La partie commence",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one game that was won and one that goes on."""
    folder = tmp_path / "home"
    monkeypatch.setenv("PAWTRACK_HOME", str(folder))
    session = Session().start(variant="black_dog")
    RandomPlayers(session, 2).play_rounds(2)
    with closing(EventLog(SHIPPED, folder / "record.sqlite")) as log:
        begun, *played = session.events
        log.append("won", 1, [structs.replace(begun, game="won"), *played, GameWon(seats=(1, 3))])
        log.append("open", 1, [structs.replace(begun, game="open"), *played])
    return folder


def text_of(file: Path) -> str:
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file.read_bytes()))


def seal_of(home: Path, game: str) -> str:
    with closing(EventLog(SHIPPED, home / "record.sqlite", read_only=True)) as log:
        return log.rows(game)[-1].hash


def test_a_protocol_bears_the_seal_of_the_record(home: Path, tmp_path: Path) -> None:
    assert pawtrack("export", "won", tmp_path / "won.pdf", "--language", "de").exit_code == 0
    text = text_of(tmp_path / "won.pdf")
    assert seal_of(home, "won") in text.replace("\r\n", "")
    assert "Protokoll" in text
    assert all(name in text for name in NAMES[:4])


def test_a_play_and_a_row(home: Path, tmp_path: Path) -> None:
    assert pawtrack("export", "won", tmp_path / "won.xml").exit_code == 0
    wins = [player.attrib["win"] for player in ElementTree.parse(tmp_path / "won.xml").iter("player")]
    assert wins == ["0", "1", "0", "1"]
    assert pawtrack("export", "won", tmp_path / "won.csv", "--language", "en").exit_code == 0
    (row,) = csv.DictReader(io.StringIO((tmp_path / "won.csv").read_text("utf-8-sig")))
    assert row["Winners"] == f"{NAMES[1]} · {NAMES[3]}"


def test_captions_and_chapters_begin_where_the_video_does(home: Path, tmp_path: Path) -> None:
    assert pawtrack("export", "won", tmp_path / "won.vtt", "--language", "de", "--offset", "61.5").exit_code == 0
    head, first, *_ = (tmp_path / "won.vtt").read_text("utf-8").split("\n\n")
    assert head == "WEBVTT"
    assert first.startswith("00:01:01.500 --> ")
    assert pawtrack("export", "won", tmp_path / "won.chapters.txt", "--language", "de", "--offset", "61").exit_code == 0
    assert (tmp_path / "won.chapters.txt").read_text("utf-8").startswith("0:00 Vor dem Spiel\n1:01 Das Spiel beginnt\n")
    assert "--offset" in fault("export", "won", tmp_path / "no.vtt", "--offset", "nan")


@pytest.mark.parametrize("language", LANGUAGES)
def test_chapters_that_video_sites_ignore_are_reported(home: Path, tmp_path: Path, language: str) -> None:
    """The rows of this game were stored at once, so it has one chapter, and another one before it."""
    done = pawtrack("export", "won", tmp_path / "won.chapters.txt", "--language", language, "--offset", "61")
    assert done.stdout == f"{Words(WORDING[language]).text('share.few_chapters')}\n"
    assert pawtrack("export", "won", tmp_path / "won.vtt", "--language", language).stdout == ""


def test_all_games_as_a_sheet_and_as_plays_with_the_filters_of_the_list(home: Path) -> None:
    rows = list(csv.reader(io.StringIO(pawtrack("games", "--as", "csv", "--language", "en").stdout)))
    assert {row[-1] for row in rows[1:]} == {"won", "open"}
    rows = list(csv.reader(io.StringIO(pawtrack("games", "--as", "csv", "--language", "en", "--state", "won").stdout)))
    assert [row[-1] for row in rows[1:]] == ["won"]
    plays = ElementTree.fromstring(pawtrack("games", "--as", "xml").stdout.encode())
    assert [play.attrib["incomplete"] for play in plays] == ["0"]


def test_a_file_that_cannot_be_written_is_reported_in_one_line(home: Path, tmp_path: Path) -> None:
    assert "there is no game" in fault("export", "nobody", tmp_path / "a.pdf")
    assert "a.pdf" in fault("export", "won", tmp_path / "nowhere" / "a.pdf")
    assert "language 'xx' is unknown" in fault("export", "won", tmp_path / "a.pdf", "--language", "xx")
    assert not list(tmp_path.glob("*.pdf"))


@pytest.mark.parametrize("kind", list(ExportKind))
def test_the_tablet_writes_into_the_data_folder(home: Path, kind: ExportKind) -> None:
    with closing(Launcher(Choices())) as launcher:
        first, note = launcher.export("won", kind, "fr")
        assert note == ("share.few_chapters" if kind is ExportKind.CHAPTERS else "")
        assert first.parent == home / "exports"
        assert launcher.export("won", kind, "fr").path == first
        written = first.read_bytes()
        if kind is ExportKind.PROTOCOL:
            assert seal_of(home, "won") in text_of(first).replace("\r\n", "")
        if kind is ExportKind.PICTURE:
            assert Image.open(io.BytesIO(written)).size == (WIDTH, HEIGHT)
        drawn = kind in (ExportKind.PROTOCOL, ExportKind.PICTURE)
        assert drawn or IN_FRENCH.get(kind, "won").encode() in written
    assert [file.name for file in (home / "exports").iterdir()] == [first.name]
