"""The game maker, by touch: a switch changes what a card can do, the game is tried, saved, and set up."""

from pathlib import Path

import pytest
from ui_driver import Driver, open_driver, words

from companion.catalogue.house_variants import read_catalogue
from ui.presenters.setup import SetupForm


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    made = open_driver()

    def read_again() -> None:
        made.launcher.catalogue = read_catalogue(tmp_path)

    monkeypatch.setattr(made.launcher, "read_folder", read_again)
    made.enter("setup")
    made.screen.form = SetupForm(made.model.catalogue, made.model.settings).with_variant("dog")
    made.screen.page = "rules"
    made.stepped.settle()
    made.tap_text(words("own_game.open"))
    return made


def leaf_with(driver: Driver, title: str) -> None:
    for _ in range(9):
        if title in driver.texts():
            return
        driver.screen.page.turn(1)
        driver.stepped.settle()
    raise AssertionError(title)


def test_a_switch_changes_at_once_what_the_card_can_do(driver: Driver) -> None:
    driver.tap(driver.card("5"))
    before = driver.screen.line
    assert words("own_game.ways", count=3) in before
    arrows = set(driver.screen.ids.example.arrows)
    leaf_with(driver, words("option.core.home_optional"))
    rows = [row for row in driver.screen.page.ids.rules.children if getattr(row, "rule", None)]
    row = next(row for row in rows if row.rule.name == "core.home_optional")
    driver.tap(row.ids.positions.children[0])
    assert driver.screen.form.settings.options == {"core.home_optional": False}
    assert driver.screen.line != before
    assert set(driver.screen.ids.example.arrows) < arrows


def test_a_saved_game_is_set_up_and_its_file_is_sound(driver: Driver, tmp_path: Path) -> None:
    driver.screen.choose_rule("dog.seven_revisit", False)
    driver.screen.ids.name_line.text = "Omas Hündchen"
    driver.tap_text(words("own_game.save"))
    assert driver.stepped.screens.current == "setup"
    assert driver.model.settings.variant == "omas_hundchen"
    assert driver.model.settings.options == {}
    made = read_catalogue(tmp_path).variant("omas_hundchen")
    assert made.options["dog.seven_revisit"].default is False
    assert "omas_hundchen" in driver.texts()


@pytest.mark.parametrize(("title", "message"), [("", "name"), ("123", "name"), ("DOG", "taken")])
def test_a_name_that_will_not_do_is_refused_in_words(driver: Driver, title: str, message: str) -> None:
    driver.screen.ids.name_line.text = title
    driver.tap_text(words("own_game.save"))
    assert words(f"own_game.{message}", name="dog") in driver.texts()
    assert driver.stepped.screens.current == "own_game"


def test_the_rules_are_tried_against_the_computer(driver: Driver) -> None:
    driver.screen.choose_rule("core.home_optional", False)
    driver.tap_text(words("own_game.try"))
    assert driver.launcher.opened.demo
    assert driver.launcher.opened.options == {"core.home_optional": False}
    assert driver.stepped.screens.current == "play"
