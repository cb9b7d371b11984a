"""Shared parts of games that are played by the laws: a broken law, and the checks so far."""

from collections import Counter
from dataclasses import dataclass, field


class BrokenLawError(AssertionError):
    """A fault, and the position in which it was found."""


@dataclass
class Tally:
    """`games` by table, `counts` of plays and checks, plays of the `longest` game."""

    games: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    longest: int = 0

    def add(self, other: "Tally") -> None:
        self.games.update(other.games)
        self.counts.update(other.counts)
        self.longest = max(self.longest, other.longest)
