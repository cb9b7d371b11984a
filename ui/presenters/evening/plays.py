"""The plays of another program's file: their sums, a line for each, and the games that nobody knows here."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.handover.plays.preview import Fate, Preview, PreviewRow
from companion.session.results import Result
from companion.texts.stored_times import day_of
from companion.texts.times import day_text
from companion.views.wording.words import variant_name
from ui.i18n import Words
from ui.presenters.evening.result_form import side_text

#: The lines that a sheet shows; the sums count all.
MOST_LINES: Final = 60
#: The unknown games that a sheet offers to name.
MOST_UNKNOWN: Final = 3
_ORDER: Final = (Fate.NEW, Fate.LIKE, Fate.UNKNOWN_GAME, Fate.UNCLEAR)


@dataclass(frozen=True, slots=True)
class PlaysFace:
    """`sums` in one line, `people` the new ones; `lines` are the plays that are not here; `unknown` games by name."""

    sums: str
    people: str
    lines: tuple[str, ...]
    unknown: tuple[tuple[str, str], ...]
    takes: int


def plays_face(found: Preview, words: Words) -> PlaysFace:
    """The file as a sheet shows it."""
    counted = ((fate, found.count(fate)) for fate in Fate)
    rows = sorted((row for row in found.rows if row.fate in _ORDER), key=lambda row: _ORDER.index(row.fate))
    return PlaysFace(
        sums=" · ".join(words.text(f"plays.{fate}", count=count) for fate, count in counted if count),
        people=words.text("plays.people", names=", ".join(found.new_people)) if found.new_people else "",
        lines=tuple(" · ".join(_parts(row, words)) for row in rows[:MOST_LINES]),
        unknown=tuple(
            (title, words.text("plays.name_game", game=title, count=count))
            for title, count in found.unknown_titles.most_common(MOST_UNKNOWN)
            if title
        ),
        takes=len(found.taken()),
    )


def _parts(row: PreviewRow, words: Words) -> Iterator[str]:
    if row.fate is not Fate.NEW:
        yield words.text(f"plays.is_{row.fate}")
    day = None if row.play.ended_ms is None else day_of(row.play.ended_ms)
    if day is not None:
        yield day_text(day, words)
    yield variant_name(row.result.variant, words) if row.result else row.play.title or "?"
    yield _sides(row.result, words) if row.result else ", ".join(row.play.names)
    if row.refusal is not None:
        yield words.text(f"results.{row.refusal.message}", **row.refusal.blanks)


def _sides(result: Result, words: Words) -> str:
    """The winners, then each other side."""
    won = result.teams[result.winners[0]]
    order = sorted(dict.fromkeys(result.teams), key=lambda team: team != won)
    first, *others = (
        side_text([name for name, own in zip(result.names, result.teams, strict=True) if own == team]) for team in order
    )
    return words.text("plays.beat", first=first, last=", ".join(others))
