"""The games that come with the program: each file is read on first use, and only once.

A program that answers about one game does not wait for all the others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import resources
from typing import Any, Final, TypeVar

from companion.rules.catalogue import Catalogue
from companion.rules.variant import Variant
from companion.rules.variant_files.file import VariantFileError, build_variant, merged_data
from companion.system.toml import TomlError, parse_toml

Entry = TypeVar("Entry")

_FILES: Final = resources.files("companion.rules.variants")
_ENDING: Final = ".toml"


class ReadOnDemand(Mapping[str, Entry]):
    """A mapping with known names whose entries are read on first use; `read` may raise."""

    def __init__(self, names: Iterable[str], read: Callable[[str], Entry]) -> None:
        self._names = tuple(names)
        self._read = read
        self._entries: dict[str, Entry] = {}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._entries:
            # if two threads read at once, both use the first result
            self._entries.setdefault(name, self._read(name))
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _tables(name: str) -> dict[str, Any]:
    try:
        return parse_toml((_FILES / f"{name}{_ENDING}").read_text(encoding="utf-8"))
    except TomlError as error:
        raise VariantFileError(f"variant file {name}{_ENDING}: {error}") from error


def _variant(name: str) -> Variant:
    return build_variant(name, merged_data(name, SHIPPED_TABLES.__getitem__))


#: The raw tables of every file by its name, those that others extend (with a leading underscore) too.
SHIPPED_TABLES: Final[Mapping[str, dict[str, Any]]] = ReadOnDemand(
    sorted(file.name.removesuffix(_ENDING) for file in _FILES.iterdir() if file.name.endswith(_ENDING)), _tables
)
SHIPPED: Final = Catalogue(ReadOnDemand((name for name in SHIPPED_TABLES if not name.startswith("_")), _variant))
