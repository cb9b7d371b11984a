"""Points of one card shared out over several pawns in portions, in any order: the search behind 7 and Partner 4.

Orders are not enumerated.  The search goes from points spent to points spent over distinct boards; of the way there it
needs only the last mover, because portions in a row of the same pawn are one portion: it walks through without landing
in between.  A board reached by two different last movers leaves the next mover free.

Most portions lead to a known board.  So boards are identified by their numbers, to which a portion adds the same
wherever it is walked, and a board is made only of a number that is new.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

import msgspec

from companion.model.places import KENNEL, Place
from companion.model.play import Capture, Step
from companion.rules.board_rules import BoardRules
from companion.rules.faults.fault import (
    ONE_PAWN_CODES,
    BoardChange,
    Fault,
    Fit,
    Moved,
    fault,
    fields_between,
    off_the_track,
)
from companion.rules.faults.points_faults import Row, fits_points, points_faults
from companion.rules.faults.walk_faults import way_fault
from companion.rules.mechanic import Course, Use
from companion.rules.moves.board import Board, Extras
from companion.rules.moves.portions import Ends, Pawn, Portion, Portions, Walk
from companion.rules.moves.turn import Draft, Landed, Stage, Turn, landed_after, sent_away

#: Other facts of the way that matter: portions used up and the pawns that walked, for cards that limit them.
Memory = tuple[int, frozenset[Pawn]]
#: Seat, index and place of a pawn, and whether it may use its lane.
Mover = tuple[int, int, Place, bool]
#: The last mover (None: nobody yet) and the steps that led there.
_Way = tuple[Pawn | None, tuple[Step, ...]]
NO_MEMORY: Memory = (0, frozenset())


class _Aside(NamedTuple):
    """The other facts that matter of a board with some points spent; `number` is its part of the node's."""

    number: int
    landed: Landed
    memory: Memory
    extras: Extras


class _Node(msgspec.Struct, eq=False):
    """A board with some points spent, one or two `ways` there with different last movers, and the nodes `before` it.

    `number` is the board's, and `aside`'s beyond that.
    """

    board: Board
    number: int
    aside: _Aside
    ways: list[_Way]
    before: "list[_Node]" = []

    def steps_before(self, mover: Pawn) -> tuple[Step, ...] | None:
        """Returns a way here after which `mover` may begin a portion of its own."""
        for last, steps in self.ways:
            if last != mover:
                return steps
        return None


_Layer = dict[int, _Node]


