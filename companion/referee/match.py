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
from companion.referee.card_reading import read_card
from companion.referee.expectation import Expected, plays_of, unfinished_states
from companion.referee.judge import judge, unfinished_reasons, unfinished_verdict
from companion.referee.likelihood import OFF_COST, Evidence, weigh
from companion.referee.reading import Reading, near_miss, read_freely, worst_seen
from companion.referee.strangeness import STRANGE_SPOTS, changed_spots, contradicted_spots, strangers
from companion.rules.catalogue import load_variant
from companion.rules.ruleset import ruleset_of
from companion.rules.turn import turn_of

#: A legal play must be e^4 = 55 times likelier than any other proper state of the board.
ACCEPT_MARGIN: Final = 4.0
#: "Nothing has changed" only means to go on waiting, so less is asked of it.
UNCHANGED_MARGIN: Final = 2.0
#: "Not finished yet" waits too, but it speaks, and a wrong hint confuses.
UNFINISHED_MARGIN: Final = 3.0
#: A play is accepted only where the free reading is not better by more than rounding in a kennel: a figure shown twice
#: may be the ghost, but may also be the true one.
ACCEPT_TOLERANCE: Final = 0.3
#: Waiting may go on although the free reading is a little better.
WAIT_TOLERANCE: Final = 2.0
#: To accuse somebody the free reading must beat every proper state by more than one spot read wrongly with full
#: confidence (6.4 nats) and another one half-heartedly; a true fault differs in two spots or more (12.5 nats if sharp).
ILLEGAL_MARGIN: Final = 7.5
#: Where some spots are known to be misread, others may be too: so much more for each spot that contradicts the reading.
MARGIN_PER_STRANGE_SPOT: Final = 2.5
#: A fault with a pawn that has nothing to do with the play is rarer than two misread spots that look like one.
MARGIN_PER_STRANGER: Final = 1.5
#: No other free reading may come nearer, so that the right fault is named.
READING_DOUBT: Final = 2.0
#: A moved figure must be seen so much better on its new place than on any place near it: to stop one field off is the
#: commonest fault of all.
NEAR_MISS_MARGIN: Final = 2.5
#: No figure of an accepted play may look absent by more than this (4.5 to 1): it could have been taken off the board.
MISSING: Final = 1.5
#: How rare a placement that is no proper state is, for the confidence only (e^6 = 400 to 1).
FREE_PRIOR: Final = 6.0
#: A placement in the middle of a play is somewhat rarer in a settled picture than the finished play.
STATE_PRIOR: Final = 1.0
#: A pawn hidden behind another one explains a picture by not being seen; that must not come cheap.
HIDDEN_PRIOR: Final = 1.5
#: How far behind the best a play may be and still be offered as a button.
CANDIDATE_WINDOW: Final = 9.0
CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class _Ranking:
    """All hypotheses with their scores, each list best first; `unchanged` is the score of the position itself."""

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

    def nearest(self, position: Position) -> Placement:
        """The best proper state as a placement."""
        best = self.proper
        if best == self.play:
            return self.plays[0][1].result
        return position.placement if best == self.unchanged else self.states[0][1].placement

    def rival_reading(self, placement: Placement) -> float:
        """Score of the best free reading that is not `placement` itself, with its prior."""
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
    movers = read_card(position, card, acting_as, plays).movers

    def judge_exactly(seen: Placement) -> Verdict:
        return judge(position, card, seen, acting_as)

    return _decide(position, evidence, plays, states, movers=movers, judge_exactly=judge_exactly)


def infer(position: Position, observation: Observation, cards: Iterable[str]) -> tuple[Verdict, tuple[str, ...]]:
    """The same without a declaration: the verdict, and every one of `cards` that explains what was seen."""
    names = tuple(cards)
    evidence = weigh(observation, load_variant(position.variant).figures)
    plays = {play.result: play for card in reversed(names) for play in plays_of(position, card)}
    known = plays.keys() | {position.placement}
    states = {s.placement: s for card in names for s in unfinished_states(position, card) if s.placement not in known}

    def mildest(seen: Placement) -> Verdict:
        return min((judge(position, card, seen) for card in names), key=lambda verdict: len(verdict.reasons))

    movers = frozenset(turn_of(position, ruleset_of(position)).own)
    verdict = _decide(
        position, evidence, tuple(plays.values()), tuple(states.values()), movers=movers, judge_exactly=mildest
    )
    if verdict.play is None:
        return verdict, ()
    result = verdict.play.result
    return verdict, tuple(c for c in names if any(play.result == result for play in plays_of(position, c)))


