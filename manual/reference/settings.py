"""The settings: types, bounds and defaults from the schema, meanings from its docstring.

A schema explains each field in a line of the form "`name`: meaning"; a meaning may go on in indented lines.
"""

import inspect
import json
import re
from typing import Any, Final

import msgspec

from companion.director.settings import DirectorSettings
from companion.publishers.home_assistant.settings import HomeAssistantSettings
from companion.settings.public_broker import PublicBroker
from companion.settings.schema import Settings
from manual.reference.tables import table

_SCHEMAS: Final[dict[str, type[msgspec.Struct]]] = {
    "all": Settings,
    "public_broker": PublicBroker,
    "director": DirectorSettings,
    "home_assistant": HomeAssistantSettings,
}
_FIELD: Final = re.compile(r"^`(?P<name>\w+)`: (?P<meaning>.+(?:\n  +.+)*)", re.MULTILINE)


def settings_table(name: str) -> str:
    """Returns the table of a schema, in the order of its fields.

    Raises KeyError for an unknown schema, ValueError if its docstring does not explain exactly its fields.
    """
    schema = _SCHEMAS[name]
    found = _FIELD.finditer(inspect.getdoc(schema) or "")
    meanings = {field["name"]: " ".join(field["meaning"].split()) for field in found}
    components = msgspec.json.schema_components([schema])[1]
    fields: dict[str, Any] = components[schema.__name__]["properties"]
    if meanings.keys() != fields.keys():
        wrong = ", ".join(sorted(meanings.keys() ^ fields.keys()))
        raise ValueError(f"the docstring of {schema.__name__} and its fields differ in: {wrong}")
    return table(
        ("setting", "meaning", "values", "default"),
        ((f"`{field}`", meanings[field], _values(kind, components), _default(kind)) for field, kind in fields.items()),
    )


def _default(kind: dict[str, Any]) -> str:
    value = kind.get("default")
    return "none" if value in ("", (), {}) else f"`{json.dumps(value)}`"


def _values(kind: dict[str, Any], components: dict[str, Any]) -> str:
    """Returns the type of a field and its bounds in words."""
    if "$ref" in kind:
        return _values(components[kind["$ref"].rpartition("/")[2]], components)
    if "enum" in kind:
        return ", ".join(f"`{json.dumps(value)}`" for value in kind["enum"])
    match kind.get("type"):
        case "array":
            count = f" of {kind.get('minItems', 0)} to {kind['maxItems']}" if "maxItems" in kind else ""
            return f"list{count}: {_values(kind['items'], components)}"
        case "boolean":
            return "true, false"
        case "integer" | "number":
            return f"{'whole number' if kind['type'] == 'integer' else 'number'} {kind['minimum']} to {kind['maximum']}"
        case "object":
            return "table"
        case "string":
            return _text(kind)
    return "any"


def _text(kind: dict[str, Any]) -> str:
    choices = re.fullmatch(r"\^\(([\w|]+)\)\$", kind.get("pattern", ""))
    if choices:
        return ", ".join(f'`"{choice}"`' for choice in choices[1].split("|"))
    return f"text of at most {kind['maxLength']} characters" if "maxLength" in kind else "text"
