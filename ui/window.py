"""Kivy's settings, made before Kivy opens a window; importing this module first is the only way to reach Kivy.

Ignoring this order loses the settings silently, which is why it has a module of its own.
"""

import atexit
import logging
import os
import re
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.settings.file import data_folder
from companion.system.display import WindowError
from companion.writing.fonts import BOLD, REGULAR

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The amount that Kivy writes into its folder at once.
_PROBE: Final = bytes(64 * 1024)


def _kivy_home() -> str:
    """A folder that Kivy can write its settings to: its usual one, ours, else a temporary one for this run.

    Without one Kivy ends with a traceback before there is a window.
    """
    usual = Path(os.path.expanduser("~/.kivy"))  # noqa: PTH111  (never raises, whoever has no home)
    for folder in (usual, data_folder() / "kivy"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(_PROBE)
        except OSError:
            continue
        return str(folder)
    passing = tempfile.mkdtemp(prefix="pawtrack-kivy-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing


if "KIVY_HOME" not in os.environ:
    os.environ["KIVY_HOME"] = _kivy_home()

#: Kivy must neither eat our arguments, nor take over the values of another program in its settings, nor fill the disk
#: with logs, nor replace the program's own logging and stderr.  SDL makes a mouse of a finger: the one way of a touch.
#: SDL reads our only picture files, too: by itself Kivy loads Pillow, and Pillow numpy.  SDL alone opens our window:
#: Kivy would try others after it, and complain of the last one.
ENVIRONMENT: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "SDL_TOUCH_MOUSE_EVENTS": "1",
    "KIVY_IMAGE": "sdl2",
    "KIVY_WINDOW": "sdl2",
}
for _name, _value in ENVIRONMENT.items():
    os.environ.setdefault(_name, _value)

#: The reason in the midst of Kivy's traceback: SDL's message, or that of a library that is not there.
_WHY: Final = re.compile(r"^sdl2 - \w+: (?:b?['\"])?(.+?)['\"]?$", re.MULTILINE)

# Without xclip, Kivy logs a traceback about a clipboard that Pawtrack does not use.
logging.getLogger("kivy").addFilter(lambda record: "Cutbuffer" not in str(record.msg))

try:
    from kivy.config import Config  # the environment above must be set first
except ImportError as fault:
    raise WindowError(f"Kivy cannot be loaded: {fault}") from fault

from ui.theme import REFERENCE_HEIGHT_PX, REFERENCE_WIDTH_PX  # noqa: E402


def prepare_window(
    *, fullscreen: bool = False, width: int = REFERENCE_WIDTH_PX, height: int = REFERENCE_HEIGHT_PX
) -> None:
    """Settles size, keyboard and drawing.  Only works before the first import of `kivy.core.window`."""
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "minimum_width", "480")
    Config.set("graphics", "minimum_height", "480")
    Config.set("graphics", "fullscreen", "auto" if fullscreen else "0")
    # none of Kivy's own fonts has the letters of every script; there is no italic
    Config.set("kivy", "default_font", ["Pawtrack Sans", *map(str, (REGULAR, REGULAR, BOLD, BOLD))])
    # our pictures are smooth already; multisampling halves the frame rate without a graphics chip
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    # a tablet without keys gets a keyboard at the lower edge; real keys work beside it
    Config.set("kivy", "keyboard_mode", "systemanddock")
    # in milliseconds, and thousandths of the window: a finger of a family is slower and wider than Kivy's
    Config.set("postproc", "double_tap_time", "400")
    Config.set("postproc", "double_tap_distance", "40")
    _choose_input()


def open_window() -> Any:
    """Returns Kivy's window, which the first call opens.  Raises WindowError."""
    with _reasons() as reasons:
        from kivy.core.window import Window

        if Window is None:
            raise WindowError(reasons[-1] if reasons else "Kivy has no way to open one")
    return Window


@contextmanager
def _reasons() -> "Iterator[list[str]]":
    """Keeps why Kivy finds no provider, in a line each, in place of the tracebacks that it logs."""
    found: list[str] = []

    def note(record: logging.LogRecord) -> bool:
        why = _WHY.search(record.getMessage()) if record.levelno >= logging.CRITICAL else None
        if why:
            found.append(why[1])
        return why is None

    log = logging.getLogger("kivy")
    log.addFilter(note)
    try:
        yield found
    finally:
        log.removeFilter(note)


def _choose_input() -> None:
    """One reader for all devices.  Kivy's others would report a finger on a touch panel beside it, a second time."""
    for name in Config.options("input"):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")


def finish_picture() -> None:
    """Waits until the picture is drawn, before it is shown.

    Without a graphics chip Mesa otherwise keeps up to 64 pictures in the making, with 4 MB for each.
    """
    from kivy.graphics.opengl import glFinish

    glFinish()
