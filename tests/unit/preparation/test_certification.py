"""The test of a simulated table from beginning to end: each placement is read, kept with its truth, and certified."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from certified_tables import game
from drawn_cameras import drawn_camera
from rules_for_tests import rules_of

from companion.certification.certificate import Certificate, Change
from companion.certification.comparison import PlacementResult
from companion.certification.conditions import Conditions
from companion.certification.grade import Cause, Grade
from companion.certification.placements import TWELVE, AskedPlacement, hard_placements
from companion.lab.readings import measure_recordings
from companion.lab.truth import load_truth
from companion.model.places import Place
from companion.preparation.table_test import files
from companion.preparation.table_test.files import CertificateError, keep_certificate, load_certificate
from companion.preparation.table_test.kept import KeptPlacements
from companion.preparation.table_test.run import TableTest, checked
from companion.preparation.table_test.watch import TableWatch
from companion.sensors.plugged.camera import VirtualCameraSource
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.staged_table import StagedTable
from vision.frames import Frame, Image

SIZE = (640, 480)
NUMBER = 0


@dataclass
class Spoilt:
    """A camera with a filter before it."""

    source: VirtualCameraSource
    light: float = 1.0

    def open(self) -> None:
        self.source.open()

    def read(self) -> Frame | None:
        frame = self.source.read()
        return frame and Frame(_dimmed(frame.image, self.light), frame.t_ms)

    def close(self) -> None:
        self.source.close()


def _dimmed(image: Image, light: float) -> Image:
    return (image * light).astype(np.uint8)


def table_test(number: int = NUMBER, *, light: float = 1.0, keep: Path | None = None) -> TableTest:
    table, position = game(number)
    camera = drawn_camera(table.profile, table.colours, 3, SIZE, seats=table.sectors)
    physical = PhysicalTable(table.profile, rules_of(position).variant, table.sectors, table.colours, 3)
    staged = StagedTable(camera, physical)

    def lay(asked: AskedPlacement, _: object) -> None:
        physical.set_up(asked.placement, [fill.slots for fill in asked.kennels])

    watch = TableWatch(table, rules_of(position), position, rest_ms=250)
    source = Spoilt(VirtualCameraSource(staged), light)
    test = TableTest(table, rules_of(position), position, source=source, watch=watch, lay=lay, patience_ms=1500)
    if keep is not None:
        test.kept = KeptPlacements(keep, table)
        test.kept.begin(rules_of(position), position, table.profile.id, None)
    return test


@dataclass(frozen=True)
class Done:
    certificate: Certificate
    conditions: Conditions
    folder: Path


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    folder = tmp_path_factory.mktemp("kept")
    test = table_test(keep=folder)
    test.begin()
    now = test.conditions()
    assert now is not None
    said: list[str] = []
    test.run(lambda result: said.append(result.difficulty))
    assert said == list(TWELVE)
    return Done(test.certificate(now, made="2026-03-01", camera="simulated"), now, folder)


@pytest.mark.long
def test_a_simulated_table_is_read_well(done: Done) -> None:
    assert done.certificate.wrong.share < 0.002
    assert done.certificate.grade in (Grade.GOLD, Grade.SILVER)
    assert [line.difficulty for line in done.certificate.placements] == list(TWELVE)


def test_the_conditions_are_those_of_the_simulated_camera(done: Done) -> None:
    now = done.conditions
    assert now.picture == SIZE
    assert (now.found_by, now.markers, now.disc_seen) == ("markers", 4, True)
    assert 50 < now.height_deg < 70
    assert now.pawn_px == pytest.approx(SIZE[0] / 1280 * 18, rel=0.4)
    assert now.colour_distance is not None
    assert now.colour_distance > 16


@pytest.mark.long
def test_kept_placements_are_a_recording_that_is_measured(done: Done) -> None:
    recording = load_truth(done.folder)
    states = {scene.labels for scene in recording.scenes}
    assert len(states) == 1 + len(TWELVE)
    assert all(scene.still for scene in recording.scenes)
    measured = measure_recordings([done.folder], None, lambda _: None)
    assert f"| {done.folder.name} | {1 + len(TWELVE)} | 0 |" in measured.tables


def test_the_truth_is_the_requested_placement(done: Done) -> None:
    """Each figure stands within a hand's slip of where the profile has its place; nobody else is there."""
    table, _ = game(NUMBER)
    lines = [json.loads(row) for row in (done.folder / "frames_truth.jsonl").read_text().splitlines()]
    pawns = len(table.sectors) * table.pawns
    counts = [len(line["pieces"]) for line in lines]
    assert counts[0] == pawns
    assert set(counts) == {pawns, 0, pawns + 1}


def test_the_check_before_a_game_knows_the_table_and_a_darker_one(done: Done) -> None:
    assert checked(table_test(), done.certificate, "simulated") is Change.NONE
    assert checked(table_test(light=0.5), done.certificate, "simulated") is Change.DARKER
    assert checked(table_test(light=0.05), done.certificate, "simulated") is Change.UNREAD


def test_a_table_in_the_dark_says_that_it_is_dark() -> None:
    test = table_test(light=0.05)
    assert not test.begin().was_read
    assert test.watch.hindrance is Cause.DARK


def test_a_certificate_lies_beside_the_profile_and_is_read_strictly(
    done: Done, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "print_owner", lambda board: tmp_path / "boards" / f"{board}.toml")
    assert load_certificate("mine") is None
    assert load_certificate("") is None
    path = keep_certificate("mine", done.certificate)
    assert path == tmp_path / "boards" / "mine.certificate.json"
    assert load_certificate("mine") == done.certificate
    good = path.read_text()
    for broken in (good[:-20], good.replace('"gold"', '"platinum"'), good.replace('"format": 1', '"format": 9'), "[]"):
        if broken == good:
            continue
        path.write_text(broken)
        with pytest.raises(CertificateError, match="certify the table again") as caught:
            load_certificate("mine")
        assert "\n" not in str(caught.value)


def test_placements_are_never_written_over_a_recording(done: Done) -> None:
    table, position = game(NUMBER)
    with pytest.raises(OSError, match="already"):
        KeptPlacements(done.folder, table).begin(rules_of(position), position, table.profile.id, None)


def test_a_pawn_laid_one_field_off_is_two_spots_wrong() -> None:
    """The comparison is with the requested placement, never with the truth."""
    test = table_test()
    test.begin()
    asked = hard_placements(test.table)[1]
    lay = test.lay

    def slipped(placement: AskedPlacement, look: Callable[[], None]) -> None:
        rows = placement.placement.pawns
        seat, field = next((seat, place) for seat, row in enumerate(rows) for place in row if place >= 0)
        taken = {place for row in rows for place in row} | {placement.placement.extra("dog")}
        free = next(Place(other) for other in range(len(test.table.profile.track)) if other not in taken)
        moved = tuple(free if place == field else place for place in rows[seat])
        pawns = (*rows[:seat], moved, *rows[seat + 1 :])
        lay(replace(placement, placement=placement.placement.with_pawns(pawns)), look)

    test.lay = slipped
    assert test.read(asked).wrong == 2

    results: list[PlacementResult] = []

    def mended(result: PlacementResult, look: Callable[[], None]) -> None:
        results.append(result)
        lay(asked, look)

    test.second_look = mended
    assert test.read(asked).wrong == 0
    assert [result.wrong for result in results] == [2]
