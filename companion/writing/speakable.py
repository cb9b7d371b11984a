"""Sentences for espeak-ng: signs as the words that people speak for them, and nothing that it reads as a command.

A card is spoken as it is called: "1–7" as "1 to 7", "±4" as "plus or minus 4".
"""

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from companion.writing.bidi import without_marks

#: The context of the words for signs in the catalogues.
SPOKEN: Final = "spoken"
#: The rate of speech, on the tablet and for viewers.
WORDS_A_MINUTE: Final = 155
#: The largest number of letters spoken of a sentence.
LONGEST: Final = 400
#: Characters that the program would take for its own signs: phonemes and commands.
_COMMANDS: Final = re.compile(r"[\[\]<>\x00-\x1f\x7f]+")
#: Signs between or before numbers, by their message; the groups are its blanks.
_SIGNS: Final = (
    ("range", re.compile(r"(?<![\w–-])(?P<first>\d+)[–-](?P<last>\d+)(?![\w–-])")),
    ("either", re.compile(r"(?<![\w/])(?P<first>\d+)/(?P<last>\d+)(?![\w/])")),
    ("both_ways", re.compile(r"(?:±|\+-|\+/-)(?P<count>\d+)")),
    ("backwards", re.compile(r"(?<![\w–-])[-−](?P<count>\d+)")),
)


def speakable(text: str, words: Mapping[str, str]) -> str:
    """Returns a text of limited length without commands; `words` are those for signs in its language, by message."""
    said = without_marks(text)
    for message, sign in _SIGNS:
        if message in words:
            said = sign.sub(partial(_spoken, words[message]), said)
    return " ".join(_COMMANDS.sub(" ", said).split())[:LONGEST]


def _spoken(template: str, found: re.Match[str]) -> str:
    return template.format(**found.groupdict())
