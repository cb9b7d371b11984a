"""An analysis as lines to read, and as one JSON object (docs/reference/formats/analysis.md)."""

from collections.abc import Iterator

import msgspec

from companion.coach.analysis import GameAnalysis
from companion.coach.spoken import (
    advice,
    balance_sentence,
    percent,
    point_sentence,
    quality_lines,
    team_names,
    turn_title,
)
from companion.history.course import GameCourse
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words


def report_lines(course: GameCourse, found: GameAnalysis, wording: Wording, language: str) -> Iterator[str]:
    """Turning points, the quality of play, luck and play; then each play that had a better one."""
    words = Words(wording[language])
    yield words.text("coach.first") + "  " + _teams(course, found.curve[0], found)
    yield ""
    yield words.text("coach.points")
    for point in found.turning_points:
        title = turn_title(course, point.row, words)
        yield f"  {point.ply:>4}  {title}: {point_sentence(course, point, words)}"
    if not found.turning_points:
        yield "  " + words.text("coach.no_points")
    yield ""
    yield words.text("coach.played")
    yield from (f"  {line}" for line in quality_lines(course, found, words))
    yield from (f"  {balance_sentence(course, each, words)}" for each in found.balances)
    yield ""
    yield words.text("coach.plays")
    for review in found.reviews:
        if review.better:
            said = advice(course, review, wording, words)
            yield f"  {review.ply:>4}  {turn_title(course, review.row, words)}: {said}"


def report_json(course: GameCourse, found: GameAnalysis) -> str:
    """Everything, for programs."""
    return msgspec.json.encode({"game": course.game, **msgspec.to_builtins(found)}).decode()


def _teams(course: GameCourse, chances: tuple[float, ...], found: GameAnalysis) -> str:
    each = zip(found.balances, chances, strict=True)
    return ", ".join(f"{team_names(course, balance.team)} {percent(chance)}" for balance, chance in each)
