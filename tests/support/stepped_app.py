"""The real app, stepped frame by frame: for the picture gallery and for tests.  Needs no screen: SDL draws offscreen.

Kivy knows one window a process, so there is one stepped app a process.
"""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.views.wording.sentences import Wording
from ui.ports import Launcher
from ui.screens.tablet_app import PawtrackApp
from ui.sound import Silence, Sound

# after ui.screens.tablet_app, which makes Kivy's settings before anything else may import Kivy
from kivy.base import EventLoop, stopTouchApp  # isort: skip
from kivy.clock import Clock  # isort: skip
from kivy.lang import Builder  # isort: skip


class SteppedApp:
    """Starts the app without its main loop; `pump` runs frames."""

    def __init__(self, launcher: Launcher, sound: Sound | None = None, wording: Wording | None = None) -> None:
        # frames are requested one by one; the clock must not sleep between them
        Clock._max_fps = 0
        self.app = PawtrackApp(launcher, sound or Silence(), wording=wording)
        self.app._run_prepare()
        self.pump(3)

    @property
    def window(self) -> Any:
        from kivy.core.window import Window

        return Window

    @property
    def screens(self) -> Any:
        return self.app.root

    @property
    def screen(self) -> Any:
        """The screen in view."""
        return self.app.root.current_screen

    def pump(self, frames: int = 2) -> None:
        """Runs frames: input, clock, drawing."""
        for _ in range(frames):
            EventLoop.idle()

    def settle(self) -> None:
        """Lets layout and texts find their sizes, without drawing unseen frames."""
        for _ in range(5):
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def resize(self, width: int, height: int) -> None:
        """Widgets that have gone are collected first, or each of them would be laid out anew."""
        gc.collect()
        self.window.size = (width, height)
        self.settle()

    def screenshot(self) -> NDArray[np.uint8]:
        """Returns the picture of the window: rows x columns x RGB."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

        self.pump(1)
        self.window.dispatch("on_draw")
        width, height = self.window.size
        pixels = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
        return np.frombuffer(pixels, dtype=np.uint8).reshape(height, width, 4)[::-1, :, :3]

    def close(self) -> None:
        self.app.dispatch("on_stop")
        Clock.tick()
        stopTouchApp()
