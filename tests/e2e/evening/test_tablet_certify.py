"""The test of a table on the real tablet: begun from the camera's screen, left, taken up again, kept where ticked."""

import msgspec
import pytest
from gallery.certify_scenes import graded, placed
from ui_driver import Driver, open_driver, words

from companion.certification.certificate import Change
from companion.certification.progress import Phase, Progress


@pytest.fixture
def driver() -> Driver:
    driver = open_driver()
    driver.stepped.screens.get_screen("certify").forget()
    driver.stepped.screens.get_screen("camera").back = "setup"
    driver.model.open(driver.model.settings)
    driver.launcher.table.photo = driver.launcher.table.picture()
    driver.enter("camera")
    return driver


def to_the_test(driver: Driver) -> None:
    driver.enter("camera")
    driver.tap_text(words("certify.open"))


def test_the_camera_belongs_to_the_test_while_it_is_shown(driver: Driver) -> None:
    to_the_test(driver)
    assert not driver.model.is_open
    driver.tap_text(words("certify.begin"))
    assert driver.launcher.test.running
    driver.tap_text(words("nav.back"))
    assert not driver.launcher.test.running
    assert (driver.model.is_open, driver.screen.name) == (True, "camera")


def test_a_test_that_was_left_goes_on_and_one_of_another_table_does_not(driver: Driver) -> None:
    to_the_test(driver)
    driver.tap_text(words("certify.begin"))
    test = driver.launcher.test
    test.progress = placed(test.table, 4)
    driver.tap_text(words("nav.back"))
    to_the_test(driver)
    assert test.running
    assert words("certify.number", number=4, count=12) in driver.texts()
    driver.tap_text(words("certify.laid"))
    assert test.laid_count == 1
    driver.tap_text(words("nav.back"))
    driver.model.settings = msgspec.structs.replace(driver.model.settings, camera="/dev/video7")
    to_the_test(driver)
    assert words("certify.begin") in driver.button_texts()
    assert not test.running


@pytest.mark.parametrize("ticked", [False, True])
def test_pictures_are_kept_only_where_that_is_ticked(driver: Driver, ticked: bool) -> None:
    to_the_test(driver)
    if ticked:
        driver.tap_text(words("certify.keep"))
    driver.tap_text(words("certify.begin"))
    assert driver.launcher.keeps is ticked


def test_after_the_result_a_table_can_be_tested_anew(driver: Driver) -> None:
    to_the_test(driver)
    driver.tap_text(words("certify.begin"))
    first = driver.launcher.test
    first.progress = graded(first.table)
    driver.screen.look()
    driver.stepped.settle()
    assert words("certify.result") in driver.texts()
    driver.tap_text(words("certify.again"))
    assert words("certify.begin") in driver.button_texts()


def test_a_table_that_cannot_be_tested_says_why(driver: Driver) -> None:
    to_the_test(driver)
    driver.model.settings = msgspec.structs.replace(driver.model.settings, board="nowhere")
    driver.tap_text(words("certify.begin"))
    assert any("nowhere" in text for text in driver.texts())


def test_the_check_before_a_game_is_offered_once_a_table_was_tested(driver: Driver) -> None:
    to_the_test(driver)
    assert words("certify.check") not in driver.button_texts()
    driver.tap_text(words("nav.back"))
    driver.launcher.known = graded(driver.launcher.table_test(driver.model.settings).table).certificate
    to_the_test(driver)
    driver.tap_text(words("certify.check"))
    test = driver.launcher.test
    assert driver.launcher.checks
    test.progress = Progress(phase=Phase.DONE, change=Change.DARKER)
    driver.screen.look()
    driver.stepped.settle()
    assert "Changed" in driver.texts()
    driver.tap_text(words("certify.on"))
    assert words("certify.begin") in driver.button_texts()
