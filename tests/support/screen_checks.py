"""Checks of the tablet's screens: nothing is cut, nothing overlaps, and each button fits a finger."""

import itertools
import time
from contextlib import suppress
from typing import Any

from gallery.scenes import scenes
from ui_driver import Driver

from ui.i18n.live import i18n
from ui.widgets.look import look

Rectangle = tuple[float, float, float, float]

SCENES = scenes()
LONGEST = "de"
TAPPABLE = (
    *("BigButton", "CardTile", "PickTile", "TableCard", "RowLane", "BackButton", "MovesButton", "WheelButton"),
    *(
        "GameButton",
        "PageButton",
        "StatusChip",
        "PanelButton",
        "PauseButton",
        "TightButton",
        "CertifyKey",
        "JumpButton",
        "PlayButton",
    ),
)


def show_scene(driver: Driver, name: str) -> None:
    """Shows it until nothing moves: texts find their size in several steps, more of them on a slow machine."""
    SCENES[name](driver.stepped, driver.launcher)
    before = None
    for _ in range(20):
        driver.stepped.settle()
        now = [(label.text, *label.pos, *label.size, label.font_size) for label in driver.labels()]
        if now == before:
            return
        before = now


def rectangle(widget: Any) -> Rectangle:
    """Returns left, bottom, right and top in pixels of the window."""
    x, y = widget.to_window(widget.x, widget.y)
    return x, y, x + widget.width, y + widget.height


def text_rectangle(label: Any) -> Rectangle:
    """Returns the rectangle of the letters, not of their room."""
    x, y = label.to_window(*label.center)
    width, height = label.texture_size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def overlap(first: Rectangle, second: Rectangle) -> bool:
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    return wide > 1 and high > 1


def unfit(label: Any, width: float, height: float) -> list[str]:
    """Returns the faults of a label, in words; empty if there are none."""
    left, bottom, right, top = rectangle(label)
    checks = {
        "is wider than its room": label.texture_size[0] > label.width + 1,
        "is higher than its room": label.texture_size[1] > label.height + 1,
        "has a broken word": label._widest_word() > label.width + 1,
        "is too small to read": label.font_size < 16 * label.k,
        "leaves the window": left < -1 or bottom < -1 or right > width + 1 or top > height + 1,
    }
    return [f"{label.text!r} {what}" for what, wrong in checks.items() if wrong]


def check_texts(driver: Driver, name: str) -> None:
    labels = driver.labels()
    assert labels, name
    assert [what for label in labels for what in unfit(label, *driver.stepped.window.size)] == [], name
    for first, second in itertools.combinations(labels, 2):
        assert not overlap(text_rectangle(first), text_rectangle(second)), (name, first.text, second.text)


def check_targets(driver: Driver, name: str) -> None:
    targets = [widget for widget in driver.visible() if type(widget).__name__ in TAPPABLE and not widget.disabled]
    for target in targets:
        assert min(target.size) >= 72 * look.scale - 1, (name, getattr(target, "text", ""), target.size)
    for first, second in itertools.combinations(targets, 2):
        assert not overlap(rectangle(first), rectangle(second)), name


def check_scenes(driver: Driver, language: str, names: list[str]) -> None:
    driver.use_language(language)
    for name in names:
        show_scene(driver, name)
        assert i18n.language == language, f"{name} changes the language"
        check_at_rest(driver, name)


def check_at_rest(driver: Driver, name: str) -> None:
    """A busy machine lays out later, so only what a further moment does not cure is a fault."""
    for _ in range(5):
        with suppress(AssertionError):
            check_texts(driver, name)
            check_targets(driver, name)
            return
        time.sleep(0.1)
        driver.stepped.settle()
    check_texts(driver, name)
    check_targets(driver, name)
