"""One finger is one tap, however often a panel reports it; a confirmation waits for a deliberate second tap."""

import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from kivy.event import EventDispatcher
from kivy.metrics import dp
from kivy.properties import BooleanProperty

#: A bouncing panel reports a finger anew sooner after it was lifted; the fastest honest taps are 60 ms apart.
BOUNCE_S: Final = 0.05
#: Two devices that report one finger do so within this time, on a slow machine too.
SAME_FINGER_S: Final = 0.3
#: Taps that are farther apart are two fingers: about a finger's width.
APART_DP: Final = 60.0
#: The shortest time in which a person reads the question and taps a second time.
SECOND_TAP_S: Final = 0.4


class _Touch(Protocol):
    """The parts of Kivy's touch that the filter needs; `is_touch` is False for a mouse that only hovers."""

    uid: int
    device: str
    is_touch: bool
    profile: Any
    x: float
    y: float


class OneTapPerFinger:
    """A post-processing module of Kivy's event loop, which drops each touch that is the echo of another one.

    An echo begins near a touch of another device within `SAME_FINGER_S` of its beginning, or as long as that lasts; or
    near a touch of any device less than `BOUNCE_S` after that ended.  A dropped touch reaches no widget, with all its
    events.  The wheel of a mouse, which Kivy reports as touches too, is let through.
    """

    def __init__(self, window: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self._window = window
        self._clock = clock
        self._dropped: set[int] = set()
        #: The touches that count: device, place, when begun, when ended (None while it lasts).
        self._seen: dict[int, tuple[str, tuple[float, float], float, float | None]] = {}

    def process(self, events: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        """The events of one frame without those of echoes."""
        return [(kind, touch) for kind, touch in events if not touch.is_touch or self._counts(kind, touch)]

    def _counts(self, kind: str, touch: _Touch) -> bool:
        if touch.uid in self._dropped:
            if kind == "end":
                self._dropped.discard(touch.uid)
            return False
        if "button" in touch.profile and str(getattr(touch, "button", "")).startswith("scroll"):
            return True
        now_s = self._clock()
        if kind == "begin":
            self._forget(now_s)
            place = self._place(touch)
            if any(_is_echo(touch.device, place, now_s, seen) for seen in self._seen.values()):
                self._dropped.add(touch.uid)
                return False
            self._seen[touch.uid] = (touch.device, place, now_s, None)
        elif touch.uid in self._seen:
            device, _, begun_s, _ = self._seen[touch.uid]
            self._seen[touch.uid] = (device, self._place(touch), begun_s, now_s if kind == "end" else None)
        return True

    def _place(self, touch: Any) -> tuple[float, float]:
        """The place on the window; Kivy has not yet spread the touch over it."""
        return touch.sx * self._window.width, touch.sy * self._window.height

    def _forget(self, now_s: float) -> None:
        over = [uid for uid, (*_, end_s) in self._seen.items() if end_s is not None and now_s - end_s > SAME_FINGER_S]
        for uid in over:
            del self._seen[uid]


def _is_echo(
    device: str,
    place: tuple[float, float],
    now_s: float,
    seen: tuple[str, tuple[float, float], float, float | None],
) -> bool:
    other, (x, y), begun_s, end_s = seen
    if max(abs(place[0] - x), abs(place[1] - y)) > dp(APART_DP):
        return False
    if device != other and (end_s is None or now_s - begun_s <= SAME_FINGER_S):
        return True
    return end_s is not None and now_s - end_s < BOUNCE_S


class SecondTap(EventDispatcher):
    """Stands beside a widget whose button needs a second tap before an action that cannot be undone.

    `sure`: the next tap does it, unless it comes too soon to be meant.
    """

    sure = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._asked_s = 0.0

    def ask_once_more(self) -> None:
        self.sure, self._asked_s = True, time.monotonic()

    def is_second_tap(self) -> bool:
        """Called at each tap.  True at the second one, which ends the question; the first one asks it."""
        if not self.sure:
            self.ask_once_more()
            return False
        if time.monotonic() - self._asked_s < SECOND_TAP_S:
            return False
        self.sure = False
        return True
