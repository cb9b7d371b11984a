"""Rounds of a small tournament beside every pairing there is, and standings."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from companion.evenings.tournament import (
    NOBODY,
    Kind,
    Match,
    Round,
    Standing,
    next_round,
    pair_costs,
    round_count,
    standings,
)
from companion.scoring.games import Side

SIDES: tuple[Side, ...] = tuple((f"s{number:02}",) for number in range(16))


def pairings(everybody: Sequence[Side]) -> Iterator[tuple[tuple[Side, Side], ...]]:
    """Every way to make pairs."""
    if not everybody:
        yield ()
        return
    for at in range(1, len(everybody)):
        for following in pairings([*everybody[1:at], *everybody[at + 1 :]]):
            yield ((everybody[0], everybody[at]), *following)


def played(match: Match, chance: random.Random) -> Match:
    return Match(match.first, match.second, chance.choice((match.first, match.second)) if match.second else None)


def a_tournament(kind: Kind, count: int, seed: int) -> list[Round]:
    chance, rounds = random.Random(seed), list[Round]()
    while following := next_round(kind, SIDES[:count], rounds):
        rounds.append(tuple(played(match, chance) for match in following))
    return rounds


@pytest.mark.parametrize("count", range(3, 13))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    rounds = a_tournament(Kind.ROUND_ROBIN, count, 0)
    met = Counter(match.sides for round_ in rounds for match in round_ if match.second)
    assert met == Counter(map(frozenset, combinations(SIDES[:count], 2)))
    assert len(rounds) == round_count(Kind.ROUND_ROBIN, count)
    for round_ in rounds:
        places = Counter(side for match in round_ for side in match.sides)
        assert places == Counter([*SIDES[:count], *([NOBODY] if count % 2 else [])])


@pytest.mark.parametrize("count", range(3, 10))
@pytest.mark.parametrize("seed", range(4))
def test_no_swiss_round_repeats_less_or_is_nearer_in_points(count: int, seed: int) -> None:
    sides = SIDES[:count]
    everybody = [*sides, *([NOBODY] if count % 2 else [])]
    rounds = a_tournament(Kind.SWISS, count, seed)
    assert len(rounds) == round_count(Kind.SWISS, count)
    for number, round_ in enumerate(rounds):
        costs = pair_costs(everybody, sides, rounds[:number])
        both = costs | {(other, one): its for (one, other), its in costs.items()}
        assert sum(both[match.first, match.second] for match in round_) == min(
            sum(both[pair] for pair in pairs) for pairs in pairings(everybody)
        )
        assert Counter(side for match in round_ for side in match.sides) == Counter(everybody)


@pytest.mark.parametrize("count", [5, 8, 13, 16])
def test_in_a_swiss_tournament_nobody_meets_twice_or_sits_out_twice(count: int) -> None:
    for seed in range(5):
        met = Counter(match.sides for round_ in a_tournament(Kind.SWISS, count, seed) for match in round_)
        assert max(met.values()) == 1


def test_equal_points_meet_and_the_last_sits_out() -> None:
    a, b, c, d, e = SIDES[:5]
    first = (Match(a, b, a), Match(c, d, c), Match(e, NOBODY))
    second = next_round(Kind.SWISS, SIDES[:5], [first])
    assert second[-1].second == NOBODY
    assert second[-1].first in {b, d}
    top = next(match for match in second if match.sides <= {a, c, e})
    assert top.winner is None


def test_a_side_sits_out_as_if_nobody_had_a_point_less_than_the_last() -> None:
    """And a repeat costs more than all differences of points together."""
    a, b, c = SIDES[:3]
    assert pair_costs((a, b, c, NOBODY), (a, b, c), ()) == {
        **dict.fromkeys(((a, b), (a, c), (b, c)), 0),
        **dict.fromkeys(((a, NOBODY), (b, NOBODY), (c, NOBODY)), 1),
    }
    played = (Match(a, b, a), Match(c, NOBODY))
    costs = pair_costs((a, b, c, NOBODY), (a, b, c), (played,))
    assert (costs[a, c], costs[b, c], costs[a, NOBODY], costs[b, NOBODY]) == (0, 1, 4, 1)
    assert min(costs[a, b], costs[c, NOBODY]) > 9


def test_a_win_over_the_strong_places_before_a_win_over_the_weak() -> None:
    a, b, c, d = SIDES[:4]
    rounds = [(Match(a, b, a), Match(c, d, d)), (Match(a, d, a), Match(b, c, b))]
    assert standings(SIDES[:4], rounds) == (
        Standing(a, 1, 2, 2),
        Standing(b, 2, 1, 2),
        Standing(d, 2, 1, 2),
        Standing(c, 4, 0, 2),
    )


def test_a_tournament_ends() -> None:
    assert round_count(Kind.SWISS, 8) == 3
    assert round_count(Kind.SWISS, 9) == 4
    assert round_count(Kind.SWISS, 3) == 2
    assert next_round(Kind.SWISS, SIDES[:8], a_tournament(Kind.SWISS, 8, 0)) == ()
