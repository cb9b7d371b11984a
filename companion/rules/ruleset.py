"""A variant with its switches set and its seats taken: everything of a position that no play ever changes.

Built once for each combination and cached, so that the engine only looks things up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from companion.model.position import Position, Switch
from companion.rules.catalogue import load_variant
from companion.rules.mechanic import Effect, FigureSlot, Slot, Use
from companion.rules.variant import DealRules, OptionRule, SetupRules, Variant, WalkRules

Options = tuple[tuple[str, Switch], ...]
_Block = TypeVar("_Block", bound=msgspec.Struct)


class OptionError(ValueError):
    """A switch that the variant does not have, or a value that is not supported; one line with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """`starts` and `mates` go by seat index, `all_starts` are the printed start fields of every sector.

    `owner` maps a start field in play to its seat; `watched` are the fields on which an active landing has an
    after-effect; `figures` are the neutral figures by slot name.
    """

    variant: Variant
    seats: tuple[int, ...]
    teams: tuple[int, ...]
    field_count: int
    sector_length: int
    pawns_per_seat: int
    starts: tuple[int, ...]
    all_starts: frozenset[int]
    owner: Mapping[int, int]
    mates: tuple[tuple[int, ...], ...]
    uses: Mapping[str, tuple[Use, ...]]
    effects: tuple[Effect, ...]
    slots: Mapping[str, Slot]
    figures: Mapping[str, FigureSlot]
    setup: SetupRules
    walk: WalkRules
    deal: DealRules
    keeps_left_fields: bool
    watched: frozenset[int]

    @property
    def avoids_figures(self) -> bool:
        """Whether pawns may not be moved onto a neutral figure at all."""
        return any(figure.landing == "never" for figure in self.figures.values())


def ruleset_of(position: Position) -> Ruleset:
    """The rules a position is played by.  Raises UnknownVariantError, OptionError."""
    return ruleset(position.variant, position.sectors, position.seats, position.teams, position.options)


def rulesets_to_try(position: Position) -> tuple[Ruleset, ...]:
    """The rules in the order in which they are tried until one allows a play.

    More than one only where a pawn may land on a figure only when the card has no other play (`bd.dog_suicide`).
    """
    rules = ruleset_of(position)
    if all(figure.landing != "only-forced" for figure in rules.figures.values()):
        return (rules,)
    return (_sparing(position.variant, position.sectors, position.seats, position.teams, position.options), rules)


@lru_cache(maxsize=64)
def ruleset(variant_id: str, sectors: int, seats: tuple[int, ...], teams: tuple[int, ...], options: Options) -> Ruleset:
    """Builds the rules of one table.  Raises UnknownVariantError, OptionError.

    Cached by equality, and True equals 1: whoever takes switches from outside checks them by `checked_options` first.
    """
    variant = load_variant(variant_id)
    checked_options(variant, dict(options))
    return _build(variant, sectors, seats, teams, _overrides(variant.options, dict(options)))


@lru_cache(maxsize=8)
def _sparing(
    variant_id: str, sectors: int, seats: tuple[int, ...], teams: tuple[int, ...], options: Options
) -> Ruleset:
    variant = load_variant(variant_id)
    overrides = _overrides(variant.options, dict(options))
    for name in variant.figures:
        overrides.setdefault(f"slots.{name}", {})["landing"] = "never"
    return _build(variant, sectors, seats, teams, overrides)


def checked_options(variant: Variant, options: Mapping[str, Switch]) -> None:
    """Raises OptionError unless each of the switches is known and its value supported."""
    for name, value in options.items():
        rule = variant.options.get(name)
        if rule is None:
            raise OptionError(f"option {name!r} is not a switch of {variant.id}; known: {', '.join(variant.options)}")
        if not any(type(value) is type(known) and value == known for known in rule.values):
            supported = " or ".join(msgspec.json.encode(known).decode() for known in rule.values)
            why = f" ({rule.refused})" if rule.refused else ""
            raise OptionError(f"option {name!r} of {variant.id} must be {supported}, not {str(value)[:40]!r}{why}")


def _overrides(rules: Mapping[str, OptionRule], options: Mapping[str, Switch]) -> dict[str, dict[str, Any]]:
    """Settings to replace, by the block they belong to ("uses.split" -> {"opponents": "off"})."""
    overrides: dict[str, dict[str, Any]] = {}
    for name, value in options.items():
        for path in rules[name].sets:
            block, _, setting = path.rpartition(".")
            overrides.setdefault(block, {})[setting] = value
    return overrides


def _tuned(block: _Block, address: str, overrides: Mapping[str, dict[str, Any]]) -> _Block:
    changes = overrides.get(address)
    if not changes:
        return block
    return msgspec.convert({**msgspec.to_builtins(block), **changes}, type(block))


def _tag(block: msgspec.Struct) -> str:
    return str(block.__struct_config__.tag)


def _build(
    variant: Variant,
    sectors: int,
    seats: tuple[int, ...],
    teams: tuple[int, ...],
    overrides: Mapping[str, dict[str, Any]],
) -> Ruleset:
    effects = tuple(_tuned(effect, f"effects.{_tag(effect)}", overrides) for effect in variant.effects)
    slots = {name: _tuned(slot, f"slots.{name}", overrides) for name, slot in variant.slots.items()}
    starts = tuple(variant.start_field(sector) for sector in seats)
    watched = tuple(offset for effect in effects for offset in effect.watched_offsets())
    return Ruleset(
        variant=variant,
        seats=seats,
        teams=teams,
        field_count=variant.field_count(sectors),
        sector_length=variant.sector_length,
        pawns_per_seat=variant.pawns_per_seat(len(seats)),
        starts=starts,
        all_starts=variant.fields_at((0,), sectors),
        owner={field: seat for seat, field in enumerate(starts)},
        mates=tuple(
            tuple(other for other, team in enumerate(teams) if team == teams[seat] and other != seat)
            for seat in range(len(seats))
        ),
        uses={
            card: tuple(_tuned(use, f"uses.{_tag(use)}", overrides) for use in uses)
            for card, uses in variant.uses.items()
        },
        effects=effects,
        slots=slots,
        figures={name: slot for name, slot in slots.items() if isinstance(slot, FigureSlot)},
        setup=_tuned(variant.setup, "setup", overrides),
        walk=_tuned(variant.walk, "walk", overrides),
        deal=_tuned(variant.deal, "deal", overrides),
        keeps_left_fields=any(effect.keeps_left_fields() for effect in effects),
        watched=variant.fields_at(watched, sectors),
    )
