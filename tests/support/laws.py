"""What games that are played by the laws have in common: a law that is broken, and what has been checked so far."""

from collections import Counter
from dataclasses import dataclass, field


class BrokenLawError(AssertionError):
    """What is wrong, and the position in which it was found."""


@dataclass
class Tally:
    """`games` by table, `counts` of what was played and checked, plays of the `longest` game."""

    games: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    longest: int = 0

    def add(self, other: "Tally") -> None:
        self.games.update(other.games)
        self.counts.update(other.counts)
        self.longest = max(self.longest, other.longest)
