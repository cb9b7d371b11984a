"""The open turn: the referee's knowledge of the card that lies open, and how a view of the board changes it.

Theory.  The record holds the open card; all else about it is here, and gone with the program.  A turn is in one of four
states, each with its own values:

- `NothingOpen`: no card lies open.
- `Laid`: a card lies open and has not been judged.  Only here a board can be a doubt: an illegal or unclear board that
  people may still be moving on, so that it is reported only after it has stood.
- `Stacked`: other players have laid cards on top of it or passed over it; they take its play for made.  No board is
  illegal then.  As soon as one row of legal plays explains a plain board, it goes into the record.
- `AgainstTurn`: no card lies open, and a player has laid one out of turn (CORE-R31).  A picture decides whether the
  player whose turn it is has played.

It changes by an act of people with cards (`TRANSITIONS`; an act that is not there cannot happen), by the record after a
command (`looks.followed`) and by a view of a witness (`step`).

Questions.  `Question` lists all that can be open.  A question about the play outlives another card of the same player,
because the board was not understood; it ends with an accepted position.  One about the turn ends with a card in turn.

Grounds.  From a picture, not from a tap, nothing is illegal, the turn included, without all of this (`may_accuse`):

1. A settled picture has shown the last accepted position, or a proper stage of the open play, since it was accepted.
2. Sight was kept from that picture on: the camera was not lost or blind, and no settled picture is missing for longer
   than a hand may be over the board.
3. One card lies open and nobody passed over it.  Where nobody names cards this never holds (`sensors.undeclared`).
4. No question about the open play waits for its answer.

Findings.  A view of the open card gives one verdict; `OUTWEIGHS` lists what outweighs it, and in which order.  Only a
question outweighs a fault, and nothing outweighs a proper stage of a play.
"""

from collections.abc import Callable, Mapping
from enum import Enum, Flag, auto
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.model.enums import quick
from companion.model.observation import Observation, Seen
from companion.model.position import Placement
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.match import chance_of
from companion.referee.model import MODEL, is_cheaper
from companion.session import events as ev
from companion.session.decide.acceptance import accepted
from companion.session.decide.boards import anomalies as anomalies_on_board
from companion.session.decide.boards import reading as readings
from companion.session.decide.boards import witness as witnesses
from companion.session.decide.boards.anomalies import Anomalies
from companion.session.decide.boards.reading import ELSEWHERE, not_seen, read
from companion.session.decide.boards.rows import Row, explained_by
from companion.session.decide.boards.witness import Witness, shown
from companion.session.game import not_your_turn
from companion.session.state import BoardGame, Declaration

#: A state must lie still this long before it is reported as illegal or questioned: a hand may only have paused.
DOUBT_STANDS_MS: Final = 300


class Question(Flag):
    """The open questions to people."""

    NONE = 0
    #: Which play the open card was used for.
    PLAY = auto()
    #: Whose turn it is: a card came out of turn or in vain.
    TURN = auto()
    #: An anomaly on the board.
    ANOMALY = auto()
    #: Which stop the disc stands on.
    WHEEL = auto()


class Doubt(Struct, frozen=True):
    """An illegal placement, or an unclear board (None), and since when it stands."""

    board: Placement | None
    since_ms: int


class NothingOpen(Struct, frozen=True, kw_only=True):
    """No card lies open."""

    questions: Literal[Question.NONE, Question.TURN] = Question.NONE


class Laid(Struct, frozen=True, kw_only=True):
    """One card lies open, and has not been judged."""

    questions: Question = Question.NONE
    doubt: Doubt | None = None


class Stacked(Struct, frozen=True, kw_only=True):
    """`rows` lie on top of a card that was not judged; `before` is the view when the first of them was laid."""

    rows: tuple[Row, *tuple[Row, ...]]
    questions: Question = Question.NONE
    before: Observation | Seen | None = None
    doubt: Doubt | None = None


class AgainstTurn(Struct, frozen=True, kw_only=True):
    """`card` was laid while it was another player's turn; `question` asks whether that player has played."""

    questions: ClassVar[Question] = Question.TURN
    card: Declaration
    question: Reason


OpenTurn = NothingOpen | Laid | Stacked | AgainstTurn


@quick
class Act(Enum):
    """The acts of people with cards, and of the record with the open one."""

    #: A card in turn is laid, first or instead of the open one.
    LAY = auto()
    #: Given the rows with a card or pass of the next player on top, and the newest view.
    STACK = auto()
    #: A card on top comes neither from the next player nor from the last.
    STACK_OUT_OF_TURN = auto()
    #: Given the card and the question: a card comes out of turn while none lies open.
    LAY_AGAINST_TURN = auto()
    #: A position is accepted or set, or an answer given.
    SETTLE = auto()
    #: The open card is gone: played, taken back, or its turn let go by; or the turn of a card out of turn has passed.
    CLOSE = auto()


