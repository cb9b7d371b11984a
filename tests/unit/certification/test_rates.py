"""The interval of a rate: it covers what is true though spots of one placement are wrong together."""

import random
from collections.abc import Iterator
from math import sqrt

import pytest
from certified_tables import game, twelve

from companion.certification.comparison import PlacementResult
from companion.certification.rates import NOTHING, Rate, in_a_game, rate, shares_of_a_game, wilson

REPEATS = 40


def wrong(results: list[PlacementResult], number: int = 0) -> Rate:
    return rate(results, game(number)[0], lambda spot: spot.wrong, read=True)


def repeated(chance: random.Random, mean: float, together: float) -> Iterator[Rate]:
    """Tests of a table whose placements have an error rate each, `mean` on average; with `together` near 1 they differ
    hardly, near 0 a few placements have nearly all the mistakes."""
    flawless = twelve(game(0)[0])
    for _ in range(REPEATS):
        results = []
        for result in flawless:
            share = chance.betavariate(mean * together * 100, (1 - mean) * together * 100)
            spots = tuple(
                type(spot)(
                    part=spot.part,
                    place=spot.place,
                    at=spot.at,
                    true=spot.true,
                    read=spot.true + 1 if chance.random() < share else spot.true,
                    certainty=1.0,
                )
                for spot in result.spots
            )
            results.append(PlacementResult(difficulty=result.difficulty, spots=spots))
        yield wrong(results)


@pytest.mark.parametrize(("mean", "together"), [(0.02, 5.0), (0.02, 0.3), (0.1, 0.3), (0.004, 5.0)])
def test_the_interval_covers_the_truth(mean: float, together: float) -> None:
    rates = list(repeated(random.Random(4), mean, together))
    assert sum(mean <= found.high for found in rates) >= 0.85 * REPEATS


def test_spots_wrong_together_make_a_wider_interval() -> None:
    table, _ = game(0)
    chance = random.Random(1)
    spread_out = wrong(twelve(table, lambda *spot: spot[3] + 1 if chance.random() < 0.05 else spot[3]))
    turns = iter(range(10**6))
    size = len(twelve(table)[0].spots) - 1
    in_one = wrong(twelve(table, lambda *spot: spot[3] + 1 if next(turns) < 0.6 * size else spot[3]))
    assert in_one.high - in_one.share > 2 * (spread_out.high - spread_out.share)


@pytest.mark.parametrize("number", range(6))
def test_without_a_mistake_the_doubt_shrinks_with_the_number_of_readings(number: int) -> None:
    table, _ = game(number)
    results = twelve(table)
    found, half = wrong(results, number), wrong(results[:6], number)
    assert found.share == 0.0
    assert 0 < found.high < half.high < 0.02
    assert found.placements == 12


def test_a_table_of_which_nothing_was_read_is_unknown() -> None:
    assert wrong([]) == NOTHING


def test_a_game_is_easier_than_its_hard_part_and_unread_spots_are_unknown() -> None:
    chance = random.Random(7)
    found = wrong(twelve(game(0)[0], lambda *spot: spot[3] + 1 if chance.random() < 0.02 else spot[3]))
    assert found.share / 2 < in_a_game(found).high < found.high
    assert in_a_game(found).share == found.share
    assert in_a_game(NOTHING) == NOTHING


def test_the_rare_spots_of_a_hard_placement_weigh_as_in_a_game() -> None:
    """Every pawn misread and no empty field: the share is that of pawns in a game, not that of pawns in the test."""
    table, _ = game(0)
    found = wrong(twelve(table, lambda *spot: 0))
    shares = shares_of_a_game(table)
    taken = sum(share for (_, is_taken), share in shares.items() if is_taken)
    assert found.share == pytest.approx(taken / sum(shares.values()), rel=0.03)
    assert taken == pytest.approx(17, abs=0.5)


def test_wilson_s_interval_is_the_published_one() -> None:
    """The upper end solves the score equation that Wilson begins with (JASA 22, 1927)."""
    for part, count in ((81, 263), (15, 148), (0, 20), (1, 29), (3, 1200)):
        high = wilson(part / count, count)
        assert (high - part / count) / sqrt(high * (1 - high) / count) == pytest.approx(1.6449, abs=1e-4)
