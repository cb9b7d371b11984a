"""Other programs that publish under the topics of this table: two tables with one name overwrite each other.

Retained messages and last wills prove nothing: both may come from an earlier start of this program.
"""

import time
from collections.abc import Callable
from typing import Final

import msgspec

from companion.views.broadcast.words import DISCONNECTED, LOST

#: Two heartbeats of a table (docs/reference/formats/mqtt.md), and some more.
FORGOTTEN_S: Final = 75.0


class _Sign(msgspec.Struct, frozen=True):
    state: str = ""
    program: str = ""


class Namesakes:
    """`program`: the id of this one.  A namesake that is silent for `forgotten_s` has gone.  For one thread."""

    def __init__(
        self, program: str, forgotten_s: float = FORGOTTEN_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._program = program
        self._forgotten_s = forgotten_s
        self._clock = clock
        self._heard_s = -float("inf")

    def hear(self, payload: bytes) -> None:
        """Takes a live message on a topic of ours; one without an id comes from an earlier version."""
        try:
            sign = msgspec.json.decode(payload, type=_Sign)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            return
        if sign.program != self._program and sign.state not in (LOST, DISCONNECTED):
            self._heard_s = self._clock()

    @property
    def are_there(self) -> bool:
        """Whether another program publishes there."""
        return self._clock() - self._heard_s < self._forgotten_s
