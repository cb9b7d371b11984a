"""The board of one table of players as flat tuples of integers, for an engine's look-ups at every step of a walk.

Law: nothing is decided here.  The tables hold by number the values that `BoardRules` holds by name, so that the engine
looks them up and a compiled engine can be built on the same numbers.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.model.places import Place, goal

#: No seat in `guard`, no door in `exits`.
NONE: Final = -1
#: The distance in `next_guard` on a board without guarded fields: longer than any walk.
NONE_AHEAD: Final = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTables:
    """Tables by track field, by seat, or by both: the entry of a seat and a field is at `seat * field_count + field`.

    `ring` has every field three times, in playing direction, so that `ring[field + n]` is n fields on for every n up to
    two laps.  `to_foot` is how many fields a seat's pawn walks from a field to where its lane leaves the track, 0
    there.  `guard` is the seat whose pawn stops everybody on a field (CORE-R05), else `NONE`, and `next_guard` how far
    ahead the next such field is, from 1 to a lap.  `door` is 1 for a field with a door to the centre, `exits` the first
    door behind a seat's start field.  `watched` is 1 for a field on which an active landing has an after-effect.
    `figure_next` is, by a neutral figure's name, the next field that it counts (BD-R24).  `lane` has the goal
    fields of a seat.
    """

    field_count: int
    ring: tuple[Place, ...]
    to_foot: tuple[int, ...]
    guard: tuple[int, ...]
    next_guard: tuple[int, ...]
    door: tuple[int, ...]
    exits: tuple[int, ...]
    watched: tuple[int, ...]
    figure_next: Mapping[str, tuple[Place, ...]]
    lane: frozenset[Place]

    def ahead(self, field: int, count: int) -> tuple[Place, ...]:
        """Returns the fields of a walk of `count` fields, the last one included; at most two laps."""
        return self.ring[field + 1 : field + count + 1]

    def behind(self, field: int, count: int) -> tuple[Place, ...]:
        """Like `ahead`, for a walk backward."""
        end = field + 2 * self.field_count
        return self.ring[end - count : end][::-1]


def compile_board(
    *,
    field_count: int,
    starts: Sequence[int],
    feet: Sequence[int],
    goal_fields: int,
    blockers: bool,
    doors: Container[int],
    door: int | None,
    watched: Container[int],
    figure_skips: Mapping[str, frozenset[int]],
) -> BoardTables:
    """Returns the tables of a board; `door` is the offset of a door from a start field, None without a centre."""
    fields = range(field_count)
    ring = tuple(Place(field) for field in (*fields, *fields, *fields))
    owner = {start: seat for seat, start in enumerate(starts)} if blockers else {}
    return BoardTables(
        field_count=field_count,
        ring=ring,
        to_foot=tuple((foot - field) % field_count for foot in feet for field in fields),
        guard=tuple(owner.get(field, NONE) for field in fields),
        next_guard=_to_next(owner, field_count),
        door=tuple(int(field in doors) for field in fields),
        exits=tuple(NONE if door is None else ring[start + door] for start in starts),
        watched=tuple(int(field in watched) for field in fields),
        figure_next={
            name: tuple(
                ring[field + distance]
                for field, distance in enumerate(_to_next(frozenset(fields) - skips, field_count))
            )
            for name, skips in figure_skips.items()
        },
        lane=frozenset(goal(number) for number in range(1, goal_fields + 1)),
    )


def _to_next(marked: Container[int], field_count: int) -> tuple[int, ...]:
    """Returns by field how far ahead the next marked field is, from 1 to a lap; `NONE_AHEAD` if there is none."""
    distances = [NONE_AHEAD] * field_count
    nearest: int | None = None
    for place in reversed(range(2 * field_count)):
        if nearest is not None:
            distances[place % field_count] = nearest - place
        if place % field_count in marked:
            nearest = place
    return tuple(distances)