def _turn_alone(questions: Question) -> Literal[Question.NONE, Question.TURN]:
    return Question.TURN if questions is not Question.NONE and Question.TURN in questions else Question.NONE


def _stacked(turn: Laid | Stacked, rows: tuple[Row, *tuple[Row, ...]], view: Observation | Seen | None) -> Stacked:
    before = turn.before if isinstance(turn, Stacked) else view
    return Stacked(rows=rows, questions=turn.questions, before=before)


def _kept(turn: OpenTurn, *_: object) -> OpenTurn:
    return turn


def _against(_: OpenTurn, card: Declaration, question: Reason) -> OpenTurn:
    return AgainstTurn(card=card, question=question)


_Change = Callable[..., OpenTurn]
TRANSITIONS: Final[Mapping[Act, Mapping[type[OpenTurn], _Change]]] = {
    Act.LAY: {
        NothingOpen: lambda _: Laid(),
        AgainstTurn: lambda _: Laid(),
        Laid: lambda turn: Laid(questions=turn.questions & Question.PLAY),
        Stacked: lambda turn: replace(turn, doubt=None, questions=turn.questions & Question.PLAY),
    },
    Act.STACK: {Laid: _stacked, Stacked: _stacked},
    Act.STACK_OUT_OF_TURN: {
        Laid: lambda _: Laid(questions=Question.PLAY | Question.TURN),
        Stacked: lambda turn: replace(turn, doubt=None, questions=Question.PLAY | Question.TURN),
    },
    Act.LAY_AGAINST_TURN: {NothingOpen: _against, AgainstTurn: _against},
    Act.SETTLE: {
        NothingOpen: _kept,
        AgainstTurn: lambda _: NothingOpen(questions=Question.TURN),
        Laid: lambda turn: Laid(questions=_turn_alone(turn.questions)),
        Stacked: lambda turn: Stacked(rows=turn.rows, questions=_turn_alone(turn.questions)),
    },
    Act.CLOSE: {
        NothingOpen: _kept,
        AgainstTurn: lambda _: NothingOpen(questions=Question.TURN),
        Laid: lambda turn: NothingOpen(questions=_turn_alone(turn.questions)),
        Stacked: lambda _: NothingOpen(questions=Question.TURN),
    },
}


def after(turn: OpenTurn, act: Act, *given: Any) -> OpenTurn:
    """Returns the turn after `act`.  Raises KeyError for one that cannot happen in this state."""
    return TRANSITIONS[act][type(turn)](turn, *given)


class RefereeState(Struct, frozen=True, kw_only=True):
    """All that a referee knows beside the record: the open turn, its witness, and the anomalies on the board."""

    turn: OpenTurn = NothingOpen()
    witness: Witness = Witness()
    anomalies: Anomalies = Anomalies()

    @property
    def questions(self) -> Question:
        """All open questions."""
        wheel = Question.WHEEL if self.witness.elsewhere else Question.NONE
        return self.turn.questions | wheel | (Question.ANOMALY if self.anomalies.question else Question.NONE)

    @property
    def question(self) -> Reason | None:
        """The question about the table that people see: the wheel outweighs the turn, and that an anomaly."""
        if Question.WHEEL in self.questions:
            return ELSEWHERE
        return self.turn.question if isinstance(self.turn, AgainstTurn) else self.anomalies.question


def settled(referee: RefereeState, *, by_hand: bool = False, seen: bool = False) -> RefereeState:
    """Returns what is known after a position is accepted, `by_hand` of people or as the witness has `seen` it."""
    return RefereeState(
        turn=after(referee.turn, Act.SETTLE),
        witness=shown(witnesses.settled(referee.witness), is_shown=seen),
        anomalies=anomalies_on_board.settled(referee.anomalies, by_hand=by_hand),
    )


class Finding(Struct, frozen=True, kw_only=True):
    """The consequences of a view: `events` for the record, and the `verdict` (None: nothing to report yet)."""

    events: tuple[ev.Event, ...] = ()
    verdict: Verdict | None = None


class Look(Struct, frozen=True, kw_only=True):
    """A view of the board in a game, and what was known before it."""

    game: BoardGame
    referee: RefereeState
    view: Observation | Seen

    @property
    def picture(self) -> Observation | None:
        return self.view if isinstance(self.view, Observation) else None


