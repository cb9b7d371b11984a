"""Whether the tables of a variant file have the keys and kinds of values that the rules read: every fault with its key.

Law: tables without a fault here build a `Variant`; the meaning of the numbers together is `sense`'s.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from companion.rules.mechanic import Effect, Slot, Use
from companion.rules.variant_files.file import VariantFile, mechanics_of
from companion.system.quoting import cut, listed, short

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
#: Bounds that hold memory and time down, far beyond any game.
_MOST: Final = 200
_LONGEST_KEY: Final = 60
_LONGEST_TEXT: Final = 1000
_LARGEST: Final = 999
#: So many names, and so many letters of one, are compared to find the one that was meant.
_MOST_ALIKE: Final = 200
_IN_WORDS: Final = {int: "a whole number", str: "a text in quotation marks", bool: "true or false"}
#: Tables that describe building blocks: the kind, and the key that names which one.
_USES: Final = (Use, "use")
_BLOCKS: Final[Mapping[str, tuple[type[msgspec.Struct], str]]] = {
    "effects": (Effect, "effect"),
    "slots": (Slot, "kind"),
}


class FileFault(NamedTuple):
    """A fault under a key of a variant file."""

    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}" if self.key else self.reason


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Returns a hint for a mistyped name: the nearest known one, else all of them."""
    names = sorted(known)
    near = get_close_matches(str(name)[:_MOST_ALIKE], names[:_MOST_ALIKE], n=1)
    return f"did you mean {cut(near[0])}?" if near else f"known: {listed(names)}"


def at(path: str, key: str) -> str:
    """Returns the path of a key, written as in TOML."""
    written = cut(key) if _BARE_KEY.fullmatch(key) else msgspec.json.encode(cut(key)).decode()
    return f"{path}.{written}" if path else written


def shape_faults(data: Mapping[str, Any]) -> Iterator[FileFault]:
    """Yields every key that is unknown or missing and every value of the wrong kind, in the merged tables."""
    beyond = next(_beyond(data, ""), None)
    if beyond is not None:
        yield beyond
        return
    yield from _struct(data, VariantFile, "")


def _beyond(value: object, path: str) -> Iterator[FileFault]:
    """Yields values beyond any game: such numbers, so long texts, so many of anything."""
    if isinstance(value, Mapping | list) and len(value) > _MOST:
        yield FileFault(path, f"{len(value)} entries are too many; {_MOST} at most")
    elif isinstance(value, Mapping):
        for key, below in value.items():
            if len(key) > _LONGEST_KEY:
                yield FileFault(at(path, key), f"a name has {_LONGEST_KEY} letters at most")
            yield from _beyond(below, at(path, key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from _beyond(below, f"{path}[{index}]")
    elif isinstance(value, str) and len(value) > _LONGEST_TEXT:
        yield FileFault(path, f"a text has {_LONGEST_TEXT} letters at most")
    elif isinstance(value, int) and abs(value) > _LARGEST:
        yield FileFault(path, f"{value} is beyond all numbers of a game")


def _struct(data: object, struct: type[msgspec.Struct], path: str, tag: str = "") -> Iterator[FileFault]:
    if not isinstance(data, Mapping):
        yield FileFault(path, f"{short(data)} is no table")
        return
    hints = get_type_hints(struct)
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for key, value in data.items():
        if key in fields:
            yield from _value(value, hints[fields[key].name], at(path, key), key)
        elif key != tag:
            yield FileFault(at(path, key), f"unknown key; {did_you_mean(key, fields)}")
    for name, field in fields.items():
        if field.required and name not in data:
            yield FileFault(at(path, name), "missing")


def _value(value: object, hint: Any, path: str, key: str) -> Iterator[FileFault]:
    parts = [part for part in get_args(hint) if part is not NoneType]
    if isinstance(hint, UnionType) and len(parts) == 1:
        hint = parts[0]
    if key == "uses":
        yield from _blocks(value, *_USES, path)
    elif key in _BLOCKS and path == key:
        yield from _blocks(value, *_BLOCKS[key], path)
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield from _struct(value, hint, path)
    elif get_origin(hint) is dict and isinstance(value, Mapping):
        for name, item in value.items():
            yield from _value(item, get_args(hint)[1], at(path, name), name)
    elif get_origin(hint) is tuple and isinstance(value, list):
        for index, item in enumerate(value):
            yield from _value(item, get_args(hint)[0], f"{path}[{index}]", "")
    else:
        yield from _leaf(value, hint, path)


def _leaf(value: object, hint: Any, path: str) -> Iterator[FileFault]:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        yield FileFault(path, f"{short(value)} is not {_wanted(hint)}")


def _wanted(hint: Any) -> str:
    """Returns a kind of value in words."""
    if get_origin(hint) is Literal:
        return " or ".join(str(choice) for choice in get_args(hint))
    if isinstance(hint, UnionType):
        return " or ".join(_wanted(part) for part in get_args(hint))
    if get_origin(hint) in (tuple, dict):
        return "a list" if get_origin(hint) is tuple else "a table"
    return _IN_WORDS.get(hint, "a table")


def _blocks(value: object, base: type[msgspec.Struct], tag: str, path: str) -> Iterator[FileFault]:
    """Yields the faults of building blocks: a list of tables, or tables by name."""
    if isinstance(value, list):
        blocks = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    elif isinstance(value, Mapping) and base is Slot:
        blocks = [(at(path, name), item) for name, item in value.items()]
    else:
        yield FileFault(path, f"{short(value)} is no list of tables")
        return
    kinds = {str(kind.__struct_config__.tag): kind for kind in mechanics_of(base) if kind.__struct_config__.tag}
    for place, item in blocks:
        name = item.get(tag) if isinstance(item, Mapping) else None
        if not isinstance(name, str):
            yield FileFault(place, f"it must say which {tag} it is ({tag} = ...); known: {', '.join(sorted(kinds))}")
        elif name not in kinds:
            yield FileFault(at(place, tag), f"unknown {tag} {short(name)}; {did_you_mean(name, kinds)}")
        else:
            yield from _struct(item, kinds[name], place, tag)
