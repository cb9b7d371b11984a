"""Watches a table under test: waits until a placement lies still, reads it, and learns it like an accepted play.

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
from companion.rules.rules import Rules
from companion.sensors.board_print import board_reader
from companion.sensors.board_spots import BoardSpots, labels, observation
from companion.sensors.camera import roster_of
from companion.sensors.certification.measures import camera_axes, measured, nearest_colours
from vision.frames import Frame, Image
from vision.results import FrameResult, FrameStatus
from vision.states import Located

#: A placement has to lie still for so long.
REST_MS: Final = 600
#: So many pictures of a rest are kept, for the measures and for a recording.
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
        """`position` is any of the game; `flat` the picture of the empty board laid flat, where one is kept; `rest_ms`
        how long a placement has to lie still."""
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
        """What stands on the board once it has lain still for long enough."""
        result = self._result = self._reader.look(frame)
        self._rest.append(frame)
        while self._rest[0].t_ms < self._reader.state.rest.since_ms:
            self._rest.popleft()
        if result.status is not FrameStatus.SETTLED or result.reading is None:
            return None
        return observation(result.reading, self._spots) if result.rest_ms >= self._rest_ms else None

    @property
    def hindrance(self) -> Cause | None:
        """What keeps the board from being read in the newest picture; None where nothing does."""
        return _HINDRANCES.get(self._result.status)

    @property
    def pictures(self) -> tuple[Frame, ...]:
        """The newest pictures of the rest that lasts."""
        return tuple(self._rest)

    def compared(self, asked: AskedPlacement, seen: Observation | None) -> PlacementResult:
        """How well the placement was read; then it is learnt."""
        result = compare(self._table, asked, seen)
        self.learn(asked)
        return result

    def learn(self, asked: AskedPlacement) -> None:
        """Takes what lies on the board as an accepted play is taken."""
        position = self._position.with_placement(asked.placement)
        self._reader.expect(labels(self._rules, position, self._spots))

    @property
    def away(self) -> tuple[float, float] | None:
        """The direction on the board away from the camera; None until the board has been found, or from above."""
        return camera_axes(self._reader.pose, self._table.middle).away if self._reader.pose else None

    def conditions(self) -> Conditions | None:
        """How the camera sees the board at rest; None where it does not."""
        state = self._reader.state
        if not isinstance(state, Located) or not self._rest:
            return None
        return measured(state, [frame.image for frame in self._rest], self._result)

    def colour_distance(self, asked: AskedPlacement) -> float | None:
        """How far the two nearest colours of pawns lie apart in the newest picture, which shows `asked`."""
        state = self._reader.state
        if not isinstance(state, Located) or not self._rest:
            return None
        rows = [self._spots.kennel_spots(seat).start + np.array(fill.slots) for seat, fill in enumerate(asked.kennels)]
        return nearest_colours(state, self._rest[-1].image, rows)
