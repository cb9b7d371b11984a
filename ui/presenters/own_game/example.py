"""An example board for the cards of a game: pawns in the places that matter, and where a card may take them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.model.places import KENNEL, Place, goal
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules
from ui.presenters.play.board_marks import Arrow, ways
from ui.presenters.spots import Spot

#: More arrows than these hide the board; then the pawns and their targets are marked instead.
_MOST_ARROWS: Final = 8
#: Before its lane, and behind the start field of the next seat, stand the pawns of the first seat.
_BEFORE_LANE, _BEHIND_NEXT = 3, 3


@dataclass(frozen=True, slots=True)
class CardExample:
    """The paths of the pawns by every play of a card, and the number of its plays.

    Of many paths only the ends are there: `picks` are the pawns that move, `lit` the places that they may reach.
    """

    plays: int
    arrows: tuple[Arrow, ...] = ()
    picks: tuple[Spot, ...] = ()
    lit: frozenset[Spot] = frozenset()


def example_position(rules: Rules, first: Position) -> Position:
    """Returns the first position with pawns before the lane, in it, on the track, on a start field and in kennels."""
    taken: set[Place] = set()
    rows = []
    for seat in range(len(rules.seats)):
        row = []
        for place in list(_wanted(rules, seat))[: rules.pawns_per_seat]:
            free = place if place < 0 or place not in taken else KENNEL
            taken.add(free)
            row.append(free)
        row += [KENNEL] * (rules.pawns_per_seat - len(row))
        rows.append(tuple(row if rules.ranks else sorted(row)))
    placement = first.placement.with_pawns(tuple(rows))
    for name in rules.figures:
        away = (rules.starts[0] + 2 * rules.sector_length) % rules.field_count
        ring = ((away + step) % rules.field_count for step in range(rules.field_count))
        free_field = next(field for field in ring if field not in taken and field not in rules.figure_skips[name])
        placement = placement.with_extra(name, free_field)
    return first.with_placement(placement)


def _wanted(rules: Rules, seat: int) -> Iterator[Place]:
    start, count = rules.starts[seat], rules.field_count
    if seat:
        yield Place((start + _BEHIND_NEXT + 5) % count)
        yield Place(start)
        return
    yield Place((rules.feet[seat] - _BEFORE_LANE) % count)
    yield Place((start + rules.sector_length + _BEHIND_NEXT) % count)
    yield goal(rules.goal_fields)


def card_example(rules: Rules, position: Position, card: str) -> CardExample:
    """Returns the plays of a card for the first seat in the example."""
    plays = legal_plays(rules, position, card)
    found: dict[Arrow, None] = {}
    for play in plays:
        arrows = ways(position.placement, play.result, ranked=bool(rules.ranks))
        found.update(dict.fromkeys(arrow for arrow in arrows if arrow[1].place != KENNEL))
    if len(found) <= _MOST_ARROWS:
        return CardExample(len(plays), arrows=tuple(found))
    origins = dict.fromkeys(origin for origin, _ in found)
    return CardExample(len(plays), picks=tuple(origins), lit=frozenset(target for _, target in found))
