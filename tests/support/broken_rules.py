"""Faults of plays in short for the tests of the exact referee: the play, the board, and the fault that is named.

If two rulings forbid the same move, either may be named: `CORE-R06|DOG-R18`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules_for_tests import rules_of
from written_tables import Table

from companion.model.position import Placement, Position
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.judge import judge


class Fault(NamedTuple):
    """`card` may carry its face (`joker=8`); `before` and `after` are as the tables of the test write them."""

    name: str
    card: str
    before: str
    after: str
    rulings: str


def names(faults: Sequence[Fault]) -> list[str]:
    return [fault.name for fault in faults]


def assert_named(position: Position, seen: Placement, fault: Fault) -> None:
    """Fails unless what is seen is illegal, and one of the fault's rulings comes first."""
    card, _, face = fault.card.partition("=")
    verdict = judge(rules_of(position), position, card, seen, face or None)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert verdict.play is None
    assert verdict.reasons[0].ruling in fault.rulings.split("|")


def assert_fault(table: Table, fault: Fault) -> None:
    """The same at a written table."""
    position = table.position(fault.before)
    assert_named(position, table.seen(fault.after, position), fault)


def assert_legal(table: Table, card: str, before: str, after: str) -> None:
    """Fails unless what is seen is the result of a legal play."""
    verdict = _verdict(table, card, before, after)
    assert verdict.kind is VerdictKind.LEGAL
    assert verdict.play is not None
    assert verdict.reasons == ()


def assert_unfinished(table: Table, card: str, before: str, after: str) -> None:
    """Fails unless what is seen is a proper state on the way to a legal play."""
    assert _verdict(table, card, before, after).kind is VerdictKind.UNFINISHED


def _verdict(table: Table, card: str, before: str, after: str) -> Verdict:
    position = table.position(before)
    return judge(rules_of(position), position, card, table.seen(after, position))
