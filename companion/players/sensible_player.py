"""A heuristic player: it makes the play after which its team stands best, and keeps the useful cards.

A play is scored by `Evaluation`, a card kept by its mobility.  Noise smaller than the difference between a good and a
poor play keeps two games from being alike.  It looks ahead by its own next card only, never into another hand.
"""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from companion.model.places import KENNEL, Place, is_track
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.players.evaluation import Evaluation
from companion.players.player import Knowledge, RandomSource, plays_in_hand
from companion.rules.apply import remembered
from companion.rules.deal import receiver
from companion.rules.legal import legal_plays

#: The largest noise on a score, in fields.
_NOISE: Final = 1.5
#: The number of plays that are scored in full, and of those with one card of lookahead.
_SHORTLIST: Final = 40
_LOOKAHEAD_PLAYS: Final = 6
#: Weight of the next card's gain: the board changes until then.
_LOOKAHEAD_WEIGHT: Final = 0.35
#: A card with more plays than these is left out of the lookahead.
_LOOKAHEAD_LIMIT: Final = 60
_MOBILITY_WEIGHT: Final = 1.2
_START_CARD_BONUS: Final = 16.0
#: A card drawn is a turn more; a neighbour who loses a turn loses about as much.
_TURN_VALUE: Final = 8.0