def step(game: BoardGame, referee: RefereeState, view: Observation | Seen) -> tuple[RefereeState, Finding]:
    """Returns what is known after a view of a board on which cards are played, and what follows from it."""
    referee = replace(referee, witness=witnesses.wheel_seen(game.position, referee.witness, view))
    look, card = Look(game=game, referee=referee, view=view), game.declared
    if card is None or not isinstance(referee.turn, Laid | Stacked):
        return (referee, Finding()) if referee.witness.elsewhere else _without_card(look)
    if isinstance(view, Observation) and referee.witness.encoder and referee.witness.elsewhere:
        verdict = readings.read_elsewhere(game, card, referee.witness.encoder.net, view)
        return _asking(referee, referee.turn), Finding(verdict=verdict)
    if isinstance(referee.turn, Stacked):
        return _with_rows(look, card, referee.turn)
    return _with_card(look, card, referee.turn)


def _without_card(look: Look) -> tuple[RefereeState, Finding]:
    """Judges a board while no card lies open: a card against the turn first, then the anomalies."""
    game, (referee, finding) = look.game, _turn_seen(look)
    if isinstance(referee.turn, AgainstTurn) and look.picture:
        # The question whose turn it is stands until a plainer picture.
        return referee, finding
    turned = referee.witness.turned
    lying = anomalies_on_board.without_card(game.rules, game.position, referee.anomalies, look.view, turned)
    return replace(referee, anomalies=lying), finding


def _turn_seen(look: Look) -> tuple[RefereeState, Finding]:
    """Reports a card against the turn if a plain picture shows that the player whose turn it is has not played.

    A board that shows something else leaves it unknown whose turn it is; one that is not plain is examined again.
    """
    game, referee, turn = look.game, look.referee, look.referee.turn
    if look.picture is None:
        return referee, Finding()
    chance = chance_of(game.rules, game.position, look.picture)
    if not is_cheaper(chance, MODEL.costs.wrong_waiting):
        if Question.TURN in turn.questions:
            unseen = shown(referee.witness, is_shown=False)
            referee = replace(referee, turn=after(turn, Act.CLOSE), witness=unseen)
        return referee, Finding()
    if not isinstance(turn, AgainstTurn):
        return replace(referee, witness=shown(referee.witness)), Finding()
    if not is_cheaper(chance, MODEL.costs.wrong_accusation):
        return referee, Finding()
    accused = replace(referee, turn=NothingOpen(), witness=shown(referee.witness))
    return accused, Finding(events=(_out_of_turn(look, turn.card, chance),))


def _refused(
    look: Look, card: Declaration, reasons: tuple[Reason, ...], seen: Placement | None, confidence: float
) -> ev.PlayRefused:
    t_ms = look.view.t_ms
    return ev.PlayRefused(seat=card.seat, card=card.card, reasons=reasons, seen=seen, t_ms=t_ms, confidence=confidence)


def _out_of_turn(look: Look, card: Declaration, confidence: float) -> ev.PlayRefused:
    return _refused(look, card, (not_your_turn(look.game, card.seat),), None, confidence)


def _with_rows(look: Look, card: Declaration, turn: Stacked) -> tuple[RefereeState, Finding]:
    """Judges a board with other cards on top of the open one: only all cards together explain it."""
    game, referee, picture, view = look.game, look.referee, look.picture, look.view
    agree = picture is None or not referee.witness.disagrees(game.position, picture)
    if picture is not None and picture.wheel is None:
        view = replace(picture, wheel=referee.witness.felt(game.position))
    found = explained_by(game, turn.rows, turn.before, view) if agree else None
    if found is not None:
        left = replace(referee, turn=with_rows(turn, turn.rows[found.settled :]))
        return settled(left, seen=True), Finding(events=found.events)
    verdict = read(game, card, referee.witness, view)
    if verdict.kind is VerdictKind.UNFINISHED:
        return replace(referee, turn=replace(turn, doubt=None)), Finding()
    known = may_accuse_of_turn(referee) and Question.PLAY not in turn.questions
    if verdict.kind is VerdictKind.ILLEGAL and verdict.seen == card.refused and known:
        # The fault was reported, and the players go on over it.
        top = next((row for row in turn.rows if isinstance(row, Declaration)), None)
        events = () if top is None else (_out_of_turn(look, top, verdict.confidence),)
        return replace(referee, turn=with_rows(turn, ())), Finding(events=events, verdict=verdict)
    return _waiting(look, referee, turn, None) or (_asking(referee, turn), Finding(verdict=not_seen(game, card)))


