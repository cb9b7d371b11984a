"""Anomalies on the board: a question about one comes once it has lain there for a while, and goes with it.

Law: a pawn in somebody's hand is not missing, so no question comes at once; nobody is accused while an anomaly in
question remains; and a question that was answered by hand does not come again.
"""

from typing import Final

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.pictures.anomalies import Question, watch
from companion.rules.rules import Rules
from companion.session.state import Anomaly, Senses

#: An anomaly must lie there so long without a hand over it: a pawn may be in somebody's hand.
ANOMALY_STANDS_MS: Final = 3000
#: A picture more often than this shows that nobody has touched the board meanwhile.
UNDISTURBED_MS: Final = 1000


def watched(rules: Rules, position: Position, senses: Senses, observation: Observation | Seen) -> Senses:
    """Returns the senses with the anomaly that a picture shows while no card lies open."""
    if isinstance(observation, Seen) or senses.turned:
        return replace(senses, anomaly=None)
    found = watch(rules, position, observation) or ()
    dismissed = tuple(reason for reason in senses.dismissed if reason in found)
    newest = next((reason for reason in found if reason not in dismissed), None)
    return _noted(replace(senses, dismissed=dismissed), newest, observation.t_ms)


def questioned(
    rules: Rules, position: Position, senses: Senses, observation: Observation | Seen, verdict: Verdict
) -> tuple[Verdict, Senses]:
    """Returns the verdict to report while a card lies open, with the anomaly beside the play, and the new senses."""
    if isinstance(observation, Seen):
        return verdict, replace(senses, anomaly=None)
    if verdict.anomaly:
        newest = next((reason for reason in verdict.reasons if reason not in senses.dismissed), None)
        if newest is not None:
            return replace(verdict, reasons=(newest,)), _noted(senses, newest, observation.t_ms)
        return replace(verdict, reasons=(Reason(ruling="", code="ask_play"),), anomaly=False), senses
    question = senses.anomaly.reason if senses.anomaly and senses.anomaly.asked else None
    if question is None or not _remains(rules, position, observation, question):
        return verdict, replace(senses, anomaly=None)
    if verdict.kind is VerdictKind.ILLEGAL:
        verdict = replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(question,), candidates=(), anomaly=True)
    return verdict, senses


def _remains(rules: Rules, position: Position, observation: Observation, question: Reason) -> bool:
    """Returns whether the anomaly is still there; a pawn moved before its card lay open is not one."""
    found = watch(rules, position, observation)
    return question.code != Question.CARD_FIRST and (found is None or question in found)


def _noted(senses: Senses, reason: Reason | None, t_ms: int) -> Senses:
    if reason is None:
        return replace(senses, anomaly=None)
    before = senses.anomaly
    undisturbed = before and before.reason == reason and t_ms - before.seen_ms <= UNDISTURBED_MS
    since = before.since_ms if before and undisturbed else t_ms
    asked = t_ms - since >= ANOMALY_STANDS_MS or (before is not None and before.asked and before.reason == reason)
    return replace(senses, anomaly=Anomaly(reason=reason, since_ms=since, seen_ms=t_ms, asked=asked))
