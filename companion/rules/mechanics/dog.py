"""The black dog: a neutral figure that walks after a pawn did and sends home whomever it passes or reaches (BD-R23)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.model.places import OFF, PlaceError, is_track, place_from_json
from companion.model.position import Placement
from companion.rules.mechanic import FigureSlot, SlotError, Use
from companion.rules.ruleset import Ruleset
from companion.rules.turn import Draft, Stage, Turn, advances, move_figure


class PawnThenDog(Use, frozen=True, kw_only=True, tag="pawn_then_dog"):
    """An own pawn walks one of `values`, then the figure `figure` the same (BD-R28, BD-R31); never the figure alone (BD-R30)."""

    values: tuple[int, ...]
    figure: str = "dog"

    missing: ClassVar[str] = "move_the_dog"

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        if not turn.board.has(self.figure):
            return ()
        return (move_figure(draft, self.figure, value) for value, draft in advances(turn, self.values))

    def stages(self, turn: Turn) -> Iterable[Stage]:
        if not turn.board.has(self.figure):
            return
        for _, draft in advances(turn, self.values):
            yield Stage(draft.board.placement, self.missing, draft.steps)


class Dog(FigureSlot, frozen=True, kw_only=True, tag="dog"):
    """The dog's field: never a start field (BD-R26), never a pawn's."""

    def first(self) -> int | None:
        return None

    def read(self, value: object, rules: Ruleset) -> int:
        field = self._field(value, rules)
        if field in self.avoided(rules):
            raise SlotError(f"field {field} is a start field and the dog never stands there (BD-R26)")
        return field

    def read_seen(self, value: object, rules: Ruleset) -> int:
        return OFF if value == "off" else self._field(value, rules)

    def write(self, value: int) -> int | str | None:
        return "off" if value == OFF else value

    def fault(self, value: int, placement: Placement) -> str | None:
        if any(value == place for row in placement.pawns for place in row):
            return f"a pawn stands on field {value} too"
        return None

    def _field(self, value: object, rules: Ruleset) -> int:
        try:
            field = place_from_json(value)
        except PlaceError as error:
            raise SlotError(f"{str(value)[:40]!r} is no field number") from error
        if not is_track(field) or field >= rules.field_count:
            raise SlotError(f"{value!r} is no track field; use 0 to {rules.field_count - 1}")
        return field