def _decide(
    position: Position,
    evidence: Evidence,
    plays: tuple[Play, ...],
    states: tuple[Expected, ...],
    *,
    movers: frozenset[int],
    judge_exactly: Callable[[Placement], Verdict],
) -> Verdict:
    ranking = _rank(position, evidence, plays, states)
    reading = ranking.reading
    strange = contradicted_spots(evidence, reading.placement)
    if max(strange, changed_spots(position, evidence, reading.placement)) > STRANGE_SPOTS:
        return _disagreement(reading.placement)
    gap = reading.score - ranking.proper
    asked = ILLEGAL_MARGIN + MARGIN_PER_STRANGE_SPOT * strange
    asked += MARGIN_PER_STRANGER * strangers(position, ranking.nearest(position), reading.placement, movers)
    if gap >= asked and reading.doubt >= READING_DOUBT:
        verdict = judge_exactly(reading.placement)
        if verdict.kind is not VerdictKind.LEGAL:
            sure = min(gap, reading.doubt + FREE_PRIOR)
            return replace(verdict, confidence=1.0 / (1.0 + exp(FREE_PRIOR - sure)))
    tolerance = ACCEPT_TOLERANCE if ranking.proper == ranking.play else WAIT_TOLERANCE
    proper = _proper_verdict(position, evidence, ranking) if gap <= tolerance else None
    return proper or _unclear(ranking)


def _disagreement(seen: Placement) -> Verdict:
    return Verdict(
        kind=VerdictKind.UNCLEAR,
        reasons=(Reason(ruling="BD-R82", code="board_disagrees"),),
        seen=seen,
        confidence=0.0,
    )


def _rank(position: Position, evidence: Evidence, plays: tuple[Play, ...], states: tuple[Expected, ...]) -> _Ranking:
    scored_plays = sorted(((evidence.score(play.result), play) for play in plays), key=lambda pair: -pair[0])
    scored_states = sorted(((_state_score(evidence, state), state) for state in states), key=lambda pair: -pair[0])
    unchanged = evidence.score(position.placement)
    if any(play.result == position.placement for play in plays):
        unchanged = float("-inf")
    return _Ranking(scored_plays, scored_states, unchanged, read_freely(evidence, position.placement))


def _state_score(evidence: Evidence, state: Expected) -> float:
    """A captured pawn beside the board is to be expected, so it does not cost what a lost one costs."""
    beside = sum(place == OFF for _, place in state.lying)
    return (
        evidence.score(state.placement, state.shared)
        + beside * OFF_COST
        - STATE_PRIOR
        - HIDDEN_PRIOR * len(state.shared)
    )


def _proper_verdict(position: Position, evidence: Evidence, ranking: _Ranking) -> Verdict | None:
    """The best proper state, if it has its margin."""
    best = ranking.proper
    if best == ranking.play:
        return _accepted(position, evidence, ranking)
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


def _accepted(position: Position, evidence: Evidence, ranking: _Ranking) -> Verdict | None:
    best, play = ranking.plays[0]
    second = ranking.plays[1][0] if len(ranking.plays) > 1 else float("-inf")
    if best - max(second, ranking.state, ranking.unchanged) < ACCEPT_MARGIN:
        return None
    if worst_seen(evidence, play.result) < -MISSING:
        return None
    if near_miss(position, evidence, play.result) < NEAR_MISS_MARGIN:
        return None
    share = ranking.share(best, ranking.rival_reading(play.result))
    return Verdict(kind=VerdictKind.LEGAL, play=play, seen=play.result, confidence=share)


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
