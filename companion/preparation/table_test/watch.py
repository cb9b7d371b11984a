"""Watches a table under test: waits until a placement is at rest, reads it, and learns it like an accepted play.

Law: a placement is read before it is learnt, so that nothing is measured that the reader was given before.
"""

from collections import deque
from typing import Final

import numpy as np

from companion.certification.comparison import PlacementResult, compare
from companion.certification.conditions import Conditions
from companion.certification.grade import Cause
from companion.certification.placements import AskedPlacement
from companion.certification.table import TableUnderTest
from companion.model.observation import Observation
from companion.model.position import Position
from companion.preparation.table_test.measures import camera_axes, measured, nearest_colours
from companion.rules.rules import Rules
from companion.sensors.board_observer import roster_of
from companion.sensors.board_print import board_reader
from companion.sensors.board_spots import BoardSpots, labels, observation
from vision.frames import Frame, Image
from vision.results import FrameResult, FrameStatus
from vision.states import Located

#: Milliseconds for which a placement must be at rest.
REST_MS: Final = 600
#: Pictures of a rest that are kept, for the measures and for a recording.
KEPT: Final = 8

_HINDRANCES: Final = {
    FrameStatus.TOO_DARK: Cause.DARK,
    FrameStatus.COLOURLESS: Cause.COLOURLESS,
    FrameStatus.BLURRED: Cause.BLURRED,
    FrameStatus.MOVING: Cause.FLICKER,
    FrameStatus.NO_MARKERS: Cause.HIDDEN,
    FrameStatus.MARKERS_MISSING: Cause.HIDDEN,
    FrameStatus.SEARCHING: Cause.HIDDEN,
    FrameStatus.HAND: Cause.HIDDEN,
    FrameStatus.BAD_PICTURE: Cause.HIDDEN,
}


class TableWatch:
    """Reads one table, frame by frame; no thread and no clock of its own."""

    def __init__(
        self,
        table: TableUnderTest,
        rules: Rules,
        position: Position,
        flat: Image | None = None,
        *,
        rest_ms: int = REST_MS,
    ) -> None:
        """`position` is any of the game; `rest_ms` is the time for which a placement must be at rest.

        `flat` is the picture of the empty board seen from above, if one is kept.
        """
        self._table = table
        self._rules = rules
        self._position = position
        self._rest_ms = rest_ms
        self._spots = BoardSpots.of(table.profile, table.sectors)
        roster = roster_of(rules, position, table.colours)
        self._reader = board_reader(table.profile, self._spots, roster.piece_colours, flat)
        self._rest: deque[Frame] = deque(maxlen=KEPT)
        self._result = FrameResult(FrameStatus.SEARCHING)

    def see(self, frame: Frame) -> Observation | None:
        """Returns the pieces on the board once it has been at rest for long enough."""
        result = self._result = self._reader.look(frame)
        self._rest.append(frame)
        while self._rest[0].t_ms < self._reader.state.rest.since_ms:
            self._rest.popleft()
        if result.status is not FrameStatus.SETTLED or result.reading is None:
            return None
        return observation(result.reading, self._spots) if result.rest_ms >= self._rest_ms else None

    @property
    def hindrance(self) -> Cause | None:
        """The reason why the board is not readable in the newest picture; None if it is."""
        return _HINDRANCES.get(self._result.status)

    @property
    def pictures(self) -> tuple[Frame, ...]:
        """The newest pictures of the present rest."""
        return tuple(self._rest)

    def compared(self, asked: AskedPlacement, seen: Observation | None) -> PlacementResult:
        """Compares the reading with the placement, then learns the placement."""
        result = compare(self._table, asked, seen)
        self.learn(asked)
        return result

    def learn(self, asked: AskedPlacement) -> None:
        """Learns the placement on the board like an accepted play."""
        position = self._position.with_placement(asked.placement)
        self._reader.expect(labels(self._rules, position, self._spots))

    @property
    def away(self) -> tuple[float, float] | None:
        """The direction on the board away from the camera; None until the board has been found, or from above."""
        return camera_axes(self._reader.pose, self._table.middle).away if self._reader.pose else None

    def conditions(self) -> Conditions | None:
        """Returns the camera's conditions for the board at rest; None if the board is not at rest or not seen."""
        state = self._reader.state
        if not isinstance(state, Located) or not self._rest:
            return None
        return measured(state, [frame.image for frame in self._rest], self._result)

    def colour_distance(self, asked: AskedPlacement) -> float | None:
        """Returns the distance of the two nearest colours of pawns in the newest picture, which shows `asked`."""
        state = self._reader.state
        if not isinstance(state, Located) or not self._rest:
            return None
        rows = [self._spots.kennel_spots(seat).start + np.array(fill.slots) for seat, fill in enumerate(asked.kennels)]
        return nearest_colours(state, self._rest[-1].image, rows)
