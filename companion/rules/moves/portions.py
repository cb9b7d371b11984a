"""Portions of points that one pawn can walk, found once for the places before it, however many boards there are."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from companion.model.places import KENNEL, Place
from companion.model.play import Capture, Step, StepKind
from companion.rules.board_rules import BoardRules
from companion.rules.moves.board import Board, Extras
from companion.rules.moves.board_numbers import BoardNumbers
from companion.rules.moves.path import strides

#: A pawn between portions, named by its place.
Pawn = tuple[int, Place]
#: So many lists of portions are kept, a few megabytes.
_MOST_KEPT: Final = 4096
#: Values with the places to which they lead.
Ends = list[tuple[int, Place]]


class Walk(NamedTuple):
    """A walk to its end: `lands` is the place that the pawn gets to, its kennel if a figure stands on `target`."""

    value: int
    target: Place
    lands: Place
    captures: tuple[Capture, ...]


class Portion(NamedTuple):
    """A walk as a step of a play; `change` is its addend to the number of any board, `mover` the pawn after it.

    `sent` are the others that go home: not the pawn itself when a figure sends it there.  `quiet`: it lands on no
    watched field, and settles of no pawn whether it came round.
    """

    value: int
    change: int
    mover: Pawn
    lands: Place
    sent: tuple[Capture, ...]
    quiet: bool
    step: Step


class _Spot:
    """A pawn on one place with so many points left.

    `mask` are the bits of a board's number for the figures it may meet.

    `known` are its portions by these bits, and by the extras if they decide which pawns block.
    """

    __slots__ = ("known", "mask")

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.known: dict[int | tuple[int, Extras], list[Portion]] = {}


class Portions:
    """The portions that pawns of a table can walk; `walks` gives the effects of a pawn's walks to their ends.

    Results stay cached, up to a limit.
    """

    def __init__(self, rules: BoardRules, walks: Callable[[Board, int, int, Ends], Iterator[Walk]]) -> None:
        self.numbers = BoardNumbers(rules)
        self._rules = rules
        self._walks = walks
        self._kinds = self.numbers.kinds
        self._minds_extras = rules.came_round is not None
        self._spots: dict[tuple[int, Place, int, bool], _Spot] = {}
        self._kept = 0

    def of(self, board: Board, number: int, seat: int, index: int, most: int, *, lane: bool) -> list[Portion]:
        """Returns the portions of at most `most` points of a pawn, by their values, also into its `lane` or not.

        `number` is the board's.
        """
        place, kind = board.pawns[seat][index], self._kinds[seat][index]
        spot = self._spots.get((kind, place, most, lane))
        if spot is None:
            spot = self._spots[kind, place, most, lane] = self._spot(seat, place, most)
        met = number & spot.mask
        seen = (met, board.extras) if self._minds_extras else met
        found = spot.known.get(seen)
        if found is None:
            self._make_room()
            ends = strides(board, seat, place, most, lane=lane)
            walks = self._walks(board, seat, index, ends) if ends else ()
            found = spot.known[seen] = list(self._portions(board, seat, index, walks))
        return found

    def _make_room(self) -> None:
        self._kept += 1
        if self._kept > _MOST_KEPT:
            self._spots.clear()
            self._kept = 0

    def _spot(self, seat: int, place: Place, most: int) -> _Spot:
        bits, tables = self.numbers.bits, self._rules.board_tables
        lane = (1 << self._rules.goal_fields * bits) - 1 << self.numbers.lane(seat)
        if place < 0:
            return _Spot(lane)
        far = tables.to_foot[seat * tables.field_count + place] >= most
        ahead = (1 << most * bits) - 1 << (place + 1) * bits
        if self._rules.walk.onto_mates == "entrance":
            for foot in self._rules.feet:
                ahead |= (1 << bits) - 1 << foot * bits
        return _Spot(ahead if far else ahead | lane)

    def _portions(self, board: Board, seat: int, index: int, walks: Iterable[Walk]) -> Iterator[Portion]:
        weight, origin = self.numbers.weight, board.pawns[seat][index]
        before = weight(seat, index, origin)
        for value, target, lands, captures in walks:
            sent = () if lands == KENNEL else captures
            change = weight(seat, index, lands) - before
            for capture in sent:
                pawn = board.pawns[capture.seat].index(capture.place)
                change += weight(capture.seat, pawn, capture.to) - weight(capture.seat, pawn, capture.place)
            step = Step(kind=StepKind.ADVANCE, seat=seat, origin=origin, target=target, value=value, captures=captures)
            quiet = target not in self._rules.watched and not self._may_come_round(step, sent)
            yield Portion(value, change, (seat, target), lands, sent, quiet, step)

    def _may_come_round(self, step: Step, sent: tuple[Capture, ...]) -> bool:
        """Returns whether a pawn left or reached its own start field, in a game that remembers it."""
        if not self._minds_extras:
            return False
        starts, touched = self._rules.starts, {(step.seat, step.origin), (step.seat, step.target)}
        touched |= {(capture.seat, place) for capture in sent for place in (capture.place, capture.to)}
        return any((seat, start) in touched for seat, start in enumerate(starts))
