"""Decisions of people about the course of the game: corrections, passed turns, undo, pauses, the end."""

from msgspec.structs import replace

from companion.rules.apply import winners
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Refused
from companion.session.decide.boards.open_turn import Question, Stacked, with_rows
from companion.session.decide.boards.rows import Row, skipped
from companion.session.decide.boards.witness import put_back
from companion.session.decide.decision import Decision, check_turn, position_in_play
from companion.session.decide.plays import passes_on_top, stacked, withdraw
from companion.session.decide.rounds import aftermath, round_end
from companion.session.decide.senses import Senses
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, Pass, Phase


def correct(state: BoardGame, senses: Senses, command: cmd.Correct) -> Decision:
    """Sets the position by hand, legal or not; a declared card counts as played when the turn passes."""
    position = state.position
    turn = position.turn if command.next_turn is None else command.next_turn
    if not 0 <= turn < len(position.seats):
        raise Refused("not_now")
    spent = state.declared.card if state.declared and turn != position.turn else None
    event = ev.PositionCorrected(placement=command.placement, turn=turn, reason=command.reason, card=spent)
    after = evolve_board(state, event)
    senses = senses.settled(by_hand=True)
    senses = senses.with_turn(replace(senses.referee.turn, questions=Question.NONE))
    return Decision(events=(event, *aftermath(after, winners(state.rules, after.position))), senses=senses)


def skip(state: BoardGame, senses: Senses, command: cmd.SkipTurn) -> Decision:
    position = position_in_play(state)
    if passes_on_top(state, senses, command.seat):
        return Decision(senses=stacked(senses, Pass(seat=command.seat)))
    check_turn(state, position, command.seat)
    return Decision(events=skipped(state, command.seat), senses=senses)


def new_round(state: BoardGame, senses: Senses) -> Decision:
    """Begins a round at people's word if nobody counts cards; Copy is void again (BD-R51)."""
    position_in_play(state)
    return Decision(events=(round_end(state),), senses=senses)


def undo(state: BoardGame, senses: Senses) -> Decision:
    """Takes the newest card back; else voids the newest rows by an event like any other: they stay in the journal.

    The computer would lay its open card again at once, so an undo goes to the event before it.
    """
    turn = senses.referee.turn
    if isinstance(turn, Stacked):
        below: tuple[Row, ...] = turn.rows
        return Decision(senses=senses.with_turn(with_rows(turn, below[:-1])))
    if state.laid_by_people:
        return withdraw(state, senses)
    if state.earlier is None:
        raise Refused("nothing_to_undo")
    undone = ev.EventsUndone(back_to=state.earlier.seq + 1)
    return Decision(events=(undone,), senses=_put_back(state, state.earlier, senses))


def redo(state: BoardGame, senses: Senses) -> Decision:
    """Makes an undo void; the rows of both stay in the journal."""
    if state.undone is None:
        raise Refused("nothing_to_redo")
    redone = ev.EventsRedone(undo=state.undone.seq + 1)
    return Decision(events=(redone,), senses=_put_back(state, state.undone, senses))


def pause(_: BoardGame, senses: Senses) -> Decision:
    return Decision(events=(ev.GamePaused(),), senses=senses)


def resume(state: BoardGame, senses: Senses) -> Decision:
    events = (ev.GameResumed(),) if state.paused else ()
    return Decision(events=events, senses=senses.still(state.position))


def abandon(state: BoardGame, senses: Senses) -> Decision:
    if state.phase is Phase.OVER:
        return Decision(senses=senses)
    return Decision(events=(ev.GameAbandoned(),), senses=senses)


def _put_back(state: BoardGame, wanted: BoardGame, senses: Senses) -> Senses:
    """Returns the senses after an undo or redo: the disc still stands as it did."""
    now = state.position.placement.extra("wheel") or 0
    then = wanted.position.placement.extra("wheel") or 0
    witness = put_back(senses.referee.witness, now - then, again=state.undone is not None)
    return senses.settled().watching(witness)
