"""The camera's referee: which of the states that the declared card allows does the picture show, if any?

Law: a wrong verdict is the worst defect, a question a small one.  Every verdict but "ask" needs its margin (in nats of
log-probability) over everything else that the picture could be.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import exp
from typing import Final

from companion.model.observation import Observation
from companion.model.places import OFF
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.expectation import Expected, plays_of, unfinished_states
from companion.referee.judge import judge, unfinished_reasons, unfinished_verdict
from companion.referee.likelihood import OFF_COST, Evidence, weigh
from companion.referee.reading import Reading, read_freely
from companion.referee.strangeness import STRANGE_SPOTS, strange_spots
from companion.rules.catalogue import load_variant

#: A legal play must be e^4 = 55 times likelier than any other single explanation.
ACCEPT_MARGIN: Final = 4.0
#: "Nothing has changed" only means to go on waiting, so less is asked of it.
UNCHANGED_MARGIN: Final = 2.0
#: "Not finished yet" waits too, but it speaks, and a wrong hint confuses.
UNFINISHED_MARGIN: Final = 3.0
#: To accuse somebody the free reading must beat every proper state by more than one spot read wrongly with full
#: confidence and another one half-heartedly (6.4 + 3 nats); a true fault differs in two spots or more (12 nats).
ILLEGAL_MARGIN: Final = 9.5
#: And no other free reading may come so near.
READING_DOUBT: Final = 2.5
#: People play by the rules far more often than not: e^3 = 20 to 1 against any placement that is no proper state.
FREE_PRIOR: Final = 3.0
#: A placement in the middle of a play is somewhat rarer in a settled picture than the finished play.
STATE_PRIOR: Final = 1.0
#: How far behind the best a play may be and still be offered as a button.
CANDIDATE_WINDOW: Final = 9.0
CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class _Ranking:
    """All hypotheses with their scores, each list best first; `changed` is False for the unmoved position."""

    plays: list[tuple[float, Play]]
    states: list[tuple[float, Expected]]
    unchanged: float
    reading: Reading

    @property
    def play(self) -> float:
        return self.plays[0][0] if self.plays else float("-inf")

    @property
    def state(self) -> float:
        return self.states[0][0] if self.states else float("-inf")

    @property
    def proper(self) -> float:
        return max(self.play, self.state, self.unchanged)

    def rival_reading(self, placement: Placement) -> float:
        """Score of the best free reading that is not `placement` itself."""
        same = self.reading.placement == placement
        return self.reading.score - (self.reading.doubt if same else 0.0) - FREE_PRIOR

    def share(self, score: float, rival: float) -> float:
        """Posterior probability of one hypothesis among all of them."""
        scores = [s for s, _ in self.plays] + [s for s, _ in self.states] + [self.unchanged, rival]
        return 1.0 / max(1.0, sum(exp(min(0.0, other - score)) for other in scores))


def match(position: Position, card: str, observation: Observation, acting_as: str | None = None) -> Verdict:
    """Ranks what the card allows against the picture.  Raises UnknownCardError."""
    evidence = weigh(observation, load_variant(position.variant).figures)
    plays = plays_of(position, card, acting_as)
    states = unfinished_states(position, card, acting_as)
    return _decide(position, evidence, plays, states, lambda seen: judge(position, card, seen, acting_as))


def infer(position: Position, observation: Observation, cards: Iterable[str]) -> tuple[Verdict, tuple[str, ...]]:
    """The same without a declaration: the verdict, and every one of `cards` that explains what was seen."""
    names = tuple(cards)
    evidence = weigh(observation, load_variant(position.variant).figures)
    plays = {play.result: play for card in reversed(names) for play in plays_of(position, card)}
    known = plays.keys() | {position.placement}
    states = {s.placement: s for card in names for s in unfinished_states(position, card) if s.placement not in known}

    def mildest(seen: Placement) -> Verdict:
        return min((judge(position, card, seen) for card in names), key=lambda verdict: len(verdict.reasons))

    verdict = _decide(position, evidence, tuple(plays.values()), tuple(states.values()), mildest)
    if verdict.play is None:
        return verdict, ()
    result = verdict.play.result
    return verdict, tuple(c for c in names if any(play.result == result for play in plays_of(position, c)))


def _decide(
    position: Position,
    evidence: Evidence,
    plays: tuple[Play, ...],
    states: tuple[Expected, ...],
    judge_exactly: Callable[[Placement], Verdict],
) -> Verdict:
    ranking = _rank(position, evidence, plays, states)
    reading = ranking.reading
    if strange_spots(position, evidence, reading.placement) > STRANGE_SPOTS:
        return Verdict(
            kind=VerdictKind.UNCLEAR,
            reasons=(Reason(ruling="BD-R82", code="board_disagrees"),),
            seen=reading.placement,
            confidence=0.0,
        )
    gap = reading.score - ranking.proper
    if gap >= ILLEGAL_MARGIN and reading.doubt >= READING_DOUBT:
        verdict = judge_exactly(reading.placement)
        if verdict.kind is not VerdictKind.LEGAL:
            return replace(verdict, confidence=1.0 / (1.0 + exp(FREE_PRIOR - min(gap, reading.doubt + FREE_PRIOR))))
    if gap <= FREE_PRIOR:
        verdict_or_none = _proper_verdict(position, ranking)
        if verdict_or_none is not None:
            return verdict_or_none
    return _unclear(ranking)


def _rank(
    position: Position, evidence: Evidence, plays: tuple[Play, ...], states: tuple[Expected, ...]
) -> _Ranking:
    scored_plays = sorted(((evidence.score(play.result), play) for play in plays), key=lambda pair: -pair[0])
    scored_states = sorted(((_state_score(evidence, state), state) for state in states), key=lambda pair: -pair[0])
    unchanged = evidence.score(position.placement)
    if any(play.result == position.placement for play in plays):
        unchanged = float("-inf")
    return _Ranking(scored_plays, scored_states, unchanged, read_freely(evidence, position.placement))


def _state_score(evidence: Evidence, state: Expected) -> float:
    """A captured pawn beside the board is to be expected, so it does not cost what a lost one costs."""
    beside = sum(place == OFF for _, place in state.lying)
    return evidence.score(state.placement, state.shared) + beside * OFF_COST - STATE_PRIOR


def _proper_verdict(position: Position, ranking: _Ranking) -> Verdict | None:
    """The best proper state, if it has its margin."""
    best = ranking.proper
    if best == ranking.play:
        play = ranking.plays[0][1]
        second = ranking.plays[1][0] if len(ranking.plays) > 1 else float("-inf")
        rival = ranking.rival_reading(play.result)
        if best - max(second, ranking.state, ranking.unchanged, rival) < ACCEPT_MARGIN:
            return None
        share = ranking.share(best, rival)
        return Verdict(kind=VerdictKind.LEGAL, play=play, seen=play.result, confidence=share)
    if best == ranking.unchanged:
        if best - max(ranking.play, ranking.state) < UNCHANGED_MARGIN:
            return None
        share = ranking.share(best, ranking.rival_reading(position.placement))
        return replace(unfinished_verdict(position.placement, (), unchanged=True), confidence=share)
    state = ranking.states[0][1]
    if best - max(ranking.play, ranking.unchanged) < UNFINISHED_MARGIN:
        return None
    share = ranking.share(best, ranking.rival_reading(state.placement))
    return replace(unfinished_verdict(state.placement, unfinished_reasons(position, state)), confidence=share)


def _unclear(ranking: _Ranking) -> Verdict:
    likely = [play for score, play in ranking.plays[:CANDIDATES] if score >= ranking.play - CANDIDATE_WINDOW]
    top = ranking.plays[0][0] if ranking.plays else 0.0
    share = ranking.share(top, ranking.reading.score - FREE_PRIOR) if ranking.plays else 0.0
    return Verdict(
        kind=VerdictKind.UNCLEAR,
        reasons=(Reason(ruling="", code="ask_play"),),
        seen=ranking.reading.placement,
        candidates=tuple(likely),
        confidence=share,
    )
