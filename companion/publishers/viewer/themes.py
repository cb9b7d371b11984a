"""Themes of the overlays: the shipped ones, and the family's own from a folder, with the pictures beside them.

Law: a file that cannot be taken is left out with a word in the log; the others are served.
"""

import logging
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from companion.system.files import read_bytes

log = logging.getLogger(__name__)

#: The theme that lies under every other one.
HOUSE: Final = "house"
#: A style sheet, a logo, a font.
FILE_BYTES: Final = 2 * 1024 * 1024
MOST_FILES: Final = 64
#: What may lie in the folder; anything else is not served.
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}\.(css|svg|png|jpg|webp|woff2)")
_STYLE: Final = ".css"


def own_theme_files(folder: Path) -> dict[str, bytes]:
    """The files of the family's themes by name; none where there is no such folder."""
    return dict(_readable(folder))


def theme_names(own: dict[str, bytes]) -> list[str]:
    """The names that `?theme=` takes, in alphabetical order; the house's own theme needs no name."""
    shipped = {entry.name for entry in (resources.files("companion.publishers.viewer") / "static/themes").iterdir()}
    styles = {name.removesuffix(_STYLE) for name in (*shipped, *own) if name.endswith(_STYLE)}
    return sorted(styles - {HOUSE})


def _readable(folder: Path) -> Iterator[tuple[str, bytes]]:
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return
    taken = [name for name in names if _NAME.fullmatch(name)]
    for name in names:
        if name not in taken[:MOST_FILES]:
            log.error("themes: %s is not served: files are called name.css, .svg, .png, .jpg, .webp, .woff2", name)
    for name in taken[:MOST_FILES]:
        try:
            yield name, read_bytes(folder / name, FILE_BYTES)
        except OSError as error:
            log.error("themes: %s is not served: %s", name, error.strerror)
