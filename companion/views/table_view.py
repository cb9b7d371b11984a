"""Everything a screen may show of the table, as plain values; the tablet and the terminal render nothing else.

No hand is in it except the one that a player has laid open to prove a forfeit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.model.position import Placement, Position
from companion.model.verdict import Params, VerdictKind

#: A sentence in every language, by language code: {"de": ..., "en": ..., "fr": ..., "it": ...}.
Texts = Mapping[str, str]


class HealthState(StrEnum):
    OK = "ok"
    SEARCHING = "searching"
    LOST = "lost"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """State of one part: `part` is camera, wheel, mqtt or record; `code` and `params` word the detail
    (`companion/texts`)."""

    part: str
    state: HealthState
    code: str = ""
    params: Params = ()
    text: Texts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """`cards` is None where nobody counted them (a game begun in the middle).  `home` counts pawns in the lane."""

    seat: int
    name: str
    colour: str
    team: int
    cards: int | None
    out: bool
    exchanged: bool
    home: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateView:
    """A likely legal play of the declared card, as a big button: `text` says it in words, `result` is what it leads
    to."""

    play: str
    text: Texts
    result: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """The newest verdict.  `text` is the headline sentence (for illegal: which rule is broken and how to put it
    right)."""

    seq: int
    kind: VerdictKind
    seat: int
    card: str
    play: str | None
    ruling: str | None
    text: Texts
    origin: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AmissView:
    """What is amiss on the board: a question about the table, accusing nobody.  `origin` is where the pawn of `seat`
    belongs, `target` where it stands."""

    code: str
    text: Texts
    seat: int | None = None
    origin: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """What a seat has to do, or may do, beside the plays, with `count` cards.

    `kind`: replace (draw for the card thrown away), draw, may_draw (for a special field), play_or_discard (play the
    drawn card, or else throw one away), discard (for a play of the neighbour); before the play must_start, may_start
    (a pawn comes onto the start field).
    """

    kind: str
    seat: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A snapshot; the newest wins.  `turn` is who must act next.

    `phase`: idle, start (who may, starts a pawn free), deal, the name of the neutral figure while it is to be placed,
    exchange, play, over.  `pending` is what has to be done beside the plays.  `game` is empty while no game is on.
    `stuck` is what the player to move does when no card can be played: forfeit, discard_and_draw, discard_one or
    lay_down (the whole hand); `shows_hand`: the cards are laid open to prove it.
    `notice` is the newest refusal or fault in words, None once it no longer matters; `amiss` is what does not lie on
    the board as it should, as long as that is so.
    `plays` are all legal plays of the declared card (for tapping without a camera), `candidates` the few likely ones.
    """

    epoch: int
    seq: int
    game: str
    variant: str
    board: str
    options: tuple[tuple[str, str | int | bool], ...]
    phase: str
    paused: bool
    round: int
    ply: int
    position: Position | None
    seats: tuple[SeatView, ...]
    dealer: int
    first: int
    turn: int
    deck: int | None
    discard: int
    discard_top: str | None
    cards: tuple[str, ...]
    declared: str | None
    verdict: VerdictView | None
    last_play: VerdictView | None
    plays: tuple[CandidateView, ...]
    candidates: tuple[CandidateView, ...]
    result: tuple[int, ...] | None
    can_undo: bool
    health: tuple[Health, ...]
    notice: Texts | None
    pending: PendingView | None = None
    stuck: str = "forfeit"
    shows_hand: bool = True
    amiss: AmissView | None = None
