"""The words of one language as a value: `companion.texts` reads it from its catalogue, every surface speaks from it.

A message has a context (the part of the program that uses it) and an id.  A language that lacks one uses English.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

#: The language of messages that another one lacks.
FALLBACK: Final = "en"
#: The context whose message `name` is a language's own name.
_LANGUAGE: Final = "language"
#: The plural forms of a message, the singular first; a message without plurals has one.
Forms = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Messages:
    """`forms` by context and id; `plural_form` gives the form for a number; `missing` are in English."""

    language: str
    forms: Mapping[str, Mapping[str, Forms]]
    plural_form: Callable[[int], int]
    missing: frozenset[tuple[str, str]] = frozenset()
    _texts: dict[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The language's own name."""
        return self[_LANGUAGE]["name"]

    def __getitem__(self, context: str) -> Mapping[str, str]:
        """Returns the messages of a context by id, each in its singular.  Raises KeyError for an unknown context."""
        if context not in self._texts:
            self._texts[context] = {message: forms[0] for message, forms in self.forms[context].items()}
        return self._texts[context]

    def plural(self, context: str, message: str, number: int) -> str:
        """Returns the form that goes with the number.  Raises KeyError for an unknown message."""
        forms = self.forms[context][message]
        return forms[min(self.plural_form(number), len(forms) - 1)]


def with_fallback(messages: Messages, english: Messages) -> Messages:
    """Returns the language with English words for those it lacks, and none that English does not know.

    The tests detect a message whose blanks or plurals are incomplete.  A message taken from English keeps the plural
    rule of the language, which picks among as many forms as there are.
    """
    forms: dict[str, Mapping[str, Forms]] = {}
    missing = set()
    for context, known in english.forms.items():
        own = messages.forms.get(context, {})
        forms[context] = {message: own.get(message, known[message]) for message in known}
        missing |= {(context, message) for message in known if message not in own}
    return Messages(messages.language, forms, messages.plural_form, frozenset(missing))
