"""Chapters of OBS's films: the sentences that begin one, and the form of the lists."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.director.chapter_files import ChapterFiles
from companion.director.decide import ChapterBegan, Say
from companion.director.films import ChapterFilmed, Film
from companion.director.spoken import Commentary, Line, Spoken, with_lines
from companion.director.table import Happened, Snapshot
from companion.handover.chapters import CHAPTER_MS, Chapter, chapter_list, is_too_short

KINDS = ("deal", "play", "illegal", "result", "exchange")
BEGIN = ("deal", "illegal", "result")
LINE = re.compile(r"(?:(\d+):)?(\d{1,2}):(\d\d) (\S.*)")


def snapshot(seq: int, kinds: tuple[str, ...], game: str = "g") -> Snapshot:
    """`kinds` are those of the rows from 1 on; the newest twelve of them are in it."""
    happened = [Happened(seq=row, kind=kind, detail={"winners": [0]}) for row, kind in enumerate(kinds[:seq], start=1)]
    return Snapshot(epoch=1, seq=seq, ts=seq, game=game, phase="play", recent=tuple(happened[-12:]))


def commentary(seq: int, game: str = "g") -> Commentary:
    """The newest five sentences, one a row."""
    lines = [Line(seq=row, text={"en": f"row {row}", "de": f"Zeile {row}"}) for row in range(max(1, seq - 4), seq + 1)]
    return Commentary(game=game, lines=tuple(lines))


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.booleans()), max_size=30), st.sampled_from(("en", "de", "rm")))
def test_every_chapter_begins_once_for_any_order_of_the_messages(course: list[tuple[str, bool]], language: str) -> None:
    kinds = tuple(kind for kind, _ in course)
    spoken, _ = with_lines(Spoken(), snapshot(0, kinds), None, language)
    found: list[ChapterBegan] = []
    for row, (_, commented_first) in enumerate(course, start=1):
        state, said = snapshot(row, kinds), commentary(row)
        before = snapshot(row - 1, kinds)
        for heard in ((before, said), (state, None)) if commented_first else ((state, None), (state, said)):
            spoken, chapters = with_lines(spoken, *heard, language)
            found += chapters
    word = "Zeile" if language == "de" else "row"
    assert found == [
        ChapterBegan(f"{word} {row}", kind != "illegal") for row, kind in enumerate(kinds, start=1) if kind in BEGIN
    ]


def test_an_earlier_sentence_begins_no_chapter() -> None:
    kinds = ("start", "deal", "illegal")
    spoken, chapters = with_lines(Spoken(), snapshot(2, kinds), commentary(2), "en")
    assert chapters == ()
    _, chapters = with_lines(spoken, snapshot(3, kinds), commentary(3), "en")
    assert chapters == (ChapterBegan("row 3", False),)


def test_a_new_game_has_all_its_chapters_and_a_running_one_only_new_ones() -> None:
    other, _ = with_lines(Spoken(), snapshot(9, ("deal",) * 9, "other"), commentary(9, "other"), "en")
    kinds = ("start", "deal", "illegal")
    assert with_lines(other, snapshot(1, kinds), commentary(1), "en")[1] == (ChapterBegan("row 1", True),)
    late = ("play",) * 20 + ("deal",)
    assert with_lines(other, snapshot(21, late), commentary(21), "en")[1] == ()


@given(st.lists(st.tuples(st.integers(0, 20_000_000), st.text(max_size=20), st.booleans()), max_size=30))
def test_video_sites_can_read_every_list(made: list[tuple[int, str, bool]]) -> None:
    """The first at 0:00, each ten seconds long at least, one line each, leading ones never dropped for others."""
    chapters = [Chapter(ms, f"x{title}", leads) for ms, title, leads in made]
    lines = [LINE.fullmatch(line) for line in chapter_list(chapters, "Before").splitlines()]
    seconds = [int(line[1] or 0) * 3600 + int(line[2]) * 60 + int(line[3]) for line in lines if line]
    assert len(seconds) == len(lines) > 0
    assert is_too_short(chapter_list(chapters, "Before")) == (len(seconds) < 3)
    assert seconds[0] == 0
    assert all(later - before >= CHAPTER_MS // 1000 - 1 for before, later in pairwise(seconds))
    for chapter in chapters:
        if chapter.leads and all(
            other is chapter or abs(other.ms - chapter.ms) >= CHAPTER_MS for other in chapters if other.leads
        ):
            assert chapter.ms // 1000 in seconds or chapter.ms < CHAPTER_MS


def filmed(ms: int, title: str, film: Film = Film.RECORDING) -> ChapterFilmed:
    return ChapterFilmed(film, Chapter(ms, title, leads=True))


def test_each_recording_has_its_own_chapter_list_beside_it(tmp_path: Path) -> None:
    said: list[Say] = []
    files = ChapterFiles(tmp_path / "chapters", "Before", said.append)
    files.add(filmed(95_000, "Round 1"))
    files.add(filmed(7_000, "On the stream", Film.STREAM))
    files.add(filmed(205_000, "Ben captures"))
    kept = sorted(path.read_text() for path in (tmp_path / "chapters").iterdir())
    assert kept == ["0:00 Before\n1:35 Round 1\n3:25 Ben captures\n", "0:00 On the stream\n"]
    for name in ("evening.mkv", "second.mkv"):
        (tmp_path / name).touch()
    files.end(tmp_path / "evening.mkv")
    beside = tmp_path / "evening.chapters.txt"
    assert beside.read_text() == kept[0]
    assert said == [Say("chapters", str(beside))]
    said.clear()
    files.add(filmed(11_000, "Round 2"))
    files.end(tmp_path / "second.mkv")
    assert (tmp_path / "second.chapters.txt").read_text() == "0:00 Before\n0:11 Round 2\n"
    assert said == [Say("chapters", str(tmp_path / "second.chapters.txt")), Say("few_chapters")]


@pytest.mark.parametrize("path", ["/nowhere/at/all/evening.mkv", ""])
def test_a_recording_on_another_computer_keeps_its_list_in_the_folder(tmp_path: Path, path: str) -> None:
    said: list[Say] = []
    files = ChapterFiles(tmp_path / "chapters", "Before", said.append)
    files.add(filmed(95_000, "Round 1"))
    files.end(Path(path))
    assert len(list(tmp_path.rglob("*.txt"))) == 1
    assert said == []


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "chapters").write_text("a file")
    ChapterFiles(tmp_path / "chapters", "Before", list[Say]().append).add(filmed(95_000, "Round 1"))
