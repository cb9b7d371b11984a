"""The wheel: after an active landing on a paw the disc turns by 90 degrees with the figures on it (BD-R05..R19)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from companion.model.places import Place
from companion.model.play import Step, StepKind
from companion.model.position import BETWEEN_STOPS, Placement
from companion.rules.board_rules import BoardRules
from companion.rules.faults.fault import Aftermath, Fault, Fit, fault
from companion.rules.mechanic import Effect, JsonValue, Slot, SlotError
from companion.rules.moves.board import Board, board_of
from companion.rules.moves.turn import Draft, Turn
from companion.rules.settings import fields_at

QUARTER_TURNS = 4
HALF_TURN = 2


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
        """Yields both directions, the player's free choice (BD-R06); several paws are one turn (BD-R09)."""
        for direction in (1, -1):
            step = Step(kind=StepKind.WHEEL, value=direction)
            yield Draft(self.turned(draft.board, direction), (*draft.steps, step), draft.landed)

    def turn_faults(self, turn: Turn, seen: Aftermath) -> Iterable[Fault]:
        """Yields the fault of a turn of the disc.

        It may be turned only if the play ends with a turn, by one stop, and with all figures on it.
        """
        if not seen.wheel_moved:
            return
        if not any(step.kind is StepKind.WHEEL for step in seen.play.steps):
            yield self._needless_turn(turn, seen)
        elif seen.left_behind:
            yield _fault("BD-R17", "wheel_without_pawns")
        elif abs(seen.turned) == HALF_TURN:
            several = sum(step.kind is StepKind.ADVANCE for step in seen.play.steps) > 1
            yield _fault("BD-R09" if several else "BD-R06", "wheel_too_far")

    def _needless_turn(self, turn: Turn, seen: Aftermath) -> Fault:
        """Returns the fault of a turn although nobody landed on a paw to stay, and why this landing does not count."""
        if seen.between:
            return _fault("BD-R82", "wheel_bumped")
        watched, steps = turn.rules.watched, seen.play.steps
        if seen.unfinished and any(step.target in watched for step in steps):
            return _fault("BD-R08", "wheel_before_points")
        if any(step.kind is StepKind.SWAP for step in steps):
            return _fault("BD-R13", "swap_turns_no_wheel")
        landed = [step for step in steps if step.kind is StepKind.ADVANCE and step.target in watched]
        if landed:
            return _landing_void(steps, landed)
        if any(step.kind is StepKind.DOG and step.target in watched for step in steps):
            return _fault("BD-R15", "dog_turns_no_wheel")
        return _fault("BD-R05", "wheel_without_paw")

    def turned(self, board: Board, quarter_turns: int) -> Board:
        """Returns the board after so many clockwise quarter turns.

        The figures on the disc are carried, nobody is captured (BD-R17).
        """
        carried = self.carriage(board.rules, quarter_turns)
        pawns = tuple(
            [tuple(sorted([carried[place] if place >= 0 else place for place in row])) for row in board.pawns]
        )
        extras = []
        for name, value in board.extras:
            if name == self.slot:
                extras.append((name, (value + quarter_turns) % QUARTER_TURNS))
            else:
                on_track = value >= 0 and name in board.rules.figure_skips
                extras.append((name, int(carried[value]) if on_track else value))
        return board_of(board.rules, Placement(pawns, tuple(extras)))

    def carriage(self, rules: BoardRules, quarter_turns: int) -> tuple[Place, ...]:
        """Returns by track field where so many clockwise quarter turns take a figure on it."""
        return _carriage(rules.sector_length, self.fields, rules.field_count, quarter_turns)


def _landing_void(steps: tuple[Step, ...], landed: list[Step]) -> Fault:
    """Returns the fault of a pawn that came onto a paw but did not stay there, or turns no wheel at this table."""
    if any(capture.place == step.target and capture.seat == step.seat for step in landed for capture in step.captures):
        return _fault("BD-R21", "wheel_pawn_gone")
    bitten = {(c.seat, c.place) for step in steps if step.kind is StepKind.DOG for c in step.captures}
    if any((step.seat, step.target) in bitten for step in landed):
        return _fault("BD-R10", "wheel_pawn_gone")
    left = {(step.seat, step.origin) for step in steps}
    if any((step.seat, step.target) in left for step in landed):
        return _fault("BD-R11", "wheel_pawn_moved_on")
    return _fault("BD-R05", "wheel_without_paw")


def _fault(ruling: str, code: str) -> Fault:
    return fault(ruling, code, None, Fit.ONE_RULE)


@lru_cache(maxsize=32)
def _carriage(sector_length: int, offsets: tuple[int, ...], field_count: int, quarter_turns: int) -> tuple[Place, ...]:
    on_disc = fields_at(sector_length, offsets, field_count // sector_length)
    shift = quarter_turns * field_count // QUARTER_TURNS
    return tuple(Place((field + shift) % field_count if field in on_disc else field) for field in range(field_count))


class QuarterTurns(Slot, frozen=True, kw_only=True, tag="quarter_turns"):
    """Clockwise quarter turns of the disc since set-up, modulo 4."""

    def first(self) -> int | None:
        return 0

    def read(self, value: object, rules: BoardRules) -> int:  # noqa: ARG002 - a disc has four stops on every board
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < QUARTER_TURNS:
            raise SlotError(f"{str(value)[:40]!r} is no number of quarter turns; use 0 to {QUARTER_TURNS - 1}")
        return value

    def read_seen(self, value: object, rules: BoardRules) -> int:
        return BETWEEN_STOPS if value is None else self.read(value, rules)

    def write(self, value: int, seats: int) -> JsonValue:  # noqa: ARG002 - the same for any number
        return None if value == BETWEEN_STOPS else value
