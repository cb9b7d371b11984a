"""Cards that are declared, taken back, or chosen from the list of their plays."""

from msgspec.structs import replace

from companion.model.observation import Observation
from companion.model.position import Position
from companion.model.verdict import Reason
from companion.rules.legal import ActingAsError, legal_plays
from companion.rules.rules import Rules
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.decide.acceptance import accepted, hand_fault
from companion.session.decide.boards.open_turn import Act, Question, Stacked, after, may_accuse_of_turn
from companion.session.decide.boards.reading import not_seen
from companion.session.decide.boards.rows import Row
from companion.session.decide.decision import (
    Decision,
    check_cards,
    check_held,
    check_nothing_owed,
    position_in_play,
)
from companion.session.decide.looks import judge_view
from companion.session.decide.senses import Senses
from companion.session.evolve.board import evolve_board
from companion.session.game import not_your_turn
from companion.session.state import BoardGame, Declaration, OwedKind
from companion.session.turns import next_to_play


def declare(state: BoardGame, senses: Senses, command: cmd.DeclarePlay) -> Decision:
    """Opens a card; pawns that were moved already are judged at once.  A card out of turn is itself illegal."""
    position_in_play(state)
    check_cards(state.rules, (command.card,))
    passed = _passed_over(state, command.seat)
    for event in passed:
        state = evolve_board(state, event)
    position = state.position
    card = Declaration(seat=command.seat, card=command.card, acting_as=command.acting_as, announced=command.announced)
    if lies_on_top(state, senses, card.seat):
        check_held(state, command.seat, command.card)
        _check_face(state.rules, position, command)
        return _laid_on_top(state, senses, card)
    if card.seat != position.turn and state.declared is None and state.owed is None and senses.referee.witness.camera:
        return _laid_against_turn(state, senses, card)
    reason = _out_of_turn(state, senses, position, command.seat)
    if reason is not None:
        return Decision(events=(_refused(senses, command, reason),), senses=senses)
    check_nothing_owed(state)
    check_held(state, command.seat, command.card)
    _check_face(state.rules, position, command)
    _check_announced(state.rules, position, command)
    declared = ev.PlayDeclared(
        seat=command.seat, card=command.card, acting_as=command.acting_as, announced=command.announced
    )
    fresh = senses.with_turn(after(senses.referee.turn, Act.LAY))
    view = fresh.referee.witness.view
    if state.declared is not None and isinstance(view, Observation):
        # The view under another card may have changed: the next picture decides.
        fresh, view = fresh.watching(replace(fresh.referee.witness, view=None)), None
    if view is None:
        return Decision(events=(*passed, declared), senses=fresh)
    judged = judge_view(evolve_board(state, declared), fresh, view)
    if isinstance(view, Observation) and _changes_nothing(position, judged):
        # Only a picture taken since the card lies open can show that nothing was moved for it.
        return Decision(events=(*passed, declared), senses=fresh)
    return replace(judged, events=(*passed, declared, *judged.events))


def lies_on_top(state: BoardGame, senses: Senses, seat: int) -> bool:
    """Returns whether a card of this seat lies on top of an open one whose play a camera may have missed."""
    declared, turn = state.declared, senses.referee.turn
    if declared is None or senses.referee.witness.camera is None:
        return False
    if state.owed is not None and state.owed.kind is OwedKind.DISCARD:
        return False
    # The seat of the open card lays another one instead, unless everybody else has had a turn since.
    round_over = isinstance(turn, Stacked) and next_to_play(state, turn.rows[-1].seat) == seat
    return seat != declared.seat or round_over


def passes_on_top(state: BoardGame, senses: Senses, seat: int) -> bool:
    """Returns whether it is this seat's turn if the open card, not yet judged, and all on top of it were played."""
    return lies_on_top(state, senses, seat) and seat == next_to_play(state, _newest(state, senses).seat)


def _newest(state: BoardGame, senses: Senses) -> Row:
    assert state.declared is not None
    turn = senses.referee.turn
    return turn.rows[-1] if isinstance(turn, Stacked) else state.declared


def stacked(senses: Senses, row: Row, *, instead: bool = False) -> Senses:
    """Returns the senses with a card or pass on top of the open card; `instead` of the newest one there."""
    turn, view = senses.referee.turn, senses.referee.witness.view
    below = turn.rows[: -1 if instead else None] if isinstance(turn, Stacked) else ()
    return senses.with_turn(after(turn, Act.STACK, (*below, row), view))


