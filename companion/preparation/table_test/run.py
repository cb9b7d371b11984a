"""The test of a table from beginning to end: each placement is requested, laid, read, learnt and kept.

People before a camera lay them, or a simulated table does: `Lay` decides.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec

from companion.certification.certificate import Certificate, Change, certify, check
from companion.certification.comparison import PlacementResult, compare
from companion.certification.conditions import Conditions
from companion.certification.placements import AskedPlacement, hard_placements, seen_from, start_placement
from companion.certification.table import TableUnderTest
from companion.model.observation import Observation
from companion.model.position import Position
from companion.preparation.table_test.kept import KeptPlacements
from companion.preparation.table_test.watch import TableWatch
from companion.rules.rules import Rules
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

__all__ = ["FrameSource", "Lay", "SecondLook", "SourceEnded", "SourceError", "TableTest", "checked"]

#: Milliseconds after laying until a placement counts as not read.
PATIENCE_MS: Final = 20_000

#: Requests a placement and returns when it is laid; meanwhile it may let the camera read another frame.
Lay = Callable[[AskedPlacement, Callable[[], None]], None]
#: Gets a reading that certainly differs from the requested placement: people may have laid it wrong.  Returns when they
#: have checked it; then the placement is read once more.
SecondLook = Callable[[PlacementResult, Callable[[], None]], None]


def lies_there(_asked: AskedPlacement, _look: Callable[[], None]) -> None:
    """Does nothing: the placement is already on the board."""


@dataclass(slots=True)
class TableTest:
    """One test of a table; `kept` records the placements, if people agreed to it.

    A placement that was not read within `patience_ms` counts as not read.  `second_look` lets people correct a
    placement that they laid wrong.
    """

    table: TableUnderTest
    rules: Rules
    position: Position
    source: FrameSource
    watch: TableWatch
    lay: Lay = lies_there
    second_look: SecondLook | None = None
    kept: KeptPlacements | None = None
    patience_ms: int = PATIENCE_MS
    start: PlacementResult | None = None
    results: list[PlacementResult] = field(default_factory=list)

    def begin(self) -> PlacementResult:
        """Reads and learns the start position; returns the result of its reading before that.  Raises SourceError."""
        self.start = self.read(start_placement(self.table))
        self.table = seen_from(self.table, self.watch.away or self.table.away)
        return self.start

    def run(self, report: Callable[[PlacementResult], None]) -> None:
        """Reads the remaining placements of the twelve, one after the other.  Raises SourceError, OSError."""
        for asked in hard_placements(self.table)[len(self.results) :]:
            self.results.append(self.read(asked))
            report(self.results[-1])

    def certificate(self, now: Conditions | None, *, made: str, camera: str) -> Certificate:
        """Returns the result of the test; only after `begin` and `run`."""
        if self.start is None:
            raise RuntimeError("the test has not begun")
        return certify(
            self.table,
            self.results,
            now,
            start=self.start,
            hindrance=self.watch.hindrance,
            made=made,
            camera=camera,
            variant=self.position.variant,
        )

    def conditions(self) -> Conditions | None:
        """Returns the camera's conditions at the start position; to be called while that is on the board."""
        now = self.watch.conditions()
        distance = self.watch.colour_distance(start_placement(self.table))
        return None if now is None else msgspec.structs.replace(now, colour_distance=distance)

    def read(self, asked: AskedPlacement) -> PlacementResult:
        """Requests one placement, reads it, keeps its pictures and learns it.  Raises SourceError, OSError."""
        self.lay(asked, self._look)
        result = compare(self.table, asked, self._seen())
        if self.second_look is not None and result.doubted:
            self.second_look(result, self._look)
            result = compare(self.table, asked, self._seen())
        if self.kept is not None:
            self.kept.keep(asked, self.watch.pictures)
        self.watch.learn(asked)
        return result

    def _look(self) -> None:
        """Reads a frame while hands are at work: the reader follows, and nothing is counted."""
        frame = self.source.read()
        if frame is not None:
            self.watch.see(frame)

    def _seen(self) -> Observation | None:
        begun_ms = None
        while True:
            frame = self.source.read()
            if frame is None:
                continue
            begun_ms = frame.t_ms if begun_ms is None else begun_ms
            seen = self.watch.see(frame)
            if seen is not None or frame.t_ms - begun_ms > self.patience_ms:
                return seen


def checked(test: TableTest, known: Certificate | None, camera: str) -> Change:
    """Returns the change of the table since its certificate, by its start position.  Raises SourceError."""
    start = test.begin()
    return check(known, camera, test.table, start, test.conditions())
