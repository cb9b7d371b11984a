"""Reports of sensors and taps, and the open turn after the record has changed."""

from typing import assert_never

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.session import commands as cmd
from companion.session.decide.boards import witness as witnesses
from companion.session.decide.boards.open_turn import (
    Act,
    AgainstTurn,
    Laid,
    RefereeState,
    Stacked,
    after,
    step,
    with_rows,
)
from companion.session.decide.boards.rows import declared, may_come, skipped
from companion.session.decide.decision import Decision
from companion.session.decide.senses import Senses
from companion.session.evolve.board import evolve_board
from companion.session.state import BoardGame, Declaration, Phase

SensorReport = cmd.ReportObservation | cmd.ReportWheel | cmd.LoseWheel | cmd.LoseSight


def sensed(game: BoardGame, senses: Senses, report: SensorReport) -> Decision:
    """Returns the decision that follows from a report in the present game."""
    known = noted(senses, report, game)
    view = known.referee.witness.view
    if isinstance(report, cmd.ReportObservation):
        return judge_view(game, known, report.observation)
    if not isinstance(report, cmd.ReportWheel) or not isinstance(view, Observation):
        return Decision(senses=known)
    if known.referee.witness.disagrees(game.position, view):
        # The picture is older than the turn: the next one decides.
        return Decision(senses=known.watching(replace(known.referee.witness, view=None)))
    return judge_view(game, known, view)


def noted(senses: Senses, report: SensorReport, game: BoardGame | None = None) -> Senses:
    """Returns the senses after a report, also without a game on a board: the wheel stands somewhere all the same."""
    witness = senses.referee.witness
    match report:
        case cmd.ReportObservation(observation=view):
            return senses.watching(witnesses.looked(witness, view))
        case cmd.ReportWheel():
            return senses.watching(witnesses.wheel_felt(game.position if game else None, witness, report))
        case cmd.LoseWheel():
            return senses.watching(witnesses.wheel_lost(witness))
        case cmd.LoseSight():
            return senses.watching(witnesses.sight_lost(witness))
        case _:
            assert_never(report)


def judge_view(game: BoardGame, senses: Senses, view: Observation | Seen) -> Decision:
    """Returns what follows from a view while cards are played."""
    if game.paused or game.phase is not Phase.PLAY:
        return Decision(senses=senses)
    referee, finding = step(game, senses.referee, view)
    return Decision(events=finding.events, verdict=finding.verdict, senses=replace(senses, referee=referee))


def opened(game: BoardGame, referee: RefereeState) -> RefereeState:
    """Returns what is known, with a turn for the card that the record has open: after a restart nothing is known."""
    if game.declared is None or isinstance(referee.turn, Laid | Stacked):
        return referee
    return replace(referee, turn=after(referee.turn, Act.LAY))


def followed(before: BoardGame, decision: Decision) -> Decision:
    """Returns the decision with the open turn after its events.

    A card that is gone is closed; the seats that passed over it are passed over, and the next card on top is opened.
    That needs its seat's turn; else the rows are dropped, and whose turn it is is unknown.
    """
    game, senses = before, decision.senses
    for event in decision.events:
        game = evolve_board(game, event)
    turn = senses.referee.turn
    if game.declared is not None:
        referee = opened(game, senses.referee)
        return decision if referee is senses.referee else replace(decision, senses=replace(senses, referee=referee))
    if isinstance(turn, AgainstTurn) and _same_turn(before, game):
        return decision
    if not isinstance(turn, Stacked) or not may_come(game, turn.rows[0]):
        closed = after(turn, Act.CLOSE)
        return decision if closed is turn else replace(decision, senses=senses.with_turn(closed))
    row, left = turn.rows[0], senses.with_turn(after(with_rows(turn, turn.rows[1:]), Act.SETTLE))
    if isinstance(row, Declaration):
        laid = (row.instead_of, row) if isinstance(row.instead_of, Declaration) else (row,)
        return replace(decision, events=(*decision.events, *map(declared, laid)), senses=left)
    passed = followed(game, Decision(events=skipped(game, row.seat), senses=left))
    return replace(decision, events=(*decision.events, *passed.events), senses=passed.senses)


def _same_turn(before: BoardGame, game: BoardGame) -> bool:
    return (game.position.turn, game.round, game.phase) == (before.position.turn, before.round, before.phase)
