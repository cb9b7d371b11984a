"""The ratings after one game: winners gain, losers lose, and each loser is rated against the winners alone."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from companion.scoring.games import ScoredGame, Side
from companion.scoring.ratings import Rating, RatingBook

PLAYERS = tuple("abcdef")
#: From one player each to three against three, and unequal sides, which no shipped game has.
SIZES = [(1,) * count for count in range(2, 7)] + [(2, 2), (2, 2, 2), (3, 3), (1, 2), (1, 1, 2), (1, 2, 3), (4, 2)]


def won(sides: Sequence[Side], winner: int) -> ScoredGame:
    return ScoredGame(game="", variant="any", started_ms=0, ended_ms=0, sides=tuple(sides), winner=winner)


def seated(sizes: Sequence[int], players: Sequence[str] = PLAYERS) -> list[Side]:
    left = iter(players)
    return [tuple(next(left) for _ in range(size)) for size in sizes]


def ratings(book: RatingBook, players: Sequence[str] = PLAYERS) -> dict[str, Rating]:
    return {player: rating for player in players if (rating := book.rating(player))}


def shared(old: Any, after: Sequence[tuple[float, float]], losers: int) -> tuple[float, float]:
    """Returns strength and deviation after the pairs of a game, each of which weighs one of the losers."""
    if losers == 1:
        return after[0]
    share = 1 / losers
    strength = old.mu + share * sum(mu - old.mu for mu, _ in after)
    return strength, old.sigma + share * sum(sigma - old.sigma for _, sigma in after)


games = st.sampled_from(SIZES).flatmap(
    lambda sizes: st.tuples(
        st.permutations(PLAYERS).map(lambda players: seated(sizes, players)), st.integers(0, len(sizes) - 1)
    )
)


@given(st.lists(games, max_size=20), st.integers(0, 200), games)
def test_no_loser_gains_and_no_winner_loses(
    earlier: list[tuple[list[Side], int]], streak: int, last: tuple[list[Side], int]
) -> None:
    """The earlier games do not matter; a streak of one player makes the others as weak as can be."""
    book = RatingBook(won(*game) for game in [*earlier, *([([("a",), ("b",)], 0)] * streak)])
    before = ratings(book)
    book.add(won(*last))
    sides, winner = last
    for index, side in enumerate(sides):
        for player in side:
            new, old = book.rating(player), before.get(player)
            assert new is not None
            assert 0 < new.deviation < 9
            gain = new.strength - (old.strength if old else 25.0)
            assert gain >= 0 if index == winner else gain <= 0
    # nobody else's rating moves
    seats = {player for side in sides for player in side}
    assert {name: rating for name, rating in before.items() if name not in seats} == {
        name: rating for name, rating in ratings(book).items() if name not in seats
    }


@pytest.mark.parametrize("sizes", [sizes for sizes in SIZES if len(set(sizes)) == 1], ids=str)
def test_equals_lose_alike_and_together_what_the_winners_gain(sizes: tuple[int, ...]) -> None:
    for winner in range(len(sizes)):
        sides = seated(sizes)
        after = ratings(RatingBook([won(sides, winner)]))
        gains = [[after[player].strength - 25.0 for player in side] for side in sides]
        lost = [gain for index, side in enumerate(gains) if index != winner for gain in side]
        assert gains[winner] == pytest.approx([-sum(lost) / sizes[winner]] * sizes[winner])
        assert lost == pytest.approx([lost[0]] * len(lost))
        assert lost[0] < 0


@pytest.mark.parametrize("others", range(2, 6))
def test_the_weakest_of_several_losers_does_not_gain(others: int) -> None:
    """The library by itself pays it for losing: it takes those who lost together for a draw."""
    names = PLAYERS[: others + 1]
    weak = names[-1]
    strong = [won([(name,), (weak,)], 0) for name in names[:-1] for _ in range(30)]
    book = RatingBook(strong)
    before = ratings(book)
    last = won([(name,) for name in names], 0)
    library = PlackettLuce()
    known = [[library.rating(mu=before[name].strength, sigma=before[name].deviation)] for name in names]
    drawn = library.rate(known, ranks=[1.0] + [2.0] * others)
    assert drawn[-1][0].mu > before[weak].strength
    book.add(last)
    after = ratings(book)
    assert after[weak].strength <= before[weak].strength
    # a player who loses more surprisingly loses more
    assert after[names[1]].strength - before[names[1]].strength < after[weak].strength - before[weak].strength


@given(st.sampled_from([(1, 1), (2, 2), (3, 3), (1, 2), (2, 4)]), st.integers(0, 1))
def test_a_game_of_two_sides_is_rated_as_the_library_does(sizes: tuple[int, int], winner: int) -> None:
    sides, library = seated(sizes), PlackettLuce()
    expected = library.rate(
        [[library.rating() for _ in side] for side in sides], ranks=[1.0 + (side != winner) for side in range(2)]
    )
    after = ratings(RatingBook([won(sides, winner)]))
    for side, rated in zip(sides, expected, strict=True):
        for player, rating in zip(side, rated, strict=True):
            assert after[player].strength == pytest.approx(rating.mu)
            assert after[player].deviation == pytest.approx(rating.sigma)


@given(st.lists(games, min_size=1, max_size=20))
def test_games_in_a_row_are_rated_to_the_last_bit_as_the_library_does(played: list[tuple[list[Side], int]]) -> None:
    """The library copies what it is given; each pair of winner and loser begins with the ratings before the game."""
    library, book = PlackettLuce(), RatingBook()
    known = {player: library.rating() for player in PLAYERS}
    for sides, winner in played:
        book.add(won(sides, winner))
        found: dict[str, list[tuple[float, float]]] = {}
        for loser in sides[:winner] + sides[winner + 1 :]:
            pair = [[known[player] for player in side] for side in (sides[winner], loser)]
            for player, new in zip((*sides[winner], *loser), chain(*library.rate(pair)), strict=True):
                found.setdefault(player, []).append((new.mu, new.sigma))
        for player, after in found.items():
            known[player] = library.rating(*shared(known[player], after, len(sides) - 1))
    for player, rating in ratings(book).items():
        assert (rating.strength, rating.deviation) == (known[player].mu, known[player].sigma)
