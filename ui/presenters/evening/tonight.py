"""The evening under way, as its screen shows it: people, tables, next games, results, standings.

Law: nothing is proposed that the core did not find, and every name is the shown one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final

from companion.evenings.evening import (
    MOST_TABLES,
    Contest,
    Course,
    Evening,
    Guest,
    KeptEvening,
    TableGame,
    games_of_evening,
)
from companion.evenings.seating import Shape, Table
from companion.evenings.tournament import Kind, Match, round_count, standings
from companion.scoring.games import ScoredGame, Side
from companion.scoring.people import shown_names
from companion.scoring.tables import PlayerRow, points_table
from companion.texts.times import day_text
from companion.views.wording.words import variant_name
from companion.writing.bidi import isolated
from ui.i18n import Words
from ui.presenters.evening.evening import PointsLine
from ui.presenters.evening.players import PlayerBook

if TYPE_CHECKING:
    from companion.handover.evening_pdf import EveningSheet

#: The ways to fill a table that are offered.
SHAPES: Final = (
    Shape(4, 2),
    Shape(6, 2),
    Shape(6, 3),
    *(Shape(seats, 1) for seats in range(2, 7)),
)
#: No tournament, in its chooser.
NO_CONTEST: Final = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table: `game` is the id of the game that is played there, empty for one that is proposed."""

    sides: Table
    title: str
    game: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """The evening in words; `out` names those who sit out, `missing` says why nothing is proposed, else empty.

    `round` are the matches of the next round of a tournament, which begin together.
    """

    variant: str
    shape: str
    tables: str
    contest: str
    playing: tuple[TableCard, ...]
    proposed: tuple[TableCard, ...]
    out: str
    missing: str
    results: tuple[str, ...]
    standings: tuple[PointsLine, ...]


def played_tonight(book: PlayerBook, now_ms: int) -> tuple[ScoredGame, ...]:
    """The games of the evening that is not over yet."""
    return games_of_evening(book.scored, now_ms)


def course_of(kept: KeptEvening, book: PlayerBook, now_ms: int) -> Course:
    """The evening beside its games."""
    return Course(evening=kept.now, played=played_tonight(book, now_ms), profiles=book.profiles)


def new_evening(book: PlayerBook, variant: str, now_ms: int) -> Evening:
    """An evening with the game and the shape of the newest game, and the people who have played tonight."""
    names, tonight = shown_names(book.games, book.profiles), played_tonight(book, now_ms)
    here = dict.fromkeys(player for game in tonight for player in game.players)
    guests = tuple(Guest(names[player]) for player in here)
    if not book.scored:
        return Evening(variant=variant, guests=guests)
    newest = book.scored[-1]
    sizes = {len(side) for side in newest.sides}
    shape = Shape(len(newest.players), sizes.pop()) if len(sizes) == 1 else Shape()
    return Evening(variant=newest.variant, shape=shape, guests=guests)


def people_here(rows: Sequence[PlayerRow], evening: Evening, book: PlayerBook) -> tuple[tuple[str, bool], ...]:
    """Those who are there, then everybody else, the most recent first; each with whether the person is there."""
    here = {book.profiles.key_of(name) for name in evening.names}
    others = [row for row in sorted(rows, key=lambda row: -row.last_ms) if row.profile.key not in here]
    return (*((name, True) for name in evening.names), *((row.profile.name, False) for row in others))


def tonight(course: Course, book: PlayerBook, words: Words) -> Tonight:
    """The evening in words."""
    evening = course.evening
    proposed, out = _next(course, words)
    names = shown_names(book.games, book.profiles)
    return Tonight(
        variant=variant_name(evening.variant, words),
        shape=shape_text(evening.shape, words),
        tables=words.text("tonight.tables", count=evening.tables),
        contest=contest_text(evening.contest.kind if evening.contest else NO_CONTEST, words),
        playing=tuple(
            TableCard(game.sides, words.text("tonight.table", number=number), game.game)
            for number, game in enumerate(course.open_games(), start=1)
        ),
        proposed=proposed,
        out=words.text("tonight.out", names=", ".join(map(isolated, out))) if out else "",
        missing=_missing(course, proposed, words),
        results=tuple(_result(game, names, words) for game in reversed(course.played)),
        standings=_standings(course, names, words),
    )


