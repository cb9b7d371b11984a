"""Bounds for the plain values of any format (dict, list, str, int, float, bool, None) and origin.

Law: values that pass can be shown, copied, compared and written again without a surprise: no table too deep for
Python, no number that is not finite or has thousands of digits, no text that ends a path or moves a cursor.
"""

import math
import re
from typing import Final

#: Our own files go six deep.
DEEPEST: Final = 32
_WHOLE: Final = range(-(2**63), 2**63)
#: Control characters but for tab and line ends, and halves of characters that cannot be written down.
_UNFIT: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")

#: The place of a value: that of its container, its key there, and its depth.
_Place = tuple["_Place | None", str | int, int] | None


def check_values(value: object) -> None:
    """Raises ValueError that names the key and the reason."""
    waiting: list[tuple[object, _Place]] = [(value, None)]
    while waiting:
        item, place = waiting.pop()
        depth = place[2] + 1 if place else 0
        if isinstance(item, dict):
            for key, below in item.items():
                _check(key, place)
                waiting.append((below, (place, key, depth)))
        elif isinstance(item, list):
            waiting += [(below, (place, index, depth)) for index, below in enumerate(item)]
        else:
            _check(item, place)
        if depth > DEEPEST:
            raise ValueError(f"{_path_text(place)}: tables and lists go more than {DEEPEST} deep here")


def _check(value: object, place: _Place) -> None:
    if isinstance(value, str):
        if _UNFIT.search(value):
            raise ValueError(f"{_path_text(place)}: a control character, or half of a character")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{_path_text(place)}: {value} is no number that can be used")
    elif isinstance(value, int) and value not in _WHOLE:
        raise ValueError(f"{_path_text(place)}: the number is too large")


def _path_text(place: _Place) -> str:
    """The path of a value, its last three keys at most."""
    keys: list[str] = []
    while place and len(keys) < 3:
        keys.append(str(place[1])[:20])
        place = place[0]
    if place:
        keys.append("...")
    return ".".join(reversed(keys)).encode("ascii", "backslashreplace").decode() or "value"
