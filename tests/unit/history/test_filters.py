"""A list of games is filtered by the known facts of a game: players, variant, time, and its end."""

import itertools
import random

import pytest

from companion.history.filters import Ended, GameFilter, ended, players, wanted_games
from companion.views.kept.saved_game import Entered, SavedFault, SavedGame

TITLES = {"black_dog": "Black DOG", "tock_6": "Tock für sechs"}
NAMES = ("Änne", "Bén", "José", "Zoë", "日本", "Anna")


def some_games(seed: int) -> list[SavedGame]:
    chance = random.Random(seed)
    return [
        SavedGame(
            game=str(number),
            variant=chance.choice(list(TITLES)),
            names=tuple(chance.sample(NAMES, 3)),
            started_ms=chance.randrange(1000),
            result=chance.choice([None, (), (0,), (1, 2)]),
            fault=chance.choice([None, None, None, SavedFault.DAMAGED]),
            entered=chance.choice([None, None, None, Entered(), Entered(struck=True)]),
        )
        for number in range(80)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_each_filter_holds_for_all_shown_and_fails_for_some_hidden_games(seed: int) -> None:
    games = some_games(seed)
    conditions = {
        "variant": ("tock_6", lambda game: game.variant == "tock_6"),
        "player": ("Anna", lambda game: "Anna" in game.names),
        "ended": (Ended.WON, lambda game: game.fault is None and bool(game.result) and not game.is_struck),
        "since_ms": (300, lambda game: game.started_ms >= 300),
        "before_ms": (800, lambda game: game.started_ms < 800),
        "text": ("zoe", lambda game: "Zoë" in game.names),
    }
    for count in range(len(conditions) + 1):
        for chosen in itertools.combinations(conditions.items(), count):
            wanted = GameFilter(**{name: value for name, (value, _) in chosen})
            right = tuple(game for game in games if all(holds(game) for _, (_, holds) in chosen))
            assert wanted_games(games, wanted, TITLES) == right
            assert count != 1 or 0 < len(right) < len(games)


@pytest.mark.parametrize("typed", ["anne", "ÄNNE", "änn tock", "FUR sechs anne", "änne"])
def test_neither_case_nor_accents_matter_and_each_word_counts(typed: str) -> None:
    there = SavedGame(game="a", variant="tock_6", names=("Änne", "Bén"))
    other = SavedGame(game="b", variant="black_dog", names=("Bén", "José"))
    assert wanted_games([there, other], GameFilter(text=typed), TITLES) == (there,)


def test_who_played_most_comes_first() -> None:
    games = [SavedGame(game=str(n), names=names) for n, names in enumerate([("B", "A"), ("C", "B"), ("A", "A")])]
    assert players(games) == ("A", "B", "C")


def test_every_game_has_come_as_far_as_one_word_says() -> None:
    assert {ended(game) for game in some_games(1)} == set(Ended) - {Ended.ANY}
