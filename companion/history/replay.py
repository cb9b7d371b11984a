"""A game to be watched again: the public state after every row, its move list, its commentary, its statistics.

Laws: the state of a row is the one that `companion.views.broadcast.topics` publishes, so no hand is in it; no time of
day is in it, only how long after the beginning each row was stored.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec

from companion.history.charts import Chart, game_charts, game_facts
from companion.history.course import GameCourse, Line
from companion.history.elapsed import elapsed_ms
from companion.history.line_words import line_note, line_title, started
from companion.history.play_clock import Stored
from companion.history.spoken import spoken_lines, with_spoken_names
from companion.history.summary import summarise
from companion.views.broadcast import topics
from companion.views.broadcast.payloads import NAME_LENGTH, CommentaryLine, clipped
from companion.views.broadcast.words import VERSION
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """A row: when it was stored, in milliseconds from the first one, and the fields of the state that it changed."""

    at_ms: int
    changes: dict[str, Any]


class ReplayLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the move list in every language; `jump` is the kind of jump that finds it, or empty."""

    row: int
    kind: str
    seat: int | None
    ply: int
    title: dict[str, str]
    note: dict[str, str]
    stands: bool
    jump: str


class ReplayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The statistics of the game in one language: a line of totals, and its charts."""

    facts: str
    charts: tuple[Chart, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """`steps[0].changes` is the whole state after row 1, the others are the changes of each row.

    `said` goes by row, `figures` by language.
    """

    v: int = VERSION
    game: str
    variant: str
    demo: bool
    steps: list[ReplayStep]
    lines: list[ReplayLine]
    said: list[CommentaryLine]
    figures: dict[str, ReplayFigures]


def make_replay(course: GameCourse, stored: Sequence[Stored], wording: Wording) -> Replay:
    """Returns the game of this course, each row `stored` at its time.  Raises ValueError for one without a row."""
    if not course.events:
        raise ValueError("a game without a row cannot be watched")
    begun, views = started(course), tuple(course.views(wording))
    return Replay(
        game=begun.game,
        variant=begun.variant,
        demo=begun.demo,
        steps=_steps(views, stored),
        lines=_lines(course, wording),
        said=list(spoken_lines(course, views, wording)),
        figures=_figures(course, stored, wording),
    )


def public_state(view: TableView) -> dict[str, Any]:
    """Returns the retained state of a table, without stamp and newest events."""
    made: dict[str, Any] = msgspec.to_builtins(topics.state(view, 0))
    return made


def _steps(views: Sequence[TableView], stored: Sequence[Stored]) -> list[ReplayStep]:
    states = [public_state(view) for view in views]
    changes = [
        {name: value for name, value in now.items() if value != before[name]} for before, now in pairwise(states)
    ]
    return [
        ReplayStep(at_ms=at_ms, changes=changed)
        for at_ms, changed in zip(elapsed_ms(stored), [states[0], *changes], strict=True)
    ]


def _figures(course: GameCourse, stored: Sequence[Stored], wording: Wording) -> dict[str, ReplayFigures]:
    game = summarise(course.events, stored)
    shown = replace(game, names=tuple(clipped(name, NAME_LENGTH) for name in game.names))
    languages = [Words(messages) for messages in wording.languages]
    return {
        words.language: ReplayFigures(facts=game_facts(shown, words), charts=game_charts(shown, words))
        for words in languages
    }


def _lines(course: GameCourse, wording: Wording) -> list[ReplayLine]:
    called = with_spoken_names(course, wording)
    languages = [Words(messages) for messages in wording.languages]
    return [_line(called, line, languages) for line in called.lines]


def _line(course: GameCourse, line: Line, languages: Sequence[Words]) -> ReplayLine:
    return ReplayLine(
        row=line.row,
        kind=line.kind,
        seat=line.seat,
        ply=line.ply,
        title={words.language: line_title(course, line, words) for words in languages},
        note={words.language: line_note(course, line, words) for words in languages},
        stands=line.stands,
        jump=line.jump,
    )
