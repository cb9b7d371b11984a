"""`python -m manual.pictures FOLDER LANGUAGE ...`: the pictures that the pages name, drawn by the app itself.

A program of its own, since Kivy knows one window a process.  Needs the gallery of tests/support.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from companion.system import signals
from manual.pages import TextError, all_games, pictures_named, written_pages

#: The shape of a tablet's screen, no larger than a page shows it.
_SIZE: Final = (1024, 640)
#: The default theme of the app.
_THEME: Final = "dark"


def draw_pictures(folder: Path, languages: list[str]) -> int:
    """Writes SCENE.LANGUAGE.png for every scene that the pages of these languages name, and counts them."""
    from gallery.__main__ import draw

    wanted = pictures_named(written_pages(languages[0]))
    known = _scenes()
    missing = sorted(wanted - known.keys())
    if missing:
        raise TextError(f"a page shows {missing[0]}, which is no scene of tests/support/gallery")
    with signals.deferred() as wish:
        shown = {name: known[name] for name in sorted(wanted)}
        count: int = draw(shown, folder, languages, {"theme": _THEME}, _SIZE, wish)
    return count


def _scenes() -> dict[str, Any]:
    """The gallery's scenes, and the table of every game."""
    from gallery import views
    from gallery.scenes import play, scenes

    from companion.catalogue.shipped import SHIPPED

    known: dict[str, Any] = scenes()
    tables = dict.fromkeys(all_games(), known["card_table_picked"])
    tables |= {game: play(views.game_view(game, SHIPPED.variant(game).usual_seats)) for game in SHIPPED.ids}
    return known | {f"table_{game}": scene for game, scene in tables.items()}


if __name__ == "__main__":
    signals.begin()
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    with tempfile.TemporaryDirectory(prefix="pawtrack-manual-") as home:
        os.environ.setdefault("KIVY_HOME", home)
        draw_pictures(Path(sys.argv[1]), sys.argv[2:])
