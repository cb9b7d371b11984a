"""The memory of pawns that came round: a pawn back on its own start field neither blocks nor is protected.

Source: docs/reference/rules/braendi.md.
"""

from typing import ClassVar

from companion.model.places import Place
from companion.model.position import Placement
from companion.rules.board_rules import BoardRules
from companion.rules.mechanic import CameRoundSlot, JsonValue, SlotError


class Touched(CameRoundSlot, frozen=True, kw_only=True, tag="touched"):
    """One bit a seat, in JSON a list of booleans; left out, nobody came round.  Nothing on the board shows it."""

    visible: ClassVar[bool] = False

    def first(self) -> int | None:
        return 0

    def default(self) -> int | None:
        return 0

    def read(self, value: object, rules: BoardRules) -> int:
        seats = len(rules.seats)
        if not isinstance(value, list) or len(value) != seats or not all(isinstance(bit, bool) for bit in value):
            raise SlotError(f"{str(value)[:40]!r} is not one true or false for each of {seats} seats")
        return sum(1 << seat for seat, bit in enumerate(value) if bit)

    def write(self, value: int, seats: int) -> JsonValue:
        return [bool(value >> seat & 1) for seat in range(seats)]

    def fault(self, rules: BoardRules, value: int, placement: Placement) -> str | None:
        for seat, row in enumerate(placement.pawns):
            if value >> seat & 1 and Place(rules.starts[seat]) not in row:
                return f"seat {seat} has no pawn on its start field that could have come round"
        return None
