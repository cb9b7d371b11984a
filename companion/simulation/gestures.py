"""Hands that move pawns and turn the disc, picture by picture: each `yield` lets the camera take one picture."""

import math
from collections.abc import Callable, Iterator

from companion.board.files import BoardProfile
from companion.model.places import Place
from companion.model.position import Placement
from companion.rules.variant import Variant
from companion.simulation.physical_table import PhysicalTable, Point
from companion.simulation.shifts import Shift, plan_moves

TurnWheel = Callable[[int], None]
#: Whether a hand may be taken away at this placement.
MayPause = Callable[[Placement], bool]

_TURN_PICTURES = 7
_PAUSE_PICTURES = 8


class Gestures:
    """Works on one table.  `turn_wheel` turns the simulated encoder along with the disc (clockwise quarters)."""

    def __init__(
        self, profile: BoardProfile, variant: Variant, table: PhysicalTable, turn_wheel: TurnWheel | None
    ) -> None:
        self._profile = profile
        self._variant = variant
        self._table = table
        self.turn_wheel = turn_wheel

    def arrange(self, wanted: Placement, sector: int, may_pause: MayPause | None = None) -> Iterator[None]:
        """Makes the table look like `wanted` by the hand of the player at `sector`.

        The hand stays over the board until all is done, but for pauses between two parts that `may_pause` allows.
        """
        work = plan_moves(self._profile, self._variant, self._table.placement(), wanted)
        parts = len(work.grasps) + (1 if work.quarters else 0)
        for number, grasp in enumerate(work.grasps):
            yield from self._grasp(grasp, sector)
            if number < parts - 1 and may_pause and may_pause(self._table.placement()):
                yield from self._pause()
        if work.quarters:
            yield from self._turn(work.quarters, sector)
        self._table.withdraw()

    def touch(self, seat: int, place: Place, sector: int) -> Iterator[None]:
        """A hand comes and goes, as when a player straightens a pawn."""
        for _ in range(3):
            self._reach(self._table.spot(seat, place), sector)
            yield
        self._table.withdraw()

    def _grasp(self, shifts: tuple[Shift, ...], sector: int) -> Iterator[None]:
        for shift in shifts:
            self._reach(self._table.spot(shift.seat, shift.origin), sector)
            yield
            self._table.lift(shift.seat, shift.origin, shift.pawn)
            yield
            self._table.put(shift.seat, shift.origin, shift.target, shift.pawn)
            self._reach(self._table.spot(shift.seat, shift.target), sector)
            yield

    def _pause(self) -> Iterator[None]:
        self._table.withdraw()
        for _ in range(_PAUSE_PICTURES):
            yield

    def _turn(self, quarters: int, sector: int) -> Iterator[None]:
        self._reach(self._rim(sector), sector)
        yield
        if self.turn_wheel:
            self.turn_wheel(quarters)
        pictures = _TURN_PICTURES * abs(quarters)
        for number in range(1, pictures):
            share = (1 - math.cos(math.pi * number / pictures)) / 2
            self._table.swing(90.0 * quarters * share)
            yield
        self._table.come_to_rest(quarters)
        yield

    def _reach(self, spot: Point, sector: int) -> None:
        self._table.reach(spot, self._side(sector), sector)

    def _rim(self, sector: int) -> Point:
        """The place where the player at `sector` takes hold of the disc."""
        wheel = self._profile.wheel
        if wheel is None:
            raise ValueError(f"board {self._profile.id} has no wheel to turn")
        grip = 0.86 * wheel.radius_mm
        across, down = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))[self._side(sector)]
        return wheel.centre[0] + grip * across, wheel.centre[1] + grip * down

    def _side(self, sector: int) -> int:
        """The side of the board at which the player of `sector` sits: 0 top, 1 right, 2 bottom, 3 left."""
        start = self._profile.track[sector * len(self._profile.track) // len(self._profile.goal)]
        across, down = start[0] - self._profile.size_mm[0] / 2, start[1] - self._profile.size_mm[1] / 2
        if abs(across) > abs(down):
            return 1 if across > 0 else 3
        return 2 if down > 0 else 0
