"""The camera's referee: which of the states that the declared card allows does the picture show, if any?

Law: a wrong verdict is the worst defect, a question a small one.  Every verdict but "ask" is given only if, by the
model, it is expected to cost no more than a question.  A picture shows no ranks: plays that look the same raise a
question, and nobody is accused of a fault of ranks alone.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from msgspec.structs import replace

from companion.model.observation import Observation
from companion.model.places import OFF, Place
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.changes import left_places
from companion.referee.expectation import Expected, plays_of, unfinished_states
from companion.referee.faults.card_reading import read_card
from companion.referee.human_errors import rarity_of
from companion.referee.judge import judge, unfinished_reasons, unfinished_verdict
from companion.referee.model import MODEL, is_cheaper, posterior, together
from companion.referee.pictures.anomalies import OpenCard, beside_play
from companion.referee.pictures.likelihood import Evidence, weigh
from companion.referee.pictures.reading import Reading, is_plain, read_freely
from companion.referee.pictures.residuals import changed_spots, contradicted_spots, uninvolved_pawns, unread_spots
from companion.referee.sight import as_seen, otherwise_ranked, ranked_readings
from companion.rules.legal import legal_plays
from companion.rules.mechanic import StandIn
from companion.rules.moves.turn import turn_of
from companion.rules.rules import Rules
from companion.rules.variant import Variant

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
        return self.plays[0][0] if self.plays else -inf

    @property
    def state(self) -> float:
        return self.states[0][0] if self.states else -inf

    @property
    def proper(self) -> float:
        return max(self.play, self.state, self.unchanged)

    def nearest(self, position: Position) -> Placement:
        """Returns the best proper state as a placement."""
        best = self.proper
        if best == self.play:
            return self.plays[0][1].result
        return position.placement if best == self.unchanged else self.states[0][1].placement

    def share(self, score: float, seen: Placement) -> float:
        """Returns the posterior probability, among all hypotheses, of those with this log-weight.

        The best looks like `seen`.
        """
        same = self.reading.placement == seen
        fault = self.reading.score - (self.reading.doubt if same else 0.0) - MODEL.rarities.fault
        return posterior(score, (*self.proper_scores, fault))

    def share_of_fault(self, rarity: float) -> float:
        """Returns the posterior probability of some fault; the free reading shows one that is so rare, in nats."""
        weight = self.reading.score - rarity
        return posterior(weight, (*self.proper_scores, weight))

    def share_of_reading(self) -> float:
        """Returns the posterior probability that of all faults it is the free reading's.

        Another place of an unmoved figure makes no other fault.
        """
        return posterior(0.0, (0.0, -self.reading.doubt_of_changes))

    @property
    def proper_scores(self) -> list[float]:
        return [score for score, _ in self.plays] + [score for score, _ in self.states] + [self.unchanged]


def match(
    rules: Rules, position: Position, card: str, observation: Observation, acting_as: str | None = None
) -> Verdict:
    """Ranks the states that the card allows against the picture.  Raises UnknownCardError."""
    evidence = weigh(observation, rules.variant.figures)
    plays = plays_of(rules, position, card, acting_as)
    states = unfinished_states(rules, position, card, acting_as)
    reading = read_card(rules, position, card, acting_as, plays)

    def judge_exactly(seen: Placement) -> Verdict:
        return _judged_by_sight(rules, position, seen, ((card, acting_as),))

    verdict = _decide(
        rules,
        position,
        evidence,
        plays,
        states,
        observation=observation,
        card=OpenCard(reading.movers, reading.fits),
        judge_exactly=judge_exactly,
    )
    idle = _idle(rules, position, plays)
    return replace(verdict, candidates=idle) if verdict.unchanged and idle else verdict


def chance_of(rules: Rules, position: Position, observation: Observation) -> float:
    """Returns the probability that the picture shows just this position; 0 if it cannot be compared.

    A picture that tells nothing is no evidence: that faults are rare does not show that nobody has played.
    """
    variant = rules.variant
    evidence = weigh(observation, variant.figures)
    before = as_seen(variant, position.placement)
    reading = read_freely(evidence, before)
    if contradicted_spots(evidence, reading.placement) + unread_spots(observation) > MODEL.sight.most_residuals:
        return 0.0
    other = reading.score - (reading.doubt if reading.placement == before else 0.0) - MODEL.rarities.fault
    weight = evidence.score(position.placement)
    return posterior(weight, (weight, other))


def infer(
    rules: Rules, position: Position, observation: Observation, cards: Iterable[str], copied: tuple[str, ...] = ()
) -> tuple[Verdict, tuple[str, ...]]:
    """Returns the verdict without a declaration, and every one of `cards` that explains the picture.

    A card laid without effect is not seen, so it is never inferred.  `copied` are the faces that a card which copies
    may stand for, if the last play was inferred too; without them the position knows.
    """
    evidence = weigh(observation, rules.variant.figures)
    asked = [(card, where) for card in cards for where in _known_faces(rules, position, card, copied)]
    plays, states = _hypotheses(rules, position, asked)

    def mildest(seen: Placement) -> Verdict:
        return _judged_by_sight(
            rules, position, seen, tuple((card, None) for card, where in asked if where is position)
        )

    card = OpenCard(frozenset(turn_of(rules, position).own), lambda _: False)
    verdict = _decide(
        rules, position, evidence, plays, states, observation=observation, card=card, judge_exactly=mildest
    )
    if verdict.play is None:
        return verdict, ()
    result = verdict.play.result
    fitting = [card for card, where in asked if any(play.result == result for play in plays_of(rules, where, card))]
    return verdict, tuple(dict.fromkeys(fitting))


def _hypotheses(
    rules: Rules, position: Position, asked: Sequence[tuple[str, Position]]
) -> tuple[tuple[Play, ...], tuple[Expected, ...]]:
    """Returns the plays of several cards that show, one for each board after it, and the states on the way to one."""
    before = as_seen(rules.variant, position.placement)
    plays: dict[Placement, Play] = {}
    for card, where in asked:
        for play in plays_of(rules, where, card):
            if as_seen(rules.variant, play.result) != before:
                plays.setdefault(play.result, play)
    known = plays.keys() | {position.placement}
    states = {
        state.placement: state
        for card, where in asked
        for state in unfinished_states(rules, where, card)
        if state.placement not in known
    }
    return tuple(plays.values()), tuple(states.values())


def _known_faces(rules: Rules, position: Position, card: str, copied: tuple[str, ...]) -> tuple[Position, ...]:
    """Returns the position as it is for this card: for one that copies, once for each face it may copy."""
    uses = rules.variant.uses[card]
    if not copied or not any(isinstance(use, StandIn) and use.remembers for use in uses):
        return (position,)
    return tuple(position if face == position.copied else replace(position, copied=face) for face in copied)


def _judged_by_sight(
    rules: Rules, position: Position, seen: Placement, cards: tuple[tuple[str, str | None], ...]
) -> Verdict:
    """Judges a reading without ranks exactly: the mildest of all ways to assign the pawns and cards.

    If other ranks would make it a play, a person must decide: the record may have them wrong (see the module's law).
    """
    verdicts = [
        judge(rules, position, card, reading, acting_as)
        for reading in ranked_readings(rules, position, seen)
        for card, acting_as in cards
    ]
    mildest = min(verdicts, key=lambda verdict: (verdict.kind is VerdictKind.ILLEGAL, len(verdict.reasons)))
    if mildest.kind is not VerdictKind.ILLEGAL:
        return mildest
    variant = rules.variant
    for other in otherwise_ranked(rules, position):
        for card, acting_as in cards:
            if any(as_seen(variant, play.result) == seen for play in legal_plays(rules, other, card, acting_as)):
                return _which_pawn(seen, mildest.candidates)
    return replace(mildest, seen=seen)


def _which_pawn(seen: Placement, candidates: tuple[Play, ...]) -> Verdict:
    return Verdict(
        kind=VerdictKind.UNCLEAR,
        reasons=(Reason(ruling="", code="ask_rank"),),
        seen=seen,
        candidates=candidates,
        confidence=0.0,
    )


def cards_that_change_nothing(rules: Rules, position: Position) -> dict[str, Play]:
    """Returns the cards with a legal play after which the board looks as before (DOG-R14, ST-R11), and that play.

    A joker counts if it may stand for such a card.
    """
    turn = turn_of(rules, position)
    found = {card: idle[0] for card in rules.uses if (idle := _idle(rules, position, plays_of(rules, position, card)))}
    for card, uses in rules.uses.items():
        for use in uses:
            faces = use.faces(turn) if isinstance(use, StandIn) and use.declared else ()
            face = next((face for face in faces if face in found), None)
            if face is not None:
                found.setdefault(card, found[face])
    return found


def _idle(rules: Rules, position: Position, plays: tuple[Play, ...]) -> tuple[Play, ...]:
    variant = rules.variant
    before = as_seen(variant, position.placement)
    return tuple(play for play in plays if as_seen(variant, play.result) == before)


def _decide(
    rules: Rules,
    position: Position,
    evidence: Evidence,
    plays: tuple[Play, ...],
    states: tuple[Expected, ...],
    *,
    observation: Observation,
    card: OpenCard,
    judge_exactly: Callable[[Placement], Verdict],
) -> Verdict:
    ranking = _rank(rules, position, evidence, plays, states)
    reading = ranking.reading
    variant = rules.variant
    nearest = as_seen(variant, ranking.nearest(position))
    residuals = contradicted_spots(evidence, reading.placement)
    if max(residuals, _unexplained(rules, position, evidence, reading.placement, nearest)) > MODEL.sight.most_residuals:
        return _disagreement(reading.placement)
    if reading.placement != nearest:
        open_card = replace(card, prey=_prey(position, ranking))
        anomalies = beside_play(rules, position, evidence, reading.placement, nearest, open_card)
        if anomalies:
            return _asked_about(anomalies, variant, ranking)
    surprise = MODEL.sight.another_misread * residuals
    surprise += MODEL.rarities.bystander * uninvolved_pawns(position, nearest, reading.placement, card.movers)
    fault = _plain_fault(ranking, surprise, judge_exactly)
    if fault is not None:
        return fault
    if ranking.proper == ranking.play:
        # Traces of a pawn on its former place are weaker evidence against the play.
        evidence = weigh(observation, variant.figures, left_places(position.placement, ranking.plays[0][1].result))
        ranking = _rank(rules, position, evidence, plays, states)
    return _proper_verdict(rules, position, evidence, ranking) or _unclear(variant, ranking)


def _plain_fault(ranking: _Ranking, surprise: float, judge_exactly: Callable[[Placement], Verdict]) -> Verdict | None:
    """Returns the fault that the free reading shows, if to report it costs less than a question.

    No proper state may explain the picture, and no other reading may name another fault.  `surprise` is how rare the
    picture is beside it.
    """
    reading = ranking.reading
    least = ranking.share_of_fault(min(MODEL.rarities.off_by_one, MODEL.rarities.fault) + surprise)
    named = ranking.share_of_reading()
    if not (is_cheaper(least, MODEL.costs.wrong_accusation) and is_cheaper(named, MODEL.costs.wrong_waiting)):
        return None
    verdict = judge_exactly(reading.placement)
    if verdict.kind is VerdictKind.LEGAL:
        return None
    rarity = rarity_of(verdict.reasons)
    if not is_cheaper(ranking.share_of_fault(rarity + surprise), MODEL.costs.wrong_accusation):
        return None
    return replace(verdict, confidence=ranking.share_of_fault(rarity) * named)


def _unexplained(rules: Rules, position: Position, evidence: Evidence, seen: Placement, nearest: Placement) -> int:
    """Counts changed spots, unless a proper state changes just these: a 7 over four pawns changes more."""
    return 0 if seen == nearest else changed_spots(rules, position, evidence, seen)


def _prey(position: Position, ranking: _Ranking) -> frozenset[tuple[int, Place]]:
    """Returns the pawns that the plays capture, as long as nothing has been played."""
    if ranking.nearest(position) is not position.placement:
        return frozenset()
    steps = [step for _, play in ranking.plays for step in play.steps]
    return frozenset((capture.seat, capture.place) for step in steps for capture in step.captures)


def _asked_about(anomalies: tuple[Reason, ...], variant: Variant, ranking: _Ranking) -> Verdict:
    """Returns a question about the table; if a play fits beside it, people may choose that play."""
    unclear = _unclear(variant, ranking)
    candidates = unclear.candidates if ranking.proper == ranking.play else ()
    return replace(unclear, reasons=anomalies, candidates=candidates, anomaly=True)


def _disagreement(seen: Placement) -> Verdict:
    return Verdict(
        kind=VerdictKind.UNCLEAR,
        reasons=(Reason(ruling="BD-R82", code="board_disagrees"),),
        seen=seen,
        confidence=0.0,
    )


def _rank(
    rules: Rules, position: Position, evidence: Evidence, plays: tuple[Play, ...], states: tuple[Expected, ...]
) -> _Ranking:
    scored_plays = sorted(((evidence.score(play.result), play) for play in plays), key=lambda pair: -pair[0])
    scored_states = sorted(((_state_score(evidence, state), state) for state in states), key=lambda pair: -pair[0])
    unchanged = evidence.score(position.placement)
    idle = _idle(rules, position, plays)
    if idle and len(idle) == len(plays):
        unchanged = -inf
    elif idle:
        # Something else can be played, so an unchanged board waits; a player who means to change nothing declares it.
        scored_plays = [(score, play) for score, play in scored_plays if play not in idle]
    reading = read_freely(evidence, as_seen(rules.variant, position.placement))
    return _Ranking(scored_plays, scored_states, unchanged, reading)


def _state_score(evidence: Evidence, state: Expected) -> float:
    """Returns the score of a state; a captured pawn beside the board is expected and costs less than a lost one."""
    beside = sum(place == OFF for _, place, _ in state.lying)
    return (
        evidence.score(state.placement, state.shared)
        + beside * MODEL.rarities.lost_pawn
        - MODEL.rarities.unfinished
        - MODEL.rarities.hidden * len(state.shared)
    )


def _proper_verdict(rules: Rules, position: Position, evidence: Evidence, ranking: _Ranking) -> Verdict | None:
    """Returns the best proper state, if to report it costs less than a question."""
    variant, best = rules.variant, ranking.proper
    if best == ranking.play:
        return _accepted(variant, position, evidence, ranking)
    if best == ranking.unchanged:
        verdict = unfinished_verdict(position.placement, (), unchanged=True)
    else:
        # In each of the unfinished states there is something to be done.
        best = together([score for score, _ in ranking.states])
        state = ranking.states[0][1]
        verdict = unfinished_verdict(state.placement, unfinished_reasons(position, state))
    assert verdict.seen is not None
    share = ranking.share(best, as_seen(variant, verdict.seen))
    return replace(verdict, confidence=share) if is_cheaper(share, MODEL.costs.wrong_waiting) else None


def _accepted(variant: Variant, position: Position, evidence: Evidence, ranking: _Ranking) -> Verdict | None:
    play = ranking.plays[0][1]
    share = ranking.share(ranking.play, as_seen(variant, play.result))
    if not is_cheaper(share, MODEL.costs.wrong_acceptance):
        return None
    if not is_plain(variant, position, evidence, play.result, (play,)):
        return None
    return Verdict(kind=VerdictKind.LEGAL, play=play, seen=play.result, confidence=share)


def _unclear(variant: Variant, ranking: _Ranking) -> Verdict:
    shows = as_seen(variant, ranking.plays[0][1].result) if ranking.plays else None
    alike = tuple(play for _, play in ranking.plays if as_seen(variant, play.result) == shows)
    if shows is not None and len(alike) > 1:
        return _which_pawn(shows, alike)
    likely = [play for score, play in ranking.plays[:CANDIDATES] if score >= ranking.play - MODEL.candidate_window]
    share = posterior(ranking.play, (*ranking.proper_scores, ranking.reading.score - MODEL.rarities.fault))
    return Verdict(
        kind=VerdictKind.UNCLEAR,
        reasons=(Reason(ruling="", code="ask_play"),),
        seen=ranking.reading.placement,
        candidates=tuple(likely),
        confidence=share,
    )
