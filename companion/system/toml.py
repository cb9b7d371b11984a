"""The one reader of TOML: settings, variants, board profiles, recordings, our own tables of texts.

Law: reading any file ends soon, in tables that are safe to use or in one line with the reason.
"""

import errno
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from companion.system.files import TEXT_BYTES, read_text
from companion.system.values import DEEPEST, check_values

#: The parser takes the square of a dotted key's length, so a key that is too deep is found before it is parsed.
_WORD: Final = r"(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_TOO_DEEP: Final = re.compile(rf"(?<![A-Za-z0-9_.-]){_WORD}(?:[ \t]*+\.[ \t]*+{_WORD}){{{DEEPEST},}}+")


class TomlError(ValueError):
    """A text that is no TOML or beyond all bounds; one line with the key or the place, and the reason."""


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a text.  Raises TomlError."""
    if len(text) > TEXT_BYTES:
        raise TomlError(f"it is longer than {TEXT_BYTES >> 10} kB")
    if found := _TOO_DEEP.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise TomlError(f"a key of more than {DEEPEST} parts (at line {line})")
    try:
        tables = tomllib.loads(text)
    except RecursionError as error:
        raise TomlError(f"tables and lists go more than {DEEPEST} deep") from error
    except tomllib.TOMLDecodeError as error:
        raise TomlError(f"it is no TOML: {error}") from error
    except ValueError as error:
        # the one thing that the parser leaves to Python
        raise TomlError("a number of thousands of digits") from error
    try:
        check_values(tables)
    except ValueError as error:
        raise TomlError(str(error)) from error
    return tables


def load_toml(path: Path) -> dict[str, Any]:
    """The tables of a file.  Raises TomlError, OSError."""
    try:
        return parse_toml(read_text(path))
    except OSError as error:
        if error.errno == errno.EILSEQ:
            raise TomlError(str(error.strerror)) from error
        raise
