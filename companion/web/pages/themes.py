"""Themes of the overlays: the shipped ones, and the family's own from a folder, with the pictures beside them.

Law: an unusable file is left out with a line in the log; the others are served.
"""

import logging
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from companion.system.files import read_bytes

log = logging.getLogger(__name__)

#: The theme under every other one.
HOUSE: Final = "house"
#: The limit for a style sheet, a logo or a font.
FILE_BYTES: Final = 2 * 1024 * 1024
MOST_FILES: Final = 64
#: The file names allowed in the folder; anything else is not served.
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}\.(css|svg|png|jpg|webp|woff2)")
_STYLE: Final = ".css"


def own_theme_files(folder: Path) -> dict[str, bytes]:
    """Returns the files of the family's themes by name; empty if the folder is missing."""
    return dict(_readable(folder))


def theme_names(own: dict[str, bytes]) -> list[str]:
    """Returns the names that `?theme=` takes, in alphabetical order; the house's own theme needs no name."""
    shipped = {entry.name for entry in (resources.files("companion.web.pages") / "static/themes").iterdir()}
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
