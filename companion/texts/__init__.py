"""Every text of Pawtrack: one gettext catalogue a language, read when it starts; nothing has to be compiled.

A language is its file here, `xx.po`: it is found, not registered.  Contexts and blanks:
`docs/how-to/add-a-language.md`.
"""

import io
from functools import cache, partial
from gettext import c2py
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final

from companion.views.wording.messages import FALLBACK, Catalogue, Forms, Messages, with_fallback

if TYPE_CHECKING:
    # every command needs the list of languages; the modules that read the catalogues are imported with the first text
    from babel.messages.catalog import Catalog as PoCatalogue

    from companion.views.wording.sentences import Wording

SHIPPED: Final = resources.files("companion.texts")
_SUFFIX: Final = ".po"
#: How the entry begins in which a language names itself; it stands near the head of its catalogue.
_NAME_ENTRY: Final = b'msgctxt "language"'


def languages_in(folder: Traversable) -> tuple[str, ...]:
    """The codes of the languages whose catalogues lie in the folder, in order."""
    return tuple(sorted(file.name.removesuffix(_SUFFIX) for file in folder.iterdir() if file.name.endswith(_SUFFIX)))


LANGUAGES: Final = languages_in(SHIPPED)


def load_wording(folder: Traversable = SHIPPED) -> "Wording":
    """All languages of a folder; English, which must be there, replaces missing texts.

    Raises OSError, PoFileError or ValueError if a catalogue cannot be read.
    """
    wording = _wording_of(folder)
    for messages in wording.languages:
        _ = messages.forms
    return wording


@cache
def shipped_wording() -> "Wording":
    """The languages that come with the program, each read with its first text; they never change while it runs."""
    return _wording_of(SHIPPED)


def _wording_of(folder: Traversable) -> "Wording":
    from companion.views.wording.sentences import Wording

    english = cache(partial(_read, folder, FALLBACK))

    def messages(language: str) -> Messages:
        name = _name(folder, language) or _name(folder, FALLBACK)
        return Messages(language, name, lambda: with_fallback(_read(folder, language), english()))

    return Wording(tuple(messages(language) for language in languages_in(folder)))


def _name(folder: Traversable, language: str) -> str:
    """Returns what the language calls itself, without reading the rest of its catalogue; empty if it does not."""
    content = (folder / f"{language}{_SUFFIX}").read_bytes()
    entry = content.find(_NAME_ENTRY)
    end = content.find(b"\n\n", entry)
    forms = {} if entry < 0 else _forms(_catalogue(content[:end]))
    return forms.get("language", {}).get("name", ("",))[0]


def _read(folder: Traversable, language: str) -> Catalogue:
    read = _catalogue((folder / f"{language}{_SUFFIX}").read_bytes())
    return Catalogue(_forms(read), c2py(read.plural_expr))


def _catalogue(content: bytes) -> "PoCatalogue":
    from babel.messages.pofile import read_po

    return read_po(io.BytesIO(content), ignore_obsolete=True, abort_invalid=True)


def _forms(catalogue: "PoCatalogue") -> dict[str, dict[str, Forms]]:
    forms: dict[str, dict[str, Forms]] = {}
    for entry in catalogue:
        texts = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if entry.id and texts and all(texts) and not entry.fuzzy:
            name = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms.setdefault(entry.context or "", {})[name] = texts
    return forms
