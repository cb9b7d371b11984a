"""Text that is written from right to left, alone or inside other text: the Unicode Bidirectional Algorithm.

Browsers and resvg order letters by themselves; the tablet's toolkit and reportlab draw one after the other, from left
to right, and are given `in_visual_order`.  A name inside other text is `isolated`: it leaves the text around it in
order.

https://www.unicode.org/reports/tr9/, without explicit embeddings and overrides, which are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, pairwise
from typing import Final
from unicodedata import bidirectional

from companion.writing.arabic import joined

_FIRST_STRONG_ISOLATE: Final = "\u2068"
_POP: Final = "\u2069"
#: Characters that only set the direction of text.
_CONTROLS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
#: Hebrew, Arabic and all other letters written from right to left.
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_CLOSES: Final = {")": "(", "]": "[", "}": "{"}
_STRONG: Final = {"L": 0, "R": 1, "AL": 1}
_NO_BREAK: Final = "\u00a0"


@dataclass(slots=True)
class _Letter:
    """A character and its level: odd ones run from right to left."""

    text: str
    kind: str
    level: int = 0


class _Isolate(list["_Letter | _Isolate"]):
    """The text between an isolate's two marks, or a line of text."""


def is_right_to_left(text: str) -> bool:
    """Whether there is a letter in it that is written from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None


def begins_at_the_right(text: str) -> bool:
    """Whether a line with this text alone begins at the right: its first letter decides."""
    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), 0) == 1


def isolated(text: str) -> str:
    """The text marked so that its order and that of the text around it do not mix.

    Text with only letters from left to right stays as it is.  Marks in it that would reach beyond it are left out.
    """
    if not is_right_to_left(text):
        return text
    return f"{_FIRST_STRONG_ISOLATE}{text if _is_closed(text) else without_marks(text)}{_POP}"


def _is_closed(text: str) -> bool:
    """Whether all its marks are isolates, and each of them ends in it."""
    depth = 0
    for mark in _CONTROLS.findall(text):
        depth += -1 if mark == _POP else 1 if "\u2066" <= mark <= _FIRST_STRONG_ISOLATE else -len(text)
        if depth < 0:
            return False
    return depth == 0


def without_marks(text: str) -> str:
    """The text without characters that only set its direction."""
    return _CONTROLS.sub("", text)


@lru_cache(maxsize=4096)
def in_visual_order(text: str) -> str:
    """The text as it is drawn from left to right, Arabic letters joined; lines stay lines, none of them is broken anew.

    A line begins at the side of its first letter with a direction, isolated ones left out.  Spaces inside text that
    runs from right to left become non-breaking.
    """
    if not is_right_to_left(text):
        return without_marks(text)
    return "\n".join(_drawn(line) for line in text.split("\n"))


def _drawn(text: str) -> str:
    line = _parsed(text)
    level = _direction(line)
    _resolve(line, level)
    return _reordered(list(_flat(line)))


def _parsed(text: str) -> _Isolate:
    line = _Isolate()
    open_ones = [line]
    for mark in re.split("([\u2066-\u2069])", text):
        if mark == _POP:
            if len(open_ones) > 1:
                open_ones.pop()
        elif "\u2066" <= mark <= _FIRST_STRONG_ISOLATE and mark:
            open_ones[-1].append(inner := _Isolate())
            open_ones.append(inner)
        else:
            open_ones[-1].extend(_Letter(each, bidirectional(each)) for each in joined(_CONTROLS.sub("", mark)))
    return line


def _direction(line: _Isolate) -> int:
    """P2, P3: the level at which the line begins."""
    return next((_STRONG[each.kind] for each in line if isinstance(each, _Letter) and each.kind in _STRONG), 0)


def _resolve(line: _Isolate, level: int) -> None:
    """Gives every letter of the line its level; an isolate is as neutral as a space to its neighbours."""
    side = "R" if level % 2 else "L"
    kinds = [each.kind if isinstance(each, _Letter) else "ON" for each in line]
    _weak(kinds, [isinstance(each, _Isolate) for each in line], side)
    _brackets(kinds, [each.text if isinstance(each, _Letter) else "" for each in line], side)
    _neutral(kinds, side)
    for each, kind in zip(line, kinds, strict=True):
        if isinstance(each, _Isolate):
            inner = _direction(each)
            _resolve(each, level + 1 if (level + 1) % 2 == inner else level + 2)
        elif level % 2:
            each.level = level if kind == "R" else level + 1
        else:
            each.level = level + {"L": 0, "R": 1}.get(kind, 2)


def _weak(kinds: list[str], isolates: list[bool], side: str) -> None:
    """W1 to W7: marks, digits and their signs."""
    before = strong = side
    for at in range(len(kinds)):
        if kinds[at] == "NSM":
            kinds[at] = "ON" if at and isolates[at - 1] else before
        before = kinds[at]
        strong = before if before in _STRONG else strong
        if before == "EN" and strong == "AL":
            kinds[at] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    _number_signs(kinds)
    strong = side
    for at, kind in enumerate(kinds):
        strong = kind if kind in _STRONG else strong
        if kind in {"ES", "ET", "CS"}:
            kinds[at] = "ON"
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def _number_signs(kinds: list[str]) -> None:
    """W4, W5: a sign between two numbers, or beside one, belongs to them."""
    for at in range(1, len(kinds) - 1):
        around = {kinds[at - 1], kinds[at + 1]}
        if around == {"EN"} and kinds[at] in {"ES", "CS"}:
            kinds[at] = "EN"
        elif around == {"AN"} and kinds[at] == "CS":
            kinds[at] = "AN"
    at = 0
    for sign, run in groupby(kinds.copy(), key=lambda kind: kind == "ET"):
        end = at + len(list(run))
        if sign and "EN" in (*kinds[max(0, at - 1) : at], *kinds[end : end + 1]):
            kinds[at:end] = ["EN"] * (end - at)
        at = end


def _brackets(kinds: list[str], letters: list[str], side: str) -> None:
    """N0: a pair of brackets takes the direction of its contents."""
    waiting: list[int] = []
    pairs = []
    for at, letter in enumerate(letters):
        if kinds[at] == "ON" and letter in _CLOSES.values():
            waiting.append(at)
        elif kinds[at] == "ON" and letter in _CLOSES:
            match = next((place for place in reversed(waiting) if letters[place] == _CLOSES[letter]), None)
            if match is not None:
                del waiting[waiting.index(match) :]
                pairs.append((match, at))
    for first, last in sorted(pairs):
        inside = {_way(kind) for kind in kinds[first + 1 : last]} - {""}
        if side in inside:
            kinds[first] = kinds[last] = side
        elif inside:
            outside = next((_way(kind) for kind in reversed(kinds[:first]) if _way(kind)), side)
            kinds[first] = kinds[last] = outside if outside in inside else side


def _neutral(kinds: list[str], side: str) -> None:
    """N1, N2: neutral letters take the direction of both sides, else that of the line."""
    at = 0
    for silent, run in groupby([not _way(kind) for kind in kinds]):
        end = at + len(list(run))
        if silent:
            before = _way(kinds[at - 1]) if at else side
            after = _way(kinds[end]) if end < len(kinds) else side
            kinds[at:end] = [before if before == after else side] * (end - at)
        at = end


def _way(kind: str) -> str:
    return "R" if kind in {"R", "EN", "AN"} else "L" if kind == "L" else ""


def _flat(line: _Isolate) -> Iterator[_Letter]:
    return chain.from_iterable(_flat(each) if isinstance(each, _Isolate) else (each,) for each in line)


def _reordered(letters: list[_Letter]) -> str:
    """L2, L4: runs of a level are turned round, from the highest down.

    Marks then stand before their letters, where fonts for these scripts draw them from.
    """
    for letter, after in pairwise(letters):
        if letter.text == " " and letter.level % 2 and after.level:
            letter.text = _NO_BREAK
    for level in range(max((letter.level for letter in letters), default=0), 0, -1):
        runs = [list(run) for _, run in groupby(letters, key=lambda letter: letter.level >= level)]
        letters = [letter for run in runs for letter in (reversed(run) if run[0].level >= level else run)]
    return "".join(letter.text.translate(_MIRRORED) if letter.level % 2 else letter.text for letter in letters)
