"""The commentary of a game to lay beside a video: captions as WebVTT, and chapters as video sites read them.

Laws: every time comes from the record, shifted by the game's beginning in the video; names break neither file.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from companion.handover.chapters import Chapter, chapter_list
from companion.history.course import UNDOS, GameCourse, Line, LineKind
from companion.history.elapsed import elapsed_ms
from companion.history.line_words import line_note, line_title
from companion.history.play_clock import Stored
from companion.history.spoken import spoken_lines, with_spoken_names
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words

#: A caption stands as long as it takes to read, within these bounds, and ends where the next one begins.
_SHORTEST_MS: Final = 1_500
_LONGEST_MS: Final = 7_000
_MS_A_LETTER: Final = 70
#: Sentences that follow sooner than this stand in one caption.
_TOGETHER_MS: Final = 1_000
#: Lines that begin a chapter, beside the targets of jumps.
_CHAPTERS: Final = frozenset({LineKind.DEAL, LineKind.ROUND, LineKind.WON, LineKind.ABANDONED})
#: The characters of mark-up, escaped for a sentence of WebVTT.  When ffmpeg puts captions into another file, it writes
#: a backslash before a brace and takes some letters behind one for orders, so a caption has neither.
_MARKUP: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "{": "(", "}": ")", "\\": "/"})


class Timed(NamedTuple):
    """A text and its time in the video."""

    ms: int
    text: str


def captions_vtt(
    course: GameCourse, stored: Sequence[Stored], wording: Wording, language: str, offset_ms: int = 0
) -> str:
    """The sentences of the commentary as WebVTT; the game begins `offset_ms` after the video, or before it (negative).

    Sentences before the video begins are left out.  Raises KeyError for an unknown language.
    """
    wording[language]
    times = elapsed_ms(stored)
    spoken = [
        Timed(times[line.seq - 1] + offset_ms, line.text[language].translate(_MARKUP))
        for line in spoken_lines(course, course.views(wording), wording)
    ]
    cues = list(_together([each for each in spoken if each.ms >= 0]))
    ends = [*(cue.ms for cue in cues[1:]), None]
    return "WEBVTT\n\n" + "".join(
        f"{_vtt_time(cue.ms)} --> {_vtt_time(_end(cue, end))}\n{cue.text}\n\n"
        for cue, end in zip(cues, ends, strict=True)
    )


def _together(spoken: Sequence[Timed]) -> Iterator[Timed]:
    """Sentences that come almost at once, one below the other."""
    waiting: Timed | None = None
    for each in spoken:
        if waiting is not None and each.ms - waiting.ms < _TOGETHER_MS:
            waiting = Timed(waiting.ms, f"{waiting.text}\n{each.text}")
            continue
        if waiting is not None:
            yield waiting
        waiting = each
    if waiting is not None:
        yield waiting


def _end(cue: Timed, following: int | None) -> int:
    read = cue.ms + min(max(_SHORTEST_MS, len(cue.text) * _MS_A_LETTER), _LONGEST_MS)
    return read if following is None else min(read, following)


def chapters_txt(
    course: GameCourse, stored: Sequence[Stored], wording: Wording, language: str, offset_ms: int = 0
) -> str:
    """Rounds, captures, disputes and the result, a line each; the first at 0:00, none shorter than video sites take.

    If two would stand too close, a round or the result goes before its events, and else the earlier one stays.
    Raises KeyError for an unknown language.
    """
    words, times = Words(wording[language]), elapsed_ms(stored)
    called = with_spoken_names(course, wording)
    begin = Chapter(max(0, offset_ms), _chapter(called, called.lines[0], words), leads=True)
    later = (
        Chapter(times[line.row - 1] + offset_ms, _chapter(called, line, words), line.kind in _CHAPTERS)
        for line in called.lines[1:]
        if line.stands and _begins_chapter(line)
    )
    return chapter_list(
        [begin, *(chapter for chapter in later if chapter.ms > begin.ms)], words.text("chapters.before")
    )


def _begins_chapter(line: Line) -> bool:
    return line.kind in _CHAPTERS or (bool(line.jump) and line.kind not in UNDOS)


def _chapter(course: GameCourse, line: Line, words: Words) -> str:
    parts = (line_title(course, line, words), line_note(course, line, words))
    return " · ".join(part for part in parts if part)


def _vtt_time(ms: int) -> str:
    hours, rest = divmod(ms, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}.{rest % 1000:03}"
