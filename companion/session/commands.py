"""What people and sensors ask of the table.  Imperative, validated by `decide`, never stored."""

from dataclasses import dataclass

from companion.model.observation import Observation, Seen
from companion.model.position import Placement, Position, Switch


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame:
    """Begin a game.  `position` starts it in the middle (a recording, a game brought from elsewhere); None plays from
    set-up.

    `first` is the seat that begins round 1; the dealer of round 1 sits to the right of it.
    """

    game: str
    variant: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    board: str
    sectors: int
    seats: tuple[int, ...]
    options: tuple[tuple[str, Switch], ...] = ()
    first: int = 0
    position: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The dealer has dealt this round's cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceDog:
    """The dealer of round 1 has put the dog on a wheel field."""

    field: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """This seat has pushed its card over (CORE-R21: revealed only when both partners have)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarePlay:
    seat: int
    card: str
    acting_as: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDeclaration:
    """The card goes back to the hand (CORE-R23)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportObservation:
    """A settled picture of the board, or what a person tapped."""

    observation: Observation | Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWheel:
    """The encoder rests on a stop: net clockwise quarter turns since the device started (`boot`).

    `certain` is False when the device saw the stop but not the way there (RESYNC): the direction must be asked.
    """

    t_ms: int
    boot: int
    net: int
    certain: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosePlay:
    """A person says which of the legal plays of the declared card it was (`result` = its placement)."""

    result: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """A person sets the position by hand; it stands whatever the rules say of it.

    `next_turn` is who plays next; None keeps the turn.  `reason` is free text for the record.
    """

    placement: Placement
    next_turn: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipTurn:
    """This seat's one turn is passed over."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """No card playable: the open hand, card by card (CORE-R24).  None = the table takes the player's word for it."""

    seat: int
    hand: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRound:
    """A new round begins now (only needed where card counts are unknown)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Take back the newest play, correction, forfeit or skip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    """The game ends here without a winner; its record stays."""


Command = (
    StartGame
    | Abandon
    | Deal
    | PlaceDog
    | Exchange
    | DeclarePlay
    | WithdrawDeclaration
    | ReportObservation
    | ReportWheel
    | ChoosePlay
    | Correct
    | SkipTurn
    | Forfeit
    | NewRound
    | Undo
    | Pause
    | Resume
)


class Refused(Exception):  # noqa: N818 - a refusal is an answer, no error
    """A command that cannot be carried out now.

    `code` is a message id of `companion/texts`, `params` fill its blanks.
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = tuple(sorted(params.items()))
