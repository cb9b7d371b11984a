"""The coach's advice on a single play, for the screens that look back."""

from companion.coach.analysis import GameAnalysis
from companion.coach.spoken import advice
from companion.history.course import GameCourse
from companion.views.wording.sentences import Wording
from ui.i18n import Words


def advice_at(course: GameCourse, found: GameAnalysis | None, row: int, wording: Wording, words: Words) -> str:
    """The best play of this row; empty if no analysis exists or nothing was played."""
    review = found.review_at(row) if found else None
    return advice(course, review, wording, words) if review else ""
