"""What is amiss on the board, asked about once it has lain there for a while, and no longer than it does.

Law: a pawn in somebody's hand is not missing, so nothing is asked at once; nobody is accused while something that was
asked about is still amiss; and who has answered by hand is not asked the same again.
"""

from dataclasses import replace
from typing import Final

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.amiss import Question, watch
from companion.session.state import Amiss, Senses

#: What is amiss must lie there so long without a hand over it: a pawn may be in somebody's hand.
AMISS_STANDS_MS: Final = 3000
#: A picture more often than this tells that nobody has touched the board meanwhile.
UNDISTURBED_MS: Final = 1000


def watched(position: Position, senses: Senses, observation: Observation | Seen) -> Senses:
    """While no card lies open: what the picture shows to be amiss."""
    if isinstance(observation, Seen) or senses.turned:
        return replace(senses, amiss=None, told=None)
    found = watch(position, observation) or ()
    borne = tuple(reason for reason in senses.borne if reason in found)
    asked = next((reason for reason in found if reason not in borne), None)
    return _noted(replace(senses, borne=borne), asked, observation.t_ms)


def questioned(
    position: Position, senses: Senses, observation: Observation | Seen, verdict: Verdict
) -> tuple[Verdict, Senses]:
    """While a card lies open: the verdict as it may be said, with what is amiss beside the play."""
    if isinstance(observation, Seen):
        return verdict, replace(senses, amiss=None, told=None)
    if verdict.amiss:
        asked = next((reason for reason in verdict.reasons if reason not in senses.borne), None)
        if asked is not None:
            return replace(verdict, reasons=(asked,)), _noted(senses, asked, observation.t_ms)
        return replace(verdict, reasons=(Reason(ruling="", code="ask_play"),), amiss=False), senses
    told = senses.told
    if told is None or not _remains(position, observation, told):
        return verdict, replace(senses, amiss=None, told=None)
    if verdict.kind is VerdictKind.ILLEGAL:
        verdict = replace(verdict, kind=VerdictKind.UNCLEAR, reasons=(told,), candidates=(), amiss=True)
    return verdict, senses


def _remains(position: Position, observation: Observation, told: Reason) -> bool:
    """Whether it is still amiss; a pawn that was moved before its card lay open is so no more."""
    found = watch(position, observation)
    return told.code != Question.CARD_FIRST and (found is None or told in found)


def _noted(senses: Senses, asked: Reason | None, t_ms: int) -> Senses:
    if asked is None:
        return replace(senses, amiss=None, told=None)
    before = senses.amiss
    undisturbed = before and before.reason == asked and t_ms - before.seen_ms <= UNDISTURBED_MS
    since = before.since_ms if before and undisturbed else t_ms
    told = asked if t_ms - since >= AMISS_STANDS_MS or senses.told == asked else None
    return replace(senses, amiss=Amiss(reason=asked, since_ms=since, seen_ms=t_ms), told=told)
