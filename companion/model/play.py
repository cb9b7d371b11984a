"""A complete play of one card: its steps in order and the placement they lead to."""

from dataclasses import dataclass
from enum import StrEnum

from companion.model.places import START_OF_TRACK, Place
from companion.model.position import Placement


class StepKind(StrEnum):
    START = "start"
    ADVANCE = "advance"
    SWAP = "swap"
    DOG = "dog"
    WHEEL = "wheel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A pawn sent home: whose it was and the place where it stood."""

    seat: int
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One part of a play.

    `seat` owns the moved pawn (None: dog or wheel).  `value` is the number of fields counted, or quarter turns
    (+1 clockwise, -1 back).  A swap moves `seat`'s pawn from `origin` to `target` and `other_seat`'s the other way.
    """

    kind: StepKind
    seat: int | None = None
    origin: Place = START_OF_TRACK
    target: Place = START_OF_TRACK
    value: int = 0
    other_seat: int | None = None
    captures: tuple[Capture, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """`steps` of `card` (played `acting_as` another one: copy, joker) and the `result` on the board."""

    card: str
    steps: tuple[Step, ...]
    result: Placement
    acting_as: str | None = None
