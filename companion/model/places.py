"""The places of pawns, each as one small integer, so that the engine compares and sorts them quickly.

Track fields are `0..N-1` in playing direction; everything off the track is negative.  Their public spelling
("kennel", "goal-1", ...) exists only at the edges, in `place_to_json` and `place_from_json`.
"""

from typing import Final, NewType

Place = NewType("Place", int)

#: No lane is longer; each game has its own number (`Variant.goal_fields`).
MOST_GOAL_FIELDS: Final = 6
START_OF_TRACK: Final = Place(0)
KENNEL: Final = Place(-1)
CENTRE: Final = Place(-8)
#: Beside the board: a captured pawn not yet put back.  Only ever *seen*, never part of a position.
OFF: Final = Place(-9)


class PlaceError(ValueError):
    """A value that names no place."""


def goal(number: int) -> Place:
    """Returns the goal field `number` of a lane, 1 next to the track."""
    return Place(-1 - number)


def is_track(place: Place) -> bool:
    return place >= 0


def is_shared(place: Place) -> bool:
    """Returns whether figures of every kind may stand there, one at a time.

    They may on the track and in the centre (TK-R16, ST-R07); lanes and kennels are their seat's own.
    """
    return place >= 0 or place == CENTRE


def is_goal(place: Place) -> bool:
    return -1 - MOST_GOAL_FIELDS <= place <= -2


def goal_number(place: Place) -> int:
    """Returns the number of a goal field, from 1 on.  Only meaningful if `is_goal(place)`."""
    return -1 - place


def place_to_json(place: Place) -> int | str:
    if is_track(place):
        return int(place)
    return _NAMES[place]


def place_from_json(value: object) -> Place:
    """Reads the public spelling of a place.  Raises PlaceError.  Track fields of any number are read.

    Format: docs/reference/formats.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return Place(value)
    if isinstance(value, str) and value in _PLACES:
        return _PLACES[value]
    raise PlaceError(
        f"{value!r} is no place: use a field number, kennel, goal-1..goal-{MOST_GOAL_FIELDS}, centre or off"
    )


_NAMES: Final = {KENNEL: "kennel", CENTRE: "centre", OFF: "off"} | {
    goal(n): f"goal-{n}" for n in range(1, MOST_GOAL_FIELDS + 1)
}
_PLACES: Final = {name: place for place, name in _NAMES.items()}
