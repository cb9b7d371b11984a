"""Tables of other Pawtracks in the house: the results of their games, heard as any viewer hears them.

Laws: a game counts once, by its id; demos and games with a computer player do not; one that goes on after its end, as
an undo lets it, counts no longer.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec

from companion.publishers.broker_url import BrokerUrl
from companion.publishers.table_listener import TableListener
from companion.session.results import Result, ResultRefusedError, checked
from companion.system.addresses import parse_address

#: The port on which a Pawtrack serves its viewers, unless its settings have another.
WEBSOCKET_PORT: Final = 8083
#: Every table behind an address; a Pawtrack serves one of the trees.
ROOT: Final = "pawtrack/1/+/+"
TOPICS: Final = tuple(f"{tree}/{name}" for tree in ("public", "delayed") for name in ("info", "state"))
_PLACE: Final = re.compile(r"(\[[0-9A-Fa-f:]+\]|[\w.-]+)(:[0-9]{1,5})?")
#: Games heard at once; the oldest are forgotten.
_MOST_HEARD: Final = 200

log = logging.getLogger(__name__)


class OtherTableError(ValueError):
    """The address names no other Pawtrack; one line with the reason."""


class _Seat(msgspec.Struct, frozen=True):
    name: str
    team: int


class _State(msgspec.Struct, frozen=True):
    """The fields of `public/state` that make a result."""

    game: str
    variant: str
    phase: str
    ts: Annotated[int, msgspec.Meta(ge=0)]
    seats: Annotated[list[_Seat], msgspec.Meta(max_length=12)]
    result: list[int] | None = None


class _Info(msgspec.Struct, frozen=True):
    """The fields of `public/info` that decide whether a game counts."""

    game: str
    demo: bool = False
    computers: list[int] = []


@dataclass(frozen=True, slots=True)
class Heard:
    """The game of another table: its result, None while it is played."""

    game: str
    result: Result | None


class HeardGames:
    """Takes the messages of the tables behind one address; used from one thread."""

    def __init__(self) -> None:
        self._counts: dict[str, bool] = {}
        self._states: dict[str, _State] = {}

    def take(self, topic: str, payload: bytes) -> Heard | None:
        """Returns the game that a message makes known: one that counts, with state and info; else None."""
        try:
            game = self._noted(topic, payload)
        except (msgspec.DecodeError, RecursionError) as error:
            log.warning("a message of another table cannot be read: %s", error)
            return None
        state = self._states.get(game)
        if not game or state is None or not self._counts.get(game):
            return None
        over = state.phase == "over" and state.result
        try:
            return Heard(game, checked(_result(state)) if over else None)
        except ResultRefusedError as error:
            log.warning("the game %s of another table does not count: %s", game[:40], error)
            return None

    def _noted(self, topic: str, payload: bytes) -> str:
        if topic == "info":
            info = msgspec.json.decode(payload, type=_Info)
            self._counts[info.game] = not info.demo and not info.computers
            _keep_newest(self._counts)
            return info.game
        state = msgspec.json.decode(payload, type=_State)
        self._states[state.game] = state
        _keep_newest(self._states)
        return state.game


def tables_at(address: str, heard: Callable[[Heard], None]) -> TableListener:
    """Returns a listener at another Pawtrack, `HOST` or `HOST:PORT`; `heard` gets its games in the listener's thread.

    Raises OtherTableError.
    """
    games = HeardGames()

    def take(topic: str, payload: bytes) -> None:
        found = games.take(topic, payload)
        if found:
            heard(found)

    return TableListener(address_of(address), ROOT, TOPICS, take, lambda _there, _refused: None)


def address_of(text: str) -> BrokerUrl:
    """Returns the viewers' side of another Pawtrack.  Raises OtherTableError."""
    if not _PLACE.fullmatch(text):
        raise OtherTableError(f"{text[:60]!r} names no other Pawtrack; write HOST or HOST:PORT")
    parsed = parse_address(f"ws://{text}")
    return BrokerUrl(host=parsed.host, port=parsed.port or WEBSOCKET_PORT, websocket=True)


def _result(state: _State) -> Result:
    return Result(
        variant=state.variant,
        names=tuple(seat.name for seat in state.seats),
        teams=tuple(seat.team for seat in state.seats),
        winners=tuple(sorted(state.result or ())),
        ended_ms=state.ts,
    )


def _keep_newest(known: dict[str, Any]) -> None:
    while len(known) > _MOST_HEARD:
        known.pop(next(iter(known)))
