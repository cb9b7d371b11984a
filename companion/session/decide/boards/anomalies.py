"""Anomalies on the board: a question about one comes once it has lain there for a while, and goes with it.

Law: a pawn in somebody's hand is not missing, so no question comes at once; nobody is accused while an anomaly in
question remains; and a question that was answered by hand does not come again.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict
from companion.referee.pictures.anomalies import Question, watch
from companion.rules.rules import Rules

#: An anomaly must lie there so long without a hand over it: a pawn may be in somebody's hand.
ANOMALY_STANDS_MS: Final = 3000
#: A picture more often than this shows that nobody has touched the board meanwhile.
UNDISTURBED_MS: Final = 1000


class Anomaly(Struct, frozen=True, kw_only=True):
    """An anomaly on the board: since when it is undisturbed, its newest picture, and whether it is in question."""

    reason: Reason
    since_ms: int
    seen_ms: int
    asked: bool = False


class Anomalies(Struct, frozen=True, kw_only=True):
    """`lying` is the one on the board; `dismissed` are those that people let stand when they went on by hand."""

    lying: Anomaly | None = None
    dismissed: tuple[Reason, ...] = ()

    @property
    def question(self) -> Reason | None:
        return self.lying.reason if self.lying and self.lying.asked else None


def settled(anomalies: Anomalies, *, by_hand: bool = False) -> Anomalies:
    """Returns the anomalies after an accepted position; `by_hand`: people let the one in question stand."""
    if anomalies.lying is None:
        return anomalies
    question = anomalies.question if by_hand else None
    return Anomalies(dismissed=(*anomalies.dismissed, question) if question else anomalies.dismissed)


def without_card(
    rules: Rules, position: Position, anomalies: Anomalies, view: Observation | Seen, turned: int | None
) -> Anomalies:
    """Returns the anomalies that a view shows while no card lies open; `turned` are quarter turns that were felt."""
    if isinstance(view, Seen) or turned:
        return Anomalies(dismissed=anomalies.dismissed)
    found = watch(rules, position, view) or ()
    dismissed = tuple(reason for reason in anomalies.dismissed if reason in found)
    newest = next((reason for reason in found if reason not in dismissed), None)
    return _noted(replace(anomalies, dismissed=dismissed), newest, view.t_ms)


def beside_card(
    rules: Rules, position: Position, anomalies: Anomalies, view: Observation | Seen, verdict: Verdict
) -> tuple[Verdict, Anomalies]:
    """Returns the verdict while a card lies open, with the anomaly in question, and the anomalies after it."""
    if isinstance(view, Seen):
        return verdict, Anomalies(dismissed=anomalies.dismissed)
    if verdict.anomaly:
        newest = next((reason for reason in verdict.reasons if reason not in anomalies.dismissed), None)
        if newest is not None:
            return replace(verdict, reasons=(newest,)), _noted(anomalies, newest, view.t_ms)
        return replace(verdict, reasons=(Reason(ruling="", code="ask_play"),), anomaly=False), anomalies
    question = anomalies.question
    if question is None or not _remains(rules, position, view, question):
        return verdict, replace(anomalies, lying=None)
    return verdict, anomalies


def _remains(rules: Rules, position: Position, view: Observation, question: Reason) -> bool:
    """Returns whether the anomaly is still there; a pawn moved before its card lay open is not one."""
    found = watch(rules, position, view)
    return question.code != Question.CARD_FIRST and (found is None or question in found)


def _noted(anomalies: Anomalies, reason: Reason | None, t_ms: int) -> Anomalies:
    if reason is None:
        return replace(anomalies, lying=None)
    before = anomalies.lying if anomalies.lying and anomalies.lying.reason == reason else None
    since = before.since_ms if before and t_ms - before.seen_ms <= UNDISTURBED_MS else t_ms
    asked = t_ms - since >= ANOMALY_STANDS_MS or (before is not None and before.asked)
    return replace(anomalies, lying=Anomaly(reason=reason, since_ms=since, seen_ms=t_ms, asked=asked))
