"""The next tables: fewest repeats, beside every way there is, and everybody plays equally often."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from companion.evenings.seating import MOST_EXACT, Seating, Shape, Table, cost, seating, ways
from companion.scoring.meetings import Met

PEOPLE = tuple(f"p{number:02}" for number in range(24))
#: People, shape, tables.
HOUSES = (
    (4, Shape(4, 2), 1),
    (5, Shape(4, 2), 1),
    (5, Shape(2, 1), 2),
    (6, Shape(3, 1), 2),
    (6, Shape(6, 2), 1),
    (6, Shape(6, 3), 1),
    (7, Shape(6, 3), 1),
    (7, Shape(3, 1), 2),
    (8, Shape(4, 2), 2),
    (8, Shape(4, 1), 2),
    (9, Shape(4, 2), 2),
    (9, Shape(3, 1), 3),
)


def after(found: Seating, played: dict[str, int], met: Met) -> Met:
    for table in found.tables:
        for name in (name for side in table for name in side):
            played[name] += 1
    return met.and_then(frozenset(map(frozenset, table)) for table in found.tables)


def an_evening(count: int, shape: Shape, tables: int, rounds: int) -> Iterator[tuple[Seating, dict[str, int], Met]]:
    """Everybody takes what is proposed; yields each proposal with the counts before it."""
    played, met = dict.fromkeys(PEOPLE[:count], 0), Met()
    for _ in range(rounds):
        found = seating(played, shape, tables, met)
        yield found, dict(played), met
        met = after(found, played, met)


def fairest_cost(played: dict[str, int], shape: Shape, tables: int, met: Met) -> tuple[int, tuple[int, int]]:
    """By trying every order of the people: the games of those who play, then repeats.  Written without `ways`."""
    places = min(tables, len(played) // shape.seats) * shape.seats
    best: tuple[int, tuple[int, int]] | None = None
    for chosen in combinations(sorted(played), places):
        games = sum(played[name] for name in chosen)
        if best is not None and games > best[0]:
            continue
        for line in orders(chosen, shape):
            found = (games, cost(line, met))
            best = found if best is None else min(best, found)
    assert best is not None
    return best


def orders(chosen: tuple[str, ...], shape: Shape) -> Iterator[tuple[Table, ...]]:
    """Every way to lay people along the seats whose sides and tables are in the order of their names."""

    def cut(line: tuple[str, ...]) -> tuple[Table, ...]:
        sides = [tuple(line[at : at + shape.team_size]) for at in range(0, len(line), shape.team_size)]
        own = shape.seats // shape.team_size
        return tuple(tuple(sides[at : at + own]) for at in range(0, len(sides), own))

    for line in permutations(chosen):
        found = cut(line)
        if all(list(side) == sorted(side) for table in found for side in table) and all(
            list(table) == sorted(table) for table in found
        ):
            yield found


@pytest.mark.parametrize(("count", "shape", "tables"), [house for house in HOUSES if house[0] <= 7])
def test_no_order_of_the_people_is_fairer_or_repeats_less(count: int, shape: Shape, tables: int) -> None:
    for found, played, met in an_evening(count, shape, tables, 3):
        games = sum(played[name] for table in found.tables for side in table for name in side)
        assert (games, cost(found.tables, met)) == fairest_cost(played, shape, tables, met)


@pytest.mark.parametrize(("count", "shape", "tables"), [house for house in HOUSES if house[0] > 7])
@pytest.mark.parametrize("seed", range(2))
def test_no_way_of_eight_or_nine_people_repeats_less(count: int, shape: Shape, tables: int, seed: int) -> None:
    chance = random.Random(seed)
    for found, played, met in an_evening(count, shape, tables, 4):
        places = len(played) - len(found.out)
        fewest = sorted(played.values())[:places]
        playing = [name for table in found.tables for side in table for name in side]
        assert sorted(played[name] for name in playing) == fewest
        chosen = [each for each in combinations(played, places) if sum(played[name] for name in each) == sum(fewest)]
        every = (cost(way, met) for each in chosen for way in ways(each, shape))
        assert cost(found.tables, met) == min(every)
        met.partners.update([frozenset(chance.sample(PEOPLE[:count], 2))])


@pytest.mark.parametrize("seed", range(4))
def test_of_more_people_those_who_played_least_play_whatever_repeats(seed: int) -> None:
    """Seven have played less than three others, of whom one plays; old partners are no reason to sit out."""
    chance = random.Random(seed)
    people = PEOPLE[: MOST_EXACT + 1]
    played = {name: int(number > 6) for number, name in enumerate(people)}
    met = Met(Counter(frozenset(pair) for pair in combinations(people[:7], 2) for _ in range(chance.randrange(4))))
    found = seating(played, Shape(4, 2), 2, met)
    assert len(found.out) == 2
    assert not set(found.out) & set(people[:7])


def test_there_are_as_many_ways_as_the_books_say() -> None:
    counts = [len(set(ways(PEOPLE[:count], shape))) for count, shape, _ in HOUSES if count % shape.seats == 0]
    assert counts == [3, 10, 15, 10, 315, 35, 280]


@pytest.mark.parametrize(("count", "shape", "tables"), [*HOUSES, (12, Shape(4, 2), 3), (11, Shape(4, 2), 2)])
def test_everybody_is_in_one_place_and_plays_as_often_as_all_others(count: int, shape: Shape, tables: int) -> None:
    for found, played, _ in an_evening(count, shape, tables, 6):
        everybody = Counter(name for table in found.tables for side in table for name in side)
        assert set(everybody) | set(found.out) == set(played)
        assert everybody.total() + len(found.out) == count
        assert {len(side) for table in found.tables for side in table} == {shape.team_size}
        assert max(played.values()) - min(played.values()) <= 1


@pytest.mark.parametrize(("count", "shape", "tables"), [house for house in HOUSES if house[0] > 4])
def test_an_exchange_of_people_comes_near_the_best_way(
    count: int, shape: Shape, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposals = list(an_evening(count, shape, tables, 5))
    monkeypatch.setattr("companion.evenings.seating.MOST_EXACT", 0)
    for best, played, met in proposals:
        repeats = cost(seating(played, shape, tables, met).tables, met)
        wanted = cost(best.tables, met)
        assert repeats[0] <= wanted[0] + 1
        assert repeats[1] <= wanted[1] + 2 or repeats[0] < wanted[0]


def test_sixteen_people_meet_no_opponent_twice_in_four_rounds() -> None:
    assert MOST_EXACT < 16
    assert [cost(found.tables, met) for found, _, met in an_evening(16, Shape(4, 2), 4, 4)] == [(0, 0)] * 4


def test_somebody_who_played_more_sits_out_and_too_few_make_no_table() -> None:
    played = {"a": 2, "b": 1, "c": 1, "d": 1, "e": 1}
    assert seating(played, Shape(4, 2), 1, Met()).out == ("a",)
    assert seating({"a": 0, "b": 0}, Shape(4, 2), 1, Met()) == Seating(out=("a", "b"))
    with pytest.raises(ValueError, match="no sides"):
        Shape(5, 2)
