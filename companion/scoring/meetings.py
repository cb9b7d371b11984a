"""Counts of meetings: how often two people were partners, and how often opponents."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

#: The sides of a game, wherever they sit.
Matchup = frozenset[frozenset[str]]
#: Two people.
Pair = frozenset[str]


@dataclass(frozen=True, slots=True)
class Met:
    """How often pairs of people were partners, and opponents."""

    partners: Counter[Pair] = field(default_factory=Counter)
    opponents: Counter[Pair] = field(default_factory=Counter)

    def and_then(self, matchups: Iterable[Matchup]) -> "Met":
        """Returns the counts with these games, too."""
        after = Met(self.partners.copy(), self.opponents.copy())
        for matchup in matchups:
            partners, opponents = _pairs(matchup)
            after.partners.update(partners)
            after.opponents.update(opponents)
        return after

    def repeats(self, matchups: Iterable[Matchup]) -> tuple[int, int]:
        """Returns how often the partners in these games were partners before, and the opponents opponents."""
        again = against = 0
        for matchup in matchups:
            partners, opponents = _pairs(matchup)
            again += sum(self.partners[pair] for pair in partners)
            against += sum(self.opponents[pair] for pair in opponents)
        return again, against


@lru_cache(maxsize=4000)
def _pairs(matchup: Matchup) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Returns the partners and the opponents in a game."""
    partners = tuple(frozenset(pair) for side in matchup for pair in combinations(side, 2))
    everybody: frozenset[str] = frozenset().union(*matchup)
    opponents = {frozenset(pair) for pair in combinations(everybody, 2)} - set(partners)
    return partners, tuple(opponents)
