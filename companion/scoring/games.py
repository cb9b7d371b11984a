"""Games that count: between players, not seats, in the order in which they were played.

Law: the same games give the same list, in any order of the record.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.scoring.profiles import Profiles
from companion.views.kept.saved_game import SavedGame

#: An evening is over when nothing was played for so long.
EVENING_GAP_MS = 5 * 3_600_000

#: The players of one side, by their keys.
Side = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredGame:
    """A won game: its `sides` in the order of their first seats, and the winning one.

    Times are Unix milliseconds.
    """

    game: str
    variant: str
    started_ms: int
    ended_ms: int
    sides: tuple[Side, ...]
    winner: int

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player for side in self.sides for player in side)

    @property
    def matchup(self) -> frozenset[frozenset[str]]:
        """The sides, wherever they sit."""
        return frozenset(frozenset(side) for side in self.sides)

    @property
    def points(self) -> int:
        """The points of each winner: one for each beaten side."""
        return len(self.sides) - 1


def scored_games(games: Iterable[SavedGame], profiles: Profiles) -> tuple[ScoredGame, ...]:
    """Returns the games that count, the oldest first: won by people, each of whom is another player.

    Demos, games in which the computer had a seat, abandoned ones, those that cannot be read and results that were
    struck out do not count.
    """
    counted = (scored_game(game, profiles) for game in games)
    return tuple(sorted((game for game in counted if game), key=lambda game: (game.started_ms, game.game)))


def scored_game(saved: SavedGame, profiles: Profiles) -> ScoredGame | None:
    """Returns the game if it counts, else None."""
    if not saved.result or saved.by_computer or not saved.is_of_people:
        return None
    if len(saved.teams) != len(saved.names):
        return None
    by_team: dict[int, list[str]] = {}
    for team, name in zip(saved.teams, saved.names, strict=True):
        by_team.setdefault(team, []).append(profiles.key_of(name))
    sides = tuple(tuple(side) for side in by_team.values())
    players = [player for side in sides for player in side]
    if len(sides) < 2 or len(set(players)) < len(players) or saved.result[0] >= len(saved.teams):
        return None
    return ScoredGame(
        game=saved.game,
        variant=saved.variant,
        started_ms=saved.started_ms,
        ended_ms=max(saved.started_ms, saved.changed_ms),
        sides=sides,
        winner=list(by_team).index(saved.teams[saved.result[0]]),
    )


def evening_of(games: Sequence[ScoredGame], game: str) -> tuple[ScoredGame, ...]:
    """Returns the games of an evening up to and with this one, the oldest first; empty if it does not count."""
    upto = next((index for index, known in enumerate(games) if known.game == game), None)
    if upto is None:
        return ()
    first = upto
    while first and games[first].started_ms - games[first - 1].ended_ms <= EVENING_GAP_MS:
        first -= 1
    return tuple(games[first : upto + 1])


def evenings(games: Sequence[ScoredGame]) -> tuple[tuple[ScoredGame, ...], ...]:
    """Returns all games by evenings, the oldest first."""
    starts = [
        index
        for index, (before, game) in enumerate(pairwise(games), start=1)
        if game.started_ms - before.ended_ms > EVENING_GAP_MS
    ]
    bounds = [0, *starts, len(games)]
    return tuple(tuple(games[begin:end]) for begin, end in pairwise(bounds) if begin < end)


def series_of(evening: Sequence[ScoredGame]) -> tuple[ScoredGame, ...]:
    """Returns the games at the end of an evening between the same sides in the same game, wherever they sat."""
    first = len(evening)
    while first and _is_rematch(evening[first - 1], evening[-1]):
        first -= 1
    return tuple(evening[first:])


def wins(series: Sequence[ScoredGame]) -> tuple[tuple[Side, int], ...]:
    """Returns how many games of a series each side has won, in the order of the newest game."""
    won = [frozenset(game.sides[game.winner]) for game in series]
    return tuple((side, won.count(frozenset(side))) for side in (series[-1].sides if series else ()))


def _is_rematch(before: ScoredGame, game: ScoredGame) -> bool:
    return before.variant == game.variant and before.matchup == game.matchup
