"""Games of people, made for tests of the score: any names, teams and winners, and players of known strength."""

import math
import random
from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from companion.views.kept.saved_game import SavedGame

HOUR_MS = 3_600_000
PEOPLE = ("Anna", "Ben", "Carla", "David", "Émile", "Ζωή", "Юля", "Zoë")


def won_game(number: int, names: Sequence[str], winner: int, *, hour: float | None = None, sides: int = 2) -> SavedGame:
    """The `number`-th game, won by a team; without an `hour` every game begins one after the last."""
    started = int((number if hour is None else hour) * HOUR_MS)
    teams = tuple(seat % sides for seat in range(len(names)))
    return SavedGame(
        game=f"game-{number}",
        variant="some_game",
        names=tuple(names),
        colours=("red", "yellow", "green", "blue", "purple", "orange")[: len(names)],
        teams=teams,
        started_ms=started,
        changed_ms=started + HOUR_MS // 2,
        result=tuple(seat for seat, team in enumerate(teams) if team == winner),
    )


def game_lists(most: int = 25) -> st.SearchStrategy[list[SavedGame]]:
    """Games of people in every usual seating; their ids and times are all different."""

    def made(drawn: Iterable[tuple[tuple[str, ...], int, int]]) -> list[SavedGame]:
        return [
            won_game(number, names, winner % sides, sides=sides) for number, (names, sides, winner) in enumerate(drawn)
        ]

    seatings = st.sampled_from([(2, 2), (3, 3), (4, 2), (4, 4), (6, 2), (6, 3)]).flatmap(
        lambda table: st.tuples(
            st.permutations(PEOPLE).map(lambda names: tuple(names[: table[0]])), st.just(table[1]), st.integers(0, 5)
        )
    )
    return st.lists(seatings, max_size=most).map(made)


def simulated_games(strengths: dict[str, float], count: int, seed: int) -> list[SavedGame]:
    """Pairs drawn by lot play each other; the stronger pair wins more often, as in the model of Bradley and Terry."""
    chance = random.Random(seed)
    games = []
    for number in range(count):
        names = chance.sample(sorted(strengths), 4)
        edge = strengths[names[0]] + strengths[names[2]] - strengths[names[1]] - strengths[names[3]]
        games.append(won_game(number, names, 0 if chance.random() < 1 / (1 + math.exp(-edge)) else 1))
    return games
