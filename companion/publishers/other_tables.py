"""Tables of other Pawtracks in the house: their games and the results entered there, heard as any viewer hears them.

Laws: a game counts once, by its id; demos and games with a computer player do not; one that goes on after its end, as
an undo lets it, or a result that was struck out there, counts nowhere.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec

from companion.evenings.table_answer import TableAnswer
from companion.publishers.broker_url import BrokerUrl
from companion.publishers.table_listener import END_S, TableListener
from companion.session.results import Result, ResultRefusedError, checked
from companion.system.addresses import is_host, parse_address

#: The port on which a Pawtrack serves its viewers, unless its settings have another.
WEBSOCKET_PORT: Final = 8083
#: Every table behind an address; a Pawtrack serves one of the trees.
ROOT: Final = "pawtrack/1/+/+"
TOPICS: Final = tuple(f"{tree}/{name}" for tree in ("public", "delayed") for name in ("info", "state", "evening"))
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


class _Entered(msgspec.Struct, frozen=True):
    """A result that people entered at another Pawtrack."""

    game: str
    variant: str
    names: Annotated[tuple[str, ...], msgspec.Meta(max_length=12)]
    teams: tuple[int, ...]
    winners: tuple[int, ...]
    ended_ms: Annotated[int, msgspec.Meta(ge=0)]
    day_only: bool = False
    minutes: int = 0
    struck: bool = False


class _Evening(msgspec.Struct, frozen=True):
    """The field of `public/evening` with the results that people entered."""

    entered: Annotated[tuple[_Entered, ...], msgspec.Meta(max_length=1000)] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """The game of another table: its result, None while it is played and for one that was struck out.

    `entered`: people entered it, with its time; else the time is that of the message.
    """

    game: str
    result: Result | None
    entered: bool = False

    def is_like(self, other: Result) -> bool:
        """Returns whether the result has the facts of another one; place, note and source are no facts of a table."""
        return self.result is not None and _facts(self.result, self.entered) == _facts(other, self.entered)


class HeardGames:
    """Takes the messages of the tables behind one address; used from one thread."""

    def __init__(self) -> None:
        self._counts: dict[str, bool] = {}
        self._states: dict[str, _State] = {}

    def take(self, topic: str, payload: bytes) -> tuple[Heard, ...]:
        """Returns the games that a message makes known: the one that counts, with state and info; results entered."""
        try:
            if topic == "evening":
                entered = msgspec.json.decode(payload, type=_Evening).entered
                found = (_heard(each.game, _entered_result(each), entered=True) for each in entered)
                return tuple(heard for heard in found if heard)
            game = self._noted(topic, payload)
        except (msgspec.DecodeError, RecursionError) as error:
            log.warning("a message of another table cannot be read: %s", error)
            return ()
        state = self._states.get(game)
        if not game or state is None or not self._counts.get(game):
            return ()
        over = state.phase == "over" and state.result
        heard = _heard(game, _result(state) if over else None)
        return (heard,) if heard else ()

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


class OtherTable:
    """Listens at another Pawtrack, `HOST` or `HOST:PORT`; `heard` gets its games in the listener's thread.

    Raises OtherTableError.
    """

    def __init__(self, address: str, heard: Callable[[Heard], None]) -> None:
        self._games, self._heard = HeardGames(), heard
        #: Whether it answers; callable from any thread.
        self.answer = TableAnswer.SEARCHING
        self._listener = TableListener(address_of(address), ROOT, TOPICS, self._take, self._noted)

    def start(self) -> None:
        """Begins to connect, again and again until `stop`."""
        self._listener.start()

    def stop(self, wait_s: float = END_S) -> None:
        """Ends the connection, within `wait_s` seconds or later."""
        self._listener.stop(wait_s)

    def _take(self, topic: str, payload: bytes) -> None:
        self.answer = TableAnswer.HERE
        for game in self._games.take(topic, payload):
            self._heard(game)

    def _noted(self, there: bool, refused: bool) -> None:
        self.answer = TableAnswer.STRANGE if there or refused else TableAnswer.AWAY


def address_of(text: str) -> BrokerUrl:
    """Returns the viewers' side of another Pawtrack.  Raises OtherTableError."""
    if not is_host(text):
        raise OtherTableError(f"{text[:60]!r} names no other Pawtrack; write HOST or HOST:PORT")
    parsed = parse_address(f"ws://{text}")
    return BrokerUrl(host=parsed.host, port=parsed.port or WEBSOCKET_PORT, websocket=True)


def _facts(result: Result, timed: bool) -> tuple[object, ...]:
    times = (result.ended_ms, result.day_only, result.minutes) if timed else ()
    return (result.variant, result.names, result.teams, result.winners, *times)


def _heard(game: str, result: Result | None, *, entered: bool = False) -> Heard | None:
    try:
        return Heard(game, checked(result) if result else None, entered)
    except ResultRefusedError as error:
        log.warning("the game %s of another table does not count: %s", game[:40], error)
        return None


def _entered_result(entered: _Entered) -> Result | None:
    """Returns the result; None for one that was struck out."""
    if entered.struck:
        return None
    return Result(
        variant=entered.variant,
        names=entered.names,
        teams=entered.teams,
        winners=entered.winners,
        ended_ms=entered.ended_ms,
        day_only=entered.day_only,
        minutes=entered.minutes,
        source=_source(entered.game),
    )


def _source(game: str) -> str:
    """Returns the source of a game from another table; the record passes no such result on."""
    return f"pawtrack:{game}"


def _result(state: _State) -> Result:
    return Result(
        variant=state.variant,
        names=tuple(seat.name for seat in state.seats),
        teams=tuple(seat.team for seat in state.seats),
        winners=tuple(sorted(state.result or ())),
        ended_ms=state.ts,
        source=_source(state.game),
    )


def _keep_newest(known: dict[str, Any]) -> None:
    while len(known) > _MOST_HEARD:
        known.pop(next(iter(known)))
