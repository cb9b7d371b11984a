"""A placement under its rules, as the engine uses it: rows of pawns, the pawns by track field, the figures.

A board never changes; moving a pawn gives a new one.  A pawn is named by its seat and its index within the seat's row.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from companion.model.places import CENTRE, KENNEL, Place
from companion.model.play import Capture
from companion.model.position import Placement, Position
from companion.rules.board_rules import BoardRules

Rows = tuple[tuple[Place, ...], ...]
Extras = tuple[tuple[str, int], ...]


class Board(Struct, eq=False):
    """`pawns` and `extras` as in `Placement`; `figures` are the track fields of neutral figures."""

    rules: BoardRules
    pawns: Rows
    extras: Extras
    figures: frozenset[int]
    _occupied: dict[int, int] | None = None

    @property
    def occupied(self) -> dict[int, int]:
        """The seats of the pawns by track field."""
        if self._occupied is None:
            self._occupied = {place: seat for seat, row in enumerate(self.pawns) for place in row if place >= 0}
        return self._occupied

    @property
    def placement(self) -> Placement:
        return Placement(self.pawns, self.extras)

    def extra(self, name: str) -> int:
        """Returns the value of a slot.  Raises KeyError if it is not set."""
        return dict(self.extras)[name]

    def has(self, name: str) -> bool:
        """Returns whether a slot is set; that of a figure is not before it has been placed."""
        return any(key == name for key, _ in self.extras)

    def is_blocker(self, seat: int, place: Place) -> bool:
        """Returns whether the seat's pawn on `place` stops everybody and is safe there (CORE-R05)."""
        return place >= 0 and self.rules.board_tables.guard[place] == seat and not self.came_round(seat)

    def came_round(self, seat: int) -> bool:
        """Returns whether the pawn on the seat's start field came round the track, in a game that remembers it."""
        name = self.rules.came_round
        return name is not None and bool(self.extra(name) >> seat & 1)

    def rank(self, seat: int, place: Place) -> int:
        """Returns the rank of the seat's pawn on a field of its own: an index into `rules.ranks`, 0 the highest."""
        return self.pawns[seat].index(place)

    def in_centre(self) -> int | None:
        """Returns the seat whose pawn stands in the centre."""
        return next((seat for seat, row in enumerate(self.pawns) if CENTRE in row), None)

    def movable(self, seat: int) -> list[tuple[int, Place]]:
        """Returns index and place of each pawn outside the kennel."""
        return [(index, place) for index, place in enumerate(self.pawns[seat]) if place != KENNEL]

    def waiting(self, seat: int) -> tuple[int, ...]:
        """Returns the indices of the pawns in the kennel, one for all of those that are alike."""
        row = self.pawns[seat]
        if self.rules.ranks:
            return tuple(index for index, place in enumerate(row) if place == KENNEL)
        return (row.index(KENNEL),) if KENNEL in row else ()

    def is_done(self, seat: int) -> bool:
        """Returns whether the seat's lane is full."""
        return fills_lane(self.rules, self.pawns[seat])

    def complete_teams(self) -> tuple[int, ...]:
        """Returns the team numbers whose every seat is done."""
        return complete_teams(self.rules, self.pawns)

    def moved(self, seat: int, index: int, target: Place, *, fresh: bool = False) -> "Board":
        """Returns the board with one pawn put elsewhere; `fresh` = straight out of the kennel."""
        row = list(self.pawns[seat])
        origin = row[index]
        row[index] = target
        if not self.rules.ranks:
            row.sort()
        pawns = (*self.pawns[:seat], tuple(row), *self.pawns[seat + 1 :])
        extras = self.extras
        if self.rules.came_round is not None:
            extras = self.remembering(seat, origin, target, fresh=fresh)
        return Board(self.rules, pawns, extras, self.figures)

    def captured(self, seat: int, place: Place) -> "Board":
        """Returns the board with the seat's pawn of that place back in its kennel (CORE-R15)."""
        return self.moved(seat, self.pawns[seat].index(place), KENNEL)

    def taken(self, seat: int, index: int, target: Place, victim: int) -> "Board":
        """Returns the board with one pawn put on `target` and `victim`'s pawn from there back in its kennel."""
        if self.rules.ranks or self.rules.came_round is not None:
            place = self.pawns[seat][index]
            cleared = self.captured(victim, target)
            return cleared.moved(seat, index if self.rules.ranks else cleared.pawns[seat].index(place), target)
        rows = [list(row) for row in self.pawns]
        rows[victim][rows[victim].index(target)] = KENNEL
        rows[seat][index] = target
        rows[victim].sort()
        rows[seat].sort()
        return Board(self.rules, tuple([tuple(row) for row in rows]), self.extras, self.figures)

    def walked(self, seat: int, origin: Place, target: Place, captures: Iterable[Capture]) -> "Board":
        """Returns the board with all of `captures` where they go to, then the pawn of `origin` put on `target`."""
        if self.rules.came_round is not None:
            board = self.without(captures)
            return board.moved(seat, board.pawns[seat].index(origin), target)
        pawns = list(self.pawns)
        for capture in captures:
            pawns[capture.seat] = self._row(pawns[capture.seat], capture.place, capture.to)
        pawns[seat] = self._row(pawns[seat], origin, target)
        return Board(self.rules, tuple(pawns), self.extras, self.figures)

    def without(self, captures: Iterable[Capture]) -> "Board":
        """Returns the board with all of `captures` where they go to, one after the other."""
        board = self
        for capture in captures:
            board = board.moved(capture.seat, board.pawns[capture.seat].index(capture.place), capture.to)
        return board

    def _row(self, row: tuple[Place, ...], place: Place, target: Place) -> tuple[Place, ...]:
        """Returns a row with the pawn of one place put on another."""
        places = list(row)
        places[places.index(place)] = target
        if not self.rules.ranks:
            places.sort()
        return tuple(places)

    def remembering(self, seat: int, origin: Place, target: Place, *, fresh: bool = False) -> Extras:
        """Returns the extras after a pawn left or reached its own start field, in a game that remembers it."""
        start, name = self.rules.starts[seat], self.rules.came_round
        if name is None or start not in (origin, target):
            return self.extras
        bits = self.extra(name) & ~(1 << seat)
        if target == start and not fresh:
            bits |= 1 << seat
        return tuple((key, bits if key == name else value) for key, value in self.extras)

    def with_pawns(self, pawns: Rows) -> "Board":
        return Board(self.rules, pawns, self.extras, self.figures)

    def with_extra(self, name: str, value: int) -> "Board":
        """Returns the board with another value in a slot; this moves a figure."""
        return board_of(self.rules, self.placement.with_extra(name, value))


