"""One finger is one tap, by however many devices a panel reports it and however it bounces; two honest taps are two.

The window is Kivy's own, offscreen.  Its mouse is the way of a finger; a second reader stands for those that Kivy would
open beside it, and reports the same finger.
"""

import re
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from gallery.card_views import card_view
from gallery.views import declared_view, sample_view
from kivy.base import EventLoop
from kivy.config import Config
from kivy.input import MotionEventFactory
from kivy.input.motionevent import MotionEvent
from kivy.input.postproc import kivy_postproc_modules
from kivy.input.provider import MotionEventProvider
from kivy.uix.behaviors import ButtonBehavior
from ui_driver import Driver, open_driver, words

import ui
from companion.session import commands as cmd
from companion.session.state import Phase
from ui.widgets import taps

#: Views that together have every button by which a game is led.
VIEWS = {
    "turn": sample_view,
    "declared": lambda: declared_view("8"),
    "paused": lambda: sample_view(paused=True),
    "cards": lambda: card_view(4, 6),
}


class Reader(MotionEventProvider):
    """Another program's device file, read beside the mouse."""

    def __init__(self) -> None:
        super().__init__("panel", "")
        self.queue: deque[tuple[str, Any]] = deque()

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def update(self, dispatch_fn: Any) -> None:
        while self.queue:
            dispatch_fn(*self.queue.popleft())


class PanelTouch(MotionEvent):
    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class Panel:
    """A finger on the glass: `down` and `up` as the mouse reports them, and, if `twice`, as the reader does."""

    def __init__(self, driver: Driver, reader: Reader) -> None:
        self._driver = driver
        self._reader = reader
        self._window = driver.stepped.window
        self._number = 0

    def tap(self, widget: Any, *, twice: bool, first: str = "mouse") -> None:
        """`first` reports the finger a frame before the other one."""
        place = widget.to_window(*widget.center)
        touch = self._touch(place) if twice else None
        for kind in ("begin", "end"):
            for device in ("mouse", "panel") if first == "mouse" else ("panel", "mouse"):
                if device == "mouse":
                    self._mouse("on_mouse_down" if kind == "begin" else "on_mouse_up", place)
                elif touch:
                    self._reader.queue.append((kind, touch))
                self._driver.stepped.settle()

    def bounce(self, widget: Any) -> None:
        """Lifted and put down again within milliseconds, as worn glass reports it."""
        place = widget.to_window(*widget.center)
        for name in ("on_mouse_down", "on_mouse_up") * 3:
            self._mouse(name, place)
        self._driver.stepped.settle()

    def _touch(self, place: tuple[float, float]) -> PanelTouch:
        self._number += 1
        parts = (place[0] / self._window.width, place[1] / self._window.height)
        return PanelTouch("panel", self._number, parts, is_touch=True, type_id="touch")

    def _mouse(self, name: str, place: tuple[float, float]) -> None:
        self._window.dispatch(name, place[0], self._window.height - place[1], "left", [])


@pytest.fixture
def panel() -> Iterator[Panel]:
    driver = open_driver()
    reader = Reader()
    opened = [*chosen_readers(), reader]
    for each in opened:
        EventLoop.add_input_provider(each)
        each.start()
    # Kivy's main loop adds its own module behind ours
    double_taps = kivy_postproc_modules["doubletap"]
    double_taps.touches.clear()
    EventLoop.add_postproc_module(double_taps)
    yield Panel(driver, reader)
    EventLoop.remove_postproc_module(double_taps)
    for each in opened:
        each.stop()
        EventLoop.remove_input_provider(each)


def chosen_readers() -> list[Any]:
    """Returns the input readers that Kivy opens by its settings when its main loop begins; a stepped app opens none."""
    named = [(name, *value.partition(",")[::2]) for name, value in Config.items("input")]
    return [MotionEventFactory.get(kind)(name, options) for name, kind, options in named]


def show(name: str) -> Driver:
    """The screen of a game with this view, where nobody has tapped before."""
    time.sleep(taps.BOUNCE_S)
    kivy_postproc_modules["doubletap"].touches.clear()
    driver = open_driver()
    driver.model.open(driver.model.settings)
    driver.launcher.table.show(VIEWS[name]())
    driver.enter("card_table" if name == "cards" else "play")
    return driver


def buttons(driver: Driver) -> list[Any]:
    found = [each for each in driver.visible() if isinstance(each, ButtonBehavior) and not each.disabled]
    return sorted(found, key=lambda each: each.to_window(*each.pos))


def test_kivy_reads_the_mouse_and_nothing_beside_it():
    open_driver()
    assert dict(Config.items("input")) == {"mouse": "mouse,disable_multitouch"}
    assert [type(each).__name__ for each in chosen_readers()] == ["MouseMotionEventProvider"]
    # SDL's own, which Kivy gives nothing to read on a desktop
    assert [type(each).__name__ for each in EventLoop.input_providers] == ["SDL2MotionEventProvider"]


