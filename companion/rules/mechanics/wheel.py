"""The wheel: after an active landing on a paw the disc turns by 90 degrees and carries who is on it (BD-R05..R19)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from companion.model.places import Place
from companion.model.play import Step, StepKind
from companion.model.position import BETWEEN_STOPS, Placement
from companion.rules.board import Board, board_of
from companion.rules.mechanic import Effect, JsonValue, Slot, SlotError
from companion.rules.ruleset import Ruleset
from companion.rules.turn import Draft, Turn
from companion.rules.variant import Variant

QUARTER_TURNS = 4


class WheelTurn(Effect, frozen=True, kw_only=True, tag="wheel"):
    """`fields` and `paws` are offsets within every sector; `slot` counts the clockwise quarter turns.

    `own_only`: only the player's own pawns turn it.  `intermediate`: a paw counts although the pawn moved on from it.
    """

    fields: tuple[int, ...]
    paws: tuple[int, ...]
    slot: str = "wheel"
    own_only: bool = False
    intermediate: bool = False

    missing: ClassVar[str] = "turn_the_wheel"

    def watched_offsets(self) -> tuple[int, ...]:
        return self.paws

    def carried_offsets(self) -> tuple[int, ...]:
        return self.fields

    def keeps_left_fields(self) -> bool:
        return self.intermediate

    def pending(self, turn: Turn, draft: Draft) -> bool:
        if not draft.landed:
            return False
        return not self.own_only or any(seat in turn.own for seat, _ in draft.landed)

    def outcomes(self, turn: Turn, draft: Draft) -> Iterable[Draft]:  # noqa: ARG002 - the same for every player
        """Both directions are the player's free choice (BD-R06); several paws are one turn (BD-R09)."""
        for direction in (1, -1):
            step = Step(kind=StepKind.WHEEL, value=direction)
            yield Draft(self.turned(draft.board, direction), (*draft.steps, step), draft.landed)

    def turned(self, board: Board, quarter_turns: int) -> Board:
        """The board after so many clockwise quarter turns: who is on the disc is carried, nobody captured (BD-R17)."""
        carried = _carriage(board.rules.variant, self.fields, board.rules.field_count, quarter_turns)
        pawns = tuple([tuple(sorted([carried.get(place, place) for place in row])) for row in board.pawns])
        extras = []
        for name, value in board.extras:
            if name == self.slot:
                extras.append((name, (value + quarter_turns) % QUARTER_TURNS))
            else:
                extras.append((name, int(carried.get(Place(value), value)) if name in board.rules.figures else value))
        return board_of(board.rules, Placement(pawns, tuple(extras)))


@lru_cache(maxsize=32)
def _carriage(variant: Variant, offsets: tuple[int, ...], field_count: int, quarter_turns: int) -> dict[Place, Place]:
    """Where a turn carries the occupant of each wheel field."""
    fields = variant.fields_at(offsets, field_count // variant.sector_length)
    shift = quarter_turns * field_count // QUARTER_TURNS
    return {Place(field): Place((field + shift) % field_count) for field in fields}


class QuarterTurns(Slot, frozen=True, kw_only=True, tag="quarter_turns"):
    """Clockwise quarter turns of the disc since set-up, modulo 4."""

    def first(self) -> int | None:
        return 0

    def read(self, value: object, rules: Ruleset) -> int:  # noqa: ARG002 - a disc has four stops on every board
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < QUARTER_TURNS:
            raise SlotError(f"{str(value)[:40]!r} is no number of quarter turns; use 0 to {QUARTER_TURNS - 1}")
        return value

    def read_seen(self, value: object, rules: Ruleset) -> int:
        return BETWEEN_STOPS if value is None else self.read(value, rules)

    def write(self, value: int, seats: int) -> JsonValue:  # noqa: ARG002 - the same for any number
        return None if value == BETWEEN_STOPS else value
