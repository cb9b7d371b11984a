"""Evaluates a placement for a team: a sum of progress, risk of capture and blockers, in fields of a lap of 64.

A pawn counts by the way it has gone, less its risk of capture by a card unseen so far.  A blocker holds up
opponents, but partners too.  The score of the other teams is subtracted, with a weight below 1.
"""

from collections import Counter
from typing import Final

from companion.model.places import CENTRE, KENNEL, Place, goal_number, is_goal
from companion.model.position import Placement
from companion.players.card_probes import CardProbes, empty_board, probe_cards
from companion.players.player import Knowledge
from companion.rules.moves.board import board_of, fills_lane

#: The gain of a pawn that comes out of the kennel, and of one that comes home on the field next to the track.
OUT: Final = 18.0
HOME: Final = 96.0
_DEEPER: Final = 2.0
#: A full lane makes its player a helper.
_DONE: Final = 12.0
_LAP: Final = 64.0
#: The centre opens every door, but only to few cards.
_CENTRE: Final = 44.0
_OTHERS: Final = 0.6
_WON: Final = 100_000.0
#: An enemy who can hit does not always want to.
_WILLING: Final = 0.7
#: More cards than these in one hand make hardly a difference to one turn.
_CARDS_IN_MIND: Final = 4
_HELD_UP: Final = 2.5
_IN_OWN_WAY: Final = 3.0
#: A blocker affects players up to so many fields behind it.
_NEAR: Final = 13


class Evaluation:
    """Scores placements for the team of one player, from `knowledge`."""

    def __init__(self, knowledge: Knowledge) -> None:
        position = knowledge.position
        self.team = position.teams[knowledge.seat]
        self.probes: CardProbes = probe_cards(knowledge.rules, empty_board(knowledge.rules, position))
        self._rules = knowledge.rules
        self._scale = _LAP / self._rules.field_count
        self._rows: dict[tuple[int, tuple[Place, ...]], float] = {}
        unseen = _unseen(knowledge)
        self._capture_chance = {step: _share(unseen, cards) for step, cards in self.probes.captures.items()}
        self._figure_chance = {step: _share(unseen, cards) for step, cards in self.probes.figure_captures.items()}
        self._start_chance = _share(unseen, self.probes.start_cards)
        held = knowledge.counts or (_CARDS_IN_MIND,) * len(position.seats)
        self._hit_attempts = [min(count, _CARDS_IN_MIND) for count in held]

    def progress(self, placement: Placement) -> float:
        """The way gone by the team less that of the others; cheap, without the risk of capture."""
        return sum(self._row(seat, row) for seat, row in enumerate(placement.pawns))

    def score(self, placement: Placement) -> float:
        """Progress, risk of capture and blockers; won and lost games outweigh everything."""
        won = board_of(self._rules, placement).complete_teams()
        if won:
            return _WON if self.team in won else -_WON
        track = [(seat, place) for seat, row in enumerate(placement.pawns) for place in row if place >= 0]
        total = self.progress(placement)
        for seat, place in track:
            if self._rules.owner.get(place) == seat and self._rules.walk.blockers:
                total += self._blocker(seat, place, track, waiting=KENNEL in placement.pawns[seat])
            else:
                total -= self._sign(seat) * self._danger(seat, place, track, placement)
        return total

    def _sign(self, seat: int) -> float:
        return 1.0 if self._rules.teams[seat] == self.team else -_OTHERS

    def _row(self, seat: int, row: tuple[Place, ...]) -> float:
        key = (seat, row)
        if key not in self._rows:
            done = fills_lane(self._rules, row)
            value = sum(self.pawn_value(seat, place) for place in row) + (_DONE if done else 0.0)
            self._rows[key] = self._sign(seat) * value
        return self._rows[key]

    def pawn_value(self, seat: int, place: Place) -> float:
        """The way that a pawn has gone, in fields; home counts extra."""
        if place == KENNEL:
            return 0.0
        if is_goal(place):
            return HOME + _DEEPER * goal_number(place)
        if place == CENTRE:
            return _CENTRE
        return OUT + (place - self._rules.starts[seat]) % self._rules.field_count * self._scale

    def _danger(self, seat: int, place: Place, track: list[tuple[int, Place]], placement: Placement) -> float:
        """The expected loss of the pawn by being sent home before its team's next turn."""
        count = self._rules.field_count
        safe = 1.0
        for other, field in track:
            if self._rules.teams[other] != self._rules.teams[seat]:
                distance = (place - field) % count
                chance = self._capture_chance.get(distance) or self._capture_chance.get(distance - count) or 0.0
                safe *= (1.0 - chance * _WILLING) ** self._hit_attempts[other]
        owner = self._rules.owner.get(place)
        if owner is not None and owner != seat and KENNEL in placement.pawns[owner]:
            safe *= (1.0 - self._start_chance) ** self._hit_attempts[owner]
        for name, stands in placement.extras:
            if name in self._rules.figures:
                chance = self._figure_chance.get((place - stands) % count, 0.0)
                safe *= (1.0 - chance * _WILLING) ** _CARDS_IN_MIND
        return (1.0 - safe) * self.pawn_value(seat, place)

    def _blocker(self, seat: int, place: Place, track: list[tuple[int, Place]], *, waiting: bool) -> float:
        """A blocker is good if it holds up others, and bad in the way of its own team."""
        total = -_IN_OWN_WAY if waiting else 0.0
        for other, field in track:
            behind = (place - field) % self._rules.field_count
            if 0 < behind <= _NEAR:
                own = self._rules.teams[other] == self._rules.teams[seat]
                total += -_IN_OWN_WAY if own else _HELD_UP
        return self._sign(seat) * total


def _unseen(knowledge: Knowledge) -> Counter[str]:
    """The number of cards of each face that are neither laid open nor in the own hand."""
    deck = Counter(knowledge.rules.variant.deck)
    return deck - Counter(knowledge.laid) - Counter(knowledge.hand)


def _share(unseen: Counter[str], cards: frozenset[str]) -> float:
    return sum(unseen[card] for card in cards) / max(1, unseen.total())
