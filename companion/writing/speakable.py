"""Sentences as espeak-ng takes them, which reads some signs as orders."""

import re
from typing import Final

from companion.writing.bidi import without_marks

#: How fast is spoken, on the tablet and for viewers.
WORDS_A_MINUTE: Final = 155
#: Letters of a sentence that are spoken at most.
LONGEST: Final = 400
#: What the program would take for its own signs: phonemes and commands.
_SIGNS: Final = re.compile(r"[\[\]<>\x00-\x1f\x7f]+")


def speakable(text: str) -> str:
    """A text without what the program would not read but obey, and not endless."""
    return " ".join(_SIGNS.sub(" ", without_marks(text)).split())[:LONGEST]
