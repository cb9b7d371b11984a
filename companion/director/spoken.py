"""The sentences of the commentary that begin a chapter in a video of the game: rounds, the end, and every moment.

Law: a sentence begins one chapter at most, and one from before the director's start begins none.
"""

from dataclasses import dataclass
from typing import Final

import msgspec

from companion.director.decide import ChapterBegan
from companion.director.table import Snapshot, moment_of
from companion.views.broadcast.order import is_news
from companion.views.wording.messages import FALLBACK

#: Events whose chapters go before others that are too close.
_LEADING: Final = ("start", "deal", "result")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    seq: int
    text: dict[str, str]


class Commentary(msgspec.Struct, frozen=True, kw_only=True):
    """The used fields of `commentary`."""

    epoch: int = 0
    ts: int = 0
    seq: int = 0
    game: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The state of listening: the game, the last row, and the newest sentences."""

    game: str | None = None
    row: int = 0
    commentary: Commentary | None = None


def with_lines(
    spoken: Spoken, snapshot: Snapshot | None, commentary: Commentary | None, language: str
) -> tuple[Spoken, tuple[ChapterBegan, ...]]:
    """Takes a state or a commentary, in either order; returns the new chapters."""
    known = spoken.commentary
    commentary = commentary if commentary and (known is None or is_news(known, commentary)) else known
    if snapshot is None:
        return Spoken(commentary=commentary), ()
    row = spoken.row
    if snapshot.game != spoken.game:
        begins = spoken.game is not None and any(each.kind == "start" for each in snapshot.recent)
        row = 0 if begins else snapshot.seq
    lines = commentary.lines if commentary and commentary.game == snapshot.game else ()
    new = [line for line in lines if row < line.seq <= snapshot.seq]
    kinds = {each.seq: each for each in snapshot.recent}
    found = []
    for line in new:
        happened = kinds.get(line.seq)
        if happened and (happened.kind in _LEADING or moment_of(happened)):
            title = line.text.get(language) or line.text.get(FALLBACK, "")
            found.append(ChapterBegan(title, happened.kind in _LEADING))
    row = max([row, *(line.seq for line in new)])
    return Spoken(game=snapshot.game, row=row, commentary=commentary), tuple(found)
