"""The test of a table on the tablet: its view at every phase, in every language."""

from dataclasses import replace

import pytest
from gallery.certify_scenes import careless, doubted, graded, placed
from gallery.fakes import FakeLauncher, FakeTableTest

from companion.certification.certificate import Certificate, Change
from companion.certification.grade import Cause, Grade
from companion.certification.progress import Phase, Progress
from companion.model.failed_device import FailedDevice
from companion.model.places import KENNEL
from companion.texts import LANGUAGES, shipped_wording
from ui.i18n import load_words
from ui.presenters.certify import CertifyFace, certify_face
from ui.presenters.spots import Spot

WORDING = shipped_wording()


@pytest.fixture
def begun() -> FakeTableTest:
    launcher = FakeLauncher()
    return launcher.table_test(launcher.settings(), keep=False)


def face(begun: FakeTableTest, progress: Progress, language: str = "en") -> CertifyFace:
    begun.progress = progress
    return certify_face(begun, load_words(language), WORDING)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(13))
def test_every_placement_is_drawn_and_described(begun: FakeTableTest, number: int, language: str) -> None:
    progress = placed(begun.table, number)
    shown = face(begun, progress, language)
    assert shown.asked == progress.asked
    assert shown.page == "lay"
    assert str(number) in shown.number
    assert shown.heading
    assert shown.button == load_words(language).text("certify.laid")
    assert all(line and "{" not in line for line in shown.details)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cause", [Cause.DARK, Cause.COLOURLESS, Cause.BLURRED, Cause.FLICKER, Cause.HIDDEN])
def test_while_the_camera_reads_only_obstacles_are_shown(begun: FakeTableTest, cause: Cause, language: str) -> None:
    reading = replace(placed(begun.table, 2), phase=Phase.READ)
    free, hindered = (face(begun, replace(reading, hindrance=each), language) for each in (None, cause))
    assert free.button == hindered.button == ""
    assert free.banner.sentence != hindered.banner.sentence
    assert not hindered.banner.sentence.startswith("certify.")


def test_what_was_read_otherwise_is_ringed_and_named(begun: FakeTableTest) -> None:
    progress = doubted(begun.table)
    shown = face(begun, progress)
    assert progress.doubted is not None
    assert len(shown.picks) == len(progress.doubted.doubted) == 2
    assert shown.picks[0] == Spot(None, progress.doubted.doubted[0].place)
    assert shown.banner.icon == "eye"
    assert "{" not in shown.banner.sentence


def test_the_ring_marks_the_exact_place_of_a_kennel(begun: FakeTableTest) -> None:
    progress = placed(begun.table, 1)
    found = [
        replace(spot, read=(spot.true + 1) % 3, certainty=1.0) if spot.place == KENNEL else spot
        for spot in graded(begun.table).results[1].spots
    ]
    read = replace(graded(begun.table).results[1], spots=tuple(found))
    picks = face(begun, replace(progress, phase=Phase.LOOK_AGAIN, doubted=read)).picks
    kennels = [len(begun.table.profile.kennel[sector]) for sector in begun.table.sectors]
    assert set(picks) == {Spot(seat, KENNEL, slot) for seat, count in enumerate(kennels) for slot in range(count)}


@pytest.mark.parametrize("share", [0.0, 0.004, 0.02, 0.4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_shows_grade_shares_cures_and_all_placements(
    begun: FakeTableTest, share: float, language: str
) -> None:
    progress = graded(begun.table, careless(share))
    found: Certificate = progress.certificate
    shown = face(begun, progress, language)
    assert shown.page == "result"
    assert len(shown.lines) == 12
    assert len(shown.details) == 2
    assert bool(shown.cures) == (found.grade is not Grade.GOLD)
    assert {line.icon for line in shown.lines} <= {"check", "warning", "question", "cross"}
    assert not any("certify." in text for text in (shown.button, shown.heading, *shown.details, *shown.cures))


def test_grades_differ_by_icon_and_colour_and_word(begun: FakeTableTest) -> None:
    banners = [face(begun, graded(begun.table, careless(share))).banner for share in (0.0, 0.4)]
    assert banners[0].tone == "legal"
    assert banners[1].tone == "illegal"
    assert banners[0].icon != banners[1].icon
    assert banners[0].word != banners[1].word


def test_a_fault_can_be_retried_and_names_the_folder_of_its_pictures(begun: FakeTableTest) -> None:
    stopped = face(begun, replace(placed(begun.table, 3), fault=FailedDevice.CAMERA))
    assert stopped.banner.sentence.endswith(" (PT-CAM-21)")
    assert stopped.button == load_words("en").text("certify.retry")
    full = face(begun, replace(placed(begun.table, 3), fault=FailedDevice.DISK))
    assert full.banner.sentence.endswith(" (PT-DSK-07)")
    kept = face(begun, replace(graded(begun.table), folder="/somewhere/recordings"))
    assert "/somewhere/recordings" in kept.details[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("change", Change)
def test_the_check_before_a_game_says_one_word_and_why(begun: FakeTableTest, change: Change, language: str) -> None:
    shown = face(begun, Progress(phase=Phase.DONE, change=change), language)
    assert shown.page == "result"
    assert len(shown.banner.word.split()) <= 2
    assert shown.banner.sentence[0].isupper()
    assert (shown.banner.tone == "legal") == (change is Change.NONE)
