"""Writes values into a TOML text that a person may have edited: comments, order and blank lines stay."""

from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from companion.system.toml import parse_toml


def document_with(text: str, values: Mapping[str, Any]) -> str:
    """Returns the TOML text with exactly these values.

    Equal values stay as written, others change in place, missing keys come behind the last key of their table.  A text
    that tomlkit cannot change so, as one whose tables are torn apart, is replaced.
    """
    fresh = tomlkit.dumps(values)
    plain = parse_toml(fresh)
    try:
        changed = _changed(tomlkit.parse(text), plain)
        return changed if parse_toml(changed) == plain else fresh
    except (TOMLKitError, ValueError):
        return fresh


def _changed(document: tomlkit.TOMLDocument, values: Mapping[str, Any]) -> str:
    tables = {key: value for key, value in values.items() if isinstance(value, dict)}
    new = {key: value for key, value in values.items() if key not in document and key not in tables}
    _set(document, {key: value for key, value in values.items() if key not in new})
    above = Container()
    for key, item in _without_last_comments([pair for pair in document.body if not isinstance(pair[1], Table)]):
        above.append(key, item)
    written, end = tomlkit.dumps(document), len(above.as_string())
    return written[:end] + tomlkit.dumps(new) + written[end:]


def _set(keys: Container, values: Mapping[str, Any]) -> None:
    for key in [key for key in keys if key not in values]:
        keys.remove(key)
    for key, value in values.items():
        present = keys.get(key)
        if isinstance(present, Table) and isinstance(value, dict):
            _set_table(present.value, value)
        elif not _equals(present, value):
            keys[key] = value


def _set_table(keys: Container, values: Mapping[str, Any]) -> None:
    """Sets the values of a table; the comments at its end belong to the table below."""
    kept = _without_last_comments(keys.body)
    below = keys.body[len(kept) :]
    del keys.body[len(kept) :]
    _set(keys, values)
    keys.body.extend(below)


def _without_last_comments(body: list[Any]) -> list[Any]:
    """Returns the pairs of key and item up to the last key; comments and blank lines have none."""
    last = max((place for place, (key, _) in enumerate(body) if key is not None), default=-1)
    return body[: last + 1]


def _equals(present: Any, value: Any) -> bool:
    plain = present.unwrap() if hasattr(present, "unwrap") else present
    return type(plain) is type(value) and bool(plain == value)
