"""The test of a table in a thread of its own: its views on a front end, and that it can be left and continued."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from certified_tables import game
from drawn_cameras import drawn_camera
from rules_for_tests import rules_of

from companion.certification.certificate import Certificate, Change
from companion.certification.conditions import Conditions
from companion.certification.placements import Difficulty
from companion.certification.progress import Phase, Progress
from companion.model.failed_device import FailedDevice
from companion.preparation.table_test.background import BackgroundTest
from companion.preparation.table_test.kept import KeptPlacements
from companion.preparation.table_test.run import TableTest, checked
from companion.preparation.table_test.watch import TableWatch
from companion.sensors.plugged.camera import VirtualCameraSource
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.staged_table import StagedTable
from vision.frames import Frame
from vision.sources.protocol import SourceError

SIZE = (640, 480)
AT_MOST_S = 60


class Camera:
    """The simulated table's camera; counts how often it is open, and may be unplugged."""

    def __init__(self, source: VirtualCameraSource) -> None:
        self._source = source
        self.opened = 0
        self.unplugged = False

    def open(self) -> None:
        if self.unplugged:
            raise SourceError("the camera is gone")
        self.opened += 1

    def read(self) -> Frame | None:
        if self.unplugged:
            raise SourceError("the camera is gone")
        return self._source.read()

    def close(self) -> None:
        self.opened -= 1 if self.opened else 0


class AtTheTable:
    """A test of a small simulated table, and whoever sits at it."""

    def __init__(
        self,
        keep: Path | None = None,
        lays: Callable[[int], bool] = lambda _: True,
        check: Callable[[TableTest], Change] | None = None,
    ) -> None:
        table, position = game(0)
        rules = rules_of(position)
        eye = drawn_camera(table.profile, table.colours, 3, SIZE, seats=table.sectors)
        physical = PhysicalTable(table.profile, rules.variant, table.sectors, table.colours, 3)
        self.camera = Camera(VirtualCameraSource(StagedTable(eye, physical)))
        self.asked: list[Difficulty] = []
        self.certified: list[Conditions | None] = []
        watch = TableWatch(table, rules, position, rest_ms=250)
        test = TableTest(table, rules, position, source=self.camera, watch=watch, patience_ms=1500)
        if keep is not None:
            test.kept = KeptPlacements(keep, table)
            test.kept.begin(rules, position, table.profile.id, None)

        def arrange(asked: object) -> None:
            self.asked.append(asked.difficulty)
            if lays(len(self.asked)):
                physical.set_up(asked.placement, [fill.slots for fill in asked.kennels])

        def certify(done: TableTest, now: Conditions | None) -> Certificate:
            self.certified.append(now)
            return done.certificate(now, made="2026-03-01", camera="simulated")

        self.test = BackgroundTest(test, certify, arrange, check=check, folder=keep)

    def until(self, holds: Callable[[Progress], bool]) -> Progress:
        end_s = time.monotonic() + AT_MOST_S
        while not holds(self.test.progress):
            assert time.monotonic() < end_s, self.test.progress
            time.sleep(0.01)
        return self.test.progress

    def lay(self, number: int) -> Progress:
        """Lays placement `number` and waits for the next progress."""
        self.until(lambda now: now.number == number and now.phase is Phase.LAY and now.asked is not None)
        self.test.laid()
        return self.until(lambda now: now.phase in (Phase.DONE, Phase.LOOK_AGAIN) or now.number > number)


@pytest.fixture
def people() -> Iterator[AtTheTable]:
    made = AtTheTable()
    yield made
    made.test.stop()


def test_leaving_the_test_repeats_the_placement_and_keeps_the_results(people: AtTheTable) -> None:
    people.test.start()
    people.lay(0)
    people.lay(1)
    people.until(lambda now: now.number == 2)
    people.test.stop()
    assert people.camera.opened == 0
    read = people.test.progress.results
    assert [result.difficulty for result in read] == people.asked[1:2]
    people.test.laid()
    people.test.start()
    again = people.until(lambda now: len(people.asked) > 3)
    assert (again.number, again.results, again.phase) == (2, read, Phase.LAY)
    assert people.asked[2] == people.asked[3]
    assert people.lay(2).number == 3
    assert people.test.picture().shape == (480, 640, 4)


def test_the_test_names_an_unplugged_camera_and_goes_on_once_it_returns(people: AtTheTable) -> None:
    people.test.start()
    people.lay(0)
    people.camera.unplugged = True
    assert people.until(lambda now: now.fault is not None).fault is FailedDevice.CAMERA
    people.test.start()
    people.until(lambda now: now.fault is not None)
    people.camera.unplugged = False
    people.test.start()
    assert people.until(lambda now: now.phase is Phase.LAY and len(people.asked) > 2).fault is None
    assert people.lay(1).number == 2


def test_a_placement_misread_is_shown_once_more(tmp_path: Path) -> None:
    """Nobody lays the second placement: the start position still stands there."""
    people = AtTheTable(lays=lambda turn: turn != 2)
    people.test.start()
    people.lay(0)
    shown = people.lay(1)
    assert shown.phase is Phase.LOOK_AGAIN
    assert shown.doubted is not None
    assert len(shown.doubted.doubted) > 5
    people.test.laid()
    after = people.until(lambda now: now.number == 2)
    assert after.results[0].wrong == shown.doubted.wrong
    assert after.doubted is None
    people.test.stop()


def test_the_check_before_a_game_asks_nobody_for_anything() -> None:
    people = AtTheTable(check=lambda test: checked(test, None, "simulated"))
    people.test.start()
    assert people.until(lambda now: now.phase is Phase.DONE).change is Change.NEVER
    assert people.asked == [Difficulty.START]
    people.test.stop()


@pytest.mark.long
def test_a_whole_test_ends_with_a_certificate_and_keeps_the_confirmations(tmp_path: Path) -> None:
    people = AtTheTable(keep=tmp_path / "kept")
    people.test.start()
    for number in range(13):
        if people.lay(number).phase is Phase.LOOK_AGAIN:
            people.test.laid()
    found = people.until(lambda now: now.phase is Phase.DONE)
    assert found.certificate is not None
    assert found.certificate.conditions == people.certified[0]
    assert len(found.results) == 12
    assert found.folder == str(tmp_path / "kept")
    assert (tmp_path / "kept" / "frames_truth.jsonl").exists()
    assert people.camera.opened == 0
    people.test.start()
    assert people.test.progress == found
