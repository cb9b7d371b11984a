"""What people and sensors ask of the table.  Imperative, validated by `decide`, never stored."""

from dataclasses import dataclass

from companion.model.observation import Observation, Seen
from companion.model.position import Placement, Position, Switch
from companion.open_row.position import CardPosition
from companion.players.level import Level
from companion.rules.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame:
    """Begin a game.  `position` starts it in the middle (a recording, a game brought from elsewhere); None plays from
    set-up.  `demo`: the built-in table plays it, nobody else.

    `first` is the seat that begins round 1; the dealer of round 1 sits to the right of it.  `teams` are team numbers by
    seat, None for the usual ones of the game; all different = everybody alone.  `levels` are the levels of the seats
    that the computer plays, None for people; empty: people play all of them.
    """

    game: str
    variant: Variant
    names: tuple[str, ...]
    colours: tuple[str, ...]
    board: str
    sectors: int
    seats: tuple[int, ...]
    options: tuple[tuple[str, Switch], ...] = ()
    first: int = 0
    teams: tuple[int, ...] | None = None
    position: Position | None = None
    demo: bool = False
    levels: tuple[Level | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCardGame:
    """Begin a game of cards alone from `position`, in which the cards that nobody knows are unknown."""

    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    position: CardPosition
    demo: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareAction:
    """A game of cards alone: this seat does what `action` says (docs/reference/formats/dog-cards.md).

    `shuffled`: the order, top first, of the cards that it makes the table shuffle, where that is known.
    """

    seat: int
    action: str
    shuffled: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealCard:
    """A game of cards alone: `card` lies at this place of the open row, the first one being 1."""

    place: int
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The dealer has dealt this round's cards.

    `hands` by seat begins a round with known hands: from now on the table checks every card against them.  None keeps
    them hidden, which is how people play.
    """

    hands: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceDog:
    """The dealer of round 1 has put the dog (the game's neutral figure) on a wheel field."""

    field: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """This seat has pushed its card over (CORE-R21: revealed only when all have).  Known hands need the `card`."""

    seat: int
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeStart:
    """This seat puts a pawn on its start field without a card, of the `rank` it likes where pawns have ranks (ROY-R30).

    `use` is False for a player who may and will not (BD-R01).
    """

    seat: int
    rank: str | None = None
    use: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarePlay:
    """A card is laid.  `announced` is the placement to which the computer wants to play it; people carry that out."""

    seat: int
    card: str
    acting_as: str | None = None
    announced: Placement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDeclaration:
    """The card goes back to the hand (CORE-R23)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportObservation:
    """A settled picture of the board, or what a person tapped."""

    observation: Observation | Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseWheel:
    """The encoder is out, or blind: nothing that it said before speaks against the camera any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseSight:
    """The camera is out, or saw nothing of the board for a while: what happened meanwhile was not seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSilently:
    """Shadow mode: what a camera reports that only watches; people decide by tapping, and nobody is accused by it."""

    report: ReportObservation | LoseSight


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeCard:
    """A camera takes the card on top of the pile for one of these, the likelier first; none: it does not know.

    Only a proposal for who taps the card: nothing is judged by it.
    """

    cards: tuple[str, ...]


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
class Discard:
    """The seat throws one card away: because none can be played (BD-R74, TK-R22), or because a play cost it (ST-R11).

    `card` may be left out where hands are hidden.  `hand` is the open hand that proves it, or after a draw the drawn
    card alone; None where the switch `core.verify_forfeit` is off or no proof is due.
    """

    seat: int
    card: str | None = None
    hand: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCards:
    """The seat takes `count` cards from the pile; 0 = it may draw and does not (ROY-R20).  Known hands need `cards`."""

    seat: int
    count: int = 1
    cards: tuple[str, ...] | None = None


#: What the computer may decide beside its plays.
Decided = Exchange | FreeStart | PlaceDog | Discard | DrawCards | Forfeit


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """The computer has decided for its seat; people carry it out and confirm it.  None: it cannot decide this."""

    seat: int
    decided: Decided | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterCards:
    """Cards that a seat of the computer holds, as people see them; `anew`: they are its whole hand."""

    seat: int
    cards: tuple[str, ...]
    anew: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveSeat:
    """From now on the computer plays this seat at a level, or people do (None)."""

    seat: int
    level: Level | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleUndo:
    """What was taken back lies on the table as it lay before; the game may go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRound:
    """A new round begins now (only needed where card counts are unknown)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Take back the newest play, correction, forfeit, skip, discard, draw, free start, deal, placing of the figure or
    exchange; cards that nobody knows are taken back all together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo:
    """What was taken back last holds again; only before anything else has happened."""


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
    | StartCardGame
    | DeclareAction
    | RevealCard
    | Abandon
    | Deal
    | PlaceDog
    | Exchange
    | FreeStart
    | DeclarePlay
    | WithdrawDeclaration
    | ReportObservation
    | ReportWheel
    | LoseWheel
    | LoseSight
    | WatchSilently
    | ProposeCard
    | ChoosePlay
    | Correct
    | SkipTurn
    | Forfeit
    | Discard
    | DrawCards
    | Announce
    | EnterCards
    | GiveSeat
    | SettleUndo
    | NewRound
    | Undo
    | Redo
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
