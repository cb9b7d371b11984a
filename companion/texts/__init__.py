"""Every text of Pawtrack: one gettext catalogue a language, read when it starts; nothing has to be compiled.

A language is its file here, `xx.po`: it is found, not registered.  Contexts and blanks:
`docs/how-to/add-a-language.md`.
"""

import io
from functools import cache
from gettext import c2py
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final

from companion.views.wording.messages import FALLBACK, Forms, Messages, with_fallback

if TYPE_CHECKING:
    # every command needs the list of languages; the modules that read the catalogues are imported with the first text
    from babel.messages.catalog import Catalog

    from companion.views.wording.sentences import Wording

SHIPPED: Final = resources.files("companion.texts")
_SUFFIX: Final = ".po"


def languages_in(folder: Traversable) -> tuple[str, ...]:
    """The codes of the languages whose catalogues lie in the folder, in order."""
    return tuple(sorted(file.name.removesuffix(_SUFFIX) for file in folder.iterdir() if file.name.endswith(_SUFFIX)))


LANGUAGES: Final = languages_in(SHIPPED)


def load_wording(folder: Traversable = SHIPPED) -> "Wording":
    """All languages of a folder; English, which must be there, replaces missing texts.

    Raises OSError, PoFileError or ValueError if a catalogue cannot be read.
    """
    from companion.views.wording.sentences import Wording

    english = _load(folder, FALLBACK)
    return Wording(tuple(with_fallback(_load(folder, language), english) for language in languages_in(folder)))


@cache
def shipped_wording() -> "Wording":
    """The languages that come with the program; they never change while it runs."""
    return load_wording()


def _load(folder: Traversable, language: str) -> Messages:
    from babel.messages.pofile import read_po

    catalogue: Catalog = read_po(
        io.BytesIO((folder / f"{language}{_SUFFIX}").read_bytes()), ignore_obsolete=True, abort_invalid=True
    )
    forms: dict[str, dict[str, Forms]] = {}
    for entry in catalogue:
        texts = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if entry.id and texts and all(texts) and not entry.fuzzy:
            name = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms.setdefault(entry.context or "", {})[name] = texts
    return Messages(language, forms, c2py(catalogue.plural_expr))
