"""The state of a game at one moment: the sum of its recorded events and of nothing else.

Laws: two replays of the same events give equal states; a game has the fields of its kind and no substitutes: a game
of cards alone has no board, and before a game has begun there is no position; the values of a phase exist in that
phase only.  The sensors' reports live in `decide.senses`, outside.
"""

from enum import StrEnum
from typing import ClassVar, Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from companion.model.enums import quick
from companion.model.notation import format_position
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.players.level import Level
from companion.rules.rules import Rules
from companion.session.card_game import CardGame
from companion.session.events import NotedEvent
from companion.session.game import AnyGame, not_your_turn
from companion.session.written import judge_play


class NoGame(Struct, frozen=True, kw_only=True):
    """No game has begun: there is no row and no game id."""

    seq: int = 0
    game: str = ""


@quick
class Phase(StrEnum):
    #: Everybody decides about the free start.
    START = "start"
    DEAL = "deal"
    #: The dealer places the neutral figure.
    FIGURE = "figure"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


class Pass(Struct, frozen=True, kw_only=True):
    """A seat that let its turn go by before the open card was judged."""

    seat: int


class Declaration(Struct, frozen=True, kw_only=True):
    """The open card.  `refused` is the illegal placement last reported for it, so that it is reported once.

    `announced` is the placement to which the computer plays it; None if people play it.  `instead_of` is the card
    that the same seat laid before and did not take back, or its pass: that may count, and this one be out of turn.
    """

    seat: int
    card: str
    acting_as: str | None = None
    refused: Placement | None = None
    announced: Placement | None = None
    instead_of: "Declaration | Pass | None" = None

    def after(self, before: "Declaration | Pass | None") -> "Declaration":
        """Returns this card, laid while `before` was the last one on the table."""
        if before is None or before.seat != self.seat:
            return self
        if isinstance(before, Pass):
            return replace(self, instead_of=before)
        if (before.card, before.acting_as) == (self.card, self.acting_as):
            return replace(self, instead_of=before.instead_of)
        return replace(self, instead_of=replace(before, refused=None, instead_of=None))


@quick
class OwedKind(StrEnum):
    """Duties and options of a seat beside the plays."""

    #: Draw a card for the one thrown away (BD-R74).
    REPLACE = "replace"
    #: Play the drawn card if it helps, else throw a card away instead of the turn (BD-R74).
    PLAY_OR_DISCARD = "play_or_discard"
    #: Draw for a special field, as a duty or an option; an option lapses with the next play (ROY-R20).
    DRAW = "draw"
    MAY_DRAW = "may_draw"
    #: Throw a card away, because a play costs it; with it goes the turn (ST-R11, ST-R12), unless it stays (JK-R10).
    DISCARD = "discard"


class Owed(Struct, frozen=True, kw_only=True):
    """`count` cards; `card` is the one just drawn, if hands are known; `keeps_turn`: a card thrown away is all."""

    kind: OwedKind
    seat: int
    count: int = 1
    card: str | None = None
    keeps_turn: bool = False


class Preparing(Struct, frozen=True, kw_only=True):
    """The steps before the first card of a round; `phase` is the one that everybody waits for.

    `exchanged` are the seats that have pushed a card over, `given` the known cards that lie pushed over until everybody
    has (CORE-R21).  `to_start` are the seats that have still to decide about their free start.
    """

    declared: ClassVar[None] = None
    owed: ClassVar[None] = None
    phase: Literal[Phase.START, Phase.FIGURE, Phase.EXCHANGE]
    exchanged: tuple[bool, ...]
    given: tuple[str | None, ...]
    to_start: tuple[bool, ...]


class Dealing(Struct, frozen=True, kw_only=True):
    """The dealer has to deal."""

    phase: ClassVar[Phase] = Phase.DEAL
    declared: ClassVar[None] = None
    owed: ClassVar[None] = None


class Playing(Struct, frozen=True, kw_only=True):
    """Cards are played.  `declared` is the open card, `owed` the duty or option of a seat beside the plays."""

    phase: ClassVar[Phase] = Phase.PLAY
    declared: Declaration | None = None
    owed: Owed | None = None


class Over(Struct, frozen=True, kw_only=True):
    """`result` are the winning seats (none: abandoned); `exchanged` is as it was when the game ended."""

    phase: ClassVar[Phase] = Phase.OVER
    declared: ClassVar[None] = None
    owed: ClassVar[None] = None
    result: tuple[int, ...]
    exchanged: tuple[bool, ...]


