"""The input of an explanation: the board before, the card, and the changes, with the turn of the disc undone.

Law: explanations see pawns where they stood *before* the disc carried them, so that a turn never looks like a move.
"""

from dataclasses import dataclass

from companion.model.places import KENNEL, OFF, Place
from companion.model.position import BETWEEN_STOPS, Placement, Position
from companion.model.verdict import Reason
from companion.referee.changes import distance, pair_up
from companion.referee.faults.card_reading import CardReading
from companion.referee.model import MODEL
from companion.referee.wheel_turn import WHEEL, carried, turn_back, turn_back_each
from companion.rules.faults.fault import BoardChange, Fault, Moved, MovedFigure, fields_between
from companion.rules.moves.board import Board
from companion.rules.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """`seen` has the disc turned back by `turned` quarter turns (+1 clockwise, 2 half round), `shown` has not.

    `left_behind`: the disc shows a turn but some figure on it was not carried so: it stands where it stood, or was
    carried the other way.  `moves` are all pawns that lie elsewhere.
    """

    position: Position
    card: CardReading
    seen: Placement
    shown: Placement
    turned: int
    between: bool
    left_behind: bool
    moves: tuple[Moved, ...]

    @property
    def board(self) -> Board:
        return self.card.turn.board

    @property
    def variant(self) -> Variant:
        return self.card.rules.variant

    @property
    def wheel_moved(self) -> bool:
        return self.between or self.turned != 0

    @property
    def walked(self) -> tuple[Moved, ...]:
        """The pawns that came to stand somewhere else on the board, those out of the kennel too."""
        return tuple(move for move in self.moves if not move.taken_off)

    @property
    def taken_off(self) -> tuple[Moved, ...]:
        return tuple(move for move in self.moves if move.taken_off)

    @property
    def figures(self) -> tuple[MovedFigure, ...]:
        """The neutral figures that stand elsewhere."""
        before, after = dict(self.position.placement.extras), dict(self.seen.extras)
        return tuple(
            MovedFigure(name, Place(before[name]), Place(after.get(name, OFF)))
            for name in self.variant.figures
            if name in before and before[name] != after.get(name)
        )

    def unlikeliness(self, move: Moved) -> float:
        """Returns how unlikely a move of a pawn beside a play is: off the board, backward, out of the lane."""
        if move.taken_off:
            return MODEL.guesses.taken_off
        went = fields_between(self.board, move)
        return 0.0 if went is not None and 0 < went <= self.board.rules.field_count // 2 else MODEL.guesses.astray

    @property
    def change(self) -> BoardChange:
        return self.change_of(self.walked, self.taken_off, self.figures)

    def change_of(
        self, walked: tuple[Moved, ...], taken_off: tuple[Moved, ...] = (), figures: tuple[MovedFigure, ...] = ()
    ) -> BoardChange:
        """Returns the change for the uses of the card to judge, as if nothing else had been done."""
        card = self.card
        return BoardChange(card.card, walked, card.could_move, card.rules.uses[card.card], taken_off, figures)

    def reason(self, ruling: str, code: str, move: Moved | None = None, **params: str | int) -> Reason:
        """Returns a reason about one pawn (or none), under this game's own ruling; every reason can name the card."""
        named: dict[str, str | int] = {"card": self.card.card, **params}
        ruling = self.variant.rulings.get(code, ruling)
        if move is None:
            return Reason(ruling=ruling, code=code, seat=self.position.turn, params=tuple(sorted(named.items())))
        if move.index is not None:
            named["rank"] = self.card.rules.ranks[move.index].name
        return Reason(
            ruling=ruling,
            code=code,
            seat=move.seat,
            origin=move.origin,
            target=self._shown_at(move),
            params=tuple(sorted(named.items())),
        )

    def _shown_at(self, move: Moved) -> Place:
        """Returns the visible place of the pawn, the turn of the disc not undone."""
        row = self.shown.pawns[move.seat]
        turns = (self.turned, 0, -self.turned, 1, -1) if self.wheel_moved else (0,)
        places = [carried(self.variant, self.position.sectors, move.target, turn) for turn in turns]
        return next((place for place in places if place in row), move.target)

    def reason_of(self, fault: Fault) -> Reason:
        """Returns the fault that a rule found, as a reason."""
        params = dict(fault.params)
        if fault.cards_for is not None:
            params["cards"] = self.card.cards_for(fault.cards_for)
        return self.reason(fault.ruling, fault.code, fault.move, **params)


def look(position: Position, card: CardReading, seen: Placement) -> tuple[Scene, ...]:
    """Undoes the turn of the disc, if any, and lists the changes.

    The disc may have carried all its figures, some or none, so there can be several scenes, the one with the fewest
    changes first.
    """
    before, after = position.placement.extra(WHEEL), seen.extra(WHEEL)
    if before is None or after is None or before == after:
        return (_scene(position, card, seen, seen, turned=0),)
    sectors, variant = position.sectors, card.rules.variant
    between = after == BETWEEN_STOPS
    turned = 0 if between else (after - before + 1) % 4 - 1
    ways = (0, 1, -1) if between else (turned, 0, -turned)
    evenly = turn_back(variant, sectors, seen, turned)
    scenes = [_scene(position, card, seen, evenly, turned=turned, between=between)]
    apart = [turn_back_each(variant, sectors, position.placement, seen, ways, way) for way in ways]
    for each in (way.with_extra(WHEEL, before) for way in (*apart, seen)):
        if (each.pawns, _figures(card, each)) != (evenly.pawns, _figures(card, evenly)):
            scenes.append(_scene(position, card, seen, each, turned=turned, between=between, left_behind=not between))

    def cost(scene: Scene) -> tuple[int, float]:
        changes = distance(position.placement, scene.seen.with_extra(WHEEL, before), ranked=bool(variant.ranks))
        return changes, sum(_cost(card, move) for move in scene.moves)

    return tuple(sorted(scenes, key=cost))


def _figures(card: CardReading, placement: Placement) -> list[tuple[str, int]]:
    return [pair for pair in placement.extras if pair[0] in card.rules.variant.figures]


def _scene(
    position: Position,
    card: CardReading,
    shown: Placement,
    seen: Placement,
    *,
    turned: int,
    between: bool = False,
    left_behind: bool = False,
) -> Scene:
    ranked = bool(card.rules.ranks)
    moves = pair_up(position.placement, seen, lambda move: _cost(card, move), ranked=ranked)
    return Scene(
        position=position,
        card=card,
        seen=seen,
        shown=shown,
        turned=turned,
        between=between,
        left_behind=left_behind,
        moves=moves,
    )


def _cost(card: CardReading, move: Moved) -> float:
    """Returns how unlikely this move is for the declared card; guides which of two like pawns went where."""
    guesses = MODEL.guesses
    if move.target == OFF:
        return guesses.taken_off
    if move.target == KENNEL:
        return guesses.sent_home
    foreign = 0.0 if move.seat in card.movers else guesses.foreign_pawn
    if card.fits(move):
        return foreign
    went = fields_between(card.turn.board, move)
    return foreign + (guesses.wrong_count if went is not None and went > 0 else guesses.wrong_direction)
