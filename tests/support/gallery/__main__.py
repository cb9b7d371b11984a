"""`python -m gallery OUTDIR [SCENE ...]`: a picture of every screen in every language, drawn by the real app."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from companion.system import signals

#: A palette keeps the pictures small enough to go with the documentation.
_COLOURS: Final = 64


def main(arguments: list[str]) -> int:
    """Returns the exit status: 0 done, 2 for arguments that cannot be used, 130 where it was interrupted."""
    if not arguments:
        print("usage: python -m gallery OUTDIR [SCENE ...]", file=sys.stderr)
        return 2
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    with tempfile.TemporaryDirectory(prefix="pawtrack-gallery-") as home, signals.deferred() as wish:
        os.environ.setdefault("KIVY_HOME", home)
        count = render(Path(arguments[0]), arguments[1:], wish)
    print(f"{count} pictures in {arguments[0]}")
    return signals.INTERRUPTED if wish.asked else 0


def render(folder: Path, wanted: list[str], wish: signals.Wish) -> int:
    """Draws the wanted scenes (all by default) into `folder` as SCENE.LANGUAGE.png, until the `wish` to end is there.

    A KeyboardInterrupt would not do: Kivy swallows it where it looks for input devices.
    """
    from PIL import Image
    from stepped_app import SteppedApp

    from companion.texts import LANGUAGES
    from gallery.fakes import FakeLauncher
    from gallery.scenes import scenes

    folder.mkdir(parents=True, exist_ok=True)
    if wish.asked:
        return 0
    launcher = FakeLauncher()
    stepped = SteppedApp(launcher)
    count = 0
    for language in LANGUAGES:
        stepped.app.model.change(language=language)
        for name, scene in scenes().items():
            if wish.asked or (wanted and name not in wanted):
                continue
            scene(stepped, launcher)
            stepped.settle()
            drawn = Image.fromarray(stepped.screenshot())
            picture = drawn.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            picture.save(folder / f"{name}.{language}.png", optimize=True)
            count += 1
    stepped.close()
    return count


if __name__ == "__main__":
    signals.begin()
    sys.exit(main(sys.argv[1:]))
