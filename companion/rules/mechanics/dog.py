"""The black dog: a neutral figure that walks after a pawn did and sends home all whom it passes or reaches (BD-R23)."""

from collections.abc import Iterable
from typing import ClassVar

from companion.model.places import KENNEL, OFF, Place, PlaceError, is_track, place_from_json
from companion.model.play import Play, StepKind
from companion.model.position import Placement
from companion.rules.board_rules import BoardRules
from companion.rules.faults.fault import Aftermath, BoardChange, Fault, Fit, Moved, MovedFigure, fault
from companion.rules.faults.walk_faults import fits_forward, forward_faults
from companion.rules.flat.codes import Opcode, UseCode, bits_of
from companion.rules.mechanic import Course, FigureSlot, JsonValue, SlotError, Use
from companion.rules.moves.turn import Draft, Stage, Turn, advances, move_figure


class PawnThenFigure(Use, frozen=True, kw_only=True, tag="pawn_then_figure"):
    """An own pawn walks one of `values`, then the figure the same (BD-R28, BD-R31); never the figure alone (BD-R30)."""

    values: tuple[int, ...]
    figure: str

    opcode: ClassVar[Opcode] = Opcode.FIGURE
    missing: ClassVar[str] = "move_the_dog"

    def code(self) -> UseCode:
        return UseCode(self.opcode, bits_of(self.values))

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

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        alone = not change.walked and any(figure.name == self.figure for figure in change.figures)
        if alone:
            yield fault("BD-R30", "dog_alone", None, Fit.WRONG_KIND)
        yield from forward_faults(turn, change, self.values)

    def counts(self) -> tuple[int, ...]:
        return self.values

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_forward(turn, move, self.values)


class BitingFigure(FigureSlot, frozen=True, kw_only=True, tag="biting_figure"):
    """The field of the dog: never a start field (BD-R26), never a pawn's."""

    def first(self) -> int | None:
        return None

    def read(self, value: object, rules: BoardRules) -> int:
        field = self._field(value, rules)
        if field in self.avoided(rules.all_starts, rules.starts):
            raise SlotError(f"field {field} is a start field and the dog never stands there (BD-R26)")
        return field

    def read_seen(self, value: object, rules: BoardRules) -> int:
        return OFF if value == "off" else self._field(value, rules)

    def write(self, value: int, seats: int) -> JsonValue:  # noqa: ARG002 - the same for any number
        return "off" if value == OFF else value

    def fault(self, rules: BoardRules, value: int, placement: Placement) -> str | None:  # noqa: ARG002 - any rules
        if any(value == place for row in placement.pawns for place in row):
            return f"a pawn stands on field {value} too"
        return None

    def figure_faults(self, turn: Turn, move: MovedFigure, wanted: int, seen: Aftermath) -> Iterable[Fault]:
        """Yields the fault of its move: unseen, without a black card, after a turn of the disc, or miscounted."""
        if move.target < 0:
            yield _fault("CORE-R31", "dog_missing")
        elif wanted == move.origin:
            yield _fault("BD-R84", "dog_without_black_card")
        elif move.target != move.origin:
            yield self._count_fault(turn, move, seen)
        elif seen.wheel_moved:
            yield _fault("BD-R08", "wheel_before_dog")

    def _count_fault(self, turn: Turn, move: MovedFigure, seen: Aftermath) -> Fault:
        """Returns the fault of a move with the right card to a wrong field."""
        rules = turn.rules
        if move.target in rules.figure_skips[move.name]:
            return _fault("BD-R26", "dog_on_start_field")
        went = (move.target - move.origin) % rules.field_count
        count = next((step.value for step in seen.play.steps if step.kind is StepKind.DOG), 0)
        if went == count:
            return fault("BD-R24", "dog_counted_start_field", None, Fit.ONE_RULE, wanted=count)
        if went > rules.field_count // 2:
            return fault("CORE-R30", "dog_backward", None, Fit.ONE_RULE, wanted=count)
        if seen.has_choice:
            return fault("BD-R31", "dog_same_value", None, Fit.ONE_RULE, wanted=count)
        return fault("BD-R84", "dog_wrong_count", None, Fit.ONE_RULE, wanted=count)

    def spares(self, turn: Turn, move: Moved, play: Play) -> Fault | None:
        """Returns the fault of a pawn taken off a start field: the dog goes round it and touches nobody there."""
        if move.target == KENNEL and move.origin in _gone_round(turn, play):
            return fault("BD-R25", "dog_spares_start_field", move, Fit.ONE_RULE)
        return None

    def _field(self, value: object, rules: BoardRules) -> int:
        try:
            field = place_from_json(value)
        except PlaceError as error:
            raise SlotError(f"{str(value)[:40]!r} is no field number") from error
        if not is_track(field) or field >= rules.field_count:
            raise SlotError(f"{value!r} is no track field; use 0 to {rules.field_count - 1}")
        return field


def _fault(ruling: str, code: str) -> Fault:
    return fault(ruling, code, None, Fit.ONE_RULE)


def _gone_round(turn: Turn, play: Play) -> set[Place]:
    """Returns the start fields on the dog's way."""
    rules = turn.rules
    fields: set[Place] = set()
    for step in play.steps:
        if step.kind is StepKind.DOG:
            length = (step.target - step.origin) % rules.field_count
            fields |= {Place((step.origin + n) % rules.field_count) for n in range(1, length + 1)}
    return fields & set(map(Place, range(0, rules.field_count, rules.sector_length)))
