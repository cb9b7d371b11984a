"""Games of the house: variant files in a folder of one's own, found like the shipped ones and checked before use.

Law: a faulty file is never half used: it is missing from the list of games, and naming it raises its first fault.  All
files of the folder are read at once (`read_catalogue`).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.catalogue.shipped import SHIPPED, SHIPPED_TABLES, ReadOnDemand
from companion.rules.catalogue import Catalogue
from companion.rules.variant import Variant
from companion.rules.variant_files.file import (
    LONGEST_LINE,
    VariantFileError,
    build_variant,
    is_variant_name,
    merged_data,
)
from companion.rules.variant_files.lines import line_of
from companion.rules.variant_files.sense import game_faults, trial_faults
from companion.rules.variant_files.shape import FileFault, did_you_mean, shape_faults
from companion.system.files import read_text
from companion.system.quoting import short
from companion.system.toml import TomlError, load_toml

#: The folder beside the record and the settings.
FOLDER: Final = "variants"
_ENDING: Final = ".toml"
_ON_TRIAL: Final = "file_on_trial"
#: The largest number of files read from a folder; a house has a handful.
_MOST: Final = 100


class HouseFolder:
    """The variant files of a folder; a missing folder has none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        """The names of all files that may be variants, the common ones with a leading underscore too."""
        try:
            files = sorted(self._folder.glob(f"*{_ENDING}"))
        except OSError:
            return ()
        return tuple(file.stem for file in files if is_variant_name(file.stem))[:_MOST]

    def read(self, name: str) -> dict[str, Any]:
        """The raw tables of a file.  Raises VariantFileError."""
        return _tables(self._folder / f"{name}{_ENDING}")


def read_catalogue(data_folder: Path) -> Catalogue:
    """The games that come with the program and those in the user's own folder, which are read now.

    A file with the name of a shipped game is never read.
    """
    house = HouseFolder(data_folder / FOLDER)
    games, faults = dict[str, Variant](), dict[str, str]()
    for name in house.names():
        if name.startswith("_") or name in SHIPPED_TABLES:
            continue
        try:
            games[name] = _game(name, house)
        except VariantFileError as error:
            faults[name] = str(error)
    every = ReadOnDemand((*SHIPPED.variants, *games), lambda name: games.get(name) or SHIPPED.variant(name))
    return Catalogue(every, faults)


def _game(name: str, house: HouseFolder) -> Variant:
    """A game that extends others or not.  Raises VariantFileError with its first fault."""
    try:
        data = house.read(name)
        faults = _faults(name, data, house)
        if not faults:
            return build_variant(name, merged_data(name, _reader(name, data, house)))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError) as error:
        # an error of the rules made from the data is a fault of the file, and stops no other game
        raise VariantFileError(f"variant file {name}{_ENDING}: it makes no game ({short(str(error))})") from error
    raise VariantFileError(f"variant file {name}{_ENDING}: {faults[0]}")


class Checked(NamedTuple):
    """The result of a check: the faults, a line each, and the game if there are none and the file is one."""

    faults: list[str]
    variant: Variant | None


def check_file(file: Path) -> Checked:
    """Checks a variant file with its parents, among the shipped games and beside it.  Raises OSError."""
    try:
        return check_tables(file, load_toml(file), read_text(file))
    except TomlError as error:
        return Checked([f"{file.name}: {error}"], None)
    except VariantFileError as error:
        return Checked([str(error)], None)


def check_tables(file: Path, data: dict[str, Any], text: str = "") -> Checked:
    """The same for the content that a file has or is to have; `text` has its lines.  Raises VariantFileError."""
    name = file.stem
    if not is_variant_name(name):
        allowed = "small letters, digits and underscores, such as my_dog.toml"
        return Checked([f"{file.name}: a variant file is named by {allowed}"], None)
    house = HouseFolder(file.parent)
    for parent in _parents(data, house):
        faults = _faults(parent, house.read(parent), house)
        if parent != name and faults:
            return Checked([f"{parent}{_ENDING}: {fault}" for fault in faults], None)
    faults = _faults(name, data, house)
    variant = None
    if not faults and not name.startswith("_"):
        variant = build_variant(_ON_TRIAL, merged_data(name, _reader(name, data, house)))
        faults = list(trial_faults(variant))
    return Checked([f"{file.name}: {_at_line(text, fault)}{fault}" for fault in faults], variant)


def _at_line(text: str, fault: FileFault) -> str:
    """The place of a fault in the file; empty for one that comes from a file on which it builds."""
    line = line_of(text, fault.key)
    return "" if line is None else f"line {line}: "


def _parents(data: dict[str, Any], house: HouseFolder) -> list[str]:
    """The files of the house that this one builds on, the nearest first.  Raises VariantFileError."""
    found: list[str] = []
    parent = data.get("extends")
    while isinstance(parent, str) and parent in house.names() and parent not in (*SHIPPED_TABLES, *found):
        if len(found) == LONGEST_LINE:
            raise VariantFileError(f"{parent}.toml: more than {LONGEST_LINE} files extend each other")
        found.append(parent)
        parent = house.read(parent).get("extends")
    return found[::-1]


def _faults(name: str, data: dict[str, Any], house: HouseFolder) -> list[FileFault]:
    """The faults of the file itself, then of its combination with its parents, then of the game as a whole."""
    found = _head_faults(name, data, house)
    if found:
        return found
    try:
        merged = merged_data(name, _reader(name, data, house))
    except VariantFileError as error:
        return [FileFault("", str(error).removeprefix(f"variant file {name}{_ENDING}: "))]
    if name.startswith("_"):
        # a common parent is no game yet: its heirs bring the missing parts
        return [fault for fault in shape_faults(merged) if fault.reason != "missing"]
    return list(game_faults(merged, name, data.get("options", {})))


def _head_faults(name: str, data: dict[str, Any], house: HouseFolder) -> list[FileFault]:
    """`extends` and `drop`, which must be right before anything can be laid over anything."""
    parent = data.get("extends")
    if parent is not None and not isinstance(parent, str):
        return [FileFault("extends", f"{short(parent)} is no name of a game in quotation marks")]
    known = {*SHIPPED_TABLES, *house.names()} - {name}
    if parent == name:
        return [FileFault("extends", "a file cannot extend itself")]
    if isinstance(parent, str) and parent not in known:
        return [FileFault("extends", f"there is no game {short(parent)}; {did_you_mean(parent, known)}")]
    dropped = data.get("drop", [])
    paths = dropped if isinstance(dropped, list) else [dropped]
    if not all(isinstance(path, list) and path and all(isinstance(key, str) for key in path) for path in paths):
        return [FileFault("drop", 'it is a list of paths such as ["cards", "7"]')]
    return []


def _reader(checked: str, data: dict[str, Any], house: HouseFolder) -> Callable[[str], dict[str, Any]]:
    """Reads tables from those already read, from shipped games, or from the same folder."""

    def read(name: str) -> dict[str, Any]:
        if name == checked:
            return data
        return SHIPPED_TABLES[name] if name in SHIPPED_TABLES else house.read(name)

    return read


def _tables(file: Path) -> dict[str, Any]:
    try:
        return load_toml(file)
    except OSError as error:
        raise VariantFileError(f"{file.name} cannot be read ({error.strerror})") from error
    except TomlError as error:
        raise VariantFileError(f"{file.name}: {error}") from error
