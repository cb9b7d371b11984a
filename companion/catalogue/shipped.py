"""The games that come with the program: their files are read once, when this module is imported."""

from importlib import resources
from typing import Any, Final

from companion.rules.catalogue import Catalogue
from companion.rules.variant_files.file import VariantFileError, build_variant, merged_data
from companion.system.toml import TomlError, parse_toml

_FOLDER: Final = "companion.rules.variants"


def _read(file: str, text: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except TomlError as error:
        raise VariantFileError(f"variant file {file}: {error}") from error


#: The raw tables of every file by its name, those that others extend (with a leading underscore) too.
SHIPPED_TABLES: Final = {
    entry.name.removesuffix(".toml"): _read(entry.name, entry.read_text(encoding="utf-8"))
    for entry in sorted(resources.files(_FOLDER).iterdir(), key=lambda entry: entry.name)
    if entry.name.endswith(".toml")
}
SHIPPED: Final = Catalogue(
    {
        name: build_variant(name, merged_data(name, SHIPPED_TABLES.__getitem__))
        for name in SHIPPED_TABLES
        if not name.startswith("_")
    }
)
