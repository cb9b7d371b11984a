"""Models of ratings on simulated evenings of people whose strengths are known.  Writes build/figures/ratings.md.

    python tests/bench/rating_models.py [--clubs N] [--luck L]

A club of nine people plays at tables of two to six, alone and in teams.  Of each game only the winning side is known,
as in a record.  A side's result is the sum of its strengths plus luck, normal with the deviation L for each member.
`order`: of 100 pairs of people, those that the ratings put in the right order.  `within`: the share of people whose
strength lies within two deviations of their rating.
"""

import argparse
import math
import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final

from openskill.models import BradleyTerryFull, BradleyTerryPart, PlackettLuce, ThurstoneMostellerFull
from tables import machine, write

from companion.scoring.games import ScoredGame
from companion.scoring.ratings import RatingBook

PEOPLE: Final = tuple("abcdefghi")
#: Strengths as openskill expects them at first.
MEAN, DEVIATION = 25.0, 25.0 / 3
#: (people at the table, people in a team), and games of each person.
TABLES: Final = ((2, 1), (3, 1), (4, 1), (6, 1), (4, 2), (6, 2), (6, 3))
GAMES: Final = (10, 30, 100)
PAGE = """# Models of ratings

{clubs} clubs a row, luck {luck}.  Written by `python tests/bench/rating_models.py` on {machine}.

| model | table | team | games each | order | within |
|---|---|---|---|---|---|
{rows}
"""

Ratings = dict[str, tuple[float, float]]
Rate = Callable[[Sequence[ScoredGame]], Ratings]


def ours(games: Sequence[ScoredGame]) -> Ratings:
    """Returns strength and deviation by Pawtrack's own book."""
    book = RatingBook(games)
    known = {person: book.rating(person) for person in PEOPLE}
    return {person: (each.strength, each.deviation) for person, each in known.items() if each is not None}


def whole(kind: type) -> Rate:
    """Returns the rating by a model of openskill that takes all losing sides for a draw."""

    def rate(games: Sequence[ScoredGame]) -> Ratings:
        model = kind()
        rated = {person: model.rating() for person in PEOPLE}
        for game in games:
            ranks = [0 if side == game.winner else 1 for side in range(len(game.sides))]
            after = model.rate([[rated[person] for person in side] for side in game.sides], ranks=ranks)
            for side, new in zip(game.sides, after, strict=True):
                rated.update(zip(side, new, strict=True))
        return {person: (each.mu, each.sigma) for person, each in rated.items()}

    return rate


MODELS: Final[dict[str, Rate]] = {
    "Pawtrack": ours,
    "Plackett-Luce": whole(PlackettLuce),
    "Bradley-Terry full": whole(BradleyTerryFull),
    "Bradley-Terry part": whole(BradleyTerryPart),
    "Thurstone-Mosteller full": whole(ThurstoneMostellerFull),
}


def club(seed: str, table: int, team: int, each: int, luck: float) -> tuple[dict[str, float], list[ScoredGame]]:
    """Returns the true strengths, and games of which everybody plays about `each`."""
    rng = random.Random(seed)
    strengths = {person: rng.gauss(MEAN, DEVIATION) for person in PEOPLE}
    games = []
    for _ in range(math.ceil(each * len(PEOPLE) / table)):
        seated = rng.sample(PEOPLE, table)
        sides = tuple(tuple(seated[first : first + team]) for first in range(0, table, team))
        results = [
            sum(strengths[person] for person in side) + rng.gauss(0, luck * math.sqrt(len(side))) for side in sides
        ]
        winner = max(range(len(sides)), key=results.__getitem__)
        games.append(ScoredGame(game="", variant="any", started_ms=0, ended_ms=0, sides=sides, winner=winner))
    return strengths, games


def scored(strengths: dict[str, float], ratings: Ratings) -> tuple[float, float]:
    """Returns the share of pairs in the right order, and of people within two deviations."""
    people = [person for person in PEOPLE if person in ratings]
    pairs = [(one, other) for place, one in enumerate(people) for other in people[:place]]
    right = [(strengths[a] - strengths[b]) * (ratings[a][0] - ratings[b][0]) > 0 for a, b in pairs]
    true_mean = fmean(strengths[person] for person in people)
    mean = fmean(ratings[person][0] for person in people)
    off = [abs(ratings[person][0] - mean - strengths[person] + true_mean) for person in people]
    within = [away < 2 * ratings[person][1] for away, person in zip(off, people, strict=True)]
    return fmean(right), fmean(within)


def main() -> None:
    parser = argparse.ArgumentParser(description="compares models of ratings on simulated evenings")
    parser.add_argument("--clubs", type=int, default=40, help="clubs of each row (default 40)")
    parser.add_argument("--luck", type=float, default=12.5, help="deviation of luck for each member (default 12.5)")
    wanted = parser.parse_args()
    rows = []
    for table, team in TABLES:
        for each in GAMES:
            clubs = [club(f"{table} {team} {n}", table, team, each, wanted.luck) for n in range(wanted.clubs)]
            for name, rate in MODELS.items():
                order, within = zip(*(scored(true, rate(games)) for true, games in clubs), strict=True)
                rows.append(
                    f"| {name} | {table} | {team} | {each} | {100 * fmean(order):.0f} | {100 * fmean(within):.0f} % |"
                )
                print(rows[-1], flush=True)
    write("ratings.md", PAGE.format(clubs=wanted.clubs, luck=wanted.luck, machine=machine(), rows="\n".join(rows)))


if __name__ == "__main__":
    main()
