"""The words of one language as a value: `companion.texts` reads it from its catalogue, every surface speaks from it.

A message has a context (the part of the program that uses it) and an id.  A language that lacks one uses English.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

#: The language of messages that another one lacks.
FALLBACK: Final = "en"
#: The plural forms of a message, the singular first; a message without plurals has one.
Forms = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The content of one language's file: `forms` by context and id; `plural_form` gives the form for a number.

    `missing` are in English.
    """

    forms: Mapping[str, Mapping[str, Forms]]
    plural_form: Callable[[int], int]
    missing: frozenset[tuple[str, str]] = frozenset()


class Messages:
    """A language with its own `name`; its catalogue is read with its first text."""

    def __init__(self, language: str, name: str, read: Callable[[], Catalogue]) -> None:
        self.language = language
        self.name = name
        self._read = read
        self._texts: dict[str, Mapping[str, str]] = {}

    @cached_property
    def _catalogue(self) -> Catalogue:
        return self._read()

    @property
    def forms(self) -> Mapping[str, Mapping[str, Forms]]:
        return self._catalogue.forms

    @property
    def plural_form(self) -> Callable[[int], int]:
        return self._catalogue.plural_form

    @property
    def missing(self) -> frozenset[tuple[str, str]]:
        """Context and id of the messages that are in English."""
        return self._catalogue.missing

    def __getitem__(self, context: str) -> Mapping[str, str]:
        """Returns the messages of a context by id, each in its singular.  Raises KeyError for an unknown context."""
        if context not in self._texts:
            self._texts[context] = {message: forms[0] for message, forms in self.forms[context].items()}
        return self._texts[context]

    def plural(self, context: str, message: str, number: int) -> str:
        """Returns the form that goes with the number.  Raises KeyError for an unknown message."""
        forms = self.forms[context][message]
        return forms[min(self.plural_form(number), len(forms) - 1)]


def with_fallback(own: Catalogue, english: Catalogue) -> Catalogue:
    """Returns the language with English words for those it lacks, and none that English does not know.

    The tests detect a message whose blanks or plurals are incomplete.  A message taken from English keeps the plural
    rule of the language, which picks among as many forms as there are.
    """
    forms: dict[str, Mapping[str, Forms]] = {}
    missing = set()
    for context, known in english.forms.items():
        given = own.forms.get(context, {})
        forms[context] = {message: given.get(message, known[message]) for message in known}
        missing |= {(context, message) for message in known if message not in given}
    return Catalogue(forms, own.plural_form, frozenset(missing))
