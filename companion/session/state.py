"""What the record says of a game at one moment; the sum of its events and of nothing else.

Law: two replays of the same events give equal states.  What sensors say meanwhile lives in `Senses`, outside.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from companion.model.observation import Observation, Seen
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import Reason


class Phase(StrEnum):
    IDLE = "idle"
    #: Everybody decides about the free start.
    START = "start"
    DEAL = "deal"
    #: The dealer places the neutral figure.
    FIGURE = "figure"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """The open card.  `refused` is the illegal placement last reported for it, so that it is reported once."""

    seat: int
    card: str
    acting_as: str | None = None
    refused: Placement | None = None


class OwedKind(StrEnum):
    """What a seat has to do, or may do, beside the plays."""

    #: Draw a card for the one thrown away (BD-R74).
    REPLACE = "replace"
    #: Play the drawn card if it helps, else throw a card away instead of the turn (BD-R74).
    PLAY_OR_DISCARD = "play_or_discard"
    #: Draw for a special field, as a duty or as one likes; what may be drawn lapses with the next play (ROY-R20).
    DRAW = "draw"
    MAY_DRAW = "may_draw"
    #: Throw a card away and lose the turn, because a play costs it (ST-R11, ST-R12).
    DISCARD = "discard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """`count` cards; `card` is the one just drawn, where hands are known."""

    kind: OwedKind
    seat: int
    count: int = 1
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlay:
    """The newest accepted play, refusal, correction: what a viewer sees as the last thing that happened."""

    seq: int
    seat: int
    card: str
    legal: bool
    notation: str | None = None
    play: Play | None = None
    reasons: tuple[Reason, ...] = ()
    #: The position it was played in: words for a play are said from there.
    before: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """`position.turn` is who plays next.  `cards` is empty where hands are not counted.

    `hands` are the known cards by seat, sorted; None where they are hidden, as they are among people.  `given` are the
    known cards that lie pushed over until everybody has (CORE-R21).  `to_start` are the seats that have still to decide
    about their free start, `owed` is what somebody has to do beside the plays.

    `seq` is the journal row of the newest event.  `earlier` is the state before the newest event that can be undone.
    """

    seq: int = 0
    game: str = ""
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    board: str = ""
    position: Position | None = None
    phase: Phase = Phase.IDLE
    paused: bool = False
    round: int = 0
    ply: int = 0
    dealer: int = 0
    first: int = 0
    counted: bool = False
    cards: tuple[int, ...] = ()
    out: tuple[bool, ...] = ()
    exchanged: tuple[bool, ...] = ()
    hands: tuple[tuple[str, ...], ...] | None = None
    given: tuple[str | None, ...] = ()
    to_start: tuple[bool, ...] = ()
    owed: Owed | None = None
    deck: int | None = None
    discard: int = 0
    discard_top: str | None = None
    declared: Declaration | None = None
    last: LastPlay | None = None
    last_legal: LastPlay | None = None
    result: tuple[int, ...] | None = None
    earlier: "State | None" = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amiss:
    """Something that is amiss on the board: since when it has lain there undisturbed, and the newest picture of it."""

    reason: Reason
    since_ms: int
    seen_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Senses:
    """What the sensors say now; never stored, gone with the program.

    `boot` and `net` are the encoder's newest word, `base` its count at the last accepted position (None: the encoder is
    not to be trusted until the next one).  `doubtful_since` is since when the illegal placement now in view stands, or
    (with None for the placement) an unclear one.  `asked` is true from the question about the open card to its answer.
    `amiss` is what is amiss on the board, `told` the same once people have been asked about it; `borne` is what they
    let stand when they said by hand how the game goes on.
    """

    observation: Observation | Seen | None = None
    boot: int | None = None
    net: int | None = None
    base: int | None = None
    doubtful_since: tuple[Placement | None, int] | None = None
    asked: bool = False
    amiss: Amiss | None = None
    told: Reason | None = None
    borne: tuple[Reason, ...] = ()

    @property
    def turned(self) -> int | None:
        """Clockwise quarter turns that the encoder felt since the last accepted position."""
        return None if self.net is None or self.base is None else self.net - self.base


NO_SENSES: Final = Senses()
