"""The coach's review of a finished game in the words of one language.

Chances are whole percent; the cost of a play is in points of a hundred.
"""

from companion.coach.analysis import GameAnalysis, TeamBalance, TurningPoint, lost_by
from companion.coach.review import TurnReview
from companion.history.course import GameCourse
from companion.history.line_words import line_title, started
from companion.model.notation import NotationError
from companion.rules.written_play import parse_play
from companion.session.state import BoardGame
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words, card_name
from companion.writing.bidi import isolated


def percent(chance: float) -> str:
    """A chance as people write it."""
    return f"{round(100 * chance)} %"


def points(change: float) -> str:
    """A change of a chance, in points of a hundred, with its sign."""
    rounded = round(100 * change)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded else "0"


def team_names(course: GameCourse, team: int) -> str:
    """The names of the players of a team."""
    state = course.states[-1]
    assert isinstance(state, BoardGame)
    return " & ".join(isolated(name) for name, number in zip(state.names, state.teams, strict=True) if number == team)


def turn_title(course: GameCourse, row: int, words: Words) -> str:
    """The player of the turn and the play."""
    return next((line_title(course, line, words) for line in course.lines if line.row == row), "")


def point_sentence(course: GameCourse, point: TurningPoint, words: Words) -> str:
    """A turning point: the team, the size, and the reason."""
    return words.text(
        "coach.point",
        team=team_names(course, point.team),
        before=percent(point.before),
        after=percent(point.after),
        cause=words.text(f"coach.cause_{point.cause}"),
    )


def advice(course: GameCourse, review: TurnReview, wording: Wording, words: Words) -> str:
    """The answer to "what was the best play here?"; empty for a turn without a play."""
    if not review.played:
        return ""
    if not review.better:
        return words.text("coach.only" if review.choices < 2 else "coach.good", choices=review.choices)
    gain = points(lost_by(review, _team_index(course, review.seat)))
    return words.text("coach.better", play=_better_play(course, review, wording, words), gain=gain)


def quality_lines(course: GameCourse, analysis: GameAnalysis, words: Words) -> tuple[str, ...]:
    """The quality of each player's play."""
    names = started(course).names
    return tuple(
        words.text(
            "coach.quality",
            name=names[each.seat],
            plays=each.plays,
            mistakes=each.mistakes,
            lost=points(-each.lost),
        )
        for each in analysis.qualities
    )


def balance_sentence(course: GameCourse, balance: TeamBalance, words: Words) -> str:
    """Luck and play of a team, added up."""
    return words.text(
        "coach.balance",
        team=team_names(course, balance.team),
        first=percent(balance.first),
        own=points(balance.own),
        others=points(balance.others),
        luck=points(balance.luck),
        final=percent(balance.final),
    )


def _better_play(course: GameCourse, review: TurnReview, wording: Wording, words: Words) -> str:
    """The card and its effect; in notation if it cannot be read."""
    state = course.states[review.row - 2]
    assert isinstance(state, BoardGame)
    try:
        play = parse_play(state.rules, review.better, state.position)
    except NotationError:
        return review.better
    said = words.of(wording.play_text(state.rules, play, state.position, state.colours))
    return f"{card_name(play.card, words)} – {said}"


def _team_index(course: GameCourse, seat: int) -> int:
    state = course.states[-1]
    assert isinstance(state, BoardGame)
    return sorted(set(state.teams)).index(state.teams[seat])