def _laid_on_top(state: BoardGame, senses: Senses, card: Declaration) -> Decision:
    """Keeps a card of the next player, or another one of the last.

    A player who lays one out of turn may know better whose turn it is.
    """
    assert state.declared is not None
    last, turn = _newest(state, senses), senses.referee.turn
    if isinstance(turn, Stacked) and card.seat == last.seat:
        senses = stacked(senses, card.after(last), instead=True)
    elif card.seat == next_to_play(state, last.seat):
        senses = stacked(senses, card)
    else:
        senses = senses.with_turn(after(turn, Act.STACK_OUT_OF_TURN))
    return Decision(verdict=not_seen(state, state.declared), senses=senses)


def _laid_against_turn(state: BoardGame, senses: Senses, card: Declaration) -> Decision:
    """Keeps a card out of turn while no other card lies open: the next picture decides."""
    turn = state.position.turn
    question = Reason(ruling="", code="turn_not_seen", seat=turn, params=(("name", state.names[turn]),))
    return Decision(senses=senses.with_turn(after(senses.referee.turn, Act.LAY_AGAINST_TURN, card, question)))


def _changes_nothing(position: Position, judged: Decision) -> bool:
    play = judged.verdict.play if judged.verdict else None
    return play is not None and play.result == position.placement


def _passed_over(state: BoardGame, seat: int) -> tuple[ev.Event, ...]:
    """Skips the neighbour if nobody counts cards: the next play shows that the neighbour's turn is over (ST-R11)."""
    owed = state.owed
    if owed is None or owed.kind is not OwedKind.DISCARD or state.counted:
        return ()
    return () if seat == owed.seat else (ev.TurnSkipped(seat=owed.seat),)


def _out_of_turn(state: BoardGame, senses: Senses, position: Position, seat: int) -> Reason | None:
    lost = state.owed is not None and state.owed.kind is OwedKind.DISCARD
    if seat != position.turn:
        if lost:
            check_nothing_owed(state)
        asked = Question.PLAY in senses.referee.turn.questions
        if state.declared is not None and (asked or state.declared.refused is None):
            # The open play may be on the board and not be understood, or not even be seen yet: a player who goes on
            # believes that it was right, and is not to be accused.
            code = "open_question" if asked else "card_open"
            raise Refused(code, name=state.names[state.declared.seat])
        return not_your_turn(state, seat)
    keeps_turn = state.owed is not None and state.owed.keeps_turn
    if lost and (keeps_turn or not may_accuse_of_turn(senses.referee)):
        check_nothing_owed(state)
    if lost:
        return Reason(ruling="ST-R11", code="turn_lost", seat=seat, params=(("name", state.names[seat]),))
    return None


def _refused(senses: Senses, command: cmd.DeclarePlay, reason: Reason) -> ev.PlayRefused:
    return ev.PlayRefused(
        seat=command.seat,
        card=command.card,
        reasons=(reason,),
        seen=None,
        t_ms=senses.referee.witness.t_ms,
        confidence=1.0,
    )


def _check_face(rules: Rules, position: Position, command: cmd.DeclarePlay) -> None:
    """Checks that a joker is declared as a face that it can stand for.  Raises Refused."""
    if command.acting_as is None:
        return
    try:
        legal_plays(rules, position, command.card, command.acting_as)
    except ActingAsError as error:
        raise Refused("cannot_stand_for", card=command.card, face=command.acting_as) from error


def _check_announced(rules: Rules, position: Position, command: cmd.DeclarePlay) -> None:
    """Checks that the computer announces a legal play.  Raises Refused."""
    if command.announced is None:
        return
    plays = legal_plays(rules, position, command.card, command.acting_as)
    if all(play.result != command.announced for play in plays):
        raise Refused("not_a_legal_play")


def withdraw(state: BoardGame, senses: Senses) -> Decision:
    """Takes a card without effect so far back to the hand (CORE-R23)."""
    if state.declared is None:
        raise Refused("nothing_declared")
    event = ev.DeclarationWithdrawn(seat=state.declared.seat, card=state.declared.card)
    return Decision(events=(event,), senses=senses)


def choose(state: BoardGame, senses: Senses, command: cmd.ChoosePlay) -> Decision:
    """Accepts the legal play that a person picks."""
    position, declared = position_in_play(state), state.declared
    if declared is None:
        raise Refused("nothing_declared")
    for play in legal_plays(state.rules, position, declared.card, declared.acting_as):
        if play.result == command.result:
            fault = hand_fault(state, position, play)
            if fault is not None:
                raise Refused(fault.code, **dict(fault.params))
            events = accepted(state, declared, play, senses.referee.witness.t_ms, 1.0, by_hand=True)
            return Decision(events=events, senses=senses.settled(by_hand=True))
    raise Refused("not_a_legal_play")
