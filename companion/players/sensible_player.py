"""A player with sense: it makes the play after which its team stands best, and keeps the cards that will still help.

Every choice is explained by `Worth` and by how handy a card is.  A whim, smaller than the difference between a good and
a poor play, keeps two games from being alike.  It looks at its own next card only, never at another hand, so a move
takes little longer than finding the legal plays.
"""

from collections import Counter
from dataclasses import replace
from typing import Final

from companion.model.places import KENNEL, Place, is_track
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.players.player import Chance, Knowledge, plays_in_hand
from companion.players.worth import Worth
from companion.rules.apply import remembered
from companion.rules.catalogue import load_variant
from companion.rules.deal import receiver
from companion.rules.legal import legal_plays
from companion.rules.ruleset import ruleset_of

#: How far a whim can outweigh the better play, in fields.
_WHIM: Final = 1.5
#: So many plays that look best at first sight are looked at closely, so many of those with the next card in mind.
_CLOSELY: Final = 40
_AHEAD: Final = 6
#: The next card is worth part of what it would gain now: the board changes until then.
_NEXT: Final = 0.35
#: A card with more plays than these is not tried out ahead.
_QUICK: Final = 60
_HANDY: Final = 1.2
_STARTER: Final = 16.0
#: A card drawn is a turn more; a neighbour who loses a turn loses about as much.
_TURN: Final = 8.0


class SensiblePlayer:
    """`chance` decides between plays that are about equally good."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def play(self, knowledge: Knowledge) -> Play | None:
        plays = plays_in_hand(knowledge.position, knowledge.hand)
        if len(plays) < 2:
            return plays[0] if plays else None
        worth = Worth(knowledge)
        kept = {card: self._handiness(worth, knowledge, card) for card in set(knowledge.hand)}

        def spent(play: Play) -> float:
            """What the hand loses: a start card that brings a pawn in has done what it was kept for."""
            return kept[play.card] - (_STARTER if any(step.kind is StepKind.START for step in play.steps) else 0.0)

        near = sorted(plays, key=lambda play: spent(play) - worth.progress(play.result))[:_CLOSELY]
        values = [(self._value(worth, knowledge, play) - spent(play), play) for play in near]
        values.sort(key=lambda pair: -pair[0])
        numbers = Counter(play.card for play in plays)
        quick = frozenset(card for card in knowledge.hand if numbers[card] <= _QUICK)
        looked_at = [
            (value + self._ahead(worth, knowledge, play, quick) + self._whim(), play) for value, play in values[:_AHEAD]
        ]
        return max(looked_at, key=lambda pair: pair[0])[1]

    def gift(self, knowledge: Knowledge) -> str:
        """A partner who has no pawn in play gets a start card that can be spared; else the least useful card goes."""
        position, hand = knowledge.position, knowledge.hand
        worth = Worth(knowledge)
        to = receiver(position, knowledge.seat)
        starters = [card for card in hand if card in worth.trials.starters]
        spare = len(starters) > 1 or _in_play(position, knowledge.seat)
        if starters and spare and position.teams[to] == worth.team and not _in_play(position, to):
            return min(starters, key=lambda card: worth.trials.moves[card])
        return self._least_useful(worth, knowledge)

    def discard(self, knowledge: Knowledge) -> str:
        return self._least_useful(Worth(knowledge), knowledge)

    def free_start(self, knowledge: Knowledge, pawns: tuple[int, ...], *, must: bool) -> int | None:  # noqa: ARG002
        """The pawn that the hand can do most with."""
        return max(pawns, key=lambda pawn: (len(plays_in_hand(_started(knowledge, pawn), knowledge.hand)), pawn))

    def figure_field(self, knowledge: Knowledge, fields: tuple[Place, ...]) -> Place:
        """Where it is the greatest danger to the others."""
        worth = Worth(knowledge)
        placement = knowledge.position.placement
        name = next(name for name in load_variant(knowledge.position.variant).figures if placement.extra(name) is None)
        return max(fields, key=lambda field: worth.of(placement.with_extra(name, field)) + self._whim())

    def draws(self, knowledge: Knowledge) -> bool:  # noqa: ARG002 - a card more is a turn more
        return True

    def _value(self, worth: Worth, knowledge: Knowledge, play: Play) -> float:
        """What the board is worth after the play, and what the play brings beside the board."""
        teams = knowledge.position.teams
        total = worth.of(play.result) + _TURN * play.draws
        for step in play.steps:
            if step.kind is StepKind.SKIP and step.other_seat is not None:
                total += -_TURN if teams[step.other_seat] == worth.team else _TURN
        return total

    def _ahead(self, worth: Worth, knowledge: Knowledge, play: Play, quick: frozenset[str]) -> float:
        """Part of what the best of the other cards would gain next."""
        rest = list(knowledge.hand)
        rest.remove(play.card)
        position = replace(knowledge.position, placement=play.result, copied=remembered(knowledge.position, play.card))
        now = worth.progress(play.result)
        gains = [
            worth.progress(follower.result) - now
            for card in sorted(quick & set(rest))
            for follower in legal_plays(position, card)
        ]
        return _NEXT * max(0.0, max(gains, default=0.0))

    def _least_useful(self, worth: Worth, knowledge: Knowledge) -> str:
        position = replace(knowledge.position, turn=knowledge.seat)
        now = worth.progress(position.placement)

        def use(card: str) -> float:
            gain = max((worth.progress(play.result) - now for play in legal_plays(position, card)), default=0.0)
            return self._handiness(worth, knowledge, card) + _NEXT * max(0.0, gain)

        return min(sorted(set(knowledge.hand)), key=use)

    def _handiness(self, worth: Worth, knowledge: Knowledge, card: str) -> float:
        """What a card is worth in the hand: in how many ways it can be used, and that it brings a pawn in."""
        waiting = KENNEL in knowledge.position.placement.pawns[knowledge.seat]
        starts = _STARTER if waiting and card in worth.trials.starters else 0.0
        return _HANDY * worth.trials.moves[card] + starts

    def _whim(self) -> float:
        return _WHIM * self._chance.random()


def _in_play(position: Position, seat: int) -> bool:
    """Whether a pawn of the seat is on the track."""
    return any(is_track(place) for place in position.placement.pawns[seat])


def _started(knowledge: Knowledge, pawn: int) -> Position:
    """The position with one pawn of the own row on its start field."""
    position = replace(knowledge.position, turn=knowledge.seat)
    rules = ruleset_of(position)
    row = list(position.placement.pawns[knowledge.seat])
    row[pawn] = Place(rules.starts[knowledge.seat])
    rows = list(position.placement.pawns)
    rows[knowledge.seat] = tuple(row if rules.ranks else sorted(row))
    return position.with_placement(position.placement.with_pawns(tuple(rows)))
