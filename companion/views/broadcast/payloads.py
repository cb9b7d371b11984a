"""The payloads of the public MQTT tree (docs/reference/formats/mqtt.md), field by field."""

from typing import Any, Final

import msgspec

from companion.views.broadcast.words import VERSION
from companion.views.table_view import Stage

#: Characters kept of a name and of a sentence, so that the state stays below its limit in any script.
NAME_LENGTH: Final = 40
TEXT_LENGTH: Final = 240

Payload = msgspec.Struct


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """`program`: as in `Info`."""

    v: int = VERSION
    state: str
    epoch: int
    ts: int
    program: str = ""


class Info(msgspec.Struct, frozen=True, kw_only=True):
    """`app` and `schema` are the versions of the program and of the payloads.

    `demo`: the built-in table plays this game, not people.  `program`: an id that each start of the program makes; of
    two programs under one name each has its own.  `computers`: the seats that the computer plays.
    """

    v: int = VERSION
    epoch: int
    ts: int
    game: str
    variant: str
    board: str
    names: list[str]
    colours: list[str]
    options: dict[str, str | int | bool]
    app: str
    schema: int = VERSION
    delay_s: int = 0
    demo: bool = False
    program: str = ""
    computers: list[int] = []


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """`cards` is the number of held cards, None if nobody counts them; `out` sits out the round.

    `exchanged` has pushed a card over; `home` counts the pawns in the lane, in a game of cards alone the completed
    rows.
    """

    seat: int
    name: str
    colour: str
    team: int
    cards: int | None
    out: bool
    exchanged: bool
    home: int


class Discard(msgspec.Struct, frozen=True, kw_only=True):
    count: int
    top: str | None


class Last(msgspec.Struct, frozen=True, kw_only=True):
    seq: int
    seat: int
    card: str
    play: str | None
    verdict: str
    ruling: str | None
    text: dict[str, str]


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    seat: int
    count: int


class Anomaly(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    text: dict[str, str]


class Recent(msgspec.Struct, frozen=True, kw_only=True):
    """An event once more, without its sentence: for readers that missed it."""

    seq: int
    kind: str
    seat: int | None
    card: str | None
    detail: dict[str, Any]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole public snapshot; `declared` is the open card of the player to move.

    `pending` is a duty or option beside the plays, such as drawing a card; `amiss` is the anomaly on the board;
    `recent` are the newest events, the oldest first, as many as there is room for; `stage` is the step that the table
    waits in, `acting` the seat to act.
    """

    v: int = VERSION
    epoch: int
    seq: int
    ts: int
    game: str
    variant: str
    phase: str
    round: int
    ply: int
    position: dict[str, Any] | None
    seats: list[Seat]
    dealer: int
    first: int
    turn: int
    deck: int | None
    discard: Discard
    declared: str | None
    last: Last | None
    result: list[int] | None
    pending: Pending | None = None
    amiss: Anomaly | None = None
    recent: list[Recent] = []
    stage: str = Stage.IDLE
    acting: int = 0


class HealthReport(msgspec.Struct, frozen=True, kw_only=True):
    """`figures` are the numbers behind the word, by name.

    `restarts` among them counts how often the part failed and restarted.
    """

    v: int = VERSION
    epoch: int
    ts: int
    state: str
    code: str
    figures: dict[str, str | int]
    text: dict[str, str] | None


class EventMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted event; `detail` holds the fields of its kind."""

    v: int = VERSION
    epoch: int
    seq: int
    ts: int
    game: str
    kind: str
    seat: int | None = None
    card: str | None = None
    detail: dict[str, Any] = {}
    text: dict[str, str] | None = None


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """`chance` to win, from 0 to 1; for 19 of 20 such answers the true share lies within `margin` of it."""

    team: int
    seats: list[int]
    chance: float
    margin: float


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of each team to win after row `seq` of `game`.

    `teams` is empty while nothing is known, and `text` is the reason if nothing will be.
    """

    v: int = VERSION
    epoch: int
    seq: int
    ts: int
    game: str
    teams: list[Team]
    playouts: int
    text: dict[str, str] | None = None


class CommentaryLine(msgspec.Struct, frozen=True, kw_only=True):
    """The sentence about the event in row `seq`; `seat` is its player, None for nobody's event."""

    seq: int
    seat: int | None
    text: dict[str, str]


class Commentary(msgspec.Struct, frozen=True, kw_only=True):
    """The newest sentences of a game, the oldest first; `seq` is the row of the last one."""

    v: int = VERSION
    epoch: int
    seq: int
    ts: int
    game: str
    lines: list[CommentaryLine]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings: equal results share a `rank`.

    `names` are a person, or the partners of a tournament; `games` and `won` count their games of the evening.
    """

    rank: int
    names: list[str]
    points: int
    won: int
    games: int


class EnteredGame(msgspec.Struct, frozen=True, kw_only=True):
    """A result that people entered at this machine; `struck`: it counts nowhere.

    `teams` go by name, `winners` are places in `names`; the other fields are those of `companion.session.results`.
    """

    game: str
    variant: str
    names: list[str]
    teams: list[int]
    winners: list[int]
    ended_ms: int
    day_only: bool = False
    minutes: int = 0
    struck: bool = False


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """The standings of the evening, the first first; `contest` is the kind of its tournament, empty without one.

    `entered` are the newest results that people entered here, for another Pawtrack that leads the evening.
    """

    v: int = VERSION
    epoch: int
    ts: int
    contest: str = ""
    lines: list[Standing]
    entered: list[EnteredGame] = []


def clipped(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
