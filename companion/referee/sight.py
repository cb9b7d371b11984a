"""The visible part of a placement: not which pawn of a colour is which, and no value that only the record knows.

Law: nobody is accused of a fault that cannot be seen.  People who state an exact placement know the ranks; a camera
does not.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from typing import Final

from msgspec.structs import replace

from companion.model.places import Place
from companion.model.position import Placement, Position
from companion.rules.rules import Rules
from companion.rules.variant import Variant

#: More ways to tell which pawn is which are not tried; a fault moves two pawns, seldom three.
TRIED_READINGS: Final = 120


def shown(variant: Variant, placement: Placement) -> Placement:
    """Returns the placement without the values that nothing on the board shows (`Slot.visible`)."""
    if all(slot.visible for slot in variant.slots.values()):
        return placement
    extras = tuple(pair for pair in placement.extras if variant.slots[pair[0]].visible)
    return Placement(placement.pawns, extras)


def as_seen(variant: Variant, placement: Placement) -> Placement:
    """Returns the placement as a camera sees it: like `shown`, and pawns of a colour are alike."""
    seen = shown(variant, placement)
    return seen.with_pawns(tuple(tuple(sorted(row)) for row in seen.pawns)) if variant.ranks else seen


def ranked_readings(rules: Rules, position: Position, seen: Placement) -> Iterator[Placement]:
    """Yields every assignment of the pawns to their ranks; once if all are alike.

    Unmoved pawns are taken as the same ones.
    """
    if not rules.ranks:
        yield seen
        return
    rows = [_rows(before, after) for before, after in zip(position.placement.pawns, seen.pawns, strict=True)]
    for pawns in islice(product(*rows), TRIED_READINGS):
        yield seen.with_pawns(pawns)


def otherwise_ranked(rules: Rules, position: Position) -> Iterator[Position]:
    """Yields the same board with the ranks of one seat's pawns dealt out otherwise: possible errors of the record."""
    if not rules.ranks:
        return
    pawns = position.placement.pawns
    for seat, row in enumerate(pawns):
        for other in sorted(set(permutations(row)) - {row}):
            changed = (*pawns[:seat], other, *pawns[seat + 1 :])
            yield replace(position, placement=position.placement.with_pawns(changed))


def _rows(before: tuple[Place, ...], after: tuple[Place, ...]) -> list[tuple[Place, ...]]:
    left = Counter(after)
    row: list[Place | None] = []
    for place in before:
        stayed = left[place] > 0
        left[place] -= stayed
        row.append(place if stayed else None)
    taken = sorted(left.elements())
    found = []
    for order in sorted(set(permutations(taken))):
        rest = iter(order)
        found.append(tuple(next(rest) if place is None else place for place in row))
    return found
