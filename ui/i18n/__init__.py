"""The tablet's words: its context of the catalogues in `companion.texts`, for screens and presenters.

Knows no toolkit.  Sentences of the referee arrive from the core in every language (`Texts`).
"""

from companion.texts import shipped_wording
from companion.views.wording.messages import FALLBACK
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words

__all__ = ["Words", "load_words"]


def load_words(language: str, wording: Wording | None = None) -> Words:
    """A language of `wording` (None: those that come with the program); an unknown one gives the fallback."""
    known = wording or shipped_wording()
    return Words(known[language if language in known.codes else FALLBACK])
