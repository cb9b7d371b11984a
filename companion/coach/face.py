"""The coach's review of a finished game as values that tablet, page and protocol draw: the curve of chances, the
turning points, luck and play.

The drawing code needs no number and no word of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.coach.analysis import Cause, GameAnalysis, TeamBalance
from companion.coach.spoken import percent, point_sentence, points, team_names, turn_title
from companion.history.course import GameCourse
from companion.history.line_words import started
from companion.views.wording.words import Words

_ICONS = {
    Cause.MISTAKE: "cross",
    Cause.CAPTURE: "home",
    Cause.WIN: "trophy",
    Cause.STUCK: "hand",
    Cause.OUT: "card_start",
    Cause.HOME: "check",
    Cause.CARDS: "cards",
}


@dataclass(frozen=True, slots=True)
class Curve:
    """The chances of one team, each from 0 to 1, in the colour of its first player."""

    colour: str
    name: str
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PointFace:
    """A turning point: its play, the event and its effect; `at` is its place on the curve, from 0 to 1."""

    row: int
    number: str
    colour: str
    icon: str
    title: str
    sentence: str
    at: float


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of numbers about a player or a team; `colour` is a pawn's."""

    colour: str
    name: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisFace:
    """`teams` and `players` are tables with a heading for each number; `title`, `points_title` and `played_title` stand
    over the curve, the turning points and the tables, `no_points` replaces missing turning points.
    """

    title: str
    points_title: str
    no_points: str
    played_title: str
    curves: tuple[Curve, ...]
    points: tuple[PointFace, ...]
    team_heads: tuple[str, ...]
    teams: tuple[SheetRow, ...]
    player_heads: tuple[str, ...]
    players: tuple[SheetRow, ...]


def analysis_face(course: GameCourse, found: GameAnalysis, words: Words) -> AnalysisFace:
    """Everything that is drawn."""
    begun = started(course)
    teams = [(begun.colours[each.seats[0]], team_names(course, each.team)) for each in found.balances]
    return AnalysisFace(
        title=words.text("coach.title"),
        points_title=words.text("coach.points"),
        no_points=words.text("coach.no_points"),
        played_title=words.text("coach.played"),
        curves=tuple(
            Curve(colour, name, tuple(chances[index] for chances in found.curve))
            for index, (colour, name) in enumerate(teams)
        ),
        points=_points(course, found, words),
        team_heads=_heads(("first", "own", "others", "luck", "final"), words),
        teams=tuple(SheetRow(*team, _shares(each)) for team, each in zip(teams, found.balances, strict=True)),
        player_heads=_heads(("turns", "better", "lost"), words),
        players=tuple(
            SheetRow(
                begun.colours[each.seat],
                begun.names[each.seat],
                (str(each.plays), str(each.mistakes), points(-each.lost)),
            )
            for each in found.qualities
        ),
    )


def _points(course: GameCourse, found: GameAnalysis, words: Words) -> tuple[PointFace, ...]:
    rows = [review.row for review in found.reviews]
    last = max(1, len(found.curve) - 1)
    return tuple(
        PointFace(
            row=point.row,
            number=str(point.ply),
            colour=started(course).colours[point.seat],
            icon=_ICONS[point.cause],
            title=turn_title(course, point.row, words),
            sentence=point_sentence(course, point, words),
            at=(rows.index(point.row) + 1) / last,
        )
        for point in found.turning_points
    )


def _shares(each: TeamBalance) -> tuple[str, ...]:
    return percent(each.first), points(each.own), points(each.others), points(each.luck), percent(each.final)


def _heads(names: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(words.text(f"coach.head_{name}") for name in names)
