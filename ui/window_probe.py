"""`python -m ui.window_probe`: opens the tablet's window without showing it and says in a line of JSON who draws it.

A program of its own, since Kivy and a driver that is broken may end the process they are loaded by.
"""

import json
import sys

from ui.window import prepare_window


def main() -> None:
    """Status 1 where no window can be opened, with the last thing that Kivy said about it on standard error."""
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
