"""The rules of a game as its record stores them: the merged tables of its variant file, and the number of their form.

So a game goes on by the rules it was begun with, whatever becomes of the file.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from companion.model.position import Position
from companion.rules.rules import Rules, compile_rules
from companion.rules.variant import Variant
from companion.rules.variant_files.file import build_variant
from companion.rules.variant_files.sense import game_faults
from companion.system.quoting import one_line

#: The newest form of the tables; another meaning of a key raises it.
FORMAT: Final = 1
#: The errors of functions that build a game, for data that makes none.
_NO_GAME: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTables:
    """`tables` are those of the variant file laid over all that it extends; `format` is the number of their form."""

    format: int
    tables: dict[str, Any]


def tables_of(variant: Variant) -> GameTables:
    """Returns the tables that the record of a game of this variant stores."""
    return GameTables(format=FORMAT, tables=dict(variant.tables))


def tables_with_early_starts(variant: Variant) -> GameTables:
    """Returns the tables of a game that began while pawns without ranks started free before the first deal.

    BD-R02 and ROY-R31 have it later.
    """
    kept = tables_of(variant)
    if variant.ranks:
        return kept
    return replace(kept, tables={**kept.tables, "setup": {**kept.tables.get("setup", {}), "when": "at_once"}})


def rules_of_game(position: Position, kept: GameTables) -> Rules:
    """Returns the rules of the game that began with `position`.  Raises VariantFileError, OptionError."""
    variant = build_variant(position.variant, kept.tables)
    return compile_rules(variant, position.sectors, position.seats, position.teams, position.options)


def tables_fault(position: Position, kept: GameTables, known: dict[str, Any] | None) -> str | None:
    """Returns why no game can be played by tables that came from a file, in one line; None if one can.

    Tables that equal the `known` ones were checked when those were read.
    """
    try:
        if kept.tables != known:
            fault = next(iter(game_faults(kept.tables, position.variant, ())), None)
            if fault is not None:
                return f"the rules of the game: {fault}"
        variant = build_variant(position.variant, kept.tables)
        if position.sectors not in variant.sectors or len(position.seats) not in variant.seat_counts:
            return f"the rules of the game: {len(position.seats)} cannot play it on {position.sectors} sectors"
        rules_of_game(position, kept)
    except _NO_GAME as error:
        return f"the rules of the game: {one_line(str(error))}"
    return None
