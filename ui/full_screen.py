"""Full screen, and the ways in and out of it: F11, Escape, a button on the home screen."""

from typing import Any, Final

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty

#: Kivy's codes of the two keys.
F11: Final = 292
ESCAPE: Final = 27


class FullScreen(EventDispatcher):
    """`on` while the window fills the screen.  `locked`: a kiosk, which has nothing behind it to leave to."""

    on = BooleanProperty(False)
    locked = BooleanProperty(False)

    def __init__(self, window: Any, *, locked: bool = False) -> None:
        super().__init__()
        self._window = window
        self.locked = locked
        self.on = bool(window.fullscreen)
        window.bind(on_key_down=self._key)

    def toggle(self) -> None:
        if not self.locked:
            self.on = not self.on

    def on_on(self, _dispatcher: object, wanted: bool) -> None:
        """Switches full screen on or off; "auto" keeps the resolution of the desktop.

        The window takes all the room of the desktop again: its own size may be higher than that.
        """
        self._window.fullscreen = "auto" if wanted else False
        if not wanted:
            self._window.maximize()

    def _key(self, _window: object, key: int, *_: object) -> bool:
        """True if the key was meant for us; Escape leaves full screen and does nothing else."""
        if key == F11 or (key == ESCAPE and self.on):
            self.toggle()
            return True
        return False
