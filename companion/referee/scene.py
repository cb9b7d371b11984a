"""Everything an explanation looks at: the board before, the card, and what changed, with the turn of the disc undone.

Law: explanations see pawns where they stood *before* the disc carried them, so that a turn never looks like a move.
"""

from dataclasses import dataclass

from companion.model.places import KENNEL, OFF, Place
from companion.model.position import BETWEEN_STOPS, Placement, Position
from companion.model.verdict import Reason
from companion.referee.card_reading import CardReading
from companion.referee.changes import distance, pair_up
from companion.referee.wheel_turn import WHEEL, turn_back
from companion.rules.board import Board
from companion.rules.fault import Deed, Fault, Moved, MovedFigure, fields_between
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

    @property
    def figures(self) -> tuple[MovedFigure, ...]:
        """Neutral figures that stand elsewhere."""
        before, after = dict(self.position.placement.extras), dict(self.seen.extras)
        return tuple(
            MovedFigure(name, Place(before[name]), Place(after.get(name, OFF)))
            for name in self.variant.figures
            if name in before and before[name] != after.get(name)
        )

    @property
    def deed(self) -> Deed:
        return Deed(self.card.card, self.walked, self.taken_off, self.figures)

    def reason(self, ruling: str, code: str, move: Moved | None = None, **params: str | int) -> Reason:
        """A reason about one pawn (or none), under this game's own ruling; every reason can name the card."""
        told: dict[str, str | int] = {"card": self.card.card, **params}
        ruling = self.variant.rulings.get(code, ruling)
        if move is None:
            return Reason(ruling=ruling, code=code, seat=self.position.turn, params=tuple(sorted(told.items())))
        if move.index is not None:
            told["rank"] = self.card.turn.rules.ranks[move.index].name
        return Reason(
            ruling=ruling,
            code=code,
            seat=move.seat,
            origin=move.origin,
            target=move.target,
            params=tuple(sorted(told.items())),
        )

    def reason_of(self, fault: Fault) -> Reason:
        """The fault that a rule told, as a reason."""
        return self.reason(fault.ruling, fault.code, fault.move, **dict(fault.params))


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
    ranked = bool(card.turn.rules.ranks)
    moves = pair_up(position.placement, seen, lambda move: _cost(card, move), ranked=ranked)
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
    if card.fits(move):
        return foreign
    went = fields_between(card.turn.board, move)
    return foreign + (2.0 if went is not None and went > 0 else 3.0)
