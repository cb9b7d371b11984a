"""`python -m ui.window_probe`: opens the tablet's window without showing it and prints its renderer as a line of JSON.

A program of its own, since Kivy and a broken driver may end the process that loads them.
"""

import json
import logging
import re
import sys
from typing import Final

from ui.window import prepare_window

#: SDL's message in the midst of Kivy's traceback.
_WHY: Final = re.compile(r"^sdl2 - \w+: (?:b?['\"])?(.+?)['\"]?$", re.MULTILINE)


class _Reasons(logging.Handler):
    """Prints in a line why Kivy found no window, before Kivy ends the program."""

    def emit(self, record: logging.LogRecord) -> None:
        why = _WHY.search(record.getMessage())
        if record.levelno >= logging.CRITICAL and why:
            sys.stderr.write(f"{why[1]}\n")


def main() -> None:
    """Status 1 if no window can be opened, with the reason as the last line of standard error."""
    logging.getLogger().addHandler(_Reasons())
    prepare_window()
    from kivy.config import Config

    Config.set("graphics", "window_state", "hidden")
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RENDERER, GL_VERSION, glGetString

    if Window is None:
        sys.exit(1)
    names = {"renderer": glGetString(GL_RENDERER), "version": glGetString(GL_VERSION)}
    sys.stdout.write(json.dumps({name: said.decode(errors="replace") for name, said in names.items()}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