class PointsUse(Use, frozen=True, kw_only=True):
    """`points` are shared out; the concrete card defines which pawns take part and what a portion does on its way."""

    points: int

    missing: ClassVar[str] = "spend_points"
    refutes: ClassVar[frozenset[str]] = ONE_PAWN_CODES

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        return _drafts(_Search(self, turn).layers(linked=False)[self.points])

    def some_outcome(self, turn: Turn) -> Draft | None:
        return _Search(self, turn).some_draft()

    def course(self, turn: Turn) -> Course:
        """Returns the outcomes, and the boards from which the other points can be spent, also by a pawn on its way."""
        layers = _Search(self, turn).layers(linked=True)
        finishable = _finishable(layers[self.points])
        stages = tuple(
            Stage(node.board.placement, self.missing, node.ways[0][1])
            for layer in layers[1 : self.points]
            for node in layer.values()
            if node in finishable
        )
        return Course(tuple(_drafts(layers[self.points])), stages)

    def owners(self, turn: Turn) -> tuple[int, ...]:
        return tuple(dict.fromkeys(seat for seat, *_ in self.movers(turn, turn.board)))

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        return points_faults(turn, change, self, self.owners(turn))

    def counts(self) -> tuple[int, ...]:
        return (self.points,)

    def spends(self, turn: Turn, points: int) -> bool:
        """Returns whether that many points could be spent from this board on."""
        return msgspec.structs.replace(self, points=points).some_outcome(turn) is not None

    def leads_to(self, turn: Turn, points: int, rows: Mapping[int, Row]) -> bool:
        """Returns whether that many points lead to these rows of pawns, by seat, whatever happens to the others."""
        if not 0 < points <= self.points:
            return False
        ends = msgspec.structs.replace(self, points=points).outcomes(turn)
        return any(all(end.board.pawns[seat] == row for seat, row in rows.items()) for end in ends)

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_points(turn, move, self.points, self.owners(turn))

    def another_pawn(self, turn: Turn, move: Moved, more: Sequence[Moved]) -> Fault | None:
        """Returns the fault of a further pawn: all points are spent, so all its forward moves are too much."""
        if self._went_astray(turn, move):
            return fault("CORE-R31", "pawn_not_meant", move, Fit.WRONG_KIND)
        over = sum(fields_between(turn.board, each) or 0 for each in more if not self._went_astray(turn, each))
        wanted = str(self.points)
        return fault("CORE-R10", "points_overspent", move, Fit.WRONG_LENGTH, went=self.points + over, wanted=wanted)

    def _went_astray(self, turn: Turn, move: Moved) -> bool:
        """Returns whether a pawn did something else than going forward."""
        values = tuple(range(1, self.points + 1))
        return off_the_track(turn, move) is not None or way_fault(turn, move, values) is not None

    def spares(self, turn: Turn, move: Moved, *, passed: bool) -> Fault | None:
        """Returns the fault of a pawn taken off: only the end of a portion captures (BD-R59)."""
        del turn
        return fault("BD-R59", "jumped_by_points", move, Fit.ONE_RULE) if passed else None

    def movers(self, turn: Turn, board: Board) -> list[Mover]:
        """Returns every pawn that may take points at this stage."""
        raise NotImplementedError

    def walks(self, board: Board, seat: int, index: int, ends: Ends) -> Iterator[Walk]:
        """Yields a walk of one pawn to each of `ends`; a pawn that stands there is captured."""
        origin = board.pawns[seat][index]
        occupied, figures = board.occupied, board.figures
        for value, target in ends:
            if target in figures:
                yield Walk(value, target, KENNEL, (Capture(seat=seat, place=target),))
            elif target in occupied:
                yield Walk(value, target, target, sent_away(board, seat, origin, target, occupied[target]))
            else:
                yield Walk(value, target, target, ())

    def landed(self, board: Board, landed: Landed, portion: Portion) -> Landed:
        """Returns the remembered landings after a portion."""
        step, watched = portion.step, board.rules.watched
        if not landed and step.target not in watched:
            return landed
        assert step.seat is not None
        landed = landed_after(board, landed, step.seat, step.origin)
        if portion.lands == KENNEL:
            return landed
        landed -= {(capture.seat, int(capture.place)) for capture in portion.sent}
        return landed | {(step.seat, int(step.target))} if step.target in watched else landed

    @property
    def counts_portions(self) -> bool:
        """Whether `remembers` has anything to remember."""
        return False

    def remembers(self, memory: Memory, before: Pawn, after: Pawn) -> Memory | None:
        """Returns the memory after one more portion; None if the card does not allow it."""
        del before, after
        return memory

    def is_last(self, memory: Memory) -> bool:
        """Returns whether the card allows one more portion and no other after it."""
        del memory
        return False

    def passes_through(self, target: Place) -> bool:
        """Returns whether a pawn that captured on `target` may still be thought to be on its way."""
        del target
        return False


@lru_cache(maxsize=4)
def portions_of(rules: BoardRules, use: PointsUse) -> Portions:
    """Returns the cached portions of the card; they repeat from play to play."""
    return Portions(rules, use.walks)


