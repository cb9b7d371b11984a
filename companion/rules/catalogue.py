"""The games there are: every `variants/*.toml` without a leading underscore, built with every mechanic found.

A variant file may `extends` another one and then states only its difference: tables are merged key by key, anything
else replaces, and `drop` lists the inherited entries to leave out, each as its path of keys.  Files with a leading
underscore are the common ground of a family.  A household may add games of its own (`use_house`): they come in as
tables, whoever reads their files.
"""

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache, reduce
from importlib import resources
from operator import or_
from typing import Any, Final, Protocol, TypeVar

import msgspec

from companion.rules import mechanics
from companion.rules.mechanic import Effect, Slot, Use
from companion.rules.variant import (
    CentreRules,
    DealRules,
    OptionRule,
    Rank,
    SeatingRules,
    SetupRules,
    Variant,
    WalkRules,
)

_FOLDER = "companion.rules.variants"
_Block = TypeVar("_Block", bound=msgspec.Struct)
_NAME: Final = re.compile(r"_?[a-z][a-z0-9_]{0,39}")


class House(Protocol):
    """Where a household keeps games of its own, by the names of their files."""

    def names(self) -> tuple[str, ...]:
        """All names, those of common ground (with a leading underscore) too."""
        ...

    def read(self, name: str) -> dict[str, Any]:
        """The raw tables of one file.  Raises VariantFileError."""
        ...

    def check(self, name: str) -> None:
        """Raises VariantFileError with the first fault of a game."""
        ...


class UnknownVariantError(ValueError):
    """There is no such game."""


class VariantFileError(ValueError):
    """A variant file is wrong; one line with the file, the key and the reason."""


class CardFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One face: how many the deck holds and what it can be played for."""

    count: int
    uses: tuple[dict[str, Any], ...]


class VariantFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A variant file after `extends` has been resolved.  Table keys that are numbers are strings in TOML."""

    sector_length: int
    boards: dict[str, tuple[int, ...]]
    pawns: dict[str, int]
    ranks: tuple[Rank, ...] = ()
    seating: SeatingRules = SeatingRules()
    setup: SetupRules = SetupRules()
    cards: dict[str, CardFile]
    card_order: tuple[str, ...]
    effects: tuple[dict[str, Any], ...] = ()
    slots: dict[str, dict[str, Any]] = {}
    options: dict[str, OptionRule] = {}
    rulings: dict[str, str] = {}
    walk: WalkRules = WalkRules()
    centre: CentreRules | None = None
    deal: DealRules


def is_variant_name(name: str) -> bool:
    """Whether a file may be called so."""
    return _NAME.fullmatch(name) is not None


