"""The contents of a game's protocol: players and date, the result, every line, every dispute with its ruling, the
statistics, and the seal of the record.
"""

from dataclasses import dataclass

from companion.coach.face import AnalysisFace
from companion.history.charts import Chart, game_charts, game_facts
from companion.history.course import DISPUTES, GameCourse, Line, LineKind
from companion.history.filters import ended
from companion.history.line_words import line_note, line_title
from companion.session import events as ev
from companion.texts.times import duration, moment
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words, variant_name
from companion.writing.bidi import isolated


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolLine:
    """A line of the game: the number of the play, or empty; the player and the event; its effect, as a whole sentence
    if there is one.  `stands` is False for a line that was taken back.
    """

    number: str
    title: str
    sentence: str
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """`facts` are pairs of heading and text; `players` are name, colour and whether they won; `seal` is the hash that
    seals every row of the game in the record, `check` the way to check it; `analysis` is there if the game was
    analysed.
    """

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    players: tuple[tuple[str, str, bool], ...]
    summary: str
    charts: tuple[Chart, ...]
    lines: tuple[ProtocolLine, ...]
    disputes: tuple[ProtocolLine, ...]
    headings: dict[str, str]
    seal: str
    check: str
    analysis: AnalysisFace | None = None


def make_protocol(
    game: SavedGame,
    course: GameCourse,
    seal: str,
    wording: Wording,
    language: str,
    analysis: AnalysisFace | None = None,
) -> Protocol:
    """The protocol in one language; `course` is the same game row by row.  Raises KeyError for an unknown language."""
    words = Words(wording[language])
    lines = [_protocol_line(course, line, wording, words) for line in course.lines]
    disputes = [said for line, said in zip(course.lines, lines, strict=True) if line.kind in DISPUTES]
    return Protocol(
        title=words.text("protocol.title"),
        subtitle=variant_name(game.variant, words),
        facts=_facts(game, words),
        players=tuple(
            (name, words.text(f"colour.{colour}") if colour else "", seat in (game.result or ()))
            for seat, (name, colour) in enumerate(zip(game.names, game.colours, strict=False))
        ),
        summary=game_facts(game, words),
        charts=game_charts(game, words),
        lines=tuple(lines),
        disputes=tuple(disputes),
        headings={name: words.text(f"protocol.{name}") for name in _HEADINGS},
        seal=seal,
        check=words.text("protocol.check", rows=game.rows, game=game.game),
        analysis=analysis,
    )


_HEADINGS = ("players", "won", "lines", "disputes", "no_disputes", "statistics", "seal", "page")


def _facts(game: SavedGame, words: Words) -> tuple[tuple[str, str], ...]:
    winners = ", ".join(isolated(name) for seat, name in enumerate(game.names) if seat in (game.result or ()))
    pairs = (
        ("begun", moment(game.started_ms, words)),
        ("ended", moment(game.changed_ms, words) if game.finished else ""),
        ("played", duration(game.played_ms, words)),
        ("result", words.text("games.winners", names=winners) if winners else words.text(f"games.{ended(game)}")),
    )
    facts = tuple((words.text(f"protocol.{name}"), said) for name, said in pairs if said)
    return (*facts, ("", words.text("protocol.demo"))) if game.demo else facts


def _protocol_line(course: GameCourse, line: Line, wording: Wording, words: Words) -> ProtocolLine:
    return ProtocolLine(
        number=str(line.ply) if line.ply else "",
        title=line_title(course, line, words),
        sentence=_sentence(course, line, wording, words),
        stands=line.stands,
    )


def _sentence(course: GameCourse, line: Line, wording: Wording, words: Words) -> str:
    """The referee's sentence at that time; for a correction the reason that people gave."""
    note = line_note(course, line, words)
    if line.kind is LineKind.CORRECTION:
        event = course.events[line.row - 1]
        reason = event.reason if isinstance(event, ev.PositionCorrected) else ""
        return " · ".join(part for part in (reason, note) if part)
    if line.kind not in (LineKind.PLAY, LineKind.REFUSED):
        return note
    view = course.view(line.row, wording)
    if line.kind is LineKind.PLAY:
        said = words.of(view.last_play.text) if view.last_play else ""
        return " · ".join(part for part in (said, "" if line.stands else note) if part)
    said = words.of(view.verdict.text) if view.verdict else ""
    ruling = words.text("line.refused", ruling=line.ruling)
    return " · ".join(part for part in (said, ruling, "" if line.stands else note) if part)
