"""A list of chapters as video sites read it from a description: a time and a title a line, the first at 0:00."""

from collections.abc import Iterable
from typing import Final, NamedTuple

#: Video sites take no chapter that is shorter.
CHAPTER_MS: Final = 10_000
#: Video sites take no shorter list.
LEAST_CHAPTERS: Final = 3
#: Video sites take neither in a description.
_LOOK_ALIKES: Final = str.maketrans({"<": "‹", ">": "›"})


class Chapter(NamedTuple):
    """Its beginning in the video; one that `leads` goes before others that stand too close to it."""

    ms: int
    title: str
    leads: bool


def chapter_list(chapters: Iterable[Chapter], opening: str) -> str:
    """The lines, none closer to the next than video sites take; of two the leading one stays, else the earlier one.

    `opening` is the title of the part before the first chapter.
    """
    kept: list[Chapter] = []
    for chapter in sorted(chapters, key=lambda chapter: (not chapter.leads, chapter.ms)):
        if all(abs(chapter.ms - other.ms) >= CHAPTER_MS for other in kept):
            kept.append(chapter)
    kept.sort(key=lambda chapter: chapter.ms)
    if not kept or kept[0].ms >= CHAPTER_MS:
        kept.insert(0, Chapter(0, opening, leads=True))
    first, *rest = kept
    return "".join(f"{_clock(each.ms)} {_printable(each.title)}\n" for each in (first._replace(ms=0), *rest))


def is_too_short(chapters: str) -> bool:
    """Whether video sites ignore this list."""
    return len(chapters.splitlines()) < LEAST_CHAPTERS


def _printable(title: str) -> str:
    seen = "".join(letter if letter.isprintable() else " " for letter in title.translate(_LOOK_ALIKES))
    return " ".join(seen.split())


def _clock(ms: int) -> str:
    hours, rest = divmod(ms // 1000, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
