"""Ratings of players by the games that they won: the model of Plackett and Luce, from the library `openskill`.

Laws: ratings are counted from the games each time, oldest first, and stored nowhere; so the order in which games came
into the record does not matter.  A player with fewer than ten games is shown none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from companion.scoring.games import ScoredGame

if TYPE_CHECKING:
    # loaded with the first game that is rated, for most programs rate none
    from openskill.models import PlackettLuce, PlackettLuceRating

#: Below it a rating depends more on luck than on the player.
FEWEST_GAMES: Final = 10


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength and its standard deviation; everybody begins at 25 ± 8.3.  `games` are those that it rests on."""

    strength: float
    deviation: float
    games: int

    @property
    def is_shown(self) -> bool:
        return self.games >= FEWEST_GAMES

    @property
    def margin(self) -> float:
        """The strength lies within so much above and below, in 19 of 20 cases."""
        return 2 * self.deviation


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()


class _OwnSides(list["list[PlackettLuceRating]"]):
    """Sides whose ratings the library may change: its copy of them takes four times as long as the rating itself."""

    def __deepcopy__(self, memo: object) -> "_OwnSides":
        return self


class RatingBook:
    """Ratings that grow game by game, so that a screen can go on meanwhile; games come in the order of play."""

    def __init__(self, games: Iterable[ScoredGame] = ()) -> None:
        self._rated: dict[str, PlackettLuceRating] = {}
        self._course: dict[str, list[float]] = {}
        for game in games:
            self.add(game)

    def add(self, game: ScoredGame) -> None:
        """Adds the next game: the winning side beat each other side, and the losers did not play each other.

        The library takes sides that lost together for a draw, in which the weaker one gains.  So each pair of winner
        and loser is rated as a game of two, and weighs one of the beaten sides: nobody gains by losing.
        """
        before = [[self._rated.get(player) or _model().rating() for player in side] for side in game.sides]
        losers = [side for side in range(len(game.sides)) if side != game.winner]
        # of several pairs each needs the winners as they were
        pair_of = _OwnSides if len(losers) == 1 else list
        pairs = [_model().rate(pair_of((before[game.winner], before[loser]))) for loser in losers]
        after = {loser: lost for loser, (_, lost) in zip(losers, pairs, strict=True)}
        won = [winners for winners, _ in pairs]
        if len(losers) > 1:
            after = {loser: _moved(before[loser], (lost,), 1 / len(losers)) for loser, lost in after.items()}
            won = [_moved(before[game.winner], won, 1 / len(losers))]
        after[game.winner] = won[0]
        for side, players in enumerate(game.sides):
            for player, rating in zip(players, after[side], strict=True):
                self._rated[player] = rating
                self._course.setdefault(player, []).append(rating.mu)

    def rating(self, player: str) -> Rating | None:
        """Returns the rating by the player's key, of the games so far; None for somebody who has not played."""
        known = self._rated.get(player)
        return Rating(known.mu, known.sigma, len(self._course[player])) if known else None

    def course(self, player: str) -> tuple[float, ...]:
        """Returns the strength after each game of the player."""
        return tuple(self._course.get(player, ()))


def _moved(
    before: "Sequence[PlackettLuceRating]", results: "Sequence[Sequence[PlackettLuceRating]]", share: float
) -> "list[PlackettLuceRating]":
    """Returns the ratings of one side after the results of its pairs, of which each counts a `share` of a game."""
    return [
        _model().rating(
            mu=old.mu + share * sum(new.mu - old.mu for new in each),
            sigma=old.sigma + share * sum(new.sigma - old.sigma for new in each),
        )
        for old, each in zip(before, zip(*results, strict=True), strict=True)
    ]