@lru_cache(maxsize=1)
def packaged_names() -> tuple[str, ...]:
    """The names of all files that come with the program, common ground too."""
    names = (entry.name for entry in resources.files(_FOLDER).iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


def variant_ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order; a faulty game of the house is none."""
    shipped = {name for name in packaged_names() if not name.startswith("_")}
    return tuple(sorted(shipped | {name for name in _house_names() if _house_fault(name) is None}))


@lru_cache(maxsize=32)
def load_variant(variant_id: str) -> Variant:
    """Loads a game.  Raises UnknownVariantError, or VariantFileError for a faulty file."""
    if variant_id in _house_names():
        fault = _house_fault(variant_id)
        if fault is not None:
            raise VariantFileError(fault)
    elif variant_id not in variant_ids():
        raise UnknownVariantError(f"unknown variant {variant_id[:40]!r}; known: {', '.join(variant_ids())}")
    return build_variant(variant_id, merged_data(variant_id, read_data))


_houses: list[House] = []


def use_house(house: House | None) -> None:
    """Adds the games of a household, in place of those added before; None takes them away."""
    _houses[:] = [] if house is None else [house]
    load_variant.cache_clear()
    _house_names.cache_clear()
    _house_fault.cache_clear()


@lru_cache(maxsize=1)
def _house_names() -> tuple[str, ...]:
    """Games of the house; one that is called like a shipped game is never looked at."""
    names = [name for house in _houses for name in house.names()]
    return tuple(name for name in names if not name.startswith("_") and name not in packaged_names())


@lru_cache(maxsize=32)
def _house_fault(name: str) -> str | None:
    try:
        for house in _houses:
            house.check(name)
    except VariantFileError as error:
        return str(error)
    return None


def read_data(name: str) -> dict[str, Any]:
    """The raw tables of one variant file, shipped or of the house.  Raises VariantFileError."""
    if name not in packaged_names():
        for house in _houses:
            return house.read(name)
    file = resources.files(_FOLDER) / f"{name}.toml"
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise VariantFileError(f"variant file {name}.toml: {error}") from error


def merged_data(name: str, read: Callable[[str], dict[str, Any]], heirs: tuple[str, ...] = ()) -> dict[str, Any]:
    """The tables of `name` laid over those of the files it extends; `read` gives the raw tables of a name."""
    if name in heirs:
        raise VariantFileError(f"variant file {name}.toml extends itself by way of {' and '.join(heirs)}")
    data = deepcopy(read(name))
    parent = data.pop("extends", None)
    dropped = data.pop("drop", [])
    if parent is None:
        return data
    inherited = merged_data(parent, read, (*heirs, name))
    for path in dropped:
        _drop(inherited, path, name)
    return _laid_over(inherited, data)


def _drop(data: dict[str, Any], path: list[str], name: str) -> None:
    table = data
    for key in path[:-1]:
        below = table.get(key)
        table = below if isinstance(below, dict) else {}
    if path[-1] not in table:
        raise VariantFileError(f"variant file {name}.toml: drop {path} is not inherited")
    del table[path[-1]]


def _laid_over(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _laid_over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def build_variant(variant_id: str, data: dict[str, Any]) -> Variant:
    """Builds a game from merged tables.  Raises VariantFileError."""
    try:
        file = msgspec.convert(data, VariantFile)
        uses = {card: _blocks(Use, entry.uses) for card, entry in file.cards.items()}
        effects = _blocks(Effect, file.effects)
        slots = dict(zip(file.slots, _blocks(Slot, tuple(file.slots.values())), strict=True))
    except msgspec.ValidationError as error:
        raise VariantFileError(f"variant file {variant_id}.toml: {error}") from error
    if sorted(file.card_order) != sorted(file.cards):
        raise VariantFileError(f"variant file {variant_id}.toml: card_order must name every card once")
    return Variant(
        id=variant_id,
        sector_length=file.sector_length,
        boards={int(sectors): counts for sectors, counts in file.boards.items()},
        pawns={int(seats): count for seats, count in file.pawns.items()},
        ranks=file.ranks,
        seating=file.seating,
        setup=file.setup,
        cards=file.card_order,
        deck={card: file.cards[card].count for card in file.card_order},
        uses=uses,
        effects=effects,
        slots=slots,
        options=file.options,
        rulings=file.rulings,
        walk=file.walk,
        centre=file.centre,
        deal=file.deal,
    )


def _blocks(base: type[_Block], tables: tuple[dict[str, Any], ...]) -> tuple[_Block, ...]:
    """The structs that the tables describe, each of the concrete kind of `base` that its tag names."""
    union = reduce(or_, mechanics_of(base))
    return tuple(msgspec.convert(table, union) for table in tables)


@lru_cache(maxsize=8)
def mechanics_of(base: type[_Block]) -> tuple[type[_Block], ...]:
    """All concrete building blocks of a kind, from every module of `mechanics/`."""
    found: list[type[_Block]] = []
    for module_info in sorted(pkgutil.iter_modules(mechanics.__path__), key=lambda info: info.name):
        module = importlib.import_module(f"{mechanics.__name__}.{module_info.name}")
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__:
                found.append(thing)
    return tuple(found)
