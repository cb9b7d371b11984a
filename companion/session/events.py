"""Events at the table, in the past tense and stored for ever.

Fields are only ever added, with a default (see `store/upcasters`).
"""

from msgspec import Struct

from companion.model.places import Place
from companion.model.play import Step
from companion.model.position import Placement, Position
from companion.model.verdict import Reason
from companion.players.level import Level
from companion.rules.variant_files.tables import GameTables


class GameStarted(Struct, frozen=True, kw_only=True):
    """`position` is the first position; `counted` is whether hands are counted (False: begun in the middle).

    `rules` are the game's own rules, whatever becomes of the file that they came from.
    `demo`: the built-in table plays it; a game without that mark, as all older ones, is one of people.
    `levels` are the levels of the seats that the computer plays, None for people; empty: people play all of them.
    """

    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    board: str
    position: Position
    first: int
    dealer: int
    counted: bool
    rules: GameTables
    demo: bool = False
    levels: tuple[Level | None, ...] = ()

    @property
    def variant(self) -> str:
        return self.position.variant


class CardGameStarted(Struct, frozen=True, kw_only=True):
    """A game of cards alone.  `position` is the first one on one line (docs/reference/formats/dog-cards.md).

    `rules` are the game's own rules; `demo`: the built-in table plays it.
    """

    game: str
    variant: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    position: str
    first: int
    rules: GameTables
    demo: bool = False


class ActionTaken(Struct, frozen=True, kw_only=True):
    """An action of a game of cards alone was allowed, in its notation (docs/reference/formats/dog-cards.md).

    `shuffled` is the order of the cards that it made the table shuffle, None if nobody knows it.
    """

    seat: int
    action: str
    shuffled: tuple[str, ...] | None = None


class CardRevealed(Struct, frozen=True, kw_only=True):
    """`card` was turned up at a place of the open row, counted from 1."""

    place: int
    card: str


class CardsDealt(Struct, frozen=True, kw_only=True):
    """`cards` per seat; `deck` is the rest of the pile, after a reshuffle if one was needed.

    `discard` is the discard pile after that (None in older records: all or nothing, by `reshuffled`).
    `hands` are the cards by seat in a game with known hands, None if they are hidden.
    """

    round: int
    dealer: int
    first: int
    cards: int
    deck: int
    reshuffled: bool
    discard: int | None = None
    hands: tuple[tuple[str, ...], ...] | None = None


class DogPlaced(Struct, frozen=True, kw_only=True):
    """The neutral figure stands on the track (None in older records: the only one the game has)."""

    field: Place
    figure: str | None = None


class CardExchanged(Struct, frozen=True, kw_only=True):
    """The seat has pushed a card over; `card` is known only with known hands."""

    seat: int
    card: str | None = None


class FreeStartDecided(Struct, frozen=True, kw_only=True):
    """The seat put a pawn on its start field without a card, or declined.

    `pawn` is its number in the seat's row of pawns (with ranks: the rank), None for a free start that was not used.
    """

    seat: int
    pawn: int | None


class PlayDeclared(Struct, frozen=True, kw_only=True):
    """`announced` is the placement to which the computer plays the card of its seat."""

    seat: int
    card: str
    acting_as: str | None
    announced: Placement | None = None


class DeclarationWithdrawn(Struct, frozen=True, kw_only=True):
    seat: int
    card: str


class PlayAccepted(Struct, frozen=True, kw_only=True):
    """A legal play was seen (or chosen by a person: `by_hand`).  `t_ms` is the time of the deciding picture.

    `draws`: so many cards may be drawn at once (ROY-R20).  `claimed`: the rules allow it only if no card of the
    hidden hand serves better, and the table took the player's word for that (DOG-R08, DOG-R14).
    """

    seat: int
    card: str
    acting_as: str | None
    notation: str
    steps: tuple[Step, ...]
    result: Placement
    t_ms: int
    confidence: float
    by_hand: bool = False
    draws: int = 0
    claimed: bool = False
    inferred: bool = False


class PlayRefused(Struct, frozen=True, kw_only=True):
    """An illegal state was seen, or the declaration itself is illegal.  Reported once per state.

    `action` is the intended action of a game of cards alone, in its notation; there `card` is empty for an action that
    needs none.
    """

    seat: int
    card: str
    reasons: tuple[Reason, ...]
    seen: Placement | None
    t_ms: int
    confidence: float
    action: str | None = None