@pytest.mark.thinned(2)
@pytest.mark.parametrize("view", VIEWS)
def test_no_button_posts_twice_for_a_finger_that_two_devices_report(panel, view):
    kinds = set()
    for number in range(len(buttons(show(view)))):
        driver = show(view)
        found = buttons(driver)
        if number < len(found):
            panel.tap(found[number], first=("mouse", "panel")[number % 2], twice=True)
            assert len(driver.posted) == len({type(each) for each in driver.posted})
            kinds |= {type(each) for each in driver.posted}
    assert kinds


@pytest.mark.parametrize("view", ["turn", "cards"])
def test_undo_and_pause_post_once_for_a_bounce_and_twice_for_two_taps(panel, view):
    for message, wanted in (("play.undo", cmd.Undo), ("play.pause", cmd.Pause)):
        driver = show(view)
        panel.bounce(driver.button(words(message)))
        assert [type(each) for each in driver.posted] == [wanted]
        driver = show(view)
        for _ in range(2):
            time.sleep(taps.BOUNCE_S)
            panel.tap(driver.button(words(message)), twice=False)
        assert [type(each) for each in driver.posted] == [wanted] * 2


def test_two_fingers_on_two_places_at_one_moment_are_two_taps(panel):
    driver = show("turn")
    far = next(
        (one, other)
        for one, other in combinations(buttons(driver), 2)
        if one.to_window(*one.center)[0] + 200 < other.to_window(*other.center)[0]
    )
    released = []
    for each in far:
        each.bind(on_release=released.append)
    place, touch = far[0].to_window(*far[0].center), panel._touch(far[1].to_window(*far[1].center))
    panel._mouse("on_mouse_down", place)
    panel._reader.queue.append(("begin", touch))
    driver.stepped.settle()
    panel._mouse("on_mouse_up", place)
    panel._reader.queue.append(("end", touch))
    driver.stepped.settle()
    assert set(released) == set(far)


def test_the_wheel_of_a_mouse_turns_as_fast_as_it_is_turned(panel):
    driver = show("turn")
    counted = []
    driver.stepped.window.bind(on_touch_down=lambda _, touch: counted.append(touch.button))
    for _ in range(4):
        for name in ("on_mouse_down", "on_mouse_up"):
            driver.stepped.window.dispatch(name, 5, 5, "scrolldown", [])
    driver.stepped.settle()
    assert counted == ["scrolldown"] * 4


#: Classes that require a second tap before an action that cannot be undone.
ASKING = {"GameTile", "HomeScreen", "BackupTile", "OwnBoardScreen", "PlayerSheet", "ResultScreen"}


def test_whatever_asks_once_more_does_so_by_the_one_owner_of_second_taps():
    sources = "\n".join(path.read_text("utf-8") for path in Path(ui.__file__).parent.rglob("*.py"))
    assert len(re.findall(r"^ +sure = BooleanProperty", sources, re.MULTILINE)) == 1
    assert set(re.findall(r"^class (\w+)\(SecondTap, ", sources, re.MULTILINE)) == ASKING


def test_f1_opens_no_settings_of_kivy(panel):
    driver = show("turn")
    before = list(driver.stepped.window.children)
    driver.stepped.window.dispatch("on_keyboard", 282, 0, "", [])
    driver.stepped.settle()
    assert list(driver.stepped.window.children) == before


def test_a_second_tap_that_nobody_can_have_meant_is_none(monkeypatch):
    asks = taps.SecondTap()
    now_s = 100.0
    monkeypatch.setattr(taps.time, "monotonic", lambda: now_s)
    for wait_s, done in ((0.0, False), (0.01, False), (0.3, False), (0.2, True), (0.0, False), (9.0, True)):
        now_s += wait_s
        assert asks.is_second_tap() is done
    asks.ask_once_more()
    assert not asks.is_second_tap()
    assert asks.sure


def show_again(driver: Driver, view: Any) -> None:
    driver.launcher.table.show(view)
    driver.stepped.settle()


def test_a_double_tap_answers_no_question_that_comes_between(panel):
    """The big buttons of dealing and exchanging lie at one place; of two taps a slow while apart each counts."""
    time.sleep(taps.SAME_FINGER_S)
    for wait_s, wanted in ((0.1, []), (0.5, [cmd.Exchange])):
        driver = show("turn")
        show_again(driver, sample_view(phase=Phase.DEAL))
        panel.tap(driver.button(words("play.dealt")), twice=False)
        assert driver.posted == [cmd.Deal()]
        view = sample_view(phase=Phase.EXCHANGE)
        show_again(driver, replace(view, seats=tuple(replace(seat, exchanged=False) for seat in view.seats)))
        time.sleep(wait_s)
        driver.stepped.settle()
        panel.tap(driver.button(words("play.exchanged")), twice=False)
        assert list(dict.fromkeys(type(each) for each in driver.posted[1:])) == wanted
