"""The rules as the compiled lister needs them beside the table of the kernel; rules beyond it are refused by name."""

import ctypes
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import msgspec

from companion.playout.compile import NoTableError
from companion.playout.structs import FACES, USES
from companion.rules.mechanics.advance import Advance
from companion.rules.mechanics.dog import BitingFigure, PawnThenFigure
from companion.rules.mechanics.joker import Joker
from companion.rules.mechanics.retreat import Retreat
from companion.rules.mechanics.touched import Touched
from companion.rules.mechanics.wheel import QuarterTurns
from companion.rules.points import PointsUse
from companion.rules.rules import Rules

WORD: Final = 56
SLOTS: Final = 3
#: The most points of a card, as `POINTS` of kernel.h has it.
_MOST_POINTS: Final = 12
#: The order of `enum slot` in lister.h.
SLOT_KINDS: Final = (BitingFigure, Touched, QuarterTurns)


class Word(ctypes.Structure):
    """`struct word`."""

    _fields_ = (("length", ctypes.c_uint8), ("text", ctypes.c_uint8 * (WORD - 1)))


class Names(ctypes.Structure):
    """`struct names`."""

    _fields_ = (
        ("avoids_figure", ctypes.c_int32),
        ("slots", ctypes.c_int32),
        ("slot", ctypes.c_int32 * SLOTS),
        ("named", ctypes.c_uint8 * FACES),
        ("card", Word * FACES),
        ("extra", Word * SLOTS),
    )


def compile_names(rules: Rules) -> Names:
    """The names of one game.  Raises NoTableError."""
    for wrong in _obstacles(rules):
        raise NoTableError(wrong)
    names = Names(avoids_figure=rules.avoids_figures, slots=len(rules.slots))
    for index, (name, slot) in enumerate(sorted(rules.slots.items())):
        names.slot[index] = SLOT_KINDS.index(type(slot))
        names.extra[index] = _word(name)
    for face, card in enumerate(rules.variant.cards):
        names.named[face] = card in rules.declared
        names.card[face] = _word(card)
    return names


def _obstacles(rules: Rules) -> Iterator[str]:
    """Yields what the lister cannot list as the engine does, in the order in which it lists."""
    kinds = [type(slot) for slot in rules.slots.values()]
    if any(kind not in SLOT_KINDS for kind in kinds) or len(set(kinds)) < len(kinds):
        yield "slots of an unknown kind, or two of one"
    for card, uses in rules.uses.items():
        if len(uses) > USES:
            yield f"{len(uses)} uses of the card {card!r}"
        for use in uses:
            if isinstance(use, PointsUse) and not 0 < use.points <= _MOST_POINTS:
                yield f"a card of {use.points} points"
            if isinstance(use, Advance | Retreat | PawnThenFigure) and not _ascends(use.values):
                yield f"values out of order: {use.values}"
            if isinstance(use, Joker) and not _ascends(tuple(map(rules.variant.cards.index, use.choice(rules.faces)))):
                yield f"faces out of order: {use.red}"


def _ascends(numbers: tuple[int, ...]) -> bool:
    return all(first < second for first, second in pairwise(numbers))


def _word(text: str) -> Word:
    """The text as MessagePack writes it.  Raises NoTableError."""
    written = msgspec.msgpack.encode(text)
    if len(written) >= WORD:
        raise NoTableError(f"a name as long as {text[:20]!r}")
    return Word(length=len(written), text=(ctypes.c_uint8 * (WORD - 1))(*written))
