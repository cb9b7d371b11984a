"""The physical contents of the simulated table: every pawn with its own place and imprecision, the disc, the hand.

Law: it knows nothing of rules; pawns may be put anywhere.  Every change and every snapshot holds the lock, so that the
camera may take pictures from another thread at any time.
"""

import math
import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.board.files import BoardProfile
from companion.looks.colours import FIGURE_COLOUR
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.position import BETWEEN_STOPS, Placement
from companion.rules.variant import Variant
from companion.simulation.camera.scene import Figure, Hand, Scene

#: The number of the first neutral figure in the list of pawns by seat; further ones count downwards.
FIGURE: Final = -1
WHEEL: Final = "wheel"
#: The standard deviation with which a hand puts a pawn on its spot, and a disc comes to rest.
HAND_SD_MM: Final = 1.2
REST_ERROR_DEG: Final = 2.0
_STOP_DEG: Final = 10.0
_HELD_MM: Final = 22.0

Point = tuple[float, float]


@dataclass(slots=True, eq=False)
class _Standing:
    """One pawn: its place, its foot in the disc's or board's resting frame, and the height at which a hand holds it.

    `pawn` is its number in the seat's row, which matters if pawns have ranks.
    """

    seat: int
    pawn: int
    place: Place
    foot: Point
    spot: int = 0
    lift_mm: float = 0.0


