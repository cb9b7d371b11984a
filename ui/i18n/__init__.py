"""The tablet's words: its context of the catalogues in `companion.texts`, as screens and presenters ask for them.

Knows no toolkit.  Sentences of the referee arrive from the core in every language (`Texts`).
"""

from companion.texts import shipped_wording
from companion.views.messages import FALLBACK, Messages
from companion.views.table_view import Texts
from companion.views.wording import Wording

_TABLET = "tablet"


class Words:
    """The words of one language."""

    def __init__(self, messages: Messages) -> None:
        self.language = messages.language
        self.words = messages[_TABLET]

    def text(self, message: str, **fields: object) -> str:
        """The words of `message` with its blanks filled; the id itself where the catalogue lacks it."""
        return self.words.get(message, message).format(**fields) if fields else self.words.get(message, message)

    def of(self, texts: Texts | None) -> str:
        """The core's sentence in this language."""
        return "" if texts is None else texts.get(self.language) or texts.get(FALLBACK, "")


def load_words(language: str, wording: Wording | None = None) -> Words:
    """A language of `wording` (None: those that come with the program); an unknown one gives the fallback."""
    known = wording or shipped_wording()
    return Words(known[language if language in known.codes else FALLBACK])
