"""The window's collector: old garbage goes within some seconds, too, but not while something moves."""

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from ui import window_loop
from ui.window_loop import ALL_EVERY_S, ALL_LATEST_S, MANY_OBJECTS, YOUNG_EVERY_S, WindowGarbageCollector


class Ring:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


class SteppedClock:
    """Kivy's clock as far as the collector uses it; `run` lets time pass, and `rests` is the window."""

    def __init__(self) -> None:
        self.rests = True
        self._timers: list[tuple[Callable[[float], None], float]] = []

    def schedule_interval(self, callback: Callable[[float], None], every_s: float) -> "SteppedClock":
        self._timers.append((callback, every_s))
        return self

    def cancel(self) -> None:
        self._timers.clear()

    def run(self, seconds: int) -> None:
        for second in range(1, seconds + 1):
            for callback, every_s in self._timers:
                if second % every_s == 0:
                    callback(every_s)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[SteppedClock]:
    stepped = SteppedClock()
    collector = WindowGarbageCollector(lambda: stepped.rests)
    monkeypatch.setattr(window_loop, "Clock", stepped)
    gc.collect()
    collector.start()
    yield stepped
    collector.stop()


def old_garbage(clock: SteppedClock) -> Callable[[], object]:
    """Garbage that no search of young objects finds."""
    ring = Ring()
    many = [[] for _ in range(MANY_OBJECTS + 1)]
    clock.run(int(YOUNG_EVERY_S))
    assert many
    return weakref.ref(ring)


def test_old_garbage_goes_within_some_seconds(clock: SteppedClock) -> None:
    seen = old_garbage(clock)
    assert seen() is not None
    clock.run(int(ALL_EVERY_S))
    assert seen() is None


def test_a_search_for_all_garbage_waits_while_something_moves(clock: SteppedClock) -> None:
    clock.rests = False
    seen = old_garbage(clock)
    clock.run(int(ALL_LATEST_S) - 2)
    assert seen() is not None
    clock.rests = True
    clock.run(1)
    assert seen() is None


def test_a_window_that_never_rests_keeps_no_garbage_for_long(clock: SteppedClock) -> None:
    clock.rests = False
    seen = old_garbage(clock)
    clock.run(int(ALL_LATEST_S))
    assert seen() is None


def test_a_window_in_which_nothing_is_made_searches_nothing(clock: SteppedClock) -> None:
    seen = weakref.ref(Ring())
    clock.run(2 * int(ALL_EVERY_S))
    assert seen() is not None
