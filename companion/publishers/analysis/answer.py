"""The answers of the process that computes chances."""

from enum import StrEnum

import msgspec

from companion.playout.chances import TeamChance


class Outcome(StrEnum):
    FOUND = "found"
    #: Playouts are not built on this machine.
    NO_KERNEL = "no_kernel"
    #: A rule of this game is not supported by the playouts.
    NO_TABLE = "no_table"
    #: Too little is known, or the facts contradict each other.
    UNKNOWN = "unknown"
    #: This machine is too slow to find them beside the game.
    SPARED = "spared"


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    outcome: Outcome
    chances: tuple[TeamChance, ...] = ()
    playouts: int = 0
