"""The line of a variant file where a key stands, found in its text by the key's path as the faults write it."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

#: A key as in TOML, bare or in quotation marks, or the place in a list as faults write it.
_PART: Final = re.compile(r"""\[(\d+)\]|"([^"\n]*)"|'([^'\n]*)'|([A-Za-z0-9_-]+)""")
_WORD: Final = r"""(?:"[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_-]+)"""
_DOTTED: Final = rf"{_WORD}(?:[ \t]*\.[ \t]*{_WORD})*"
_HEADER: Final = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_DOTTED})[ \t]*\]")
_KEY: Final = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")

Path = tuple[str | int, ...]


def line_of(text: str, key: str) -> int | None:
    """Returns the number of the line with the key, else with the innermost table or list around it; None without one.

    A key in the middle of a list has the line at which its list begins.
    """
    wanted = _path(key)
    best, line = 0, None
    for number, path in _keys(text):
        depth = _shared(path, wanted)
        if depth == min(len(path), len(wanted)) and depth > best:
            best, line = depth, number
    return line


def _path(key: str) -> Path:
    parts = (found.groups() for found in _PART.finditer(key))
    return tuple(int(index) if index else next(name for name in names if name is not None) for index, *names in parts)


def _shared(path: Path, wanted: Path) -> int:
    """Returns how many parts are equal from the beginning."""
    return next(
        (at for at, (one, other) in enumerate(zip(path, wanted, strict=False)) if one != other),
        min(len(path), len(wanted)),
    )


def _keys(text: str) -> Iterator[tuple[int, Path]]:
    """Yields every line with a table or a key, and its whole path."""
    table: Path = ()
    lists: Counter[Path] = Counter()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _path(header[2])
            if header[1] == "[[":
                lists[table] += 1
                table = (*table, lists[table] - 1)
            yield number, table
        elif key := _KEY.match(line):
            yield number, (*table, *_path(key[1]))
