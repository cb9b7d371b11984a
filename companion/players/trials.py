"""What the cards of a game can do, found by trying them on the engine with two pawns on an empty board.

So a player needs no knowledge of any card: it reads from here how far a card reaches, whether it brings a pawn in and
at which distance it is a danger, for every game there is, house variants too.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.model.places import KENNEL, Place, is_track
from companion.model.play import StepKind
from companion.model.position import Placement, Position
from companion.rules.catalogue import load_variant
from companion.rules.legal import legal_plays
from companion.rules.ruleset import ruleset_of

#: The longest walk of a card in any printed game, and the longest way back.
_FARTHEST: Final = 13
_BACKMOST: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """`moves`: how many different ends a card gives a lone pawn; a card that brings a pawn in is in `starters`.

    `hits`: the cards by which a pawn sends home another one so many fields ahead (negative: behind).  `bites`: the same
    for a neutral figure that walks.
    """

    moves: dict[str, int]
    starters: frozenset[str]
    hits: dict[int, frozenset[str]]
    bites: dict[int, frozenset[str]]


@lru_cache(maxsize=64)
def trials_of(table: Position) -> Trials:
    """The trials under the rules of a table, which `bare_table` names."""
    variant = load_variant(table.variant)
    distances = [step for step in range(-_BACKMOST, _FARTHEST + 1) if step]
    return Trials(
        moves={card: _ends(table, card) for card in variant.cards},
        starters=frozenset(card for card in variant.cards if _starts(table, card)),
        hits={step: frozenset(c for c in variant.cards if _takes(table, c, step)) for step in distances},
        bites={step: frozenset(c for c in variant.cards if _bites(table, c, step)) for step in distances if step > 0}
        if variant.figures
        else {},
    )


def bare_table(position: Position) -> Position:
    """The table of a position with all its pawns taken away: equal for all positions of a game."""
    rows = tuple((KENNEL,) * len(row) for row in position.placement.pawns)
    extras = tuple(
        (name, 0) for name, _ in position.placement.extras if name not in load_variant(position.variant).figures
    )
    return Position(
        variant=position.variant,
        sectors=position.sectors,
        seats=position.seats,
        teams=position.teams,
        turn=0,
        placement=Placement(rows, extras),
        options=position.options,
    )


def _ends(table: Position, card: str) -> int:
    return len(legal_plays(_tried(table, mine=_spot(table)), card))


def _starts(table: Position, card: str) -> bool:
    plays = legal_plays(_tried(table), card)
    return any(step.kind is StepKind.START for play in plays for step in play.steps)


def _takes(table: Position, card: str, distance: int) -> bool:
    """Whether seat 0 sends home a pawn of its left neighbour so many fields ahead."""
    position = _tried(table, mine=_spot(table), theirs=_spot(table, distance))
    return any(_is_home(play.result) for play in legal_plays(position, card))


def _bites(table: Position, card: str, distance: int) -> bool:
    position = _tried(table, mine=_far(table), theirs=_spot(table, distance), figure=_spot(table))
    return any(_is_home(play.result) for play in legal_plays(position, card))


def _is_home(placement: Placement) -> bool:
    return not any(is_track(place) for place in placement.pawns[1])


def _spot(table: Position, distance: int = 0) -> Place:
    """A field behind the start field of the second seat, where nothing is near but what is put there."""
    rules = ruleset_of(table)
    return Place((rules.starts[1] + 1 + distance) % rules.field_count)


def _far(table: Position) -> Place:
    """A field half a lap away, from where nothing reaches the spot."""
    return _spot(table, ruleset_of(table).field_count // 2)


def _tried(
    table: Position, mine: Place | None = None, theirs: Place | None = None, figure: Place | None = None
) -> Position:
    """The bare table with a pawn of seat 0, one of seat 1 and the figures of the game, out of the way unless said."""
    rules = ruleset_of(table)
    pawns = [list(row) for row in table.placement.pawns]
    for seat, place in ((0, mine), (1, theirs)):
        if place is not None:
            pawns[seat][len(pawns[seat]) // 2] = place
    rows = tuple(tuple(row if rules.ranks else sorted(row)) for row in pawns)
    placement = Placement(rows, table.placement.extras)
    for name in rules.figures:
        placement = placement.with_extra(name, _far(table) if figure is None else figure)
    return table.with_placement(placement)
