"""Anomalies on the board that are no play: pawns missing, changed about, astray, and foreign things.

Law: these are questions about the table, never accusations, and only about things that a picture shows for certain.  A
spot that is hidden or doubtful is no evidence, so a pawn that may stand there is not missing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from msgspec import Struct

from companion.model.observation import Observation
from companion.model.places import KENNEL, OFF, Place, is_goal, is_shared
from companion.model.position import Placement, Position
from companion.model.verdict import Params, Reason
from companion.referee.changes import pair_up
from companion.referee.model import MODEL
from companion.referee.pictures.likelihood import Evidence, Row, weigh
from companion.referee.pictures.reading import read_freely
from companion.referee.pictures.residuals import contradicted_spots
from companion.referee.sight import as_seen
from companion.referee.wheel_turn import WHEEL
from companion.rules.faults.fault import Moved
from companion.rules.moves.turn import turn_of
from companion.rules.rules import Rules

#: A seat and where one of its pawns stands.
Spot = tuple[int, Place]


class Question(StrEnum):
    """The messages about the table, the most pressing first."""

    DISAGREES = "board_disagrees"
    SWAPPED = "pawns_swapped"
    #: A pawn of the player to move has gone somewhere, and no card lies open.
    CARD_FIRST = "card_first"
    #: A pawn that the open card can capture has been taken off before it was captured.
    CAPTURED_FIRST = "captured_first"
    MISSING = "pawn_missing"
    FIGURE_MISSING = "dog_missing"
    IN_KENNEL = "pawn_in_kennel"
    ASTRAY = "pawn_astray"
    #: A pawn more than there are, or anything that looks like one to the camera.
    THING = "thing_on_field"


class OpenCard(Struct, frozen=True):
    """The facts of the open card that matter here.

    These are whose pawns it moves, which moves would fit one of its uses, and which pawns it can capture as long as
    nothing has been played.
    """

    movers: frozenset[int]
    fits: Callable[[Moved], bool]
    prey: frozenset[Spot] = frozenset()

    def could_swap(self, one: Moved, other: Moved) -> bool:
        """Returns whether the exchange may be somebody's play, right or wrong."""
        return not self.movers.isdisjoint((one.seat, other.seat)) or (self.fits(one) and self.fits(other))


@dataclass(frozen=True, slots=True)
class _Board:
    """The expected board, a free reading, and the picture behind it; the rows go by kind of figure."""

    rules: Rules
    position: Position
    evidence: Evidence
    wanted: tuple[Row, ...]
    found: tuple[Row, ...]

    @property
    def changes(self) -> tuple[Moved, ...]:
        """Every figure that lies elsewhere; `seat` is its kind.  Two that changed places are named as such."""
        held = {place: kind for kind, row in enumerate(self.wanted) for place in row if is_shared(place)}

        def cost(move: Moved) -> float:
            return 0.0 if held.get(move.target, move.seat) != move.seat else 1.0

        return pair_up(Placement(self.wanted), Placement(self.found), cost)

    def is_pawn(self, move: Moved) -> bool:
        return move.seat < len(self.position.seats)

    def is_vacant(self, place: Place) -> bool:
        """Returns whether a place that was left is still free; a kennel always has room."""
        return place == KENNEL or not any(place in row for row in self.found)

    def certain(self) -> tuple[Moved, ...]:
        """Returns the changes that the picture shows for certain: the figure has left its place and stands here."""
        changes = self.changes
        return tuple(
            move
            for move in changes
            if self._is_sure(move)
            or ((other := self.partner(move, changes)) and (self._crossed(move, other) or self._crossed(other, move)))
        )

    def partner(self, move: Moved, moves: Sequence[Moved]) -> Moved | None:
        """Returns the pawn of another seat that stands where this one stood, if this one stands where that one did."""
        for other in moves:
            crossed = (other.origin, other.target) == (move.target, move.origin)
            if crossed and other.seat != move.seat and self.is_pawn(move) and self.is_pawn(other):
                return other
        return None

    def _is_sure(self, move: Moved) -> bool:
        return self._gone(move) >= MODEL.acceptance and self._come(move) >= MODEL.acceptance

    def _crossed(self, move: Moved, other: Moved) -> bool:
        """Returns whether two pawns changed places for certain, the target of `move` being the plainer one."""
        plain = min(self._come(move), self._gone(other)) >= MODEL.acceptance
        return plain and self._gone(move) >= MODEL.changed_places

    def shows(self, kind: int, place: Place) -> float:
        """Returns the log-odds of this kind against everything else that may be there; a lane is its seat's own."""
        gains = self.evidence.gains
        others = [row[place] for other, row in enumerate(gains) if other != kind and place in row and is_shared(place)]
        return gains[kind].get(place, -inf) - max(0.0, *others, -inf)

    def _gone(self, move: Moved) -> float:
        if move.origin != KENNEL:
            return -self.shows(move.seat, move.origin)
        waiting, steps = self.found[move.seat].count(KENNEL), self.evidence.kennel_steps(move.seat)
        return -steps[waiting] if waiting < len(steps) else 0.0

    def _come(self, move: Moved) -> float:
        if move.target == OFF:
            return inf
        if move.target != KENNEL:
            return self.shows(move.seat, move.target)
        waiting, steps = self.found[move.seat].count(KENNEL), self.evidence.kennel_steps(move.seat)
        return steps[waiting - 1] if waiting <= len(steps) else 0.0

    def ask(self, question: Question, move: Moved, params: Params = ()) -> Reason:
        """Returns the question about one pawn, with its rank in games with ranks."""
        ranks = self.rules.variant.ranks
        row = self.position.placement.pawns[move.seat]
        if ranks and move.origin != KENNEL and move.origin in row:
            params = (*params, ("rank", ranks[row.index(move.origin)].name))
        return Reason(ruling="", code=question, seat=move.seat, origin=move.origin, target=move.target, params=params)

    def ask_missing(self, move: Moved) -> Reason:
        return (
            self.ask(Question.MISSING, move) if self.is_pawn(move) else Reason(ruling="", code=Question.FIGURE_MISSING)
        )

    def ask_swapped(self, move: Moved, other: Moved) -> Reason:
        return self.ask(Question.SWAPPED, move, (("blocker", other.seat), ("blocker_at", int(other.origin))))


