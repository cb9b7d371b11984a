"""The first picture: the sign of Pawtrack, while the program loads its screens.

Its imports open the window: prepare the window's settings before making one.
"""

from importlib import resources
from typing import Any, Final

from companion.looks.colours import INTERFACE
from ui.window import open_window

#: The sign of the program.
ICON: Final = resources.files("ui") / "assets" / "icon.png"
#: The side of the sign in heights of the window.
_SIDE: Final = 0.3


class Splash:
    """Is drawn once, when it is made; `end` takes it off the window.  Raises WindowError where none can be opened."""

    def __init__(self) -> None:
        self._window: Any = open_window()
        from kivy.core.image import Image
        from kivy.graphics import Color, InstructionGroup, Rectangle
        from kivy.utils import get_color_from_hex

        width, height = self._window.size
        side = _SIDE * min(width, height)
        self._drawn = InstructionGroup()
        self._drawn.add(Color(*get_color_from_hex(INTERFACE["ground"])))
        self._drawn.add(Rectangle(size=(width, height)))
        self._drawn.add(Color(1, 1, 1, 1))
        sign = Image(str(ICON)).texture
        self._drawn.add(Rectangle(texture=sign, size=(side, side), pos=((width - side) / 2, (height - side) / 2)))
        self._window.canvas.add(self._drawn)
        self._window.dispatch("on_draw")
        self._window.dispatch("on_flip")

    def end(self, *_: object) -> None:
        self._window.canvas.remove(self._drawn)
