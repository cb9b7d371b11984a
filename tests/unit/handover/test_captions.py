"""Captions and chapters beside a video, read by programs that nobody here wrote."""

import html
import json
import re
import shutil
import subprocess
from itertools import accumulate, cycle, islice, pairwise
from pathlib import Path

import pytest
from gallery.history_views import card_course, played_course
from msgspec import structs
from words_for_tests import WORDING

from companion.handover.captions import captions_vtt, chapters_txt
from companion.handover.chapters import CHAPTER_MS
from companion.history.course import GameCourse, course_of
from companion.history.play_clock import Stored
from companion.history.spoken import spoken_lines
from companion.texts import LANGUAGES
from companion.views.wording.words import Words

COURSES = pytest.mark.parametrize("course", [played_course(), card_course()], ids=["board", "cards"])
HOSTILE = ("<b>&amp;--></b>", "\u202eEvil\n\n00:00.000 --> 00:09.000\nname", "W" * 5000, "")
#: Pauses between rows in milliseconds; a clock was set back, and a game went on the next day.
PAUSES = (0, 700, 9_000, -3_600_000, 31_000, 2_000, 86_400_000, 400)
CHAPTER = re.compile(r"(?:(\d+):)?(\d{1,2}):(\d\d) (\S.*)")


def stored_of(course: GameCourse, pauses: tuple[int, ...] = PAUSES) -> tuple[Stored, ...]:
    times = accumulate(islice(cycle(pauses), len(course.events) - 1), initial=1_700_000_000_000)
    return tuple(Stored(1, ms, ms) for ms in times)


def called(course: GameCourse, names: tuple[str, ...]) -> GameCourse:
    begun = course.events[0]
    return course_of((structs.replace(begun, names=names[: len(begun.names)]), *course.events[1:]))  # type: ignore[call-arg,union-attr]


def seconds(line: str) -> int:
    found = CHAPTER.fullmatch(line)
    assert found, line
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])


def read_by_ffprobe(file: Path) -> list[tuple[float, float]]:
    """Begin and end of each caption in seconds."""
    command = ("ffprobe", "-v", "error", "-show_packets", "-of", "json", file)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    packets = json.loads(done.stdout)["packets"]
    return [(float(each["pts_time"]), float(each["pts_time"]) + float(each["duration_time"])) for each in packets]


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="ffprobe is not installed")
@COURSES
def test_ffprobe_reads_every_caption_whatever_people_call_themselves(course: GameCourse, tmp_path: Path) -> None:
    course = called(course, HOSTILE)
    text = captions_vtt(course, stored_of(course), WORDING, "en")
    (tmp_path / "game.vtt").write_text(text, encoding="utf-8")
    cues = read_by_ffprobe(tmp_path / "game.vtt")
    assert len(cues) == text.count(" --> ") > 10
    assert all(begin < end for begin, end in cues)
    assert all(end <= begin for (_, end), (begin, _) in pairwise(cues))


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_ffmpeg_writes_every_caption_as_it_read_it(tmp_path: Path) -> None:
    """Its own form of a caption has other mark-up."""
    course = called(played_course(), ("{Ben}", "C:\\New\\home", "<b>&</b>", "{\\fs80}W"))
    read, written = tmp_path / "game.vtt", tmp_path / "again.vtt"
    read.write_text(captions_vtt(course, stored_of(course), WORDING, "en"), encoding="utf-8")
    subprocess.run(("ffmpeg", "-v", "error", "-i", read, "-c:s", "webvtt", written), check=True)
    given, taken = (
        [line for line in html.unescape(file.read_text(encoding="utf-8")).splitlines() if line and "-->" not in line]
        for file in (read, written)
    )
    assert "Ben" in "".join(given)
    assert given == taken


@pytest.mark.parametrize("language", LANGUAGES)
@COURSES
def test_every_sentence_is_in_the_captions_once_and_in_order(course: GameCourse, language: str) -> None:
    blocks = captions_vtt(course, stored_of(course), WORDING, language).split("\n\n")[1:-1]
    said = [html.unescape(line) for block in blocks for line in block.split("\n")[1:]]
    assert said == [line.text[language] for line in spoken_lines(course, course.views(WORDING), WORDING)]


@COURSES
def test_captions_go_with_the_record_and_with_where_the_video_begins(course: GameCourse) -> None:
    stored = stored_of(course, (2_000,))
    at = [
        cue.split(" --> ")[0] for cue in captions_vtt(course, stored, WORDING, "en", 90_000).split("\n") if "-->" in cue
    ]
    rows = [line.seq for line in spoken_lines(course, course.views(WORDING), WORDING)]
    assert at[0] == "00:01:30.000"
    assert at == [f"00:{(90 + 2 * (row - 1)) // 60:02}:{(90 + 2 * (row - 1)) % 60:02}.000" for row in rows]
    later = captions_vtt(course, stored, WORDING, "en", -10_000)
    assert later.count("-->") == sum(2 * (row - 1) >= 10 for row in rows)


@pytest.mark.parametrize("offset_s", [0, 4, 95, -30])
@pytest.mark.parametrize("language", LANGUAGES)
@COURSES
def test_chapters_are_as_video_sites_want_them(course: GameCourse, language: str, offset_s: int) -> None:
    course = called(course, HOSTILE)
    lines = chapters_txt(course, stored_of(course), WORDING, language, offset_s * 1000).splitlines()
    times = [seconds(line) for line in lines]
    assert times[0] == 0
    assert len(times) >= 3
    assert all(later - earlier >= CHAPTER_MS / 1000 - 1 for earlier, later in pairwise(times))
    assert not set("<>") & set("".join(lines))
    assert max(map(len, lines)) < 250


def test_a_round_goes_before_its_events() -> None:
    course = played_course()
    close = chapters_txt(course, stored_of(course, (4_000,)), WORDING, "en")
    wide = chapters_txt(course, stored_of(course, (60_000,)), WORDING, "en")
    rounds = [Words(WORDING["en"]).text("line.deal", round=number) for number in (1, 2, 3)]
    for text in (close, wide):
        assert all(f" {each}\n" in text for each in rounds[1:])
    assert len(wide.splitlines()) > len(close.splitlines())
    assert "captures" in wide


def test_a_language_that_there_is_not_is_refused() -> None:
    course = played_course()
    with pytest.raises(KeyError):
        captions_vtt(course, stored_of(course), WORDING, "xx")
    with pytest.raises(KeyError):
        chapters_txt(course, stored_of(course), WORDING, "xx")
