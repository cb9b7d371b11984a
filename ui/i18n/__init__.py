"""The tablet's own words: gettext catalogues read at start, one file a language; knows no toolkit.

Sentences of the referee arrive from the core in every language (`Texts`); only labels and prompts live here.
"""

import io
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from babel.messages.pofile import read_po

from companion.settings import LANGUAGES
from companion.views.table_view import Texts

#: What each language calls itself.
OWN_NAMES: Final[dict[str, str]] = {"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano"}
FALLBACK: Final = "en"


class Catalogue:
    """The words of one language."""

    def __init__(self, language: str, words: Mapping[str, str]) -> None:
        self.language = language
        self.words = words

    def text(self, message: str, **fields: object) -> str:
        """The words of `message` with its blanks filled; the id itself where the catalogue lacks it."""
        return self.words.get(message, message).format(**fields) if fields else self.words.get(message, message)

    def of(self, texts: Texts | None) -> str:
        """The core's sentence in this language."""
        return "" if texts is None else texts.get(self.language) or texts.get(FALLBACK, "")


@cache
def load_catalogue(language: str) -> Catalogue:
    """Reads a language's catalogue; an unknown language gets the fallback."""
    chosen = language if language in LANGUAGES else FALLBACK
    source = (resources.files("ui.i18n") / f"{chosen}.po").read_bytes()
    entries = read_po(io.BytesIO(source), locale=chosen)
    return Catalogue(chosen, {str(entry.id): str(entry.string) for entry in entries if entry.id and entry.string})
