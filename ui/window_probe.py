"""`python -m ui.window_probe`: opens the tablet's window without showing it and prints its renderer as a line of JSON.

A program of its own, since Kivy and a broken driver may end the process that loads them.
"""

import json
import sys

from companion.system.display import WindowError
from ui.window import open_window, prepare_window


def main() -> None:
    """Status 1 if no window can be opened, with the reason as the last line of standard error."""
    prepare_window()
    from kivy.config import Config

    Config.set("graphics", "window_state", "hidden")
    try:
        open_window()
    except WindowError as error:
        sys.exit(str(error))
    from kivy.graphics.opengl import GL_RENDERER, GL_VERSION, glGetString

    names = {"renderer": glGetString(GL_RENDERER), "version": glGetString(GL_VERSION)}
    sys.stdout.write(json.dumps({name: said.decode(errors="replace") for name, said in names.items()}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
