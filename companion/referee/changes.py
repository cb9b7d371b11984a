"""What changed between two placements, as moves of single pawns.

Pawns of a colour look alike, so which pawn went where is a guess; `pair_up` takes the cheapest one for the asker.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

from companion.model.places import KENNEL, OFF, Place
from companion.model.position import Placement

Row = tuple[Place, ...]
Cost = Callable[["Moved"], float]


@dataclass(frozen=True, slots=True)
class Moved:
    """One pawn that lies elsewhere than before."""

    seat: int
    origin: Place
    target: Place

    @property
    def taken_off(self) -> bool:
        """Sent to the kennel or put beside the board."""
        return self.target in (KENNEL, OFF)


def differences(before: Row, after: Row) -> tuple[list[Place], list[Place]]:
    """The places that were left and the places that were taken, each sorted."""
    old, new = Counter(before), Counter(after)
    return sorted((old - new).elements()), sorted((new - old).elements())


def distance(first: Placement, second: Placement) -> int:
    """How many pawns lie elsewhere, plus one for each extra that differs."""
    pawns = sum(len(differences(a, b)[0]) for a, b in zip(first.pawns, second.pawns, strict=True))
    return pawns + sum(second.extra(name) != value for name, value in first.extras)


def pair_up(before: Placement, after: Placement, cost: Cost) -> tuple[Moved, ...]:
    """Every pawn that lies elsewhere, by seat; within a seat the cheapest guess of which pawn went where."""
    moves: list[Moved] = []
    for seat, (old, new) in enumerate(zip(before.pawns, after.pawns, strict=True)):
        left, taken = differences(old, new)
        guesses = ([Moved(seat, *pair) for pair in zip(left, order, strict=True)] for order in permutations(taken))
        moves += min(guesses, key=lambda guess: sum(map(cost, guess)))
    return tuple(moves)
