"""The form of a position as JSON, for both engines: read by msgspec, refused in our own words.

Plain Python values (dict, list, str, int, bool, None) in; JSON text is not handled here.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from companion.system.quoting import short

VERSION: Final = 1
_PATH: Final = re.compile(r"`\$\.(\w+)(.*)`$")
_STEP: Final = re.compile(r"\[(\d+)\]")
#: The wanted value by msgspec's name for it; a text without a word of its own is a card.
_WORDS: Final = {"int": "no whole number", "int | array": "no whole number", "array": "no list"}
#: The same by key.
_WORDS_OF_KEY: Final = {"variant": "no name of a game", "options": "no table of switches"}
#: The keys whose rows go by seat: a fault names the row.
_BY_SEAT: Final = ("rows", "hands")
_Form = TypeVar("_Form", bound=msgspec.Struct)


class PositionError(ValueError):
    """A position that no rule allows or that cannot be read; one line with the key and the reason."""


def table(obj: object, what: str) -> Mapping[str, Any]:
    """Returns the keys and values of a JSON object.  Raises PositionError."""
    if not isinstance(obj, dict):
        raise PositionError(f"{what}: {short(obj)} is no JSON object")
    return obj


def check_keys(data: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...], of: str = "") -> None:
    """Raises PositionError for an unknown or a missing key; `of` names the whole, such as " of a position"."""
    for key in data:
        if key not in required and key not in optional:
            raise PositionError(f"{short(key)}: unknown key{of}; known: {', '.join((*required, *optional))}")
    for key in required:
        if key not in data:
            raise PositionError(f"{key}: missing")


def check_version(data: Mapping[str, Any]) -> None:
    """Raises PositionError."""
    if type(data["v"]) is not int or data["v"] != VERSION:
        raise PositionError(f"v: {short(data['v'])} is not supported; this is version {VERSION}")


def read_form(data: Mapping[str, Any], form: type[_Form]) -> _Form:
    """Reads the keys that `form` names; others are its caller's.  Raises PositionError."""
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise PositionError(_reason(data, str(error))) from error


def _reason(data: Mapping[str, Any], message: str) -> str:
    """Returns the fault in msgspec's message with the value at its path."""
    path = _PATH.search(message)
    assert path is not None
    key, steps = path[1], [int(step) for step in _STEP.findall(path[2])]
    value = data[key]
    for step in steps:
        value = value[step]
    row = f"[{steps[0]}]" if key in _BY_SEAT and steps else ""
    wanted = message.split("`")[1]
    return f"{key}{row}: {short(value)} is {_WORDS_OF_KEY.get(key) or _WORDS.get(wanted, 'no card')}"
