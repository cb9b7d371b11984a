"""Points shared out over pawns: all of them, in portions and in any order, over the pawns that the card may move (BD-R58..R71).

Orders are not enumerated.  The search goes from points spent to points spent over distinct boards; what must be known of
the way there is only which pawn moved last, because portions in a row of the same pawn are one portion: it walks
through without landing in between.  A board reached by two different last movers leaves the next mover free.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from companion.model.places import KENNEL, Place
from companion.model.play import Step
from companion.rules.board import Board
from companion.rules.mechanic import Use
from companion.rules.path import reach
from companion.rules.turn import Draft, Stage, Turn, land

#: A pawn between portions, named by where it stands.
_Pawn = tuple[int, Place]


class _Node:
    """A board with some points spent; `ways` are one or two ways there, with different last movers."""

    __slots__ = ("before", "board", "landed", "ways")

    def __init__(self, draft: Draft, last: _Pawn | None) -> None:
        self.board = draft.board
        self.landed = draft.landed
        self.ways: list[tuple[_Pawn | None, tuple[Step, ...]]] = [(last, draft.steps)]
        self.before: list[_Node] = []

    def steps_before(self, mover: _Pawn) -> tuple[Step, ...] | None:
        """A way here after which `mover` may begin a portion of its own."""
        for last, steps in self.ways:
            if last != mover:
                return steps
        return None

    def add_way(self, last: _Pawn, steps: tuple[Step, ...]) -> None:
        if len(self.ways) == 1 and self.ways[0][0] != last:
            self.ways.append((last, steps))


_Layer = dict[object, _Node]


class Split(Use, frozen=True, kw_only=True, tag="split"):
    """`points` are shared out over the team's pawns; opponents' pawns join in as `opponents` says, once a team-mate is done.

    `opponents`: "union" = the team's remaining pawns and the opponents' (BD-R62), "printed" = for a player who is not
    done himself only the partner's and the opponents', "off" = never.  Who plays alone moves everybody's pawns (BD-R77).
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
        for node in self._layers(turn)[self.points].values():
            yield Draft(node.board, node.ways[0][1], node.landed)

    def stages(self, turn: Turn) -> Iterable[Stage]:
        """Boards with some of the points spent from which the rest can be spent, also by the pawn that is on its way."""
        layers = self._layers(turn)
        pending = list(layers[self.points].values())
        finishable: set[int] = set()
        while pending:
            for node in pending.pop().before:
                if id(node) not in finishable:
                    finishable.add(id(node))
                    pending.append(node)
        for layer in layers[1 : self.points]:
            for node in layer.values():
                if id(node) in finishable:
                    yield Stage(node.board.placement, self.missing, node.ways[0][1])

    def _layers(self, turn: Turn) -> list[_Layer]:
        """The distinct boards by the number of points spent, 0 to all."""
        layers: list[_Layer] = [{} for _ in range(self.points + 1)]
        layers[0][None] = _Node(turn.start, None)
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
                on_the_way: list[tuple[_Node, Place]] = []
                start = Draft(node.board, steps, node.landed)
                for value, layer in enumerate(further, start=1):
                    for target in reach(node.board, seat, place, value, lane=lane):
                        after = land(start, seat, index, target, value)
                        child = _joined(layer, after, (seat, target))
                        child.before.append(node)
                        child.before.extend(stop for stop, where in on_the_way if _leads_to(where, target))
                        if not after.steps[-1].captures:
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
        if self.opponents == "printed" and not seen.is_done(turn.actor):
            return tuple(seat for seat in everybody if seat != turn.actor)
        return everybody

    def _pawns(self, turn: Turn, board: Board, seat: int) -> Iterator[tuple[int, Place]]:
        guarded = turn.rules.starts[seat] if self._is_opponent(turn, seat) and not self.opponent_blockers else None
        return ((index, place) for index, place in board.movable(seat) if place != guarded)

    def _is_opponent(self, turn: Turn, seat: int) -> bool:
        return seat != turn.actor and seat not in turn.rules.mates[turn.actor]


def _joined(layer: _Layer, draft: Draft, last: _Pawn) -> _Node:
    """The node of the draft's board, new or known."""
    key = (draft.board.pawns, draft.board.extras, draft.landed)
    node = layer.get(key)
    if node is None:
        node = layer[key] = _Node(draft, last)
    else:
        node.add_way(last, draft.steps)
    return node


def _leads_to(earlier: Place, later: Place) -> bool:
    """Whether a pawn that walks on from `earlier` may come by `later` with the same portion (both ends of one walk)."""
    return earlier >= 0 or later < 0
