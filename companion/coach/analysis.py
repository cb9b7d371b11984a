"""The analysis of a whole game from its reviews: the curve, its turning points, and the shares of luck and play.

Law: for every team, its chance at first, the gains and losses by all plays, and its luck add up to the result.  Luck is
everything that no player decided: the cards that came, and those that could not be played.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from math import sqrt
from typing import Final

from companion.coach.review import Effort, TurnReview
from companion.history.course import GameCourse
from companion.model.places import is_goal
from companion.model.play import StepKind
from companion.session import events as ev
from companion.session.state import BoardGame

#: A turn that moves a team's chance by less is no turning point.
_LEAST_SWING: Final = 0.1
#: Nor one by less than so many standard errors of a difference, where both chances are even.
_SURE: Final = 3.0
#: Turns beside a swing are reviewed again with so many times the playouts: of hundreds of swings, the largest are those
#: that the sampling made larger.
_AGAIN: Final = 4
#: The largest number of turning points: as many as one remembers.
_MOST_SWINGS: Final = 6
#: A share of the swing that a better play would have saved makes it a mistake.
_MISTAKE_SHARE: Final = 0.5
#: At least this share of the swing must come from the play: the rest is noise, or is forgotten with the hand.
_PLAYED_SHARE: Final = 0.5


class Cause(StrEnum):
    """The reason why the chances turned."""

    #: The play was not the best one.
    MISTAKE = "mistake"
    #: Pawns were sent home.
    CAPTURE = "capture"
    #: The game was won by it.
    WIN = "win"
    #: Nothing could be played.
    STUCK = "stuck"
    #: A pawn came out of the kennel, or into its lane.
    OUT = "out"
    HOME = "home"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The turn of `row` moved the chance of `team` from `before` to `after`; `team` is the one that gained."""

    row: int
    ply: int
    seat: int
    team: int
    before: float
    after: float
    cause: Cause


@dataclass(frozen=True, slots=True)
class SeatQuality:
    """The play of a seat: `lost` is the total loss of its team's chance by its plays."""

    seat: int
    plays: int
    mistakes: int
    lost: float


@dataclass(frozen=True, slots=True)
class TeamBalance:
    """The result of a team: `first` + `own` + `others` + `luck` = `final`.

    `own` is the cost of its own plays, `others` the gain by those of all others.
    """

    team: int
    seats: tuple[int, ...]
    first: float
    own: float
    others: float
    luck: float
    final: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAnalysis:
    """`curve` are the chances of each team before each reviewed turn, and at the end if somebody won."""

    reviews: tuple[TurnReview, ...]
    curve: tuple[tuple[float, ...], ...]
    turning_points: tuple[TurningPoint, ...]
    qualities: tuple[SeatQuality, ...]
    balances: tuple[TeamBalance, ...]

    def review_at(self, row: int) -> TurnReview | None:
        """The coach's review of the turn in this row."""
        return next((review for review in self.reviews if review.row == row), None)


def analysis_of(course: GameCourse, reviews: Sequence[TurnReview]) -> GameAnalysis | None:
    """The analysis of the game of these reviews, in the order of its turns; None if there is none."""
    state = course.states[-1] if course.states else None
    if not isinstance(state, BoardGame) or not reviews:
        return None
    teams = sorted(set(state.teams))
    curve = [review.chances for review in reviews]
    if state.result:
        won = {state.teams[seat] for seat in state.result}
        curve.append(tuple(float(team in won) for team in teams))
    return GameAnalysis(
        reviews=tuple(reviews),
        curve=tuple(curve),
        turning_points=_turning_points(course, reviews, curve, teams),
        qualities=tuple(_quality(seat, reviews, teams.index(team)) for seat, team in enumerate(state.teams)),
        balances=tuple(_balance(index, team, state.teams, reviews, curve) for index, team in enumerate(teams)),
    )


def doubtful_rows(reviews: Sequence[TurnReview], effort: Effort) -> frozenset[int]:
    """The turns, of reviews in the order of the game, on whose chances a turning point depends and which have not been
    reviewed again with the `surer` effort.
    """
    found: set[int] = set()
    for review, following in pairwise(reviews):
        index, swing = _swing(review.chances, following.chances)
        if swing >= _least_swing((review, following)) and _moved(review, index, swing):
            found |= {each.row for each in (review, following) if each.playouts < surer(effort).playouts}
    return frozenset(found)


