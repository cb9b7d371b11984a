"""A variant file: its permitted content, how it lies over the files that it extends, and the game built from it.

A variant file may `extends` another one and then states only its difference: tables are merged key by key, any other
value replaces the inherited one, and `drop` lists the inherited entries to leave out, each as its path of keys;
a dropped card leaves the inherited order, too.  Files with a leading underscore are the common ground of a family.
Files come in as tables; the caller reads them.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, TypeVar

import msgspec

from companion.rules import mechanics
from companion.rules.mechanic import Effect, Slot, Use
from companion.rules.settings import CentreRules, DealRules, OptionRule, Rank, SeatingRules, SetupRules, WalkRules
from companion.rules.variant import Variant
from companion.system.quoting import listed, short

_Block = TypeVar("_Block", bound=msgspec.Struct)
#: So many files may extend each other in a row.
LONGEST_LINE: Final = 8
_NAME: Final = re.compile(r"_?[a-z][a-z0-9_]{0,39}")


class VariantFileError(ValueError):
    """A variant file is wrong; one line with the file, the key and the reason."""


class CardFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One face: how many the deck holds, and its uses."""

    count: int
    uses: tuple[dict[str, Any], ...]


class VariantFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A variant file after `extends` has been resolved.  Table keys that are numbers are strings in TOML."""

    sector_length: int
    boards: dict[str, tuple[int, ...]]
    pawns: dict[str, int]
    goal_fields: int = 4
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
    """Returns whether a file may have this name."""
    return _NAME.fullmatch(name) is not None


def merged_data(name: str, read: Callable[[str], dict[str, Any]], heirs: tuple[str, ...] = ()) -> dict[str, Any]:
    """Returns the tables of `name` laid over those of the files it extends; `read` gives the raw tables of a name."""
    if name in heirs:
        raise VariantFileError(f"variant file {name}.toml extends itself by way of {listed(heirs, ' and ')}")
    if len(heirs) >= LONGEST_LINE:
        raise VariantFileError(f"variant file {name}.toml: more than {LONGEST_LINE} files extend each other")
    data = deepcopy(read(name))
    parent = data.pop("extends", None)
    dropped = data.pop("drop", [])
    if parent is None:
        return data
    inherited = merged_data(parent, read, (*heirs, name))
    for path in dropped:
        _drop(inherited, path, name)
    order = inherited.get("card_order")
    if isinstance(order, list):
        gone = [path[1] for path in dropped if path[:-1] == ["cards"] and not _has_card(data, path[1])]
        inherited["card_order"] = [card for card in order if card not in gone]
    return _laid_over(inherited, data)


def _drop(data: dict[str, Any], path: list[str], name: str) -> None:
    table = data
    for key in path[:-1]:
        below = table.get(key)
        table = below if isinstance(below, dict) else {}
    if path[-1] not in table:
        raise VariantFileError(f"variant file {name}.toml: drop {short(path)} is not inherited")
    del table[path[-1]]


def _has_card(data: dict[str, Any], card: str) -> bool:
    cards = data.get("cards")
    return isinstance(cards, dict) and card in cards


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
        goal_fields=file.goal_fields,
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
        tables=data,
    )


def _blocks(base: type[_Block], tables: tuple[dict[str, Any], ...]) -> tuple[_Block, ...]:
    """Returns the structs that the tables describe, each of the concrete kind of `base` that its tag names."""
    union = reduce(or_, mechanics_of(base))
    return tuple(msgspec.convert(table, union) for table in tables)


@lru_cache(maxsize=8)
def mechanics_of(base: type[_Block]) -> tuple[type[_Block], ...]:
    """Returns all concrete building blocks of a kind, from every module of `mechanics/`."""
    found: list[type[_Block]] = []
    for module_info in sorted(pkgutil.iter_modules(mechanics.__path__), key=lambda info: info.name):
        module = importlib.import_module(f"{mechanics.__name__}.{module_info.name}")
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__:
                found.append(thing)
    return tuple(found)
