"""Points of one card shared out over several pawns in portions, in any order: the search behind 7 and Partner 4.

Orders are not enumerated.  The search goes from points spent to points spent over distinct boards; what must be known
of the way there is only which pawn moved last, because portions in a row of the same pawn are one portion: it walks
through without landing in between.  A board reached by two different last movers leaves the next mover free.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

import msgspec

from companion.model.places import Place
from companion.model.play import Capture, Step, StepKind
from companion.rules.faults.fault import ONE_PAWN_CODES, BoardChange, Fault, Fit, Moved, fault, fields_between
from companion.rules.faults.points_faults import fits_points, points_faults
from companion.rules.mechanic import Course, Use
from companion.rules.moves.board import Board, Extras, Lifted, Rows
from companion.rules.moves.path import strides
from companion.rules.moves.turn import Draft, Landed, Stage, Turn, landed_after, settle

#: A pawn between portions, named by where it stands.
Pawn = tuple[int, Place]
#: What else of the way matters: portions used up and the pawns that walked, for cards that limit them.
Memory = tuple[int, frozenset[Pawn]]
#: Who moved last (None: nobody yet) and the steps that led there.
_Way = tuple[Pawn | None, tuple[Step, ...]]

NO_MEMORY: Memory = (0, frozenset())


class Portion(NamedTuple):
    """One portion walked to its end: what it makes of a board, and whom it sends home.

    Most portions lead to a board that is known already, so it is given by its rows and extras only.
    """

    value: int
    target: Place
    rows: Rows
    extras: Extras
    landed: Landed
    captures: tuple[Capture, ...] = ()


class _Node:
    """A board with some points spent, one or two `ways` there with different last movers, and the nodes `before` it."""

    __slots__ = ("before", "board", "landed", "memory", "ways")

    def __init__(self, board: Board, landed: Landed, way: _Way, memory: Memory) -> None:
        self.board = board
        self.landed = landed
        self.ways = [way]
        self.memory = memory
        self.before: list[_Node] = []

    def steps_before(self, mover: Pawn) -> tuple[Step, ...] | None:
        """A way here after which `mover` may begin a portion of its own."""
        for last, steps in self.ways:
            if last != mover:
                return steps
        return None

    def wants(self, last: Pawn) -> bool:
        """Whether a way with this last mover adds anything: two different ones leave the next mover free."""
        return len(self.ways) == 1 and self.ways[0][0] != last


_Layer = dict[object, _Node]


class PointsUse(Use, frozen=True, kw_only=True):
    """`points` are shared out; which pawns take part and what a portion does on its way is the concrete card's."""

    points: int

    missing: ClassVar[str] = "spend_points"
    refutes: ClassVar[frozenset[str]] = ONE_PAWN_CODES

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        return _drafts(self._layers(turn, linked=False)[self.points])

    def course(self, turn: Turn) -> Course:
        """The outcomes, and the boards from which the rest of the points can be spent, also by a pawn on its way."""
        layers = self._layers(turn, linked=True)
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
        return points_faults(turn, change, self.points, self.owners(turn), self.spends)

    def counts(self) -> tuple[int, ...]:
        return (self.points,)

    def spends(self, turn: Turn, points: int) -> bool:
        """Whether that many points could be spent from this board on."""
        return any(True for _ in msgspec.structs.replace(self, points=points).outcomes(turn))

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_points(turn, move, self.points, self.owners(turn))

    def another_pawn(self, turn: Turn, move: Moved) -> Fault | None:
        went = self.points + max(fields_between(turn.board, move) or 1, 1)
        return fault("CORE-R10", "points_overspent", move, Fit.WRONG_LENGTH, went=went, wanted=str(self.points))

    def spares(self, turn: Turn, move: Moved, *, passed: bool) -> Fault | None:
        """Only the end of a portion captures (BD-R59)."""
        del turn
        return fault("BD-R59", "jumped_by_points", move, Fit.ONE_RULE) if passed else None

    def movers(self, turn: Turn, board: Board) -> Iterator[tuple[int, int, Place, bool]]:
        """Seat, index and place of every pawn that may take points now, and whether it may use its lane."""
        raise NotImplementedError

    def walked(
        self, board: Board, landed: Landed, pawn: tuple[int, int], ends: list[tuple[int, Place]]
    ) -> Iterator[Portion]:
        """A portion of one pawn (seat and index) to each of `ends` (points and place); who stands there is captured."""
        seat, index = pawn
        rules, occupied, figures = board.rules, board.occupied, board.figures
        lifted = Lifted(board, seat, index)
        left = landed_after(board, landed, seat, lifted.origin)
        for value, target in ends:
            if target in occupied or target in figures:
                landing = settle(board, landed, seat, index, target)
                captures = () if landing.victim is None else (Capture(seat=landing.victim, place=target),)
                yield Portion(value, target, landing.board.pawns, landing.board.extras, landing.landed, captures)
            else:
                now = left | {(seat, int(target))} if target in rules.watched else left
                yield Portion(value, target, *lifted.put(target), now)

    def remembers(self, memory: Memory, before: Pawn, after: Pawn) -> Memory | None:
        """The memory after one more portion; None where the card does not allow it."""
        del before, after
        return memory

    def _layers(self, turn: Turn, *, linked: bool) -> list[_Layer]:
        """The distinct boards by the number of points spent, 0 to all; `linked` to those before them."""
        layers: list[_Layer] = [{} for _ in range(self.points + 1)]
        layers[0][None] = _Node(turn.board, turn.start.landed, (None, ()), NO_MEMORY)
        for spent in range(self.points):
            further = layers[spent + 1 :]
            for node in layers[spent].values():
                for seat, index, place, lane in self.movers(turn, node.board):
                    steps = node.steps_before((seat, place))
                    if steps is None:
                        continue
                    ends = strides(node.board, seat, place, len(further), lane=lane)
                    if ends:
                        children = self._walk_on(node, steps, (seat, index), ends, further)
                        if linked:
                            self._link(node, children)
        return layers

    def _walk_on(
        self,
        node: _Node,
        steps: tuple[Step, ...],
        pawn: tuple[int, int],
        ends: list[tuple[int, Place]],
        further: list[_Layer],
    ) -> list[tuple[_Node, Place, bool]]:
        """Adds the boards after one pawn's portions to `ends`; `further[n - 1]` takes those of n points.

        Gives them with where the pawn ended and whether it captured there.
        """
        board, seat = node.board, pawn[0]
        origin = board.pawns[seat][pawn[1]]
        children: list[tuple[_Node, Place, bool]] = []
        for value, target, rows, extras, landed, captures in self.walked(board, node.landed, pawn, ends):
            memory = self.remembers(node.memory, (seat, origin), (seat, target))
            if memory is None:
                return children
            key = (rows, landed, memory, extras)
            layer = further[value - 1]
            child = layer.get(key)
            if child is None or (value < len(further) and child.wants((seat, target))):
                step = Step(
                    kind=StepKind.ADVANCE, seat=seat, origin=origin, target=target, value=value, captures=captures
                )
                way = ((seat, target), (*steps, step))
                if child is None:
                    after = Board(board.rules, rows, extras, board.figures)
                    child = layer[key] = _Node(after, landed, way, memory)
                else:
                    child.ways.append(way)
            children.append((child, target, bool(captures)))
        return children

    def _link(self, node: _Node, children: list[tuple[_Node, Place, bool]]) -> None:
        """Notes that the rest can be spent from `node`, and from every stop of the same pawn on its way."""
        on_the_way: list[tuple[_Node, Place]] = []
        for child, target, captured in children:
            child.before.append(node)
            child.before.extend(stop for stop, where in on_the_way if _leads_to(where, target))
            if not captured or self.passes_through(target):
                on_the_way.append((child, target))

    def passes_through(self, target: Place) -> bool:
        """Whether a pawn that captured on `target` may still be thought to be on its way."""
        del target
        return False


def _drafts(layer: _Layer) -> Iterator[Draft]:
    return (Draft(node.board, node.ways[0][1], node.landed) for node in layer.values())


def _finishable(last: _Layer) -> set[_Node]:
    """Every node from which a node of the last layer can be reached."""
    pending = list(last.values())
    found: set[_Node] = set()
    while pending:
        for node in pending.pop().before:
            if node not in found:
                found.add(node)
                pending.append(node)
    return found


def _leads_to(earlier: Place, later: Place) -> bool:
    """Whether a pawn that walks on from `earlier` may come by `later` with the same portion (both ends of one walk)."""
    return earlier >= 0 or later < 0
