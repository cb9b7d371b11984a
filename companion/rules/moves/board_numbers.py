"""A board as one number, which identifies boards and gives the places before a pawn.

Every place has a few bits of its own for the pawn that stands there, and one for a neutral figure; a kennel has none.
So a move adds the same to the number of any board, and boards with the same pawns have the same number, whichever way
they came about.  A track field has its bits twice, one lap apart, so that the fields ahead of a field are one piece of
the number.
"""

from companion.model.places import CENTRE, Place, goal_number, is_goal
from companion.rules.board_rules import BoardRules
from companion.rules.moves.board import Board


class BoardNumbers:
    """The numbers of the boards of a table: `bits` for each place, the track first, then the lanes, then the centre.

    `kinds` tell pawns from others, by seat and index: pawns of a seat differ only if they have ranks.
    """

    def __init__(self, rules: BoardRules) -> None:
        self._seats = len(rules.seats)
        self._count = rules.field_count
        self._goal_fields = rules.goal_fields
        ranked = rules.pawns_per_seat if rules.ranks else 0
        self.kinds = tuple(
            tuple(1 + (seat * ranked + index if ranked else seat) for index in range(rules.pawns_per_seat))
            for seat in range(self._seats)
        )
        self._figure = 1 << self.kinds[-1][-1].bit_length()
        self.bits = self._figure.bit_length() if rules.figure_skips else self._figure.bit_length() - 1
        self._weights: dict[tuple[int, Place], int] = {}

    def weight(self, seat: int, index: int, place: Place) -> int:
        """Returns the addend of a pawn on this place to the number."""
        kind = self.kinds[seat][index]
        known = self._weights.get((kind, place))
        if known is None:
            known = self._weights[kind, place] = self._weighed(seat, kind, place)
        return known

    def _weighed(self, seat: int, kind: int, place: Place) -> int:
        if place >= 0:
            return self._on_track(kind, place)
        if is_goal(place):
            return kind << self.lane(seat) + (goal_number(place) - 1) * self.bits
        return kind << self.lane(self._seats) if place == CENTRE else 0

    def of(self, board: Board) -> int:
        """Returns the number of a board."""
        number = sum([self._on_track(self._figure, field) for field in board.figures])
        for seat, row in enumerate(board.pawns):
            for index, place in enumerate(row):
                number += self.weight(seat, index, place)
        return number

    @property
    def beyond(self) -> int:
        """The first bit behind those of all places."""
        return self.lane(self._seats) + self.bits

    def _on_track(self, what: int, field: int) -> int:
        return (what << field * self.bits) + (what << (field + self._count) * self.bits)

    def lane(self, seat: int) -> int:
        """Returns the first bit of the seat's lane."""
        return (2 * self._count + seat * self._goal_fields) * self.bits
