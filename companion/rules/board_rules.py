"""A game's rules of the board alone, compiled once for one table of players."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.flat.board_tables import BoardTables, compile_board
from companion.rules.settings import CentreRules, Rank, SeatingRules, WalkRules


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardRules:
    """`starts`, `feet` and `mates` go by seat index, `all_starts` are the printed start fields of every sector.

    `feet` are the fields where the lanes leave the track; `mates` come in the order round the table.  `owner` maps a
    start field in play to its seat.  `watched` are the fields on which an active landing has an after-effect,
    `draw_fields` those where a card may be drawn.  `figure_skips` has the fields that a neutral figure goes round, by
    its name; `avoids_figures`: pawns may not be moved onto a figure at all.  `came_round` is the slot that remembers
    which pawns on their start field are no blockers; `doors` lead into the centre; `faces` are the cards that have a
    face of their own.  `turn_step` leads to the next seat: +1 = the left neighbour, -1 = the right one (DOG-R31).
    `board_tables` hold the same by number.
    """

    sectors: int
    seats: tuple[int, ...]
    teams: tuple[int, ...]
    field_count: int
    sector_length: int
    pawns_per_seat: int
    goal_fields: int
    ranks: tuple[Rank, ...]
    starts: tuple[int, ...]
    feet: tuple[int, ...]
    all_starts: frozenset[int]
    owner: Mapping[int, int]
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
    turn_step: int = field(init=False)
    board_tables: BoardTables = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "turn_step", 1 if self.seating.turns == "clockwise" else -1)
        tables = compile_board(
            field_count=self.field_count,
            starts=self.starts,
            feet=self.feet,
            goal_fields=self.goal_fields,
            blockers=self.walk.blockers,
            doors=self.doors,
            door=None if self.centre is None else self.centre.door,
            watched=self.watched,
            figure_skips=self.figure_skips,
        )
        object.__setattr__(self, "board_tables", tables)

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """Returns the seat so many turns after `seat`."""
        return (seat + steps * self.turn_step) % len(self.seats)