def with_rows(turn: Stacked, rows: tuple[Row, ...]) -> Laid | Stacked:
    """Returns the turn with only these rows on top of the open card."""
    return replace(turn, rows=rows) if rows else Laid(questions=turn.questions, doubt=turn.doubt)


def _with_card(look: Look, card: Declaration, turn: Laid) -> tuple[RefereeState, Finding]:
    game, referee, view = look.game, look.referee, look.view
    reading = read(game, card, referee.witness, view)
    verdict, lying = anomalies_on_board.beside_card(game.rules, game.position, referee.anomalies, view, reading)
    referee = replace(referee, anomalies=lying)
    for find, kinds in OUTWEIGHS:
        if verdict.kind in kinds:
            verdict = find(replace(look, referee=referee), card, verdict) or verdict
    if verdict.kind is VerdictKind.LEGAL and verdict.play is not None:
        events = accepted(game, card, verdict.play, view.t_ms, verdict.confidence)
        return settled(referee, seen=True), Finding(events=events, verdict=verdict)
    if verdict.kind is VerdictKind.UNFINISHED:
        stage = replace(referee, turn=replace(turn, doubt=None), witness=shown(referee.witness))
        return stage, Finding(verdict=verdict)
    doubt = verdict.seen if verdict.kind is VerdictKind.ILLEGAL else None
    waiting = _waiting(look, referee, turn, doubt)
    if waiting is not None:
        return waiting
    if verdict.anomaly:
        # A play beside it has not been judged: as after a question, nobody is to be accused.
        asked = _asking(referee, turn) if reading.anomaly else referee
        return asked, Finding(verdict=verdict if lying.question else None)
    if doubt is None:
        return _asking(referee, turn), Finding(verdict=verdict)
    events = () if card.refused == doubt else (_refused(look, card, verdict.reasons, doubt, verdict.confidence),)
    return referee, Finding(events=events, verdict=verdict)


def _anomaly_remains(look: Look, _: Declaration, verdict: Verdict) -> Verdict | None:
    question = look.referee.anomalies.question
    if question is None:
        return None
    return replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(question,), candidates=(), anomaly=True)


def _not_seen_whole(look: Look, _: Declaration, verdict: Verdict) -> Verdict | None:
    if may_accuse(look.referee, look.view):
        return None
    code = "ask_play" if Question.PLAY in look.referee.turn.questions else "sight_interrupted"
    return replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(Reason(ruling="", code=code),))


_Finder = Callable[[Look, Declaration, Verdict], Verdict | None]
_LEGAL, _ILLEGAL = VerdictKind.LEGAL, VerdictKind.ILLEGAL
#: The findings that outweigh a verdict, in order, each with the kinds of verdict that it outweighs.
OUTWEIGHS: Final[tuple[tuple[_Finder, tuple[VerdictKind, ...]], ...]] = (
    (lambda look, _, verdict: readings.against_hand(look.game, verdict), (_LEGAL,)),
    (lambda look, card, verdict: readings.against_announced(look.game, card, verdict), (_LEGAL,)),
    (
        lambda look, card, _: readings.by_card_before(look.game, card, look.referee.witness, look.view),
        (_LEGAL, _ILLEGAL),
    ),
    (_anomaly_remains, (_ILLEGAL,)),
    (_not_seen_whole, (_ILLEGAL,)),
)


def may_accuse(referee: RefereeState, view: Observation | Seen) -> bool:
    """Returns whether an illegal board of a laid card may be reported as illegal (grounds 1 to 4)."""
    camera, asked = referee.witness.camera, Question.PLAY in referee.turn.questions
    return isinstance(view, Seen) or (camera is not None and camera.shown and not asked)


def may_accuse_of_turn(referee: RefereeState) -> bool:
    """Returns whether a card laid out of turn may be reported so: the last position was seen, and all since."""
    camera = referee.witness.camera
    return camera is None or (camera.shown and Question.TURN not in referee.turn.questions)


def _asking(referee: RefereeState, turn: Laid | Stacked) -> RefereeState:
    return replace(referee, turn=replace(turn, questions=turn.questions | Question.PLAY))


def _waiting(
    look: Look, referee: RefereeState, turn: Laid | Stacked, board: Placement | None
) -> tuple[RefereeState, Finding] | None:
    """Returns the step for a picture of a doubt that has not stood for long enough; None once it has."""
    if look.picture is None:
        return None
    known = turn.doubt if turn.doubt and turn.doubt.board == board else None
    if known and look.view.t_ms - known.since_ms >= DOUBT_STANDS_MS:
        return None
    return replace(referee, turn=replace(turn, doubt=known or Doubt(board, look.view.t_ms))), Finding()
