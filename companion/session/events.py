"""What happened at the table.  Past tense, stored for ever: fields are only ever added, with a default (see
`store/upcasters`)."""

from dataclasses import dataclass

from companion.model.places import Place
from companion.model.play import Step
from companion.model.position import Placement, Position
from companion.model.verdict import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """`position` is the first position; `counted` says whether hands are counted (False: begun in the middle)."""

    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    board: str
    position: Position
    first: int
    dealer: int
    counted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDealt:
    """`cards` per seat; `deck` is what is left of the pile, after a reshuffle if one was needed."""

    round: int
    dealer: int
    first: int
    cards: int
    deck: int
    reshuffled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DogPlaced:
    field: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class CardExchanged:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayDeclared:
    seat: int
    card: str
    acting_as: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationWithdrawn:
    seat: int
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAccepted:
    """A legal play was seen (or chosen by a person: `by_hand`).  `t_ms` is the time of the deciding picture."""

    seat: int
    card: str
    acting_as: str | None
    notation: str
    steps: tuple[Step, ...]
    result: Placement
    t_ms: int
    confidence: float
    by_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRefused:
    """An illegal state was seen, or the declaration itself is illegal.  Reported once per state."""

    seat: int
    card: str
    reasons: tuple[Reason, ...]
    seen: Placement | None
    t_ms: int
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandForfeited:
    """`hand` is the laid-open hand, None where it was not checked."""

    seat: int
    hand: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded:
    """Nobody holds a card (or people say so); `first` begins the next round, dealt by `dealer`."""

    dealer: int
    first: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionCorrected:
    """`card` is the declared card that is spent by it: a play that stands although the referee would not have it."""

    placement: Placement
    turn: int
    reason: str
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsUndone:
    """Everything from journal row `back_to` on is void (the rows stay in the journal)."""

    back_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePaused:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResumed:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWon:
    """The winning seats (a team, or one player alone)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAbandoned:
    """Ended without a winner, because people wished so."""


Event = (
    GameStarted
    | GameAbandoned
    | CardsDealt
    | DogPlaced
    | CardExchanged
    | PlayDeclared
    | DeclarationWithdrawn
    | PlayAccepted
    | PlayRefused
    | TurnSkipped
    | HandForfeited
    | RoundEnded
    | PositionCorrected
    | EventsUndone
    | GamePaused
    | GameResumed
    | GameWon
)
