"""Everything an explanation looks at: the board before, the card, and what changed, with the turn of the disc undone.

Law: explanations see pawns where they stood *before* the disc carried them, so that a turn never looks like a move.
"""

from dataclasses import dataclass

from companion.model.places import KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.position import BETWEEN_STOPS, Placement, Position
from companion.model.verdict import Reason
from companion.referee.card_reading import CardReading
from companion.referee.changes import Moved, distance, pair_up
from companion.referee.wheel_turn import WHEEL, turn_back
from companion.rules.board import Board
from companion.rules.variant import Variant

HALF_TURN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """`seen` has the disc turned back by `turned` quarter turns (+1 clockwise, 2 half round); `left_behind` tells that
    the disc shows a turn but its pawns stand where they stood.  `moves` are all pawns that lie elsewhere."""

    position: Position
    card: CardReading
    seen: Placement
    turned: int
    between: bool
    left_behind: bool
    moves: tuple[Moved, ...]

    @property
    def board(self) -> Board:
        return self.card.turn.board

    @property
    def variant(self) -> Variant:
        return self.card.turn.rules.variant

    @property
    def wheel_moved(self) -> bool:
        return self.between or self.turned != 0

    @property
    def walked(self) -> tuple[Moved, ...]:
        """Pawns that came to stand somewhere else on the board, those out of the kennel too."""
        return tuple(move for move in self.moves if not move.taken_off)

    @property
    def taken_off(self) -> tuple[Moved, ...]:
        return tuple(move for move in self.moves if move.taken_off)

    def went(self, move: Moved) -> int | None:
        """As `fields_between`."""
        return fields_between(self.board, move)

    def reason(self, ruling: str, code: str, move: Moved | None = None, **params: str | int) -> Reason:
        """A reason about one pawn (or none); every reason can name the card."""
        named = tuple(sorted({"card": self.card.card, **params}.items()))
        if move is None:
            return Reason(ruling=ruling, code=code, seat=self.position.turn, params=named)
        return Reason(ruling=ruling, code=code, seat=move.seat, origin=move.origin, target=move.target, params=named)


def look(position: Position, card: CardReading, seen: Placement) -> tuple[Scene, ...]:
    """Undoes the turn of the disc, if any, and lists what changed.

    The disc may have carried its pawns or not, so there can be several ways to look at it, the one with the fewest
    changes first.
    """
    before, after = position.placement.extra(WHEEL), seen.extra(WHEEL)
    if before is None or after is None or before == after:
        return (_scene(position, card, seen, turned=0),)
    sectors, variant = position.sectors, card.turn.rules.variant
    if after == BETWEEN_STOPS:
        options = [turn_back(variant, sectors, seen, turns) for turns in (0, 1, -1)]
        scenes = [_scene(position, card, option, turned=0, between=True) for option in options]
    else:
        turned = (after - before + 1) % 4 - 1
        carried = turn_back(variant, sectors, seen, turned)
        scenes = [_scene(position, card, carried, turned=turned)]
        if carried.pawns != seen.pawns:
            scenes.append(_scene(position, card, seen, turned=turned, left_behind=True))
    return tuple(sorted(scenes, key=lambda scene: distance(position.placement, scene.seen.with_extra(WHEEL, before))))


def _scene(
    position: Position,
    card: CardReading,
    seen: Placement,
    *,
    turned: int,
    between: bool = False,
    left_behind: bool = False,
) -> Scene:
    moves = pair_up(position.placement, seen, lambda move: _cost(card, move))
    return Scene(
        position=position,
        card=card,
        seen=seen,
        turned=turned,
        between=between,
        left_behind=left_behind,
        moves=moves,
    )


def _cost(card: CardReading, move: Moved) -> float:
    """How unlikely it is that the declared card moved this pawn so; guides which of two like pawns went where."""
    if move.target == OFF:
        return 1.5
    if move.target == KENNEL:
        return 1.0
    foreign = 0.0 if move.seat in card.movers else 1.0
    if move.origin == KENNEL:
        return foreign + (0.0 if card.starts else 3.0)
    went = fields_between(card.turn.board, move)
    if went is None or went <= 0:
        return foreign + 3.0
    fits = (card.points is not None and went <= card.points) or went in card.values or card.pulls or card.swaps
    return foreign + (0.0 if fits else 2.0)


def fields_between(board: Board, move: Moved) -> int | None:
    """Fields from origin to target going forward; negative for backward in the lane; None where there is no way."""
    rules = board.rules
    origin, target = move.origin, move.target
    if is_track(origin) and is_track(target):
        return (target - origin) % rules.field_count
    if is_track(origin) and is_goal(target):
        return (rules.starts[move.seat] - origin) % rules.field_count + goal_number(target)
    if is_goal(origin) and is_goal(target):
        return goal_number(target) - goal_number(origin)
    return None


def is_own_start(board: Board, seat: int, place: Place) -> bool:
    return place == board.rules.starts[seat]
