"""A card use as integers, for the flat tables that an engine in another language is built on.

The order of `Opcode` and the bits of the flags are those of `companion/playout/kernel/kernel.h`.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple


class Opcode(IntEnum):
    """The uses of cards as numbers.  `NONE` is a use that has no code: a compiled engine does not know it."""

    NONE = 0
    START = 1
    WALK = 2
    BACK = 3
    SWAP = 4
    PULL = 5
    DOOR = 6
    FIGURE = 7
    SEVEN = 8
    SPLIT = 9
    COPY = 10
    JOKER = 11
    SKIP = 12
    PLACE = 13
    PAIR = 14


class UseCode(NamedTuple):
    """`values`: bit n is set if a pawn may walk n fields, or for a joker if it may stand for face n.

    The meaning of the bits of `flags` depends on `op`.  `points` are shared out in at most so many `portions` (0: any).
    """

    op: Opcode
    values: int = 0
    flags: int = 0
    points: int = 0
    portions: int = 0


def bits_of(numbers: Iterable[int]) -> int:
    """Returns the number with these bits set, the lowest one being 0."""
    return sum(1 << number for number in set(numbers))


def flags_of(*settings: bool) -> int:
    """Returns the settings as bits, the first one the lowest."""
    return bits_of(index for index, setting in enumerate(settings) if setting)
