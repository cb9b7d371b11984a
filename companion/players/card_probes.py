"""The abilities of each card of a game, probed with the engine and two pawns on an empty board.

So a player needs no table of cards: reach, start cards and capture distances come from the rules themselves, for house
variants too.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.model.places import KENNEL, Place, is_track
from companion.model.play import StepKind
from companion.model.position import Placement, Position
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules

#: The longest walk of a card in any printed game, and the longest way back.
_FARTHEST_AHEAD: Final = 13
_FARTHEST_BACK: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProbes:
    """`mobility`: number of plays of a card for a lone pawn; `start_cards` bring a pawn out of the kennel.

    `captures`: by distance in fields (negative: behind), the cards with which a pawn captures another.
    `figure_captures`: the same for a neutral figure that walks.
    """

    mobility: dict[str, int]
    start_cards: frozenset[str]
    captures: dict[int, frozenset[str]]
    figure_captures: dict[int, frozenset[str]]


@lru_cache(maxsize=64)
def probe_cards(rules: Rules, table: Position) -> CardProbes:
    """The abilities of each card on `table`, an `empty_board` of the game."""
    variant = rules.variant
    distances = [step for step in range(-_FARTHEST_BACK, _FARTHEST_AHEAD + 1) if step]
    return CardProbes(
        mobility={card: _mobility(rules, table, card) for card in variant.cards},
        start_cards=frozenset(card for card in variant.cards if _starts(rules, table, card)),
        captures={step: frozenset(c for c in variant.cards if _captures(rules, table, c, step)) for step in distances},
        figure_captures={
            step: frozenset(c for c in variant.cards if _figure_captures(rules, table, c, step))
            for step in distances
            if step > 0
        }
        if variant.figures
        else {},
    )


def empty_board(rules: Rules, position: Position) -> Position:
    """The table of a position with all its pawns taken away: equal for all positions of a game."""
    rows = tuple((KENNEL,) * len(row) for row in position.placement.pawns)
    extras = tuple((name, 0) for name, _ in position.placement.extras if name not in rules.variant.figures)
    return Position(
        variant=position.variant,
        sectors=position.sectors,
        seats=position.seats,
        teams=position.teams,
        turn=0,
        placement=Placement(rows, extras),
        options=position.options,
    )


def _mobility(rules: Rules, table: Position, card: str) -> int:
    return len(legal_plays(rules, _probe_position(rules, table, mine=_probe_field(rules)), card))


def _starts(rules: Rules, table: Position, card: str) -> bool:
    plays = legal_plays(rules, _probe_position(rules, table), card)
    return any(step.kind is StepKind.START for play in plays for step in play.steps)


def _captures(rules: Rules, table: Position, card: str, distance: int) -> bool:
    """Whether seat 0 sends home a pawn of its left neighbour so many fields ahead."""
    position = _probe_position(rules, table, mine=_probe_field(rules), theirs=_probe_field(rules, distance))
    return any(_is_home(play.result) for play in legal_plays(rules, position, card))


def _figure_captures(rules: Rules, table: Position, card: str, distance: int) -> bool:
    position = _probe_position(
        rules, table, mine=_remote_field(rules), theirs=_probe_field(rules, distance), figure=_probe_field(rules)
    )
    return any(_is_home(play.result) for play in legal_plays(rules, position, card))


def _is_home(placement: Placement) -> bool:
    return not any(is_track(place) for place in placement.pawns[1])


def _probe_field(rules: Rules, distance: int = 0) -> Place:
    """A field behind the start field of the second seat, with only the probe's figures in reach."""
    return Place((rules.starts[1] + 1 + distance) % rules.field_count)


def _remote_field(rules: Rules) -> Place:
    """A field half a lap away, from where nothing reaches the spot."""
    return _probe_field(rules, rules.field_count // 2)


def _probe_position(
    rules: Rules, table: Position, mine: Place | None = None, theirs: Place | None = None, figure: Place | None = None
) -> Position:
    """The bare table with a pawn of seat 0, one of seat 1 and the figures of the game, out of the way unless given."""
    pawns = [list(row) for row in table.placement.pawns]
    for seat, place in ((0, mine), (1, theirs)):
        if place is not None:
            pawns[seat][len(pawns[seat]) // 2] = place
    rows = tuple(tuple(row if rules.ranks else sorted(row)) for row in pawns)
    placement = Placement(rows, table.placement.extras)
    for name in rules.figures:
        placement = placement.with_extra(name, _remote_field(rules) if figure is None else figure)
    return table.with_placement(placement)
