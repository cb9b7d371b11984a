"""What a game's rules say of the board alone: flat tables by field and seat, compiled once for one table of players."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.settings import CentreRules, Rank, SeatingRules, WalkRules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardRules:
    """`starts`, `feet` and `mates` go by seat index, `all_starts` are the printed start fields of every sector.

    `feet` are the fields where the lanes leave the track; `mates` come in the order round the table.  `owner` maps a
    start field in play to its seat, `guarded` those on which the owner's pawn stops everybody (CORE-R05).  `watched`
    are the fields on which an active landing has an after-effect, `draw_fields` those where a card may be drawn.
    `figure_skips` has the fields that a neutral figure goes round, by its name; `avoids_figures`: pawns may not be
    moved onto a figure at all.  `came_round` is the slot that remembers which pawns on their start field are no
    blockers; `doors` lead into the centre; `faces` are the cards that have a face of their own.
    """

    sectors: int
    seats: tuple[int, ...]
    teams: tuple[int, ...]
    field_count: int
    sector_length: int
    pawns_per_seat: int
    ranks: tuple[Rank, ...]
    starts: tuple[int, ...]
    feet: tuple[int, ...]
    all_starts: frozenset[int]
    owner: Mapping[int, int]
    guarded: Mapping[int, int]
    mates: tuple[tuple[int, ...], ...]
    figure_skips: Mapping[str, frozenset[int]]
    avoids_figures: bool
    came_round: str | None
    seating: SeatingRules
    walk: WalkRules
    centre: CentreRules | None
    doors: tuple[int, ...]
    keeps_left_fields: bool
    watched: frozenset[int]
    draw_fields: frozenset[int]
    faces: tuple[str, ...]

    @property
    def turn_step(self) -> int:
        """Who is next: +1 = the left neighbour, -1 = the right one (DOG-R31)."""
        return 1 if self.seating.turns == "clockwise" else -1

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """The seat so many turns after `seat`."""
        return (seat + steps * self.turn_step) % len(self.seats)
