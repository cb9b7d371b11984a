"""Whether this machine has a screen that a window can be opened on, and the fault of a front end that opens none."""

import os
import sys


class WindowError(Exception):
    """A front end cannot open its window; the text is the reason, in a line."""


def has_display() -> bool:
    """True for any desktop, or an SDL that is set to do without one."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