class SensiblePlayer:
    """`rng` decides between plays that are about equally good."""

    def __init__(self, rng: RandomSource) -> None:
        self._rng = rng

    def play(self, knowledge: Knowledge) -> Play | None:
        plays = plays_in_hand(knowledge.rules, knowledge.position, knowledge.hand)
        if len(plays) < 2:
            return plays[0] if plays else None
        evaluation = Evaluation(knowledge)
        play_counts = Counter(play.card for play in plays)
        tried_cards = frozenset(card for card in knowledge.hand if play_counts[card] <= _LOOKAHEAD_LIMIT)
        candidates = [
            (value + self._lookahead(evaluation, knowledge, play, tried_cards) + self._noise(), play)
            for value, play in self._ranked(evaluation, knowledge, plays)[:_LOOKAHEAD_PLAYS]
        ]
        return max(candidates, key=lambda pair: pair[0])[1]

    def shortlist(self, knowledge: Knowledge, plays: tuple[Play, ...]) -> list[Play]:
        """The plays worth a closer look, the best first; without lookahead and without chance."""
        return [play for _, play in self._ranked(Evaluation(knowledge), knowledge, plays)]

    def _ranked(
        self, evaluation: Evaluation, knowledge: Knowledge, plays: tuple[Play, ...]
    ) -> list[tuple[float, Play]]:
        """The plays that make most progress, each with its value, the best first."""
        kept = {card: self._card_value(evaluation, knowledge, card) for card in set(knowledge.hand)}

        def hand_loss(play: Play) -> float:
            """The loss of value in the hand: a start card that brings a pawn in has served its purpose."""
            return kept[play.card] - (
                _START_CARD_BONUS if any(step.kind is StepKind.START for step in play.steps) else 0.0
            )

        shortlist = sorted(plays, key=lambda play: hand_loss(play) - evaluation.progress(play.result))[:_SHORTLIST]
        values = [(self._play_score(evaluation, knowledge, play) - hand_loss(play), play) for play in shortlist]
        return sorted(values, key=lambda pair: -pair[0])

    def gift(self, knowledge: Knowledge) -> str:
        """A partner who has no pawn in play gets a start card that can be spared; else the least useful card goes."""
        position, hand = knowledge.position, knowledge.hand
        evaluation = Evaluation(knowledge)
        to = receiver(knowledge.rules, knowledge.seat)
        start_cards = [card for card in hand if card in evaluation.probes.start_cards]
        spare = len(start_cards) > 1 or _in_play(position, knowledge.seat)
        if start_cards and spare and position.teams[to] == evaluation.team and not _in_play(position, to):
            return min(start_cards, key=lambda card: evaluation.probes.mobility[card])
        return self._least_useful(evaluation, knowledge)

    def discard(self, knowledge: Knowledge) -> str:
        return self._least_useful(Evaluation(knowledge), knowledge)

    def free_start(self, knowledge: Knowledge, pawns: tuple[int, ...], *, must: bool) -> int | None:  # noqa: ARG002
        """The pawn for which the hand is most useful."""
        return max(
            pawns,
            key=lambda pawn: (len(plays_in_hand(knowledge.rules, _after_start(knowledge, pawn), knowledge.hand)), pawn),
        )

    def figure_field(self, knowledge: Knowledge, fields: tuple[Place, ...]) -> Place:
        """The field of the greatest danger to the others."""
        evaluation = Evaluation(knowledge)
        placement = knowledge.position.placement
        name = next(name for name in knowledge.rules.variant.figures if placement.extra(name) is None)
        return max(fields, key=lambda field: evaluation.score(placement.with_extra(name, field)) + self._noise())

    def draws(self, knowledge: Knowledge) -> bool:  # noqa: ARG002 - a card more is a turn more
        return True

    def _play_score(self, evaluation: Evaluation, knowledge: Knowledge, play: Play) -> float:
        """The board after the play, with bonuses for drawn cards and lost turns of others."""
        teams = knowledge.position.teams
        total = evaluation.score(play.result) + _TURN_VALUE * play.draws
        for step in play.steps:
            if step.kind in (StepKind.SKIP, StepKind.DISCARD) and step.other_seat is not None:
                total += -_TURN_VALUE if teams[step.other_seat] == evaluation.team else _TURN_VALUE
        return total

    def _lookahead(
        self, evaluation: Evaluation, knowledge: Knowledge, play: Play, tried_cards: frozenset[str]
    ) -> float:
        """A part of the next gain by the best of the other cards."""
        rest = list(knowledge.hand)
        rest.remove(play.card)
        position = replace(
            knowledge.position, placement=play.result, copied=remembered(knowledge.rules, knowledge.position, play.card)
        )
        now = evaluation.progress(play.result)
        gains = [
            evaluation.progress(follower.result) - now
            for card in sorted(tried_cards & set(rest))
            for follower in legal_plays(knowledge.rules, position, card)
        ]
        return _LOOKAHEAD_WEIGHT * max(0.0, max(gains, default=0.0))

    def _least_useful(self, evaluation: Evaluation, knowledge: Knowledge) -> str:
        position = replace(knowledge.position, turn=knowledge.seat)
        now = evaluation.progress(position.placement)

        def use(card: str) -> float:
            gain = max(
                (evaluation.progress(play.result) - now for play in legal_plays(knowledge.rules, position, card)),
                default=0.0,
            )
            return self._card_value(evaluation, knowledge, card) + _LOOKAHEAD_WEIGHT * max(0.0, gain)

        return min(sorted(set(knowledge.hand)), key=use)

    def _card_value(self, evaluation: Evaluation, knowledge: Knowledge, card: str) -> float:
        """The value of keeping a card: its mobility, with a bonus for a start card while pawns wait."""
        waiting = KENNEL in knowledge.position.placement.pawns[knowledge.seat]
        starts = _START_CARD_BONUS if waiting and card in evaluation.probes.start_cards else 0.0
        return _MOBILITY_WEIGHT * evaluation.probes.mobility[card] + starts

    def _noise(self) -> float:
        return _NOISE * self._rng.random()


def _in_play(position: Position, seat: int) -> bool:
    """Whether a pawn of the seat is on the track."""
    return any(is_track(place) for place in position.placement.pawns[seat])


def _after_start(knowledge: Knowledge, pawn: int) -> Position:
    """The position with one pawn of the own row on its start field."""
    position = replace(knowledge.position, turn=knowledge.seat)
    rules = knowledge.rules
    row = list(position.placement.pawns[knowledge.seat])
    row[pawn] = Place(rules.starts[knowledge.seat])
    rows = list(position.placement.pawns)
    rows[knowledge.seat] = tuple(row if rules.ranks else sorted(row))
    return position.with_placement(position.placement.with_pawns(tuple(rows)))
