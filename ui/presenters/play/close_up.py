"""The enlarged part of the board after a play: the new and the former places of its figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.model.places import KENNEL
from companion.views.table_view import TableView
from ui.presenters.play.choices import arrivals, carried, changed_spots, occupants, quarter_turns
from ui.presenters.spots import Spot

#: A part of the unit square of the board: its middle (y down), and its side.
Part = tuple[tuple[float, float], float]

#: The smallest and the largest width of the part shown, in parts of the whole board.
LEAST: Final = 0.2
MOST: Final = 0.34
#: The room between a place and the edge of the part shown.
_MARGIN: Final = 0.065
#: The part shown may reach so far beyond the edge of the board.
_BEYOND: Final = 0.02


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The spots that the last play changed: `came` as its figures stand now, the mover's first, `left` without kennels.

    If the wheel turned, the disc has carried the left places away, and they are missing.
    """

    came: tuple[Spot, ...]
    left: tuple[Spot, ...]


def last_play(before: TableView | None, view: TableView) -> LastPlay | None:
    """The play that lies between two snapshots of a game on a board; None if there is none, or nothing moved."""
    if before is None or before.game != view.game or view.position is None or before.position is None:
        return None
    last, earlier = view.last_play, before.last_play
    if last is None or (earlier is not None and earlier.seq >= last.seq):
        return None
    rules, start, result = view.rules, before.position, view.position.placement
    quarters = quarter_turns(start, result)
    moved = arrivals(rules, start, result)
    own = {spot for spot, who in occupants(rules, result).items() if any(figure.seat == last.seat for figure in who)}
    came = {Spot(spot.seat, carried(rules, start, spot.place, quarters), spot.pawn) for spot in moved}
    left = () if quarters else changed_spots(rules, start, result) - moved
    return LastPlay(
        tuple(sorted(came, key=lambda spot: (spot not in own, repr(spot)))),
        tuple(sorted((spot for spot in left if spot.place != KENNEL), key=repr)),
    )


def part_shown(places: Sequence[tuple[float, float]]) -> Part | None:
    """The part of the board round the first place and as many of the others as fit."""
    if not places:
        return None
    inside = [places[0]]
    for place in places[1:]:
        if _side([*inside, place]) <= MOST:
            inside.append(place)
    side = max(LEAST, _side(inside))
    least = side / 2 - _BEYOND
    x, y = (min(max(least, (min(axis) + max(axis)) / 2), 1 - least) for axis in zip(*inside, strict=True))
    return (x, y), side


def _side(places: Sequence[tuple[float, float]]) -> float:
    """The side of a square round these places."""
    across, down = [x for x, _ in places], [y for _, y in places]
    return max(max(across) - min(across), max(down) - min(down)) + 2 * _MARGIN
