"""A complete play of one card: its steps in order and the placement they lead to."""

from enum import StrEnum

from msgspec import Struct

from companion.model.enums import quick
from companion.model.places import KENNEL, START_OF_TRACK, Place
from companion.model.position import Placement


@quick
class StepKind(StrEnum):
    START = "start"
    ADVANCE = "advance"
    SWAP = "swap"
    DOG = "dog"
    WHEEL = "wheel"
    #: Into or out of the centre, or from one special field to the next: no field between is counted.
    JUMP = "jump"
    #: Nothing moves: a swap without a target (DOG-R14).
    VOID = "void"
    #: Nothing moves, `other_seat` loses a card and its turn (ST-R11).
    SKIP = "skip"
    #: Nothing moves, `other_seat` loses a card and keeps its turn (JK-R10).
    DISCARD = "discard"


class Capture(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pawn sent away: its seat, the place where it stood, and where it goes `to`: its kennel, or on (PJ-R05)."""

    seat: int
    place: Place
    to: Place = KENNEL


class Step(Struct, frozen=True, kw_only=True):
    """One part of a play.

    `seat` owns the moved pawn (None: dog or wheel).  `value` is the number of fields counted (negative: backward), or
    quarter turns (+1 clockwise, -1 back).  `wasted` points lapsed on the way into the lane (ROY-R26).
    `rank` is the pawn that came out of the kennel, if pawns have ranks (its index in the row).
    A swap moves `seat`'s pawn from `origin` to `target` and `other_seat`'s the other way.
    """

    kind: StepKind
    seat: int | None = None
    origin: Place = START_OF_TRACK
    target: Place = START_OF_TRACK
    value: int = 0
    other_seat: int | None = None
    wasted: int = 0
    rank: int | None = None
    captures: tuple[Capture, ...] = ()


def is_void(steps: tuple[Step, ...]) -> bool:
    """Returns whether a card is laid without effect by these steps: then there is no other one."""
    return bool(steps) and steps[0].kind is StepKind.VOID


class Play(Struct, frozen=True, kw_only=True):
    """`steps` of `card` (played `acting_as` another one: copy, joker) and the `result` on the board.

    `draws` is how many cards the player may draw at once (ROY-R20).
    """

    card: str
    steps: tuple[Step, ...]
    result: Placement
    acting_as: str | None = None
    draws: int = 0