def fills_lane(rules: BoardRules, row: tuple[Place, ...]) -> bool:
    """Returns whether a seat with these pawns is done: no goal field is free, or no pawn is outside (CORE-R17)."""
    return _lane_test(rules)(row)


def complete_teams(rules: BoardRules, pawns: Rows) -> tuple[int, ...]:
    """Returns the team numbers whose every seat is done."""
    done = list(map(_lane_test(rules), pawns))
    if True not in done:
        return ()
    waiting = {team for team, full in zip(rules.teams, done, strict=True) if not full}
    return tuple(sorted(set(rules.teams) - waiting))


def _lane_test(rules: BoardRules) -> Callable[[tuple[Place, ...]], bool]:
    """Returns the test of a row; with a pawn for each goal field both are the same, and the second one is quicker."""
    lane = rules.board_tables.lane
    return lane.issubset if rules.pawns_per_seat > len(lane) else lane.issuperset


def board_of(rules: BoardRules, placement: Placement) -> Board:
    """Returns a placement as a board under `rules`."""
    figures = frozenset(value for name, value in placement.extras if name in rules.figure_skips)
    return Board(rules, placement.pawns, placement.extras, figures)


def position_board(rules: BoardRules, position: Position) -> Board:
    """Returns the board of a position under its rules."""
    return board_of(rules, position.placement)
