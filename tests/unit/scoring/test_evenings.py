"""Series, evenings and their points, and partners that come round."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from scored_evenings import PEOPLE, game_lists, won_game

from companion.scoring.games import ScoredGame, evening_of, evenings, scored_games, series_of, wins
from companion.scoring.pairings import matchup_of, next_seating
from companion.scoring.profiles import Profiles
from companion.scoring.tables import points_table
from companion.views.kept.saved_game import SavedGame
from companion.writing.names import name_key

ANNA, BEN, CARLA, DAVID = map(name_key, PEOPLE[:4])


def scored(*games: SavedGame) -> tuple[ScoredGame, ...]:
    return scored_games(games, Profiles())


def test_a_series_counts_by_players_wherever_they_sit() -> None:
    games = scored(
        won_game(0, ("Anna", "Ben", "Carla", "David"), 0),
        won_game(1, ("Ben", "Carla", "David", "Anna"), 1),
        won_game(2, ("David", "Anna", "Ben", "Carla"), 0),
    )
    assert wins(series_of(games)) == (((DAVID, BEN), 1), ((ANNA, CARLA), 2))


@pytest.mark.parametrize(
    "other",
    [("Anna", "Carla", "Ben", "David"), ("Anna", "Ben", "Carla", "Émile"), ("Anna", "Ben")],
    ids=["other partners", "another player", "fewer"],
)
def test_other_sides_begin_a_new_series(other: tuple[str, ...]) -> None:
    first = won_game(0, ("Anna", "Ben", "Carla", "David"), 0)
    games = scored(first, won_game(1, other, 0))
    assert len(series_of(games)) == 1
    assert len(series_of(scored(first, won_game(1, first.names, 1)))) == 2


@given(game_lists())
def test_every_game_stands_in_one_evening_and_one_ends_at_it(games: list[SavedGame]) -> None:
    counted = scored(*games)
    assert [game for evening in evenings(counted) for game in evening] == list(counted)
    for game in counted:
        assert evening_of(counted, game.game)[-1] == game


def test_an_evening_ends_where_nothing_is_played_for_five_hours() -> None:
    hours = (18, 19, 20.5, 24 + 1, 24 + 6.4, 24 + 18)
    counted = scored(*(won_game(number, PEOPLE[:4], 0, hour=hour) for number, hour in enumerate(hours)))
    assert [len(evening) for evening in evenings(counted)] == [5, 1]
    assert len(evening_of(counted, "game-2")) == 3
    assert evening_of(counted, "no such game") == ()


def test_a_win_counts_a_point_for_each_side_that_it_beat() -> None:
    games = scored(won_game(0, PEOPLE[:4], 0), won_game(1, PEOPLE[:3], 1, sides=3), won_game(2, PEOPLE[:4], 0))
    rows = [(row.rank, row.player, row.points, row.won, row.games) for row in points_table(games)]
    assert rows == [(1, ANNA, 2, 2, 3), (1, BEN, 2, 1, 3), (1, CARLA, 2, 2, 3), (4, DAVID, 0, 0, 2)]


@given(game_lists())
def test_points_and_ranks_agree(games: list[SavedGame]) -> None:
    counted = scored(*games)
    rows = points_table(counted)
    assert sum(row.points for row in rows) == sum(len(game.sides[game.winner]) * game.points for game in counted)
    for row in rows:
        better = sum((-each.points, each.games) < (-row.points, row.games) for each in rows)
        assert row.rank == better + 1


def played_with_new_partners(count: int, sides: int, rounds: int, seed: int) -> list[ScoredGame]:
    """An evening on which everybody takes what is proposed."""
    chance = random.Random(seed)
    names = list(PEOPLE[:count])
    chance.shuffle(names)
    teams = tuple(seat % sides for seat in range(count))
    games: list[ScoredGame] = []
    for number in range(rounds):
        games += scored(won_game(number, names, chance.randrange(sides), sides=sides))
        proposed = next_seating([name_key(name) for name in names], teams, games)
        assert proposed is not None
        names = [next(name for name in names if name_key(name) == player) for player in proposed]
    return games


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("count", "sides", "rounds"), [(4, 2, 3), (4, 2, 6), (6, 3, 5), (6, 3, 10)])
def test_everybody_partners_everybody_equally_often(count: int, sides: int, rounds: int, seed: int) -> None:
    games = played_with_new_partners(count, sides, rounds, seed)
    partners = Counter(frozenset(pair) for game in games for side in game.sides for pair in combinations(side, 2))
    assert len(partners) == count * (count - 1) // 2
    assert len(set(partners.values())) == 1


@pytest.mark.parametrize("seed", range(4))
def test_two_teams_of_three_mix_as_well_as_they_can(seed: int) -> None:
    games = played_with_new_partners(6, 2, 10, seed)
    partners = Counter(frozenset(pair) for game in games for side in game.sides for pair in combinations(side, 2))
    assert max(partners.values()) - min(partners.values()) <= 1


def test_as_few_people_as_possible_change_seats() -> None:
    teams = (0, 1, 0, 1)
    games = scored(won_game(0, PEOPLE[:4], 0))
    now = (ANNA, BEN, CARLA, DAVID)
    proposed = next_seating(now, teams, games)
    assert proposed is not None
    assert matchup_of(proposed, teams) != matchup_of(now, teams)
    assert sum(new != old for new, old in zip(proposed, now, strict=True)) == 2


def test_partners_of_a_game_with_somebody_else_count() -> None:
    names = ("Anna", "Ben", "Émile", "David")
    games = scored(won_game(0, names, 0), won_game(1, ("Anna", "Carla", "Émile", "David"), 0))
    proposed = next_seating((ANNA, BEN, CARLA, DAVID), (0, 1, 0, 1), games)
    assert proposed is not None
    assert matchup_of(proposed, (0, 1, 0, 1)) == {frozenset((ANNA, DAVID)), frozenset((BEN, CARLA))} - {
        frozenset((BEN, DAVID))
    }


@pytest.mark.parametrize("teams", [(0, 1, 2, 3), (0, 0, 0, 0), (0, 1), (0, 0, 0, 1)])
def test_without_partners_nothing_is_proposed(teams: tuple[int, ...]) -> None:
    assert next_seating([name_key(name) for name in PEOPLE[: len(teams)]], teams, ()) is None
