"""The changes between two placements, as moves of single pawns.

Pawns of a colour look alike, so which pawn went where is a guess; `pair_up` takes the one of the lowest cost.
Ranked pawns need no guess: each has its place in its row.
"""

from collections.abc import Callable
from itertools import permutations

from companion.model.places import Place
from companion.model.position import Placement
from companion.rules.faults.fault import Moved

Row = tuple[Place, ...]
Cost = Callable[[Moved], float]


def differences(before: Row, after: Row) -> tuple[list[Place], list[Place]]:
    """Returns the places that were left and the places that were taken, each sorted."""
    left, taken = [], list(after)
    for place in before:
        if place in taken:
            taken.remove(place)
        else:
            left.append(place)
    return sorted(left), sorted(taken)


def left_places(before: Placement, after: Placement) -> tuple[frozenset[Place], ...]:
    """Returns the places that pawns have left, by seat; the kennel if fewer wait."""
    rows = zip(before.pawns, after.pawns, strict=True)
    return tuple(frozenset(differences(old, new)[0]) for old, new in rows)


def distance(first: Placement, second: Placement, *, ranked: bool = False) -> int:
    """Returns how many pawns lie elsewhere, plus one for each extra that differs."""
    rows = zip(first.pawns, second.pawns, strict=True)
    if ranked:
        pawns = sum(old != new for before, after in rows for old, new in zip(before, after, strict=True))
    else:
        pawns = sum(len(differences(before, after)[0]) for before, after in rows)
    return pawns + sum(second.extra(name) != value for name, value in first.extras)


def pair_up(before: Placement, after: Placement, cost: Cost, *, ranked: bool = False) -> tuple[Moved, ...]:
    """Returns every pawn that lies elsewhere, by seat; within a seat by the cheapest guess of which pawn went where."""
    moves: list[Moved] = []
    for seat, (old, new) in enumerate(zip(before.pawns, after.pawns, strict=True)):
        if ranked:
            pairs = enumerate(zip(old, new, strict=True))
            moves += [Moved(seat, *pair, rank) for rank, pair in pairs if pair[0] != pair[1]]
            continue
        left, taken = differences(old, new)
        guesses = ([Moved(seat, *pair) for pair in zip(left, order, strict=True)] for order in permutations(taken))
        moves += min(guesses, key=lambda guess: sum(map(cost, guess)))
    return tuple(moves)
