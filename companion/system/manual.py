"""The place of the manual: packed with the program, or as `make docs` built it in a checkout."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[1]
#: The folder of a package (filled by hatch_build.py), then that of a build in the checkout.
_FOLDERS: Final = (_PACKAGE / "manual", _PACKAGE.parent / "build/manual")
#: The language used if the manual lacks another.
_FALLBACK: Final = "en"


def find_manual(language: str, fault: str = "", folders: tuple[Path, ...] = _FOLDERS) -> str | None:
    """The address of the manual in a language, or of a fault's explanation in it ("PT-CAM-09"), for a browser.

    None if no manual was packed or built.
    """
    page = "troubles.html" if fault else "index.html"
    for folder in folders:
        for spoken in (language, _FALLBACK):
            path = folder / spoken / page
            if path.is_file():
                return path.resolve().as_uri() + (f"#{fault.lower()}" if fault else "")
    return None
