"""Plays of a game on a board in notation, carried out and judged."""

from companion.model.notation import NotationError, read_play
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.wheel_turn import turn_back
from companion.rules.legal import UnknownCardError
from companion.rules.rules import Rules
from companion.rules.written_play import IllegalPlayError, literal_rows, parse_play


def judge_play(rules: Rules, position: Position, notation: str) -> Verdict:
    """Returns the verdict on a play; an illegal one is judged by its result.  Raises NotationError."""
    try:
        return Verdict(kind=VerdictKind.LEGAL, play=parse_play(rules, notation, position))
    except IllegalPlayError:
        play = literal_play(rules, notation, position)
        return judge(rules, position, play.card, play.result, play.acting_as)
    except UnknownCardError as error:
        raise NotationError(str(error)) from error


def literal_play(rules: Rules, notation: str, position: Position) -> Play:
    """Returns an illegal play by its written steps; steps that cannot be carried out leave the position as it was."""
    written = read_play(notation)
    try:
        rows = literal_rows(position, written.steps, written.pawn)
    except NotationError:
        rows = [list(row) for row in position.placement.pawns]
    ranked = bool(rules.variant.ranks)
    placement = position.placement.with_pawns(tuple(tuple(row if ranked else sorted(row)) for row in rows))
    for step in written.steps:
        if step.kind is StepKind.DOG:
            placement = placement.with_extra(step.kind.value, step.target)
        if step.kind is StepKind.WHEEL:
            placement = turn_back(rules.variant, position.sectors, placement, -step.value)
    draws = written.draws or 0
    return Play(card=written.card, steps=written.steps, result=placement, acting_as=written.acting_as, draws=draws)
