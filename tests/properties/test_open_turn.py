"""The open turn after generated sequences of every command: its states, its accusations, its doubts and its undo."""

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace
from referee_pictures import disturbed, picture, random_turns
from session_driver import Session

from companion.model.observation import Observation, Seen
from companion.model.position import Placement
from companion.model.verdict import Reason, VerdictKind
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import DOUBT_STANDS_MS
from companion.session.decide.boards import open_turn
from companion.session.decide.boards.open_turn import (
    OUTWEIGHS,
    TRANSITIONS,
    Act,
    AgainstTurn,
    Doubt,
    Laid,
    NothingOpen,
    OpenTurn,
    Question,
    Stacked,
)
from companion.session.decide.boards.rows import Row
from companion.session.decide.boards.witness import SIGHT_KEPT_MS
from companion.session.state import Declaration, Pass, Phase

GAMES, LENGTH = 6, 60
#: A picture that tells no figure from another.
BLANK_ROW = (-1.8,) * 6


class Table:
    """A game of Black DOG from its middle, with a record of its camera's true sight."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"open turn {seed}")
        self.session, self.t_ms, self.watched, self.asked = Session(), 0, False, False
        self.newest_ms: int | None = None
        self.blank = False
        self.session.start(self.chance.choice(random_turns(self.chance, 20))[0])
        self.board = self.session.position.placement
        self.wrong: list[str] = []

    def do(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        position, declared = self.session.position, self.session.state.declared
        rows = isinstance(self.session.senses.referee.turn, Stacked)
        self._picture_comes(command)
        try:
            decision = self.session.do(command)
        except cmd.Refused:
            return ()
        refused = [event for event in decision.events if isinstance(event, ev.PlayRefused)]
        pictured = isinstance(command, cmd.ReportObservation) and isinstance(command.observation, Observation)
        if refused and pictured and not self._may_be_refused(command, refused[0]):
            self.wrong.append(f"{refused} of a play that was not seen whole")
        if isinstance(command, cmd.Undo) and declared and not rows:
            taken_back = ev.DeclarationWithdrawn(seat=declared.seat, card=declared.card)
            if decision.events[:1] != (taken_back,):
                self.wrong.append(f"{decision.events} for an undo of {taken_back}")
        self._follow(command, decision.verdict, changed=self.session.position != position)
        self.wrong += broken(self.session)
        return decision.events

    def _may_be_refused(self, command: cmd.Command, refused: ev.PlayRefused) -> bool:
        """A play needs sight of all of it; a card out of turn a board on which the player in turn has not played."""
        return (self.watched and not self.asked) if refused.seen else (self.watched or self.shows_record(command))

    def _picture_comes(self, command: cmd.Command) -> None:
        if isinstance(command, cmd.ReportObservation) and isinstance(command.observation, Observation):
            now = command.observation.t_ms
            if self.newest_ms is not None and not 0 <= now - self.newest_ms <= SIGHT_KEPT_MS:
                self.watched = False
            self.newest_ms = now

    def _follow(self, command: cmd.Command, verdict: object, *, changed: bool) -> None:
        kind = getattr(verdict, "kind", None)
        seen = isinstance(command, cmd.ReportObservation) and isinstance(command.observation, Observation)
        if changed or isinstance(command, cmd.LoseSight | cmd.Undo | cmd.Redo | cmd.Correct | cmd.Resume):
            self.watched = self.asked = False
        if isinstance(command, cmd.LoseSight):
            self.newest_ms = None
        if seen and (kind in (VerdictKind.LEGAL, VerdictKind.UNFINISHED) or self.shows_record(command)):
            self.watched = True
        if self.session.state.declared is None:
            self.asked = False
        elif seen and kind is VerdictKind.UNCLEAR and not getattr(verdict, "anomaly", False):
            # A fault that was not seen whole leads to a question, and so does an unclear board.
            self.asked = True

    def shows_record(self, command: cmd.Command) -> bool:
        assert isinstance(command, cmd.ReportObservation)
        return self.board == self.session.position.placement and not self.blank

    def look(self, board: Placement, *, blank: bool = False) -> tuple[ev.Event, ...]:
        self.board, self.blank = board, blank
        self.t_ms += self.chance.choice((200, DOUBT_STANDS_MS, 900, SIGHT_KEPT_MS + 1))
        seen = replace(picture(self.chance, board), t_ms=self.t_ms)
        if blank:
            seen = replace(seen, track=(BLANK_ROW,) * len(seen.track))
        return self.do(cmd.ReportObservation(observation=seen))

    def go_on(self) -> None:
        """Somebody does something, or the board is seen."""
        chance, state = self.chance, self.session.state
        if state.phase is not Phase.PLAY:
            self.session.start(state.position)
        number = chance.randrange(12)
        if number < 3:
            self.do(self.card())
        elif number < 8:
            board = chance.choice(self.boards())
            for _ in range(chance.choice((1, 2, 3))):
                self.look(board, blank=chance.random() < 0.1)
        else:
            self.do(chance.choice(tuple(self.other_commands())))

    def card(self) -> cmd.DeclarePlay:
        state = self.session.state
        turn, seats = state.position.turn, len(state.names)
        seat = self.chance.choice((turn, turn, (turn + 1) % seats, self.chance.randrange(seats)))
        return cmd.DeclarePlay(seat=seat, card=self.chance.choice(state.faces))

    def boards(self) -> list[Placement]:
        state = self.session.state
        here = state.position.placement
        plays = legal_plays(state.rules, state.position, state.declared.card) if state.declared else ()
        return [here, here, disturbed(self.chance, here), *(play.result for play in plays[:2])]

    def other_commands(self) -> Iterator[cmd.Command]:
        state, here = self.session.state, self.session.position
        seat = self.chance.randrange(len(state.names))
        yield cmd.WithdrawDeclaration()
        yield from (cmd.SkipTurn(seat=seat), cmd.SkipTurn(seat=here.turn), cmd.NewRound(), cmd.Deal())
        yield from (cmd.Undo(), cmd.Undo(), cmd.Redo(), cmd.Pause(), cmd.Resume(), cmd.Resume())
        yield from (cmd.LoseSight(), cmd.LoseWheel(), cmd.ReportWheel(t_ms=self.t_ms, boot=1, net=seat))
        yield from (cmd.Forfeit(seat=here.turn, hand=None), cmd.Discard(seat=seat), cmd.DrawCards(seat=seat))
        yield from (cmd.ChoosePlay(result=here.placement), cmd.Correct(placement=here.placement, next_turn=seat))
        yield cmd.ReportObservation(observation=Seen(t_ms=self.t_ms, placement=self.chance.choice(self.boards())))


def broken(session: Session) -> list[str]:
    """Returns what the state of the turn says that the record denies."""
    referee, state = session.senses.referee, session.state
    turn, found = referee.turn, []
    if isinstance(turn, Laid | Stacked) is not (state.declared is not None):
        found.append(f"{turn} with {state.declared} open")
    if isinstance(turn, NothingOpen) and turn.questions not in (Question.NONE, Question.TURN):
        found.append(f"{turn} with a question about a play")
    if isinstance(turn, Stacked | AgainstTurn) and referee.witness.camera is None:
        found.append(f"{turn} where only people watch")
    if isinstance(turn, Stacked) and not turn.rows:
        found.append(f"{turn} without a row")
    return found


def played(seed: int, length: int = LENGTH) -> Table:
    table = Table(seed)
    for _ in range(length):
        table.go_on()
    return table


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(GAMES))
def test_states_hold_and_nobody_is_accused_unseen_after_every_command(seed: int) -> None:
    assert played(seed).wrong == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_doubt_ends_with_a_plain_board_of_one_play(seed: int) -> None:
    table = played(seed, LENGTH // 2)
    session = table.session
    if session.state.paused:
        session.do(cmd.Resume())
    session.start(session.position)
    rules, here = session.state.rules, session.position
    card, result = next(
        (card, play.result)
        for card in session.state.faces
        for play in legal_plays(rules, here, card)
        if play.result != here.placement
    )
    table.t_ms += SIGHT_KEPT_MS
    for command in (cmd.LoseSight(), cmd.DeclarePlay(seat=here.turn, card=card)):
        session.do(command)
    for _ in range(3):
        table.look(here.placement, blank=True)
    assert Question.PLAY in session.senses.referee.questions
    accepted = table.look(result)
    assert any(isinstance(event, ev.PlayAccepted) for event in accepted)
    assert session.senses.referee.turn == NothingOpen()


def test_a_referee_without_grounds_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_turn, "may_accuse", lambda referee, view: True)
    monkeypatch.setattr(open_turn, "OUTWEIGHS", OUTWEIGHS[:-1])
    assert any(played(seed).wrong for seed in range(GAMES))


def test_a_turn_that_does_not_close_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {state: lambda turn: turn for state in TRANSITIONS[Act.CLOSE]}
    monkeypatch.setattr(open_turn, "TRANSITIONS", {**TRANSITIONS, Act.CLOSE: kept})
    with pytest.raises((KeyError, AssertionError)):
        assert not any(played(seed).wrong for seed in range(GAMES))


CARD = Declaration(seat=1, card="8")
QUESTION = Reason(ruling="", code="turn_not_seen")
PLAY, TURN = Question.PLAY, Question.TURN
DOUBT = Doubt(board=None, since_ms=1)
EMPTY, UNSURE = NothingOpen(), NothingOpen(questions=TURN)
AGAINST = AgainstTurn(card=CARD, question=QUESTION)
BARE, ASKED = Laid(), Laid(questions=PLAY | TURN, doubt=DOUBT)
ROWS: tuple[Row, *tuple[Row, ...]] = (CARD,)
TOP, DOUBTED = Stacked(rows=ROWS), Stacked(rows=ROWS, questions=PLAY | TURN, doubt=DOUBT)
MORE: tuple[Row, *tuple[Row, ...]] = (CARD, Pass(seat=2))
#: By act: its arguments, and the turn after it from each state.  None: it cannot happen there.
THEORY: dict[Act, tuple[tuple[object, ...], dict[OpenTurn, OpenTurn | None]]] = {
    Act.LAY: (
        (),
        {
            EMPTY: BARE,
            UNSURE: BARE,
            AGAINST: BARE,
            BARE: BARE,
            ASKED: Laid(questions=PLAY),
            TOP: TOP,
            DOUBTED: Stacked(rows=ROWS, questions=PLAY),
        },
    ),
    Act.STACK: (
        (MORE, None),
        {
            EMPTY: None,
            UNSURE: None,
            AGAINST: None,
            BARE: Stacked(rows=MORE),
            ASKED: Stacked(rows=MORE, questions=PLAY | TURN),
            TOP: Stacked(rows=MORE),
            DOUBTED: Stacked(rows=MORE, questions=PLAY | TURN),
        },
    ),
    Act.STACK_OUT_OF_TURN: (
        (),
        {
            EMPTY: None,
            UNSURE: None,
            AGAINST: None,
            BARE: Laid(questions=PLAY | TURN),
            ASKED: Laid(questions=PLAY | TURN),
            TOP: Stacked(rows=ROWS, questions=PLAY | TURN),
            DOUBTED: Stacked(rows=ROWS, questions=PLAY | TURN),
        },
    ),
    Act.LAY_AGAINST_TURN: (
        (CARD, QUESTION),
        {EMPTY: AGAINST, UNSURE: AGAINST, AGAINST: AGAINST, BARE: None, ASKED: None, TOP: None, DOUBTED: None},
    ),
    Act.SETTLE: (
        (),
        {
            EMPTY: EMPTY,
            UNSURE: UNSURE,
            AGAINST: UNSURE,
            BARE: BARE,
            ASKED: Laid(questions=TURN),
            TOP: TOP,
            DOUBTED: Stacked(rows=ROWS, questions=TURN),
        },
    ),
    Act.CLOSE: (
        (),
        {EMPTY: EMPTY, UNSURE: UNSURE, AGAINST: UNSURE, BARE: EMPTY, ASKED: UNSURE, TOP: UNSURE, DOUBTED: UNSURE},
    ),
}


@pytest.mark.parametrize("act", Act)
def test_each_act_has_just_one_outcome_in_each_state(act: Act) -> None:
    given, outcomes = THEORY[act]
    assert {type(turn) for turn in outcomes} == {*get_args(OpenTurn)}
    assert set(TRANSITIONS[act]) == {type(turn) for turn, outcome in outcomes.items() if outcome is not None}
    for turn, outcome in outcomes.items():
        if outcome is not None:
            assert open_turn.after(turn, act, *given) == outcome
            continue
        with pytest.raises(KeyError):
            open_turn.after(turn, act, *given)