def shape_text(shape: Shape, words: Words) -> str:
    """How a table is filled."""
    if shape.team_size == 1:
        return words.text("tonight.alone", seats=shape.seats)
    return words.text("tonight.teams", count=shape.seats // shape.team_size, size=shape.team_size)


def contest_text(kind: str, words: Words) -> str:
    """The tournament, or that there is none."""
    return words.text(f"tonight.{kind}" if kind else "tonight.no_contest")


def side_text(side: Side) -> str:
    return " & ".join(map(isolated, side))


def against(table: Table, words: Words) -> str:
    """The sides of a table in one line."""
    sides = [side_text(side) for side in table]
    return words.text("evening.against", first=sides[0], last=sides[1]) if len(sides) == 2 else "  –  ".join(sides)


def next_table_count(course: Course) -> int:
    """The number of tables after a tap: one more, and one again once nobody is left for another."""
    most = max(1, min(MOST_TABLES, len(course.evening.guests) // course.evening.shape.seats))
    return course.evening.tables % most + 1


def with_contest(course: Course, kind: str) -> Evening:
    """The evening with another tournament, or without one; its sides are drawn anew."""
    sides = course.drawn_sides() if kind else ()
    size = course.evening.shape.team_size
    shape = Shape(2 * size, size) if sides else course.evening.shape
    contest = Contest(Kind(kind), sides) if sides else None
    games = tuple(replace(game, round=0) for game in course.evening.games)
    return replace(course.evening, contest=contest, shape=shape, games=games)


def contests_offered(course: Course) -> tuple[str, ...]:
    """No tournament, and those for which enough people are there."""
    return (NO_CONTEST, *Kind) if course.drawn_sides() else (NO_CONTEST,)


def begun_games(course: Course, cards: Sequence[TableCard], ids: Sequence[str], now_ms: int) -> tuple[TableGame, ...]:
    """The games of proposed tables, each with its id."""
    number = len(course.rounds()) + 1 if course.evening.contest else 0
    return tuple(TableGame(game, card.sides, now_ms, round=number) for game, card in zip(ids, cards, strict=True))


def sheet(course: Course, book: PlayerBook, day: date, words: Words) -> EveningSheet:
    """The evening on paper: standings, rounds with their winners, results."""
    from companion.handover.evening_pdf import EveningSheet, SheetList

    names = shown_names(book.games, book.profiles)
    lines = tuple((line.rank, line.name, line.won, line.points) for line in _standings(course, names, words))
    count = _rounds_of(course)
    rounds = [
        SheetList(
            heading=words.text("tonight.round", number=number, count=count),
            lines=tuple(_match_line(at, match, words) for at, match in enumerate(matches, start=1)),
        )
        for number, matches in enumerate((*course.rounds(), course.next_round()), start=1)
        if matches
    ]
    played = tuple((f"{at}.", _result(game, names, words)) for at, game in enumerate(course.played, start=1))
    lists = (
        SheetList(heading=words.text("tonight.standings"), lines=lines),
        *rounds,
        SheetList(heading=words.text("tonight.results"), lines=played),
    )
    return EveningSheet(
        title=words.text("evening.title"),
        subtitle=f"{variant_name(course.evening.variant, words)} · {day_text(day, words)}",
        lists=tuple(part for part in lists if part.lines),
        page=words.text("protocol.page", number="{number}"),
    )


def _match_line(number: int, match: Match, words: Words) -> tuple[str, str, str]:
    """A match of a round: its sides, and who won, with room to write it in."""
    if not match.second:
        return f"{number}.", words.text("tonight.out", names=side_text(match.first)), ""
    return f"{number}.", against((match.first, match.second), words), side_text(match.winner) if match.winner else ""


def _next(course: Course, words: Words) -> tuple[tuple[TableCard, ...], Side]:
    """The next tables, and who sits out."""
    if course.evening.contest is None:
        found = course.next_tables()
        out = found.out if found.tables else ()
        return tuple(TableCard(table, words.text("tonight.next")) for table in found.tables), out
    matches, number = course.next_round(), len(course.rounds()) + 1
    title = words.text("tonight.round", number=number, count=_rounds_of(course))
    cards = tuple(TableCard((match.first, match.second), title) for match in matches if match.second)
    return cards, tuple(name for match in matches if not match.second for name in match.first)


def _missing(course: Course, proposed: Sequence[TableCard], words: Words) -> str:
    """Why nothing is proposed; empty if something is, or if every table plays."""
    if proposed or course.open_games():
        return ""
    if course.evening.contest is not None:
        return words.text("tonight.contest_over")
    more = course.evening.shape.seats - len(course.evening.guests)
    return words.text("tonight.more_people", count=more) if more > 0 else ""


def _rounds_of(course: Course) -> int:
    contest = course.evening.contest
    return round_count(contest.kind, len(contest.sides)) if contest else 0


def _result(game: ScoredGame, names: dict[str, str], words: Words) -> str:
    won = side_text(tuple(names[player] for player in game.sides[game.winner]))
    lost = [
        side_text(tuple(names[player] for player in side)) for side in game.sides if side != game.sides[game.winner]
    ]
    return words.text("tonight.result", winners=won, others=", ".join(lost))


def _standings(course: Course, names: dict[str, str], words: Words) -> tuple[PointsLine, ...]:
    """The table of the tournament, else the points of the evening."""
    contest = course.evening.contest
    if contest is None:
        return tuple(
            PointsLine(
                f"{row.rank}.",
                names[row.player],
                str(row.points),
                words.text("evening.of", won=row.won, count=row.games),
            )
            for row in points_table(course.played)
        )
    return tuple(
        PointsLine(
            f"{row.rank}.",
            side_text(row.side),
            str(row.points),
            words.text("tonight.opponents", points=row.opponents),
        )
        for row in standings(contest.sides, course.rounds())
    )