PhaseState = Preparing | Dealing | Playing | Over


class LastPlay(Struct, frozen=True, kw_only=True):
    """The newest accepted play, refusal or correction: a viewer sees it as the last thing that happened."""

    seq: int
    seat: int
    card: str
    legal: bool
    notation: str | None = None
    play: Play | None = None
    reasons: tuple[Reason, ...] = ()
    #: The position before it: its wording describes a play from there.
    before: Position | None = None


class Agreement(Struct, frozen=True, kw_only=True):
    """Shadow mode, in plays that people tapped: how many the camera saw alike, otherwise, or without certainty."""

    same: int = 0
    otherwise: int = 0
    unsure: int = 0

    @property
    def plays(self) -> int:
        return self.same + self.otherwise + self.unsure


class BoardGame(AnyGame, frozen=True, kw_only=True, eq=False):
    """A game on a board.  `position.turn` is the seat to play next.  `cards` is empty if hands are not counted.

    `phase_state` holds the values of the present phase.  `hands` are the known cards by seat, sorted; None if they are
    hidden, as among people.  `levels` are those of the seats that the computer plays; its known hand may lack cards
    until people have entered them.

    `noted` is the newest act of a player with cards since the last play: a turn skipped, a hand forfeited, cards
    discarded or drawn, a free start decided.

    `earlier` is the state before the newest event that can be undone, `undone` the one before an undo, until anything
    else happens.  `agreement` is that of people with a camera that only watches (shadow mode), None without such a
    camera.
    """

    board: str
    position: Position
    phase_state: PhaseState
    round: int
    dealer: int
    counted: bool
    cards: tuple[int, ...] = ()
    out: tuple[bool, ...] = ()
    hands: tuple[tuple[str, ...] | None, ...] | None = None
    levels: tuple[Level | None, ...] = ()
    deck: int | None = None
    discard: int = 0
    discard_top: str | None = None
    last: LastPlay | None = None
    last_legal: LastPlay | None = None
    noted: NotedEvent | None = None
    rules: Rules
    earlier: "BoardGame | None" = None
    undone: "BoardGame | None" = None
    agreement: Agreement | None = None

    @property
    def phase(self) -> Phase:
        return self.phase_state.phase

    @property
    def declared(self) -> Declaration | None:
        """The open card; only while cards are played."""
        return self.phase_state.declared

    @property
    def laid_by_people(self) -> Declaration | None:
        """The open card, unless it is the computer's, which would lay it again at once."""
        return self.declared if self.declared and self.declared.announced is None else None

    @property
    def owed(self) -> Owed | None:
        """The duty or option of a seat beside the plays; only while cards are played."""
        return self.phase_state.owed

    @property
    def result(self) -> tuple[int, ...] | None:
        return self.phase_state.result if isinstance(self.phase_state, Over) else None

    @property
    def exchanged(self) -> tuple[bool, ...]:
        """By seat: whether it has pushed its card of this round over, or need not."""
        match self.phase_state:
            case Preparing(exchanged=exchanged) | Over(exchanged=exchanged):
                return exchanged
            case Dealing():
                return (self.round > 0,) * len(self.names)
            case Playing():
                return (True,) * len(self.names)
            case _:
                assert_never(self.phase_state)

    @property
    def teams(self) -> tuple[int, ...]:
        return self.position.teams

    @property
    def faces(self) -> tuple[str, ...]:
        return self.rules.variant.cards

    def level(self, seat: int) -> Level | None:
        """Returns how well the computer plays this seat; None if people play it."""
        return self.levels[seat] if self.levels else None

    def hand(self, seat: int) -> tuple[str, ...] | None:
        """Returns the cards of the seat if all of them are known."""
        hand = None if self.hands is None else self.hands[seat]
        hidden = self.rules.deal.draws_after_play and self.counted
        believed = self.level(seat) is None and not hidden
        whole = hand is not None and (believed or len(hand) == self.cards[seat])
        return hand if whole else None

    def judge(self, seat: int, action: str) -> Verdict:
        if seat != self.position.turn:
            return Verdict(kind=VerdictKind.ILLEGAL, reasons=(not_your_turn(self, seat),))
        return judge_play(self.rules, self.position, action)

    def text(self) -> str:
        return format_position(self.position)


State = NoGame | BoardGame | CardGame
