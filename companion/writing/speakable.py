"""Sentences for espeak-ng, which reads some signs as commands."""

import re
from typing import Final

from companion.writing.bidi import without_marks

#: The rate of speech, on the tablet and for viewers.
WORDS_A_MINUTE: Final = 155
#: The largest number of letters spoken of a sentence.
LONGEST: Final = 400
#: Characters that the program would take for its own signs: phonemes and commands.
_SIGNS: Final = re.compile(r"[\[\]<>\x00-\x1f\x7f]+")


def speakable(text: str) -> str:
    """A text without commands to the program, and of limited length."""
    return " ".join(_SIGNS.sub(" ", without_marks(text)).split())[:LONGEST]
