"""The black dog: a neutral figure that walks after a pawn did and sends home whomever it passes or reaches (BD-R23)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.model.places import OFF, PlaceError, is_track, place_from_json
from companion.model.position import Placement
from companion.rules.fault import Deed, Fault, Fit, Moved, fault
from companion.rules.mechanic import Course, FigureSlot, JsonValue, SlotError, Use
from companion.rules.ruleset import Ruleset
from companion.rules.turn import Draft, Stage, Turn, advances, move_figure
from companion.rules.walk_faults import fits_forward, forward_faults


class PawnThenFigure(Use, frozen=True, kw_only=True, tag="pawn_then_figure"):
    """An own pawn walks one of `values`, then the figure the same (BD-R28, BD-R31); never the figure alone (BD-R30)."""

    values: tuple[int, ...]
    figure: str

    missing: ClassVar[str] = "move_the_dog"

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        return self.course(turn).outcomes

    def course(self, turn: Turn) -> Course:
        if not turn.board.has(self.figure):
            return Course((), ())
        moved = tuple(advances(turn, self.values))
        return Course(
            tuple(move_figure(draft, self.figure, value) for value, draft in moved),
            tuple(Stage(draft.board.placement, self.missing, draft.steps) for _, draft in moved),
        )

    def faults(self, turn: Turn, deed: Deed) -> Iterable[Fault]:
        alone = not deed.walked and any(figure.name == self.figure for figure in deed.figures)
        if alone:
            yield fault("BD-R30", "dog_alone", None, Fit.WRONG_KIND)
        yield from forward_faults(turn, deed, self.values)

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_forward(turn, move, self.values)


class BitingFigure(FigureSlot, frozen=True, kw_only=True, tag="biting_figure"):
    """The field of the dog: never a start field (BD-R26), never a pawn's."""

    def first(self) -> int | None:
        return None

    def read(self, value: object, rules: Ruleset) -> int:
        field = self._field(value, rules)
        if field in self.avoided(rules):
            raise SlotError(f"field {field} is a start field and the dog never stands there (BD-R26)")
        return field

    def read_seen(self, value: object, rules: Ruleset) -> int:
        return OFF if value == "off" else self._field(value, rules)

    def write(self, value: int, seats: int) -> JsonValue:  # noqa: ARG002 - the same for any number
        return "off" if value == OFF else value

    def fault(self, value: int, placement: Placement, rules: Ruleset) -> str | None:  # noqa: ARG002 - any rules
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
