"""Observations of the board: either scores for each spot (a camera) or an exact placement (a person's taps)."""

from msgspec import Struct

from companion.model.position import Placement

#: Log-probabilities of the classes of one spot, in this order: empty, seat 0, seat 1, ..., and last the dog, in a game
#: with one.
Scores = tuple[float, ...]


class Observation(Struct, frozen=True, kw_only=True):
    """A settled picture of the board, as log-probabilities for every spot.

    `track` has N rows; `goal[seat]` four; `kennel[seat]` four or five, in the profile's order (seat = index into
    `Position.seats`).  `wheel` is the number of clockwise quarter turns the disc shows (0..3), None if it is unknown
    (no marker in view).  A disc between two stops is never reported: the sensor waits.
    """

    t_ms: int
    track: tuple[Scores, ...]
    goal: tuple[tuple[Scores, ...], ...]
    kennel: tuple[tuple[Scores, ...], ...]
    centre: Scores | None = None
    wheel: int | None = None


class Seen(Struct, frozen=True, kw_only=True):
    """An exact placement that a person states; it may be impossible.

    Format: docs/reference/formats/programs.md.
    """

    t_ms: int
    placement: Placement
