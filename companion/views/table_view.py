"""Everything a screen may show of the table, as plain values; the tablet and the terminal render nothing else.

No hand is in it except one that a player has laid open to prove a forfeit; of a hand of the computer only the card
that it lays, throws away or pushes over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from companion.model.position import Placement, Position
from companion.model.verdict import Params, VerdictKind
from companion.open_row.catalogue import CardRules
from companion.open_row.position import CardPosition
from companion.players.level import Level
from companion.rules.rules import Rules
from companion.session.card_game import LastAction
from companion.session.commands import Decided
from companion.session.state import LastPlay, Phase

#: A sentence in every language, by language code: {"de": ..., "en": ..., "fr": ..., "it": ...}.
Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """The certain knowledge of the record: the position since the play of row `seq`, 0 before the first play."""

    seq: int
    position: Position

    def adds_to(self, before: "Known | None") -> bool:
        """Returns whether a sensor that learnt `before` has something to learn: another play, or another set-up."""
        if before is None or self.seq != before.seq:
            return True
        return not self.seq and self.position.placement != before.position.placement


class HealthState(StrEnum):
    OK = "ok"
    SEARCHING = "searching"
    LOST = "lost"
    OFF = "off"


class Stage(StrEnum):
    """The stage that the table waits in: the phase, divided if people have to do different things."""

    IDLE = "idle"
    #: The seat to act decides about the free start.
    START = "start"
    DEAL = "deal"
    #: The dealer places the neutral figure, whatever its name.
    FIGURE = "figure"
    EXCHANGE_PARTNER = "exchange_partner"
    EXCHANGE_LEFT = "exchange_left"
    PLAY = "play"
    #: A duty or option beside the plays.
    REPLACE = "replace"
    DRAW = "draw"
    MAY_DRAW = "may_draw"
    DISCARD = "discard"
    OVER = "over"


#: Everybody is to act at once.
EXCHANGES: Final = (Stage.EXCHANGE_PARTNER, Stage.EXCHANGE_LEFT)
#: `pending` names them.
_OWED: Final = (Stage.REPLACE, Stage.DRAW, Stage.MAY_DRAW, Stage.DISCARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """State of one part.

    `part` is camera, wheel, mqtt or record; `code` and `params` word the detail (`companion/texts`).

    `restarts` is how often its thread failed and restarted.
    """

    part: str
    state: HealthState
    code: str = ""
    params: Params = ()
    text: Texts | None = None
    restarts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """`cards` is None if nobody counted them (a game begun in the middle).  `home` counts pawns in the lane.

    `level` is how well the computer plays this seat; None if people play it.
    """

    seat: int
    name: str
    colour: str
    team: int
    cards: int | None
    out: bool
    exchanged: bool
    home: int
    level: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateView:
    """A likely legal play of the declared card, as a big button: `text` words it, `result` is the board after it."""

    play: str
    text: Texts
    result: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """The newest verdict.

    `text` is the headline sentence (for illegal: which rule is broken and how to put it right), `code` its message.
    """

    seq: int
    kind: VerdictKind
    seat: int
    card: str
    play: str | None
    ruling: str | None
    text: Texts
    code: str = ""
    origin: int | None = None
    target: int | None = None


def last_verdict(last: LastPlay | LastAction, play: str | None, text: Texts) -> VerdictView:
    """Returns the verdict on the newest play or action; `play` in its notation, `text` its sentence."""
    reason = last.reasons[0] if last.reasons else None
    return VerdictView(
        seq=last.seq,
        kind=VerdictKind.LEGAL if last.legal else VerdictKind.ILLEGAL,
        seat=last.seat,
        card=last.card,
        play=play,
        ruling=reason.ruling if reason else None,
        text=text,
        code=reason.code if reason else "",
        origin=reason.origin if reason else None,
        target=reason.target if reason else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnomalyView:
    """An anomaly on the board: a question about the table, accusing nobody.

    `origin` is the right place of the pawn of `seat`, `target` its present one.
    """

    code: str
    text: Texts
    seat: int | None = None
    origin: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """A duty or option of a seat beside the plays, with `count` cards.

    `kind`: replace (draw for the card thrown away), draw, may_draw (for a special field), play_or_discard (play the
    drawn card, or else throw one away), discard (for a play of the neighbour); before the play must_start, may_start
    (a pawn comes onto the start field).
    """

    kind: str
    seat: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedView:
    """The computer's decision for its `seat`, to be carried out by people: `text` words it, `card` is its card.

    `play` is the play of the card that it has laid; `decided` its other action, once people have confirmed it.  With
    neither it cannot decide this, and people do.  `board` is the board after it, None if nothing moves.
    """

    seat: int
    text: Texts
    card: str | None = None
    play: CandidateView | None = None
    decided: Decided | None = None
    board: Placement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsToEnter:
    """So many cards of a seat of the computer have still to be entered."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPawn:
    """A pawn of `seat` that belongs back on `target` and still stands on `origin`; `pawn` is its number in its row."""

    seat: int
    pawn: int
    origin: int
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBackView:
    """The things that people have to put back after an undo: a sentence for each, and the pawns among them.

    `figures` are the fields between which neutral figures go back; `wheel`: the disc is turned back.
    """

    text: Texts
    pawns: tuple[MovedPawn, ...] = ()
    figures: tuple[int, ...] = ()
    wheel: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A snapshot; the newest wins.  The defaults are those of a table without a game.

    `turn` is the seat that must act next.

    `phase` is None without a game.  `figure` is the name of the neutral figure that is to be placed, in its phase;
    empty in the others.  `pending` is the duty or option beside the plays.  `game` is empty without a game.
    `stuck` is the duty of a player who can play no card: forfeit, discard_and_draw, discard_one or
    lay_down (the whole hand); `shows_hand`: the cards are laid open to prove it.
    `notice` is the newest refusal or fault in words, None once it is out of date; `anomaly` is the anomaly on the
    board, as long as it lies there.
    `demo`: the built-in table plays this game, nobody's pawns are on a real board.
    `card_table` is the table of a game of cards alone as everybody may see it; there `position` is None, as there is no
    board, and `play` of a verdict is the action.
    `noted` is the sentence about the newest act of a player with cards since the last play: a hand forfeited, a turn
    skipped, cards discarded or drawn, a free start.
    `laid` are the cards that everybody has seen since the pile was shuffled, the oldest first.
    `put_back` is there from an undo until anything else happens; so long it can be taken back itself.
    `proposed` are the cards that a camera takes the top of the pile for, while one is to be declared: one, or two that
    look alike.
    `announced` is the computer's decision for the seat that it plays, `to_enter` the cards of it that people have still
    to enter.
    `plays` are all legal plays of the declared card (for tapping without a camera), `candidates` the few likely ones;
    `obstacles` are the reasons for each pawn if there is no play.
    """

    epoch: int
    seq: int = 0
    game: str = ""
    variant: str = ""
    board: str = ""
    options: tuple[tuple[str, str | int | bool], ...] = ()
    phase: Phase | None = None
    figure: str = ""
    paused: bool = False
    round: int = 0
    ply: int = 0
    position: Position | None = None
    known: Known | None = None
    seats: tuple[SeatView, ...] = ()
    dealer: int = 0
    first: int = 0
    turn: int = 0
    deck: int | None = None
    discard: int = 0
    discard_top: str | None = None
    cards: tuple[str, ...] = ()
    declared: str | None = None
    verdict: VerdictView | None = None
    noted: Texts | None = None
    last_play: VerdictView | None = None
    plays: tuple[CandidateView, ...] = ()
    obstacles: tuple[Texts, ...] = ()
    candidates: tuple[CandidateView, ...] = ()
    result: tuple[int, ...] | None = None
    can_undo: bool = False
    health: tuple[Health, ...]
    notice: Texts | None
    demo: bool = False
    pending: PendingView | None = None
    stuck: str = "forfeit"
    shows_hand: bool = True
    anomaly: AnomalyView | None = None
    game_rules: Rules | None = field(default=None, repr=False)
    card_rules: CardRules | None = field(default=None, repr=False)
    card_table: CardPosition | None = None
    laid: tuple[str, ...] = ()
    put_back: PutBackView | None = None
    proposed: tuple[str, ...] = ()
    announced: AnnouncedView | None = None
    to_enter: CardsToEnter | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the present game.  Raises ValueError without a game."""
        if self.game_rules is None:
            raise ValueError("no game is on")
        return self.game_rules

    @property
    def stage(self) -> Stage:
        """The stage that the table waits in; screens and pages decide it nowhere else."""
        if self.phase is Phase.EXCHANGE and self.card_table is not None:
            return Stage.EXCHANGE_PARTNER
        if self.phase is Phase.EXCHANGE:
            return Stage(f"exchange_{self.rules.deal.exchange_with(len(self.seats)) or 'partner'}")
        if self.phase is Phase.PLAY and self.pending and self.pending.kind in _OWED:
            return Stage(self.pending.kind)
        return Stage(self.phase) if self.phase else Stage.IDLE

    @property
    def acting(self) -> int:
        """The seat to act: one that owes or may draw a card, else the seat to move."""
        return self.pending.seat if self.pending and self.stage in _OWED else self.turn
