"""Kennels part filled, so that the places can be named in words: the ones nearest the middle of the board, or the rim.

Law: of two places equally far from the middle either both are filled or none, since words cannot distinguish them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.board.profile import Point
from companion.certification.table import ALIKE_MM


class Side(StrEnum):
    """The side from which a kennel is filled."""

    MIDDLE = "middle"
    RIM = "rim"


@dataclass(frozen=True, slots=True)
class KennelFill:
    """The places of one kennel that hold pawns, as indices into the profile's, and the name of that side."""

    slots: tuple[int, ...]
    side: Side = Side.MIDDLE


def fills(places: Sequence[Point], middle: Point) -> dict[int, tuple[KennelFill, ...]]:
    """The ways to fill a kennel that words can describe, by the number of pawns, 0 and all of them among these."""
    outwards = sorted(range(len(places)), key=lambda slot: math.dist(places[slot], middle))
    found: dict[int, tuple[KennelFill, ...]] = {}
    for side, order in ((Side.MIDDLE, outwards), (Side.RIM, outwards[::-1])):
        for count in range(len(order) + 1):
            if _is_cut(places, order, count, middle):
                continue
            fill = KennelFill(tuple(sorted(order[:count])), side)
            found[count] = (*found.get(count, ()), fill)
    return found


def _is_cut(places: Sequence[Point], order: Sequence[int], count: int, middle: Point) -> bool:
    """Whether the last filled place and the first empty one lie equally far from the middle."""
    if not 0 < count < len(order):
        return False
    last, first = (math.dist(places[slot], middle) for slot in (order[count - 1], order[count]))
    return abs(last - first) < ALIKE_MM
