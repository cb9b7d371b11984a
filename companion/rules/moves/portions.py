"""Portions of points that one pawn can walk, found once for all that lies before it, however many boards there are."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.model.places import GOAL_FIELDS, KENNEL, Place
from companion.model.play import Capture, Step, StepKind
from companion.rules.board_rules import BoardRules
from companion.rules.moves.board import Board, Extras
from companion.rules.moves.board_numbers import BoardNumbers
from companion.rules.moves.path import strides

#: A pawn between portions, named by where it stands.
Pawn = tuple[int, Place]
#: Values with the places to which they lead.
Ends = list[tuple[int, Place]]


class Walk(NamedTuple):
    """A walk to its end: `lands` is where the pawn gets to, its kennel where a figure stands on `target`."""

    value: int
    target: Place
    lands: Place
    captures: tuple[Capture, ...]


class Portion(NamedTuple):
    """A walk as a step of a play; `change` is what it adds to the number of any board, `mover` the pawn behind it.

    `sent` are the others that go home: not the pawn itself, where a figure sends it there.
    """

    value: int
    change: int
    mover: Pawn
    lands: Place
    sent: tuple[Capture, ...]
    step: Step


class _Spot:
    """A kind of pawn on one place: the shifts and masks for what it may meet there, and the portions found by that."""

    __slots__ = ("ahead", "ahead_mask", "known", "lane")

    def __init__(self, ahead: int, ahead_mask: int, lane: int) -> None:
        self.ahead = ahead
        self.ahead_mask = ahead_mask
        self.lane = lane
        self.known: dict[tuple[int, int, Extras], list[Portion]] = {}


class Portions:
    """The portions of at most `most` points; `walks` says what a pawn's walks to their ends do."""

    def __init__(self, rules: BoardRules, most: int, walks: Callable[[Board, int, int, Ends], Iterator[Walk]]) -> None:
        self.numbers = BoardNumbers(rules)
        self._rules = rules
        self._most = most
        self._walks = walks
        self._spots: dict[tuple[int, Place], _Spot] = {}
        self._lane_mask = (1 << GOAL_FIELDS * self.numbers.bits) - 1

    def of(self, board: Board, number: int, seat: int, index: int, *, lane: bool) -> list[Portion]:
        """All portions of a pawn on the board of this number, by their values; `lane` is the same for all of a seat."""
        place = board.pawns[seat][index]
        kind = self.numbers.kind(seat, index)
        spot = self._spots.get((kind, place))
        if spot is None:
            spot = self._spots[kind, place] = self._spot(seat, place)
        # who came round is no pawn's place, but decides who blocks
        seen = (
            number >> spot.ahead & spot.ahead_mask,
            number >> spot.lane & self._lane_mask,
            () if self._rules.came_round is None else board.extras,
        )
        found = spot.known.get(seen)
        if found is None:
            found = spot.known[seen] = self._found(board, seat, index, lane=lane)
        return found

    def _spot(self, seat: int, place: Place) -> _Spot:
        bits = self.numbers.bits
        ahead = (1 << self._most * bits) - 1 if place >= 0 else 0
        return _Spot(max(place + 1, 0) * bits, ahead, self.numbers.lane(seat))

    def _found(self, board: Board, seat: int, index: int, *, lane: bool) -> list[Portion]:
        origin = board.pawns[seat][index]
        ends = strides(board, seat, origin, self._most, lane=lane)
        return (
            [self._portion(board, seat, index, walk) for walk in self._walks(board, seat, index, ends)] if ends else []
        )

    def _portion(self, board: Board, seat: int, index: int, walk: Walk) -> Portion:
        origin = board.pawns[seat][index]
        weight = self.numbers.weight
        change = weight(seat, index, walk.lands) - weight(seat, index, origin)
        sent = () if walk.lands == KENNEL else walk.captures
        for capture in sent:
            change -= weight(capture.seat, board.pawns[capture.seat].index(capture.place), capture.place)
        step = Step(
            kind=StepKind.ADVANCE,
            seat=seat,
            origin=origin,
            target=walk.target,
            value=walk.value,
            captures=walk.captures,
        )
        return Portion(walk.value, change, (seat, walk.target), walk.lands, sent, step)
