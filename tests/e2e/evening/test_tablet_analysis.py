"""The analysis on the tablet: begun by a tap, stopped by another, and each turning point leads to its board."""

from pathlib import Path

import pytest
from gallery.fakes import FakeAnalyst
from gallery.history_views import analysed_course, game_reviews
from playout_tables import kernel_for_tests
from ui_driver import Driver, open_driver

from companion.bootstrap.analyst import Analyst, can_be_analysed
from companion.catalogue.shipped import SHIPPED
from companion.history.course import GameCourse, course_of
from companion.store.event_log import EventLog
from ui.i18n import load_words


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def review(driver: Driver, coach: FakeAnalyst | None) -> None:
    driver.launcher.coach = coach
    driver.stepped.screens.get_screen("review").show_game(analysed_course(), "Black DOG")
    driver.enter("review")


def words(message: str) -> str:
    return load_words("en").text(message)


def test_analysis_starts_and_stops_by_tap_and_shows_when_it_is_complete(driver):
    coach = FakeAnalyst(done=5)
    review(driver, coach)
    driver.screen.analyse()
    driver.stepped.settle()
    assert coach.running
    driver.tap_text(words("coach.stop"))
    assert not coach.running
    driver.tap_text(words("coach.go_on"))
    assert coach.running
    coach.reviewed = coach.total
    driver.screen.refresh()
    driver.stepped.settle()
    assert words("coach.points") in driver.texts()
    assert "Anna & Carla" in driver.texts()


def test_a_turning_point_opens_its_board_with_the_better_play(driver):
    review(driver, FakeAnalyst())
    row = next(each.row for each in game_reviews() if each.better)
    driver.screen.analyse()
    driver.stepped.settle()
    driver.screen.look_at(row)
    driver.stepped.settle()
    assert driver.stepped.screens.current == "review"
    assert driver.screen.advice.startswith("Better (+14): ")


def test_without_a_kernel_and_while_a_game_is_on_there_is_nothing_to_tap(driver):
    review(driver, None)
    assert not driver.screen.can_analyse
    driver.screen.analyse()
    driver.stepped.settle()
    assert driver.stepped.screens.current == "review"
    assert driver.screen.advice == ""


def test_only_a_game_that_is_over_can_be_analysed() -> None:
    kernel_for_tests()
    course = analysed_course()
    assert can_be_analysed(course)
    assert not can_be_analysed(GameCourse(course.events[:-1], course.states[:-1]))
    assert not can_be_analysed(course_of(()))


@pytest.mark.long
def test_the_process_keeps_what_it_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_for_tests()
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    course = analysed_course()
    log = EventLog(SHIPPED, tmp_path / "record.sqlite")
    log.append(course.game, 1, course.events)
    analyst = Analyst(tmp_path, course, log.seal_of(course.game))
    log.close()
    assert analyst.done() == 0
    analyst.start()
    while analyst.done() < 2:
        assert analyst.running
    analyst.stop()
    assert not analyst.running
    kept = analyst.done()
    assert 2 <= kept < analyst.total
    found = analyst.found()
    assert found is not None
    assert len(found.reviews) == kept