class ShadowJudged(Struct, frozen=True, kw_only=True):
    """Shadow mode: the verdict of a camera that only watches on the last accepted play, which people had tapped.

    `play` is the play that it would have accepted, in its notation (None: it was not sure), `reasons` why it would have
    reported the board as illegal.  `agreed`: it would have accepted the same, and objected to nothing.
    """

    seat: int
    card: str
    agreed: bool
    play: str | None = None
    reasons: tuple[Reason, ...] = ()


class TurnSkipped(Struct, frozen=True, kw_only=True):
    seat: int


class HandForfeited(Struct, frozen=True, kw_only=True):
    """`hand` is the laid-open hand, None if it was not checked."""

    seat: int
    hand: tuple[str, ...] | None


class CardDiscarded(Struct, frozen=True, kw_only=True):
    """A card was thrown away without being played; `card` is None if nobody named it.

    `because`: "stuck" = in place of a play, the turn passes (TK-R22, BD-R74); "draw" = a card is to be drawn for it and
    the turn goes on (BD-R74); "skipped" = another seat's play cost this seat the card and the turn (ST-R11);
    "cost" = the card alone, the turn goes on (JK-R10).
    `shown` are the cards that were laid open to prove that none can be played.
    """

    seat: int
    card: str | None
    because: str
    shown: tuple[str, ...] | None = None


class CardsDrawn(Struct, frozen=True, kw_only=True):
    """`count` cards came into the hand (0: the seat did without, ROY-R20); `cards` only with known hands.

    `deck` and `discard` are the piles afterwards, None if cards are not counted.
    """

    seat: int
    count: int
    deck: int | None
    discard: int | None
    reshuffled: bool = False
    cards: tuple[str, ...] | None = None


class CardsEntered(Struct, frozen=True, kw_only=True):
    """People have entered the cards of a seat of the computer; `anew`: all of its hand, else some more of it."""

    seat: int
    cards: tuple[str, ...]
    anew: bool = False


class SeatGiven(Struct, frozen=True, kw_only=True):
    """The computer plays this seat, at a level, or people do (None)."""

    seat: int
    level: Level | None


class RoundEnded(Struct, frozen=True, kw_only=True):
    """Nobody holds a card (or people end the round); `first` begins the next round, dealt by `dealer`."""

    dealer: int
    first: int


class PositionCorrected(Struct, frozen=True, kw_only=True):
    """`card` is the declared card that is spent by it: a play that stands against the referee."""

    placement: Placement
    turn: int
    reason: str
    card: str | None = None


class EventsUndone(Struct, frozen=True, kw_only=True):
    """Everything from journal row `back_to` on is void (the rows stay in the journal)."""

    back_to: int


class EventsRedone(Struct, frozen=True, kw_only=True):
    """The undo of journal row `undo` is void: the events that it took back hold again."""

    undo: int


class GamePaused(Struct, frozen=True, kw_only=True):
    pass


class GameResumed(Struct, frozen=True, kw_only=True):
    pass


class GameWon(Struct, frozen=True, kw_only=True):
    """The winning seats (a team, or one player alone)."""

    seats: tuple[int, ...]


class GameAbandoned(Struct, frozen=True, kw_only=True):
    """Ended by people without a winner."""


#: Acts of a player with cards beside the plays.
NotedEvent = TurnSkipped | HandForfeited | CardDiscarded | CardsDrawn | FreeStartDecided
#: The events that begin a game.
Start = GameStarted | CardGameStarted
Event = (
    GameStarted
    | CardGameStarted
    | ActionTaken
    | CardRevealed
    | GameAbandoned
    | CardsDealt
    | DogPlaced
    | CardExchanged
    | FreeStartDecided
    | PlayDeclared
    | DeclarationWithdrawn
    | PlayAccepted
    | PlayRefused
    | ShadowJudged
    | TurnSkipped
    | HandForfeited
    | CardDiscarded
    | CardsDrawn
    | CardsEntered
    | SeatGiven
    | RoundEnded
    | PositionCorrected
    | EventsUndone
    | EventsRedone
    | GamePaused
    | GameResumed
    | GameWon
)
