"""The guided start by touch: gone through, left, taken up again, and gone without what is not there."""

import pytest
from ui_driver import Driver, open_driver, words

from companion.settings.schema import NONE
from ui.presenters.guide import GuideStep

pytestmark = pytest.mark.long


@pytest.fixture
def driver() -> Driver:
    driver = open_driver()
    driver.tap_text(words("home.start"))
    driver.tap_text(words("start.camera"))
    return driver


def go_on(driver: Driver) -> None:
    driver.tap_text(words("guide.go_on"))


def test_from_the_first_step_to_the_set_up_of_the_game(driver: Driver) -> None:
    driver.tap_text("DOG Royal")
    go_on(driver)
    driver.tap_text("HD Pro Webcam C920")
    for _ in range(3):
        go_on(driver)
    driver.tap_text(words("guide.later"))
    driver.tap_text(words("guide.play.go"))
    settings = driver.launcher.settings()
    assert driver.stepped.screens.current == "setup"
    assert (settings.variant, settings.camera) == ("dog_royal", "/dev/v4l/by-id/usb-046d_C920-video-index0")
    assert settings.guide["test"] == "skipped"


def test_a_left_guide_continues_at_its_step_from_home(driver: Driver) -> None:
    go_on(driver)
    driver.tap_text("Camera 0")
    go_on(driver)
    driver.tap_text(words("nav.back"))
    driver.tap_text(words("home.guide"))
    assert driver.screen.step is GuideStep.MARKERS


def test_nothing_found_and_still_a_first_game(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver.launcher, "cameras", dict)
    monkeypatch.setattr(driver.launcher, "ports", dict)
    go_on(driver)
    driver.tap_text(words("guide.again"))
    assert words("guide.camera.still_none") in driver.texts()
    assert driver.button(words("guide.go_on")).disabled
    driver.tap_text(words("guide.camera.skip"))
    assert words("guide.wheel.none") in driver.texts()
    driver.tap_text(words("guide.wheel.skip"))
    driver.tap_text(words("guide.play.go"))
    assert driver.stepped.screens.current == "setup"
    assert driver.launcher.settings().camera == NONE


def test_the_markers_are_written_or_it_says_why_not(driver: Driver) -> None:
    driver.screen.step = GuideStep.MARKERS
    driver.stepped.settle()
    driver.tap_text(words("guide.print"))
    assert any("markers-black_dog.pdf" in text for text in driver.texts())
    driver.launcher.refuses = True
    driver.tap_text(words("guide.print"))
    assert words("guide.not_printed") in driver.texts()


@pytest.mark.parametrize(
    ("step", "button", "screen"),
    [("markers", "corners", "camera"), ("picture", "look", "camera"), ("test", "test", "certify")],
)
def test_each_screen_leads_back_to_the_guide(driver: Driver, step: str, button: str, screen: str) -> None:
    driver.model.change(camera="0")
    driver.screen.step = GuideStep(step)
    driver.stepped.settle()
    (face,) = [each for each in driver.screen.face.actions if each.name == button]
    driver.screen.act(face.name)
    driver.stepped.settle()
    assert driver.stepped.screens.current == screen
    driver.screen.leave()
    driver.stepped.settle()
    assert driver.stepped.screens.current == "guide"
    assert not driver.model.is_open


def test_the_test_of_the_camera_leads_back_to_where_it_was_opened(driver: Driver) -> None:
    driver.screen.act("test")
    driver.screen.leave()
    driver.screen.act("look")
    driver.screen.test_table()
    assert driver.stepped.screens.current == "certify"
    driver.screen.leave()
    assert driver.stepped.screens.current == "camera"


def test_looking_again_says_that_there_is_still_nothing(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver.launcher, "cameras", dict)
    monkeypatch.setattr(driver.launcher, "ports", dict)
    for step in (GuideStep.CAMERA, GuideStep.WHEEL):
        driver.screen.step = step
        driver.screen.said = ""
        driver.screen.look_again()
        driver.stepped.settle()
        before = driver.texts()
        driver.tap_text(words("guide.again"))
        assert driver.texts() != before


def test_the_chosen_game_is_not_in_question_again(driver: Driver) -> None:
    driver.tap_text("DOG Royal")
    driver.screen.step = GuideStep.PLAY
    driver.stepped.settle()
    driver.tap_text(words("guide.play.go"))
    assert driver.screen.page == "players"