def surer(effort: Effort) -> Effort:
    """The effort for turns that are reviewed again."""
    return replace(effort, playouts=_AGAIN * effort.playouts)


def lost_by(review: TurnReview, team: int) -> float:
    """The cost of the play to the team with this index; negative for a gain."""
    return review.best[team] - review.played[team] if review.played else 0.0


def _quality(seat: int, reviews: Sequence[TurnReview], team: int) -> SeatQuality:
    own = [review for review in reviews if review.seat == seat and review.played]
    mistakes = sum(bool(review.better) for review in own)
    return SeatQuality(seat, len(own), mistakes, sum(lost_by(review, team) for review in own))


def _balance(
    index: int, team: int, teams: Sequence[int], reviews: Sequence[TurnReview], curve: Sequence[tuple[float, ...]]
) -> TeamBalance:
    own = -sum(lost_by(review, index) for review in reviews if teams[review.seat] == team)
    others = -sum(lost_by(review, index) for review in reviews if teams[review.seat] != team)
    first, final = curve[0][index], curve[-1][index]
    seats = tuple(seat for seat, number in enumerate(teams) if number == team)
    return TeamBalance(team, seats, first, own, others, final - first - own - others, final)


def _turning_points(
    course: GameCourse,
    reviews: Sequence[TurnReview],
    curve: Sequence[tuple[float, ...]],
    teams: Sequence[int],
) -> tuple[TurningPoint, ...]:
    """The largest swings from one turn to the next, in the order of the game."""
    found = []
    for at, (before, after) in enumerate(pairwise(curve)):
        review = reviews[at]
        index, swing = _swing(before, after)
        if swing >= _least_swing(reviews[at : at + 2]) and _is_played(course, review, index, swing):
            cause = _cause(course, review, index, swing, teams[index])
            found.append(
                TurningPoint(review.row, review.ply, review.seat, teams[index], before[index], after[index], cause)
            )
    largest = sorted(found, key=lambda each: each.before - each.after)[:_MOST_SWINGS]
    return tuple(sorted(largest, key=lambda each: each.row))


def _swing(before: tuple[float, ...], after: tuple[float, ...]) -> tuple[int, float]:
    """The index of the team that gained most, and its gain."""
    index = max(range(len(before)), key=lambda at: after[at] - before[at])
    return index, after[index] - before[index]


def _least_swing(reviews: Sequence[TurnReview]) -> float:
    """The least swing between these turns; fewer playouts have more noise, which is no turning point."""
    return max(_LEAST_SWING, _SURE * sqrt(0.5 / min(review.playouts for review in reviews)))


def _is_played(course: GameCourse, review: TurnReview, gained: int, swing: float) -> bool:
    return _wins(course, review) or _moved(review, gained, swing)


def _moved(review: TurnReview, gained: int, swing: float) -> bool:
    """Whether the turn itself moved the chance; a change that comes and goes with the kept cards does not count."""
    return not review.played or review.played[gained] - review.chances[gained] >= _PLAYED_SHARE * swing


def _wins(course: GameCourse, review: TurnReview) -> bool:
    return review.row < len(course.events) and isinstance(course.events[review.row], ev.GameWon)


def _cause(course: GameCourse, review: TurnReview, gained: int, swing: float, team: int) -> Cause:
    event = course.events[review.row - 1]
    if -lost_by(review, gained) >= _MISTAKE_SHARE * swing:
        return Cause.MISTAKE
    if not isinstance(event, ev.PlayAccepted):
        return Cause.STUCK
    if _wins(course, review):
        return Cause.WIN
    state = course.states[-1]
    assert isinstance(state, BoardGame)
    if any(state.teams[capture.seat] != team for step in event.steps for capture in step.captures):
        return Cause.CAPTURE
    own = [step for step in event.steps if step.seat is not None and state.teams[step.seat] == team]
    if any(step.kind is StepKind.START for step in own):
        return Cause.OUT
    came_home = any(is_goal(step.target) and not is_goal(step.origin) for step in own)
    return Cause.HOME if came_home else Cause.CARDS
