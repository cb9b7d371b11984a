"""The one reader of untrusted JSON: a line of a program, of a recording, of a record.

Law: a key stands once, numbers are numbers, and values keep the bounds of all plain values.
"""

import json
from typing import Any, Final, NoReturn

from companion.system.quoting import short
from companion.system.values import DEEPEST, check_values

_MOST_DIGITS: Final = 20


class JsonError(ValueError):
    """A text that is no JSON or beyond all bounds; one line with the reason."""


def read_json(text: str) -> Any:
    """The value of a text.  Raises JsonError."""
    try:
        value = json.loads(text, object_pairs_hook=_table, parse_constant=_no_number, parse_int=_whole)
        check_values(value)
    except RecursionError as error:
        raise JsonError(f"tables and lists go more than {DEEPEST} deep") from error
    except json.JSONDecodeError as error:
        raise JsonError(f"{error.msg} at character {error.pos + 1}") from error
    except ValueError as error:
        raise JsonError(str(error)) from error
    return value


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        doubled = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {short(doubled)} stands there twice")
    return table


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number that can be used")


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"the number {digits[:10]}... is too large")
    return int(digits)