def watch(rules: Rules, position: Position, observation: Observation) -> tuple[Reason, ...] | None:
    """Returns the anomalies while no card lies open, the most pressing first.

    None (unknown) while the disc stands elsewhere: it carries its pawns, and a player who turns it is in the middle of
    a play.
    """
    variant = rules.variant
    evidence = weigh(observation, variant.figures)
    like = as_seen(variant, position.placement)
    reading = read_freely(evidence, like).placement
    if reading.extra(WHEEL) != like.extra(WHEEL):
        return None
    board = _Board(rules, position, evidence, evidence.rows(like), evidence.rows(reading))
    carried = variant.wheel_fields(position.sectors) if evidence.wheel is None else frozenset()
    sure = [move for move in board.certain() if carried.isdisjoint((move.origin, move.target))]
    own = turn_of(rules, position).own
    displaced = [move for move in sure if move.target == OFF or not (move.taken_off or move.seat in own)]
    if len(displaced) > MODEL.sight.most_astray or contradicted_spots(evidence, reading) > MODEL.sight.most_residuals:
        return (Reason(ruling="", code=Question.DISAGREES),)
    return (*_astray(board, sure, own), *_things(board))


def beside_play(
    rules: Rules,
    position: Position,
    evidence: Evidence,
    reading: Placement,
    nearest: Placement,
    card: OpenCard,
) -> tuple[Reason, ...]:
    """Returns the anomalies beside the open card, if nothing else differs from the `nearest` proper state.

    A pawn that is not there, and pawns that changed places though the card neither moves nor swaps them, are nobody's
    play; and a pawn that is about to be captured may be taken off first.
    """
    if reading.extra(WHEEL) != nearest.extra(WHEEL):
        return ()
    board = _Board(rules, position, evidence, evidence.rows(nearest), evidence.rows(reading))
    changes = board.changes
    if changes != board.certain():
        return ()
    asked: list[Reason] = []
    for move in changes:
        other = board.partner(move, changes)
        if other is not None and not card.could_swap(move, other):
            asked += [board.ask_swapped(move, other)] if move.seat < other.seat else []
        elif move.taken_off and (move.seat, move.origin) in card.prey and board.is_vacant(move.origin):
            asked.append(board.ask(Question.CAPTURED_FIRST, move))
        elif move.target == OFF and board.is_vacant(move.origin):
            asked.append(board.ask_missing(move))
        else:
            return ()
    return tuple(asked)


def _astray(board: _Board, sure: Sequence[Moved], own: Sequence[int]) -> Iterator[Reason]:
    """Yields questions about pawns that stand elsewhere and are no capture in the making."""
    swaps = [(move, other) for move in sure if (other := board.partner(move, sure)) and move.seat < other.seat]
    yield from (board.ask_swapped(*pair) for pair in swaps)
    alone = [move for move in sure if not any(move in pair for pair in swaps)]
    walked = [move for move in alone if not move.taken_off and board.is_pawn(move)]
    left = [move for move in alone if move.taken_off and board.is_vacant(move.origin)]
    yield from (board.ask(Question.CARD_FIRST, move) for move in walked if move.seat in own)
    yield from (board.ask_missing(move) for move in left if move.target == OFF)
    yield from (board.ask(Question.IN_KENNEL, move) for move in left if move.target == KENNEL)
    # A pawn on another pawn's place may have changed places with it, unseen.
    strays = [move for move in walked if move.seat not in own and not any(move.target in row for row in board.wanted)]
    yield from (board.ask(Question.ASTRAY, move) for move in strays)


def _things(board: _Board) -> Iterator[Reason]:
    """Yields questions about extra figures, only while all known ones of the kind are plainly in view."""
    for kind, wanted in enumerate(board.wanted):
        steps, waiting = board.evidence.kennel_steps(kind), wanted.count(KENNEL)
        shown = [board.shows(kind, place) for place in wanted if place != KENNEL] + steps[:waiting]
        if waiting > len(steps) or min(shown, default=inf) < MODEL.acceptance:
            continue
        for place in board.evidence.gains[kind]:
            if place != OFF and place not in wanted and board.shows(kind, place) >= MODEL.acceptance:
                owner = kind if is_goal(place) else None
                yield Reason(ruling="", code=Question.THING, seat=owner, target=place)