class PhysicalTable:
    """`seats` are the printed sectors in play, `colours` theirs; kennel spots go by the profile's order.

    The `variant` defines the neutral figures, whether pawns differ in rank and whether a disc turns.
    """

    def __init__(
        self, profile: BoardProfile, variant: Variant, seats: tuple[int, ...], colours: tuple[str, ...], seed: int
    ) -> None:
        self._profile = profile
        self._figures = variant.figures
        self._ranked = bool(variant.ranks)
        self._turns = bool(variant.wheel_offsets)
        self._seats = seats
        self._colours = colours
        self._rng = random.Random(seed)
        self._lock = threading.RLock()
        self._standing: list[_Standing] = []
        self._quarters = 0
        self._swing_deg = 0.0
        self._hand: Hand | None = None
        self._kennels: tuple[tuple[int, ...], ...] = ()

    def set_up(self, placement: Placement, kennels: Sequence[Sequence[int]] = ()) -> None:
        """Clears the table and lays `placement`; a figure missing in it waits beside the board.

        `kennels` are the taken spots of each kennel by seat; without them, any are.
        """
        with self._lock:
            self._hand = None
            self._kennels = tuple(tuple(spots) for spots in kennels)
            self._quarters = placement.extra(WHEEL) or 0
            self._swing_deg = self._rest_error()
            self._standing = []
            for seat, row in enumerate(placement.pawns):
                for pawn, place in enumerate(row):
                    self._lay(_Standing(seat, pawn, OFF, (0.0, 0.0)), place)
            for number, name in enumerate(self._figures):
                field = placement.extra(name)
                self._lay(_Standing(FIGURE - number, 0, OFF, (0.0, 0.0)), OFF if field is None else Place(field))

    def placement(self) -> Placement:
        """The present placement; `BETWEEN_STOPS` while the disc is turning."""
        with self._lock:
            placement = Placement(tuple(self._row(seat) for seat in range(len(self._seats))))
            for standing in self._standing:
                if standing.seat < 0 and standing.place != OFF:
                    placement = placement.with_extra(self._figures[FIGURE - standing.seat], standing.place)
            if self._profile.wheel and self._turns:
                at_rest = abs(self._swing_deg) <= _STOP_DEG
                placement = placement.with_extra(WHEEL, self._quarters % 4 if at_rest else BETWEEN_STOPS)
            return placement

    def _row(self, seat: int) -> tuple[Place, ...]:
        row = [standing for standing in self._standing if standing.seat == seat]
        if self._ranked:
            return tuple(standing.place for standing in sorted(row, key=lambda standing: standing.pawn))
        return tuple(sorted(standing.place for standing in row))

    def lift(self, seat: int, origin: Place, pawn: int | None = None) -> None:
        """A hand takes the pawn (or the figure) that stands at `origin` and holds it over its spot."""
        with self._lock:
            self._at(seat, origin, pawn).lift_mm = _HELD_MM

    def put(self, seat: int, origin: Place, target: Place, pawn: int | None = None) -> None:
        """The pawn taken from `origin` is set down at `target`; a kennel spot is any free one."""
        with self._lock:
            self._lay(self._at(seat, origin, pawn), target)

    def swing(self, degrees: float) -> None:
        """The disc stands this far clockwise of its last stop, carrying the figures on it."""
        with self._lock:
            self._swing_deg = degrees

    def come_to_rest(self, quarters: int) -> None:
        """The disc has arrived `quarters` clockwise stops farther, nearly exactly."""
        with self._lock:
            step = quarters * len(self._profile.track) // 4
            for standing in self._standing:
                if self._on_disc(standing.place):
                    standing.foot = self._turned(standing.foot, 90.0 * quarters)
                    standing.place = Place((standing.place + step) % len(self._profile.track))
            self._quarters += quarters
            self._swing_deg = self._rest_error()

    def reach(self, spot: Point, side: int, who: int) -> None:
        """A hand is over this place of the board, coming from `side` (0 top, 1 right, 2 bottom, 3 left)."""
        with self._lock:
            self._hand = Hand(x_mm=spot[0], y_mm=spot[1], side=side, who=who)

    def withdraw(self) -> None:
        with self._lock:
            self._hand = None

    def spot(self, seat: int, place: Place) -> Point:
        """The place on the board, in millimetres (a kennel: its middle; off: beside the board)."""
        sector = self._seats[seat] if seat >= 0 else 0
        if place == CENTRE and self._profile.centre:
            return self._profile.centre
        if is_track(place):
            return self._profile.track[place]
        if is_goal(place):
            return self._profile.goal[sector][goal_number(place) - 1]
        if place == KENNEL:
            spots = self._profile.kennel[sector]
            return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
        return self._beside(seat)

    def scene(self) -> Scene:
        """A snapshot for the camera."""
        with self._lock:
            figures = tuple(self._figure(standing) for standing in self._standing)
            return Scene(figures=figures, disc_deg=90.0 * (self._quarters % 4) + self._swing_deg, hand=self._hand)

    def _figure(self, standing: _Standing) -> Figure:
        x, y = standing.foot
        if self._on_disc(standing.place):
            x, y = self._turned(standing.foot, self._swing_deg)
        colour = FIGURE_COLOUR if standing.seat < 0 else self._colours[standing.seat]
        return Figure(colour=colour, x_mm=round(x, 2), y_mm=round(y, 2), lift_mm=standing.lift_mm)

    def _lay(self, standing: _Standing, target: Place) -> None:
        if standing not in self._standing:
            self._standing.append(standing)
        standing.place, standing.lift_mm = OFF, 0.0
        spot = self.spot(standing.seat, target)
        if target == KENNEL:
            standing.spot = self._free_spot(standing.seat)
            spot = self._profile.kennel[self._seats[standing.seat]][standing.spot]
        standing.place = target
        slip = (self._imprecision(), self._imprecision())
        standing.foot = (spot[0] + slip[0], spot[1] + slip[1])

    def _free_spot(self, seat: int) -> int:
        taken = {other.spot for other in self._standing if other.seat == seat and other.place == KENNEL}
        asked = self._kennels[seat] if self._kennels else ()
        free = [spot for spot in asked if spot not in taken]
        if free:
            return free[0]
        spots = range(len(self._profile.kennel[self._seats[seat]]))
        return self._rng.choice([spot for spot in spots if spot not in taken] or list(spots))

    def _at(self, seat: int, place: Place, pawn: int | None) -> _Standing:
        for standing in self._standing:
            if standing.seat == seat and standing.place == place and pawn in (None, standing.pawn):
                return standing
        raise LookupError(f"no figure of seat {seat} stands at {place}")

    def _beside(self, seat: int) -> Point:
        """Off the board: a figure to the right, a pawn on the side of its kennel."""
        width, height = self._profile.size_mm
        if seat < 0:
            return width + 22.0, (0.46 - 0.1 * seat) * height
        x, y = self.spot(seat, KENNEL)
        return -20.0 if x < width / 2 else width + 20.0, y

    def _on_disc(self, place: Place) -> bool:
        return self._profile.wheel is not None and place in self._profile.wheel.fields

    def _turned(self, point: Point, degrees: float) -> Point:
        """Clockwise round the disc's centre, as seen from above."""
        wheel = self._profile.wheel
        if wheel is None:
            return point
        angle = math.radians(degrees)
        x, y = point[0] - wheel.centre[0], point[1] - wheel.centre[1]
        cosine, sine = math.cos(angle), math.sin(angle)
        return wheel.centre[0] + x * cosine - y * sine, wheel.centre[1] + x * sine + y * cosine

    def _imprecision(self) -> float:
        return max(-2.5 * HAND_SD_MM, min(2.5 * HAND_SD_MM, self._rng.gauss(0.0, HAND_SD_MM)))

    def _rest_error(self) -> float:
        return round(self._rng.uniform(-REST_ERROR_DEG, REST_ERROR_DEG), 2) if self._profile.wheel else 0.0
