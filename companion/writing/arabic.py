"""Arabic letters as they join: each in the form that its neighbours require, from the forms that Unicode lists.

Letters without listed forms stay as they are.  Renderers that join letters by themselves do not need this.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final
from unicodedata import combining, decomposition

#: The code points of the forms of single letters, and of lam with alef.
_LISTED: Final = (range(0xFB50, 0xFC00), range(0xFE80, 0xFEFD))
_TATWEEL: Final = "\u0640"
_LAM: Final = "\u0644"


def joined(text: str) -> str:
    """The text with its Arabic letters as they are drawn, lam and alef as one; still in reading order."""
    written: list[str] = []
    letters = [at for at, letter in enumerate(text) if not combining(letter)]
    skipped: set[int] = set()
    forms = _forms()
    for at, letter in enumerate(text):
        if at in skipped:
            continue
        index = letters.index(at) if at in letters and letter in forms else -1
        if index < 0:
            written.append(letter)
            continue
        before = index > 0 and _joins_on(text[letters[index - 1]])
        after = letters[index + 1] if index + 1 < len(letters) else None
        if letter == _LAM and after is not None and letter + text[after] in forms:
            written.append(_form(letter + text[after], before=before, after=False))
            skipped.add(after)
        else:
            written.append(_form(letter, before=before, after=after is not None and _joins_back(text[after])))
    return "".join(written)


def _form(letters: str, *, before: bool, after: bool) -> str:
    forms = _forms()[letters]
    wanted = [*(["<medial>"] if before and after else ()), *(["<final>"] if before else ()), "<isolated>"]
    if after and not before:
        wanted.insert(0, "<initial>")
    return next((forms[name] for name in wanted if name in forms), letters)


def _joins_on(letter: str) -> bool:
    """Whether it reaches out to the letter that follows."""
    return letter == _TATWEEL or "<initial>" in _forms().get(letter, {})


def _joins_back(letter: str) -> bool:
    return letter == _TATWEEL or "<final>" in _forms().get(letter, {})


@cache
def _forms() -> Mapping[str, Mapping[str, str]]:
    """The forms of a letter, or of lam and alef, by their Unicode names."""
    found: dict[str, dict[str, str]] = {}
    for number in (number for listed in _LISTED for number in listed):
        name, *letters = decomposition(chr(number)).split() or [""]
        text = "".join(chr(int(letter, 16)) for letter in letters)
        if len(text) == 1 or text[:1] == _LAM:
            found.setdefault(text, {}).setdefault(name, chr(number))
    return found
