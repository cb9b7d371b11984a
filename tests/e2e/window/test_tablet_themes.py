"""Dark and light: one tap changes the colours of everything that is in view, and the choice is kept."""

from collections.abc import Iterator
from typing import Any

import pytest
from gallery.scenes import scenes
from ui_driver import Driver, open_driver, words

from ui.theme import THEMES, rgba
from ui.widgets.look import look

SCENES = scenes()


@pytest.fixture
def driver() -> Iterator[Driver]:
    yield open_driver()
    look.use("dark", 100)


def colours(driver: Driver) -> list[tuple[str, str, tuple[float, ...]]]:
    """Every text, icon and button in view with its colour."""
    found = []
    for widget in driver.visible():
        for name in ("color", "tint", "foreground_color"):
            if hasattr(widget, name):
                what = getattr(widget, "text", "") or getattr(widget, "name", "") or type(widget).__name__
                found.append((what, name, tuple(round(part, 4) for part in getattr(widget, name))))
    return found


def named(colour: tuple[float, ...], theme: str) -> set[str]:
    """The names that a colour has in a theme."""
    return {name for name in THEMES[theme] if tuple(round(part, 4) for part in rgba(name, 1, THEMES[theme])) == colour}


def use(driver: Driver, theme: str) -> list[tuple[str, str, tuple[float, ...]]]:
    look.use(theme, 100)
    driver.stepped.settle()
    return colours(driver)


def show(driver: Driver, scene: str) -> Any:
    SCENES[scene](driver.stepped, driver.launcher)
    driver.stepped.settle()


@pytest.mark.parametrize("every", [40, pytest.param(12, marks=pytest.mark.long)])
def test_changing_the_theme_replaces_every_colour_by_its_namesake(driver, every):
    for scene in list(SCENES)[::every]:
        show(driver, scene)
        dark, light, again = (use(driver, theme) for theme in ("dark", "light", "dark"))
        assert again == dark, scene
        for (what, part, before), (_, _, after) in zip(dark, light, strict=True):
            wanted = {tuple(round(x, 4) for x in rgba(name, 1, THEMES["light"])) for name in named(before, "dark")}
            assert after in wanted or (not wanted and after == before), (scene, what, part, named(after, "light"))


def test_a_tap_on_the_first_screen_changes_the_theme_and_it_is_kept(driver):
    driver.tap_text(words("home.theme_dark"))
    assert driver.launcher.settings().theme == "light"
    assert look.rgba("ground") == rgba("ground", 1, THEMES["light"])
    lightest = driver.screenshot()[700:, 5].mean()
    assert lightest > 200
    driver.tap_text(words("home.theme_light"))
    assert driver.launcher.settings().theme == "dark"
    assert driver.screenshot()[700:, 5].mean() < 60
