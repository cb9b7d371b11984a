"""The order of two messages of one topic by the time they were made (docs/reference/formats/mqtt.md).

A broker may send a retained message after its replacement, so no reader goes by the order of arrival.
"""

from typing import Protocol

import msgspec

from companion.views.broadcast.words import LOST


class Made(Protocol):
    """The epoch and time of a payload; `ts` is in Unix milliseconds and never falls within an `epoch`."""

    @property
    def epoch(self) -> int: ...

    @property
    def ts(self) -> int: ...


class SaysPresence(Made, Protocol):
    """A status."""

    @property
    def state(self) -> str: ...


class Stamp(msgspec.Struct, frozen=True):
    """The same of any payload: `seq` and `game` for a payload of a game, `state` for a status."""

    epoch: int
    ts: int
    seq: int = 0
    game: str = ""
    state: str = ""


def is_news(known: Made, said: Made) -> bool:
    """Returns whether `said` takes the place of `known`.

    Within a game rows count, and of one row the time; within a start of the program the time does.  Starts of the
    program never fall, unless its data folder was deleted: then the later one has the later time.
    """
    if said.epoch != known.epoch:
        return said.epoch > known.epoch or said.ts > known.ts
    if _game(said) != _game(known):
        return said.ts >= known.ts
    return (_row(said), said.ts) >= (_row(known), known.ts)


def is_last_will(known: Made, said: SaysPresence) -> bool:
    """Returns whether the message is the broker's last will that the table of `known` is lost.

    It was written beforehand, so its time has no meaning.
    """
    return said.state == LOST and said.epoch == known.epoch


def _game(made: Made) -> str:
    return str(getattr(made, "game", ""))


def _row(made: Made) -> int:
    return int(getattr(made, "seq", 0))
