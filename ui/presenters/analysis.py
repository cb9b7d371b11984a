"""A game that is over as the coach sees it: the curve of chances, the turning points, luck and play."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.coach.analysis import Cause, GameAnalysis
from companion.coach.spoken import advice, percent, point_sentence, points, team_names, turn_title
from companion.history.course import GameCourse
from companion.history.line_words import started
from companion.views.wording import Wording
from ui.i18n import Words

_ICONS = {
    Cause.MISTAKE: "cross",
    Cause.CAPTURE: "home",
    Cause.WIN: "trophy",
    Cause.STUCK: "hand",
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
    """A turning point: its play, what was done and how it turned; `at` is its place on the curve, from 0 to 1."""

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
    """`teams` and `players` are tables with a heading for each number."""

    curves: tuple[Curve, ...]
    points: tuple[PointFace, ...]
    team_heads: tuple[str, ...]
    teams: tuple[SheetRow, ...]
    player_heads: tuple[str, ...]
    players: tuple[SheetRow, ...]


def analysis_face(course: GameCourse, found: GameAnalysis, words: Words) -> AnalysisFace:
    """Everything that the screen draws."""
    begun = started(course)
    rows = [review.row for review in found.reviews]
    last = max(1, len(found.curve) - 1)
    return AnalysisFace(
        curves=tuple(
            Curve(
                begun.colours[balance.seats[0]],
                team_names(course, balance.team),
                tuple(chances[index] for chances in found.curve),
            )
            for index, balance in enumerate(found.balances)
        ),
        points=tuple(
            PointFace(
                row=point.row,
                number=str(point.ply),
                colour=begun.colours[point.seat],
                icon=_ICONS[point.cause],
                title=turn_title(course, point.row, words),
                sentence=point_sentence(course, point, words),
                at=(rows.index(point.row) + 1) / last,
            )
            for point in found.turning_points
        ),
        team_heads=_heads(("first", "own", "others", "luck", "final"), words),
        teams=tuple(
            SheetRow(
                begun.colours[each.seats[0]],
                team_names(course, each.team),
                (percent(each.first), points(each.own), points(each.others), points(each.luck), percent(each.final)),
            )
            for each in found.balances
        ),
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


def advice_at(course: GameCourse, found: GameAnalysis | None, row: int, wording: Wording, words: Words) -> str:
    """What should have been played in this row; empty where nobody has looked, or nothing was played."""
    review = found.review_at(row) if found else None
    return advice(course, review, wording, words) if review else ""


def _heads(names: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(words.text(f"coach.head_{name}") for name in names)
