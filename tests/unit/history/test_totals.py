"""The totals of many games are the sums of the figures of each."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from gallery.history_views import many_games, with_figures
from words_for_tests import WORDING

from companion.history.charts import MOST_BARS, game_charts, total_charts, total_facts
from companion.history.totals import totals
from companion.texts import LANGUAGES
from companion.views.kept.game_figures import GameFigures, SeatFigures, together
from companion.views.kept.saved_game import SavedFault, SavedGame
from companion.views.wording.words import Words

NAMES = ("Anna", "Ben", "Carla", "David", "Eva", "Finn", "Gül", "Hans", "Ida", "Jo", "Kim", "Lea", "Mo", "Nia")


def some_games(seed: int, count: int = 60) -> list[SavedGame]:
    chance = random.Random(seed)
    games = []
    for number in range(count):
        names = tuple(chance.sample(NAMES, chance.choice((2, 4, 6))))
        game = SavedGame(
            game=str(number),
            variant=chance.choice(("black_dog", "dog", "tock_6")),
            names=names,
            colours=("red",) * len(names),
            started_ms=chance.randrange(0, 500) * 86_400_000,
            played_ms=chance.randrange(10**7),
            result=chance.choice((None, (), (0,), (1,))),
            demo=chance.random() < 0.1,
            fault=chance.choice((None,) * 9 + (SavedFault.DAMAGED,)),
        )
        games.append(with_figures(game, seed * 1000 + number))
    return games


def month(ms: int) -> str:
    return str(ms // (30 * 86_400_000))


@pytest.mark.parametrize("seed", range(5))
def test_players_months_and_games_add_up_to_the_same(seed: int) -> None:
    games = some_games(seed)
    counted = [game for game in games if not game.demo and game.fault is None]
    assert 0 < len(counted) < len(games)
    total = totals(games, month)
    assert total.games == len(counted) == sum(each.games for each in total.months.values())
    assert total.variants == Counter(game.variant for game in counted)
    assert sum(each.games for each in total.players.values()) == sum(len(game.names) for game in counted)
    assert sum(each.won for each in total.players.values()) == sum(len(game.result or ()) for game in counted)
    assert sum(each.played_ms for each in total.months.values()) == total.played_ms
    assert total.figures == together(seat for game in counted for seat in game.figures.seats)
    for name, player in total.players.items():
        mine = [zip(game.names, game.figures.seats, strict=True) for game in counted]
        assert player.figures == together(seat for pairs in mine for who, seat in pairs if who == name)
    assert sum(each.captures + each.bites for each in total.months.values()) == (
        total.figures.captures + total.figures.bites
    )


def test_the_order_of_games_does_not_matter() -> None:
    games = some_games(7)
    forward, backward = totals(games, month), totals(games[::-1], month)
    assert forward.figures == backward.figures
    assert {name: each.figures for name, each in forward.players.items()} == {
        name: each.figures for name, each in backward.players.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chart_has_its_longest_bar_full_and_the_others_in_proportion(language: str) -> None:
    words = Words(WORDING[language])
    charts = [*total_charts(totals(some_games(2), month), words), *game_charts(many_games()[3], words)]
    assert len(charts) > 15
    for chart in charts:
        assert not chart.title.startswith("stats.")
        assert 0 < len(chart.bars) <= MOST_BARS
        assert max(bar.share for bar in chart.bars) == 1
        assert all(0 <= bar.share <= 1 for bar in chart.bars)


def test_bars_say_the_numbers_that_they_are_as_long_as() -> None:
    words = Words(WORDING["en"])
    seats = tuple(SeatFigures(plays=1, captures=count, turns=2, turns_ms=count * 50_000) for count in (4, 1, 0, 2))
    game = replace(many_games()[3], names=NAMES[:4], figures=GameFigures(seats=seats, walked=(("8", 16), ("joker", 4))))
    charts = {chart.title: chart.bars for chart in game_charts(game, words)}
    assert [(bar.label, bar.text, bar.share) for bar in charts["Pawns captured"]] == [
        ("Anna", "4", 1.0), ("Ben", "1", 0.25), ("Carla", "0", 0.0), ("David", "2", 0.5),
    ]  # fmt: skip
    assert [bar.text for bar in charts["Time for a turn"]] == ["1:40 min", "25 s", "0 s", "50 s"]
    assert [(bar.label, bar.text) for bar in charts["Fields walked by card"]] == [("8", "16"), ("Joker", "4")]
    assert "Bites of the dog" not in charts


def test_nothing_played_is_no_chart() -> None:
    words = Words(WORDING["en"])
    assert total_charts(totals([], month), words) == ()
    assert total_facts(totals([], month), words).startswith("games: 0")
