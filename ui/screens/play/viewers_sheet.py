"""The sheet that lies over a screen while viewers are behind: a table that closes cuts off the end for them."""

from collections.abc import Callable
from math import ceil
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.screenmanager import Screen

from companion.texts.times import short_duration
from ui.screens.play.table_screen import Sheet

#: The interval of updating the remaining time, in seconds.
_TICK_S: Final = 0.5


class ViewersSheet(Sheet):
    """Calls `close` once viewers have been shown the newest, or once a person closes the table all the same.

    `behind_s` returns the delay of viewers in seconds.
    """

    left = StringProperty("")

    def __init__(self, screen: Screen, behind_s: Callable[[], float], close: Callable[[], None]) -> None:
        super().__init__(screen=screen)
        self._behind_s = behind_s
        self._close = close
        self._ticking: Any = Clock.schedule_interval(self._tick, _TICK_S)
        self._show(behind_s())

    def stay(self) -> None:
        """Takes the sheet away and leaves the table open."""
        self._ticking.cancel()
        self.screen.remove_widget(self)

    def close_now(self) -> None:
        self.stay()
        self._close()

    def _tick(self, *_: object) -> None:
        behind_s = self._behind_s()
        if behind_s <= 0:
            self.close_now()
        else:
            self._show(behind_s)

    def _show(self, behind_s: float) -> None:
        self.left = short_duration(ceil(behind_s) * 1000)
