"""Games of the house: variant files in a folder of one's own, found like the shipped ones and checked before use.

Law: a faulty file is never half used: it is missing from the list of games, and whoever names it is told its first
fault.  The catalogue asks for names and tables only (`HouseFolder`); files are read here.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.rules.catalogue import (
    VariantFileError,
    build_variant,
    is_variant_name,
    load_variant,
    merged_data,
    packaged_names,
    read_data,
    use_house,
)
from companion.rules.ruleset import ruleset
from companion.rules.variant import Variant
from companion.rules.variant_sense import ready_position, sense_faults, trial_faults
from companion.rules.variant_shape import FileFault, did_you_mean, shape_faults

#: The folder beside the record and the settings.
FOLDER: Final = "variants"
_ENDING: Final = ".toml"
_ON_TRIAL: Final = "file_on_trial"


class HouseFolder:
    """The variant files of a folder; a folder that is not there has none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        """The names of all files that may be variants, the common ones with a leading underscore too."""
        try:
            files = sorted(self._folder.glob(f"*{_ENDING}"))
        except OSError:
            return ()
        return tuple(file.stem for file in files if is_variant_name(file.stem))

    def read(self, name: str) -> dict[str, Any]:
        """The raw tables of a file.  Raises VariantFileError."""
        return _tables(self._folder / f"{name}{_ENDING}")

    def check(self, name: str) -> None:
        """Raises VariantFileError with the first fault of a game that extends others or not."""
        faults = _faults(name, self.read(name), self)
        if faults:
            raise VariantFileError(f"variant file {name}{_ENDING}: {faults[0]}")


def find_house_variants(data_folder: Path) -> None:
    """Adds the games of the user's own folder to the catalogue."""
    _use(HouseFolder(data_folder / FOLDER))


class Checked(NamedTuple):
    """What a check found: the faults, a line each, and the game if there are none and the file is one."""

    faults: list[str]
    variant: Variant | None


def check_file(file: Path) -> Checked:
    """Checks a variant file with what it extends, among the shipped games and beside it.  Raises OSError."""
    try:
        return _checked(file, _parsed(file.name, file.read_bytes()))
    except VariantFileError as error:
        return Checked([str(error)], None)


def _checked(file: Path, data: dict[str, Any]) -> Checked:
    name = file.stem
    if not is_variant_name(name):
        told = "a variant file is named by small letters, digits and underscores, such as my_dog.toml"
        return Checked([f"{file.name}: {told}"], None)
    house = HouseFolder(file.parent)
    for parent in _parents(data, house):
        faults = _faults(parent, house.read(parent), house)
        if parent != name and faults:
            return Checked([f"{parent}{_ENDING}: {fault}" for fault in faults], None)
    faults = _faults(name, data, house)
    variant = None
    if not faults and not name.startswith("_"):
        _use(_OneFile(file.parent, name, data))
        variant = load_variant(_ON_TRIAL)
        faults = list(trial_faults(variant, lambda count, switches: ready_position(_ON_TRIAL, count, switches)))
    return Checked([f"{file.name}: {fault}" for fault in faults], variant)


class _OneFile(HouseFolder):
    """A folder in which one file bears a name that no game has, so that it can be tried beside a shipped namesake."""

    def __init__(self, folder: Path, name: str, data: dict[str, Any]) -> None:
        super().__init__(folder)
        self._name = name
        self._data = data

    def names(self) -> tuple[str, ...]:
        return (*super().names(), _ON_TRIAL)

    def read(self, name: str) -> dict[str, Any]:
        return self._data if name in (_ON_TRIAL, self._name) else super().read(name)


def _use(house: HouseFolder) -> None:
    """Rules that were built of a game of this name before may be another file's."""
    use_house(house)
    ruleset.cache_clear()


def _parents(data: dict[str, Any], house: HouseFolder) -> list[str]:
    """The files of the house that this one builds on, the nearest first.  Raises VariantFileError."""
    found: list[str] = []
    parent = data.get("extends")
    while isinstance(parent, str) and parent in house.names() and parent not in (*packaged_names(), *found):
        found.append(parent)
        parent = house.read(parent).get("extends")
    return found[::-1]


def _faults(name: str, data: dict[str, Any], house: HouseFolder) -> list[FileFault]:
    """The faults of the file itself, then of what it makes of its parents, then of the game as a whole."""
    found = _head_faults(name, data, house)
    if found:
        return found
    try:
        merged = merged_data(name, _reader(name, data, house))
    except VariantFileError as error:
        return [FileFault("", str(error).removeprefix(f"variant file {name}{_ENDING}: "))]
    if name.startswith("_"):
        # common ground is no game yet: what is missing, its heirs bring
        return [fault for fault in shape_faults(merged) if fault.reason != "missing"]
    found = list(shape_faults(merged))
    if found:
        return found
    order, cards = merged["card_order"], merged["cards"]
    left_out = ", ".join(card for card in cards if card not in order)
    found = [FileFault("card_order", f"it leaves out {left_out}")] if left_out else []
    found += [
        FileFault("card_order", f"there is no card {card!r}; {did_you_mean(card, cards)}")
        for card in order
        if card not in cards
    ]
    if len(set(order)) != len(order):
        found.append(FileFault("card_order", "it names a card twice"))
    for key in ("boards", "pawns"):
        found += [FileFault(key, f"{number!r} is no number") for number in merged[key] if not number.isdecimal()]
    return found or list(sense_faults(build_variant(name, merged), data.get("options", {})))


def _head_faults(name: str, data: dict[str, Any], house: HouseFolder) -> list[FileFault]:
    """`extends` and `drop`, which must be right before anything can be laid over anything."""
    parent = data.get("extends")
    if parent is not None and not isinstance(parent, str):
        return [FileFault("extends", f"{parent!r} is no name of a game in quotation marks")]
    known = {*packaged_names(), *house.names()} - {name}
    if parent == name:
        return [FileFault("extends", "a file cannot extend itself")]
    if isinstance(parent, str) and parent not in known:
        return [FileFault("extends", f"there is no game {parent!r}; {did_you_mean(parent, known)}")]
    dropped = data.get("drop", [])
    paths = dropped if isinstance(dropped, list) else [dropped]
    if not all(isinstance(path, list) and path and all(isinstance(key, str) for key in path) for path in paths):
        return [FileFault("drop", 'it is a list of paths such as ["cards", "7"]')]
    return []


def _reader(checked: str, data: dict[str, Any], house: HouseFolder) -> Callable[[str], dict[str, Any]]:
    """Gives the tables that were read already, those of shipped games, those beside it in the folder."""

    def read(name: str) -> dict[str, Any]:
        if name == checked:
            return data
        return read_data(name) if name in packaged_names() else house.read(name)

    return read


def _tables(file: Path) -> dict[str, Any]:
    try:
        return _parsed(file.name, file.read_bytes())
    except OSError as error:
        raise VariantFileError(f"{file.name} cannot be read ({error.strerror})") from error


def _parsed(name: str, content: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise VariantFileError(f"{name}: byte {error.start + 1} is no UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise VariantFileError(f"{name}: it is no TOML: {error}") from error
