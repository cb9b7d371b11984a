"""Points shared out over the pawns that the card may move: all of them, in portions, in any order (BD-R58..R71).

Orders are not enumerated.  The search goes from points spent to points spent over distinct boards; what must be known
of the way there is only which pawn moved last, because portions in a row of the same pawn are one portion: it walks
through without landing in between.  A board reached by two different last movers leaves the next mover free.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from companion.model.places import Place
from companion.model.play import Step
from companion.rules.board import Board
from companion.rules.mechanic import Course, Use
from companion.rules.path import reach
from companion.rules.turn import Draft, Landed, Stage, Turn, advance_step, settle

#: A pawn between portions, named by where it stands.
_Pawn = tuple[int, Place]
#: Who moved last (None: nobody yet) and the steps that led there.
_Way = tuple[_Pawn | None, tuple[Step, ...]]


class _Node:
    """A board with some points spent, one or two `ways` there with different last movers, and the nodes `before` it."""

    __slots__ = ("before", "board", "landed", "ways")

    def __init__(self, board: Board, landed: Landed, way: _Way) -> None:
        self.board = board
        self.landed = landed
        self.ways = [way]
        self.before: list[_Node] = []

    def steps_before(self, mover: _Pawn) -> tuple[Step, ...] | None:
        """A way here after which `mover` may begin a portion of its own."""
        for last, steps in self.ways:
            if last != mover:
                return steps
        return None

    def wants(self, last: _Pawn) -> bool:
        """Whether a way with this last mover adds anything: two different ones leave the next mover free."""
        return len(self.ways) == 1 and self.ways[0][0] != last


_Layer = dict[object, _Node]


class Split(Use, frozen=True, kw_only=True, tag="split"):
    """`points` are shared out over the team's pawns; opponents' pawns join in once a team-mate is done.

    `opponents`: "union" = the team's remaining pawns and the opponents' (BD-R62), "printed" = only the partner's and
    the opponents', "off" = never.  Who plays alone moves all pawns (BD-R77).
    `opponent_blockers` / `opponent_lane`: may their blockers be moved away (BD-R63), their lanes be used (BD-R64).
    `help_same_card`: a team-mate who gets done with this very card counts at once (CORE-R17, BD-R66).
    """

    points: int
    opponents: Literal["union", "printed", "off"] = "union"
    opponent_blockers: bool = True
    opponent_lane: bool = True
    help_same_card: bool = True

    missing: ClassVar[str] = "spend_points"

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        return _drafts(self._layers(turn)[self.points])

    def course(self, turn: Turn) -> Course:
        """The outcomes, and the boards from which the rest of the points can be spent, also by a pawn on its way."""
        layers = self._layers(turn)
        finishable = _finishable(layers[self.points])
        stages = tuple(
            Stage(node.board.placement, self.missing, node.ways[0][1])
            for layer in layers[1 : self.points]
            for node in layer.values()
            if node in finishable
        )
        return Course(tuple(_drafts(layers[self.points])), stages)

    def _layers(self, turn: Turn) -> list[_Layer]:
        """The distinct boards by the number of points spent, 0 to all."""
        layers: list[_Layer] = [{} for _ in range(self.points + 1)]
        layers[0][None] = _Node(turn.board, turn.start.landed, (None, ()))
        for spent in range(self.points):
            for node in layers[spent].values():
                self._spread(turn, node, layers[spent + 1 :])
        return layers

    def _spread(self, turn: Turn, node: _Node, further: list[_Layer]) -> None:
        """Adds every board that one more portion leads to; `further[n - 1]` takes those of n points."""
        for seat in self._seats(turn, node.board):
            lane = self.opponent_lane or not self._is_opponent(turn, seat)
            for index, place in self._pawns(turn, node.board, seat):
                steps = node.steps_before((seat, place))
                if steps is None:
                    continue
                self._walk_on(node, steps, (seat, index), further, lane=lane)

    def _walk_on(
        self, node: _Node, steps: tuple[Step, ...], pawn: tuple[int, int], further: list[_Layer], *, lane: bool
    ) -> None:
        """Adds the boards after one pawn's portion of 1, 2, ... points."""
        seat, index = pawn
        origin = node.board.pawns[seat][index]
        on_the_way: list[tuple[_Node, Place]] = []
        for value, layer in enumerate(further, start=1):
            is_last = layer is further[-1]
            for target in reach(node.board, seat, origin, value, lane=lane):
                landing = settle(node.board, node.landed, seat, index, target)
                key = (landing.board.pawns, landing.landed)
                child = layer.get(key)
                if child is None or (not is_last and child.wants((seat, target))):
                    step = advance_step(seat, origin, target, value, landing.victim)
                    way = ((seat, target), (*steps, step))
                    if child is None:
                        child = layer[key] = _Node(landing.board, landing.landed, way)
                    else:
                        child.ways.append(way)
                child.before.append(node)
                child.before.extend(stop for stop, where in on_the_way if _leads_to(where, target))
                if landing.victim is None:
                    on_the_way.append((child, target))

    def _seats(self, turn: Turn, board: Board) -> Iterable[int]:
        """Whose pawns may take points now."""
        everybody = range(len(turn.rules.seats))
        mates = turn.rules.mates[turn.actor]
        if not mates:
            return everybody
        team = (turn.actor, *mates)
        seen = board if self.help_same_card else turn.board
        if self.opponents == "off" or not any(seen.is_done(seat) for seat in team):
            return team
        if self.opponents == "printed":
            return tuple(seat for seat in everybody if seat != turn.actor)
        return everybody

    def _pawns(self, turn: Turn, board: Board, seat: int) -> Iterator[tuple[int, Place]]:
        guarded = turn.rules.starts[seat] if self._is_opponent(turn, seat) and not self.opponent_blockers else None
        return ((index, place) for index, place in board.movable(seat) if place != guarded)

    def _is_opponent(self, turn: Turn, seat: int) -> bool:
        return seat != turn.actor and seat not in turn.rules.mates[turn.actor]


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
