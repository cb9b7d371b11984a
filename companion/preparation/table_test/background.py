"""The test of a table, or the check before a game, in a thread of its own: started, left, and resumed.

Law: finished readings stay.  After a break in the middle of a placement, that placement is laid again.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.app.ports import Picture
from companion.certification.certificate import Certificate, Change
from companion.certification.comparison import PlacementResult
from companion.certification.conditions import Conditions
from companion.certification.placements import AskedPlacement
from companion.certification.progress import Phase, Progress
from companion.certification.table import TableUnderTest
from companion.model.failed_device import FailedDevice
from companion.model.position import Position
from companion.preparation.leavable import LeavableWork
from companion.preparation.table_test.run import TableTest
from companion.rules.rules import Rules
from companion.sensors.video.pictures import small_rgba

#: Makes and keeps the certificate of a finished test; takes the conditions of the start position.
Certify = Callable[[TableTest, Conditions | None], Certificate]
#: Checks by the start position on the board whether the table is still the one that was tested.
Check = Callable[[TableTest], Change]
#: Sets up a placement.
Arrange = Callable[[AskedPlacement], None]


class BackgroundTest:
    """One test, from its first placement to its certificate.  Every method may be called from any thread."""

    def __init__(
        self,
        test: TableTest,
        certify: Certify,
        arrange: Arrange | None = None,
        *,
        check: Check | None = None,
        folder: Path | None = None,
    ) -> None:
        """`arrange` sets up a placement, if the table can do so by itself; `folder` is for the kept placements.

        With `check` there is only the check before a game, of the placement on the board.
        """
        self._laid = threading.Event()
        self._work = LeavableWork("the test of the table", test.source, self._carry_on, self._fail)
        self._test = test
        self._certify = certify
        self._arrange = arrange
        self._check = check
        self._now: Conditions | None = None
        self._progress = Progress(folder=str(folder or ""))
        test.source, test.lay, test.second_look = self._work.source, self._lay, self._look_again

    @property
    def table(self) -> TableUnderTest:
        """The table; its direction of view is known once the board was found."""
        return self._test.table

    @property
    def rules(self) -> Rules:
        return self._test.rules

    @property
    def position(self) -> Position:
        """Any position of the game, for its seats."""
        return self._test.position

    @property
    def progress(self) -> Progress:
        return self._progress

    def picture(self) -> Picture | None:
        """The newest picture, RGBA, small; None before the first."""
        frame = self._work.source.newest
        return None if frame is None else small_rgba(frame.image)

    def start(self) -> None:
        """Opens the camera and begins, or resumes the test."""
        if self._work.is_idle:
            if self._progress.phase is Phase.DONE:
                return
            self._laid.clear()
            self._progress = replace(self._progress, phase=Phase.LAY, asked=None, doubted=None, fault=None)
        self._work.start()

    def stop(self) -> None:
        """Leaves the test and closes the camera; `start` resumes it."""
        self._work.stop()

    def laid(self) -> None:
        """Called when people have laid the placement, or have checked it again."""
        self._laid.set()

    def _carry_on(self) -> None:
        """Runs the rest of the test.  Raises LeftError, SourceError, SourceEnded, OSError."""
        test = self._test
        if self._check is not None:
            self._progress = replace(self._progress, change=self._check(test), phase=Phase.DONE)
            return
        if test.start is None:
            test.begin()
            self._now = test.conditions()
        test.run(self._report)
        certificate = self._certify(test, self._now)
        self._progress = replace(self._progress, phase=Phase.DONE, certificate=certificate)

    def _lay(self, asked: AskedPlacement, look: Callable[[], None]) -> None:
        number = len(self._test.results) + (self._test.start is not None)
        if self._arrange is not None:
            self._arrange(asked)
        now = replace(self._progress, phase=Phase.LAY, number=number, asked=asked)
        if self._check is None:
            self._wait(now, look)
        else:
            self._progress = replace(now, phase=Phase.READ)

    def _look_again(self, result: PlacementResult, look: Callable[[], None]) -> None:
        if self._check is None:
            self._wait(replace(self._progress, phase=Phase.LOOK_AGAIN, doubted=result), look)

    def _wait(self, now: Progress, look: Callable[[], None]) -> None:
        """Waits until people have finished their task; the reader follows their hands meanwhile."""
        self._laid.clear()
        self._progress = now
        while not self._laid.is_set():
            look()
            self._progress = replace(self._progress, hindrance=self._test.watch.hindrance)
        self._progress = replace(self._progress, phase=Phase.READ)

    def _report(self, _: PlacementResult) -> None:
        self._progress = replace(self._progress, results=tuple(self._test.results), doubted=None)

    def _fail(self, fault: FailedDevice) -> None:
        self._progress = replace(self._progress, fault=fault)
