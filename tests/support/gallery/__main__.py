"""`python -m gallery OUTDIR [SCENE ...]`: a picture of every screen in every language, drawn by the real app."""

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.system import signals

if TYPE_CHECKING:
    from gallery.entering import Scene

#: A palette keeps the pictures small enough to go with the documentation.
_COLOURS: Final = 64


def main(arguments: list[str]) -> int:
    """Returns the exit status: 0 done, 2 for arguments that cannot be used, 130 if it was interrupted."""
    parser = argparse.ArgumentParser(prog="python -m gallery")
    parser.add_argument("folder", type=Path, metavar="OUTDIR")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="all where none is named")
    parser.add_argument("--size", default="1280x800", type=_size, metavar="WxH", help="of the window; 800x1280 stands")
    parser.add_argument("--theme", default="dark")
    parser.add_argument("--text", default=100, type=int, choices=(100, 125, 150), help="size of texts, in percent")
    parser.add_argument("--language", action="append", help="only this one; may be given several times")
    try:
        asked = parser.parse_intermixed_args(arguments)
    except SystemExit as ended:
        return int(ended.code or 0)
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    with tempfile.TemporaryDirectory(prefix="pawtrack-gallery-") as home, signals.deferred() as wish:
        os.environ.setdefault("KIVY_HOME", home)
        count = render(asked, wish)
    print(f"{count} pictures in {asked.folder}")
    return signals.INTERRUPTED if wish.asked else 0


def _size(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def render(asked: argparse.Namespace, wish: signals.Wish) -> int:
    """Draws the wanted scenes as SCENE.LANGUAGE.png until the `wish` to end is there, and counts them.

    A KeyboardInterrupt would not do: Kivy swallows it during its search for input devices.
    """
    from companion.texts import LANGUAGES
    from gallery.scenes import scenes

    wanted = {name: scene for name, scene in scenes().items() if not asked.scenes or name in asked.scenes}
    likes = {"theme": asked.theme, "text_percent": asked.text}
    return draw(wanted, asked.folder, asked.language or LANGUAGES, likes, asked.size, wish)


def draw(
    wanted: Mapping[str, "Scene"],
    folder: Path,
    languages: Sequence[str],
    likes: Mapping[str, object],
    size: tuple[int, int],
    wish: signals.Wish,
) -> int:
    """Draws each of these scenes in each language into the folder, and counts the pictures; `likes` are settings."""
    from PIL import Image
    from stepped_app import SteppedApp

    from gallery.fakes import FakeLauncher
    from ui.window import prepare_window

    folder.mkdir(parents=True, exist_ok=True)
    if wish.asked:
        return 0
    launcher = FakeLauncher()
    # offscreen, SDL draws into a picture of the size that the window has at first
    prepare_window(width=size[0], height=size[1])
    stepped = SteppedApp(launcher)
    count = 0
    for language in languages:
        stepped.app.model.change(language=language, **likes)
        for name, scene in wanted.items():
            if wish.asked:
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
