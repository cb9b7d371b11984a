"""Commands of people and sensors to the table: imperative, validated by `decide`, never stored."""

from msgspec import Struct

from companion.model.observation import Observation, Seen
from companion.model.position import Placement, Position, Switch
from companion.open_row.catalogue import CardRules
from companion.open_row.position import CardPosition
from companion.players.level import Level
from companion.rules.variant import Variant


class StartGame(Struct, frozen=True, kw_only=True):
    """Begins a game.

    `position` starts it in the middle (a recording, an imported game); None plays from set-up.
    `demo`: the built-in table plays it, nobody else.

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


class StartCardGame(Struct, frozen=True, kw_only=True):
    """Begins a game of cards alone by `rules` from `position`; the cards that nobody knows are unknown in it."""

    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    rules: CardRules
    position: CardPosition
    demo: bool = False


class DeclareAction(Struct, frozen=True, kw_only=True):
    """A game of cards alone: this seat plays `action` (docs/reference/formats/dog-cards.md).

    `shuffled`: the order, top first, of the cards that the action makes the table shuffle, if it is known.
    """

    seat: int
    action: str
    shuffled: tuple[str, ...] | None = None


class RevealCard(Struct, frozen=True, kw_only=True):
    """A game of cards alone: `card` lies at this place of the open row, counted from 1."""

    place: int
    card: str


class Deal(Struct, frozen=True, kw_only=True):
    """The dealer has dealt this round's cards.

    `hands` by seat begins a round with known hands: the table then checks every card against them.  None keeps them
    hidden, as in a game between people.
    """

    hands: tuple[tuple[str, ...], ...] | None = None


class PlaceDog(Struct, frozen=True, kw_only=True):
    """The dealer of round 1 has put the dog (the game's neutral figure) on a wheel field."""

    field: int


class Exchange(Struct, frozen=True, kw_only=True):
    """This seat has pushed its card over (CORE-R21: revealed only when all have).  Known hands need the `card`."""

    seat: int
    card: str | None = None


class FreeStart(Struct, frozen=True, kw_only=True):
    """This seat puts a pawn on its start field without a card, of any `rank` in games with ranks (ROY-R30).

    `use` is False for a player who may and will not (BD-R01).
    """

    seat: int
    rank: str | None = None
    use: bool = True


class DeclarePlay(Struct, frozen=True, kw_only=True):
    """A card is laid.  `announced` is the placement to which the computer plays it, for people to carry out."""

    seat: int
    card: str
    acting_as: str | None = None
    announced: Placement | None = None


class WithdrawDeclaration(Struct, frozen=True, kw_only=True):
    """The card goes back to the hand (CORE-R23)."""


class ReportObservation(Struct, frozen=True, kw_only=True):
    """A settled picture of the board, or a tapped placement."""

    observation: Observation | Seen


class LoseWheel(Struct, frozen=True, kw_only=True):
    """The encoder is out or blind: its earlier readings no longer count against the camera."""


class LoseSight(Struct, frozen=True, kw_only=True):
    """The camera is out, or has not seen the board for a while: events on the board meanwhile are unseen."""


class WatchSilently(Struct, frozen=True, kw_only=True):
    """Shadow mode: the report of a camera that only watches; people decide by tapping, and nobody is accused by it."""

    report: ReportObservation | LoseSight


class ProposeCard(Struct, frozen=True, kw_only=True):
    """A camera takes the card on top of the pile for one of these, the likelier first; empty: unknown.

    Only a proposal for the person who taps the card: nothing is judged by it.
    """

    cards: tuple[str, ...]


class ReportWheel(Struct, frozen=True, kw_only=True):
    """The encoder rests on a stop: net clockwise quarter turns since the device started (`boot`).

    `certain` is False when the device saw the stop but not the way there (RESYNC): people must state the direction.
    """

    t_ms: int
    boot: int
    net: int
    certain: bool = True


class ChoosePlay(Struct, frozen=True, kw_only=True):
    """A person picks the legal play of the declared card that was made (`result` = its placement)."""

    result: Placement


class Correct(Struct, frozen=True, kw_only=True):
    """A person sets the position by hand; it stands, legal or not.

    `next_turn` is the seat to play next; None keeps the turn.  `reason` is free text for the record.
    """

    placement: Placement
    next_turn: int | None = None
    reason: str = ""


class SkipTurn(Struct, frozen=True, kw_only=True):
    """This seat's one turn is passed over."""

    seat: int


class Forfeit(Struct, frozen=True, kw_only=True):
    """No card playable: the open hand, card by card (CORE-R24).  None = the table takes the player's word for it."""

    seat: int
    hand: tuple[str, ...] | None


class Discard(Struct, frozen=True, kw_only=True):
    """The seat throws one card away: because none can be played (BD-R74, TK-R22), or because a play cost it (ST-R11).

    `card` may be left out if hands are hidden.  `hand` is the open hand that proves it, or after a draw the drawn
    card alone; None if the switch `core.verify_forfeit` is off or no proof is due.
    """

    seat: int
    card: str | None = None
    hand: tuple[str, ...] | None = None


class DrawCards(Struct, frozen=True, kw_only=True):
    """The seat takes `count` cards from the pile; 0 = it may draw and does not (ROY-R20).  Known hands need `cards`."""

    seat: int
    count: int = 1
    cards: tuple[str, ...] | None = None


#: Decisions of the computer beside its plays.
Decided = Exchange | FreeStart | PlaceDog | Discard | DrawCards | Forfeit


class Announce(Struct, frozen=True, kw_only=True):
    """The computer has decided for its seat; people carry it out and confirm it.  None: it cannot decide this."""

    seat: int
    decided: Decided | None


class EnterCards(Struct, frozen=True, kw_only=True):
    """Cards of a seat of the computer, as people see them; `anew`: they are its whole hand."""

    seat: int
    cards: tuple[str, ...]
    anew: bool = False


class GiveSeat(Struct, frozen=True, kw_only=True):
    """Gives this seat to the computer at a level, or to people (None)."""

    seat: int
    level: Level | None


class SettleUndo(Struct, frozen=True, kw_only=True):
    """The table lies as it lay before the undone events; the game may go on."""


class NewRound(Struct, frozen=True, kw_only=True):
    """Begins a new round (only needed if card counts are unknown)."""


class Undo(Struct, frozen=True, kw_only=True):
    """Takes the open card back; without one, the newest event that can be undone.

    These are a play, correction, forfeit, skip, discard, draw, free start, deal, placing of the figure or exchange;
    cards that nobody knows are taken back all together.
    """


class Redo(Struct, frozen=True, kw_only=True):
    """Makes the last undo void; only before anything else has happened."""


class Pause(Struct, frozen=True, kw_only=True):
    pass


class Resume(Struct, frozen=True, kw_only=True):
    pass


class Abandon(Struct, frozen=True, kw_only=True):
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