class _Search:
    """The search of one card's points from one board."""

    def __init__(self, use: PointsUse, turn: Turn) -> None:
        rules = turn.rules
        self._use = use
        self._turn = turn
        self._portions = portions_of(rules, use)
        self._asides: dict[tuple[Landed, Memory, Extras], _Aside] = {}
        self._forgets = not use.counts_portions

    def layers(self, *, linked: bool) -> list[_Layer]:
        """Returns the distinct boards by the number of points spent, 0 to all; `linked` to those before them."""
        layers = self._first_layer()
        for spent, layer in enumerate(layers[:-1]):
            for node in layer.values():
                self._leave(node, layers[spent + 1 :], linked=linked)
        return layers

    def some_draft(self) -> Draft | None:
        """Returns one way to spend all points, mostly by one pawn alone; None if there is none."""
        layers = self._first_layer()
        for spent, layer in enumerate(layers[:-1]):
            further = layers[spent + 1 :]
            for node in layer.values():
                found = self._spent_at_once(node, len(further))
                if found is not None:
                    return found
                self._leave(node, further, linked=False)
        return None

    def _spent_at_once(self, node: _Node, rest: int) -> Draft | None:
        """Returns the draft after one pawn has spent all the rest."""
        for seat, index, place, lane in self._use.movers(self._turn, node.board):
            steps = node.steps_before((seat, place))
            portions = self._portions.of(node.board, node.number, seat, index, rest, lane=lane)
            if steps is None or not portions or portions[-1].value < rest:
                continue
            portion = portions[-1]
            aside = self._aside(node, portion)
            if aside is not None:
                board = node.board.walked(seat, place, portion.lands, portion.sent)
                return Draft(board, (*steps, portion.step), aside.landed)
        return None

    def _first_layer(self) -> list[_Layer]:
        """Returns a layer for every number of points, with the board as it is in the first."""
        turn, points = self._turn, self._use.points
        first = self._same((turn.start.landed, NO_MEMORY, turn.board.extras))
        number = self._portions.numbers.of(turn.board) + first.number
        layers: list[_Layer] = [{} for _ in range(points + 1)]
        layers[0][number] = _Node(turn.board, number, first, [(None, ())])
        return layers

    def _leave(self, node: _Node, further: list[_Layer], *, linked: bool) -> None:
        """Adds the boards after one more portion of any pawn; `further[n - 1]` takes those of n points."""
        rest = len(further)
        for seat, index, place, lane in self._use.movers(self._turn, node.board):
            steps = node.steps_before((seat, place))
            if steps is None:
                continue
            portions = self._portions.of(node.board, node.number, seat, index, rest, lane=lane)
            if not (linked or self._forgets) and self._use.is_last(node.aside.memory):
                portions = [portion for portion in portions if portion.value == rest]
            children = self._walk_on(node, steps, portions, further)
            if linked:
                self._link(node, zip(children, portions, strict=False))

    def _walk_on(
        self, node: _Node, steps: tuple[Step, ...], portions: list[Portion], further: list[_Layer]
    ) -> list[_Node]:
        """Adds the boards after one pawn's portions, as far as the card allows them, and gives them in order."""
        children: list[_Node] = []
        rest, before = len(further), node.aside
        forgets = self._forgets and not before.landed
        for portion in portions:
            value, change, mover, lands, sent, quiet, step = portion
            aside = before if quiet and forgets else self._aside(node, portion)
            if aside is None:
                break
            number = node.number + change
            if aside is not before:
                number += aside.number - before.number
            layer = further[value - 1]
            child = layer.get(number)
            if child is None:
                board = node.board.walked(mover[0], step.origin, lands, sent)
                child = layer[number] = _Node(board, number, aside, [(mover, (*steps, step))])
            elif value < rest and len(child.ways) == 1 and child.ways[0][0] != mover:
                # two different last movers leave the next mover free: a third way adds nothing
                child.ways.append((mover, (*steps, step)))
            children.append(child)
        return children

    def _aside(self, node: _Node, portion: Portion) -> _Aside | None:
        """Returns the other facts that matter after a portion; None if the card does not allow it."""
        board, before, (seat, target), step = node.board, node.aside, portion.mover, portion.step
        memory = self._use.remembers(before.memory, (seat, step.origin), (seat, target))
        if memory is None:
            return None
        landed, extras = self._use.landed(board, before.landed, portion), before.extras
        if not portion.quiet and board.rules.came_round is not None:
            extras = board.walked(seat, step.origin, portion.lands, portion.sent).extras
        if landed is before.landed and memory is before.memory and extras is before.extras:
            return before
        return self._same((landed, memory, extras))

    def _same(self, what: tuple[Landed, Memory, Extras]) -> _Aside:
        aside = self._asides.get(what)
        if aside is None:
            number = len(self._asides) << self._portions.numbers.beyond
            aside = self._asides[what] = _Aside(number, *what)
        return aside

    def _link(self, node: _Node, children: Iterable[tuple[_Node, Portion]]) -> None:
        """Stores that the rest can be spent from `node`, and from every stop of the same pawn on its way."""
        on_the_way: list[tuple[_Node, Place]] = []
        for child, portion in children:
            target = portion.step.target
            child.before.append(node)
            child.before.extend(stop for stop, where in on_the_way if _leads_to(where, target))
            if not portion.step.captures or self._use.passes_through(target):
                on_the_way.append((child, target))


def _drafts(layer: _Layer) -> Iterator[Draft]:
    return (Draft(node.board, node.ways[0][1], node.aside.landed) for node in layer.values())


def _finishable(last: _Layer) -> set[_Node]:
    """Returns every node from which a node of the last layer can be reached."""
    pending = list(last.values())
    found: set[_Node] = set()
    while pending:
        for node in pending.pop().before:
            if node not in found:
                found.add(node)
                pending.append(node)
    return found


def _leads_to(earlier: Place, later: Place) -> bool:
    """Returns whether a pawn on its way from `earlier` may pass `later` in the same portion, both ends of one walk."""
    return earlier >= 0 or later < 0
