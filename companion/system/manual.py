"""Where the manual lies: packed with the program, or as `make docs` built it in a checkout."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[1]
#: First what a package carries (hatch_build.py puts it there), then what was built here.
_FOLDERS: Final = (_PACKAGE / "manual", _PACKAGE.parent / "build/manual")
#: Spoken where the manual lacks a language.
_FALLBACK: Final = "en"


def find_manual(language: str, fault: str = "", folders: tuple[Path, ...] = _FOLDERS) -> str | None:
    """The address of the manual in a language, or of a fault's explanation in it ("PT-CAM-09"), for a browser.

    None where no manual was packed or built.
    """
    page = "troubles.html" if fault else "index.html"
    for folder in folders:
        for spoken in (language, _FALLBACK):
            path = folder / spoken / page
            if path.is_file():
                return path.resolve().as_uri() + (f"#{fault.lower()}" if fault else "")
    return None
