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
from companion.rules.mechanic import CameRoundSlot, Effect, FigureSlot, Slot, Use
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

Options = tuple[tuple[str, Switch], ...]
_Block = TypeVar("_Block", bound=msgspec.Struct)


class OptionError(ValueError):
    """A switch that the variant does not have, or a value that is not supported; one line with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """`starts`, `feet` and `mates` go by seat index, `all_starts` are the printed start fields of every sector.

    `feet` are the fields where the lanes leave the track; `mates` come in the order round the table.  `owner` maps a
    start field in play to its seat, `guarded` those on which the owner's pawn stops everybody (CORE-R05).  `watched`
    are the fields on which an active landing has an after-effect; `figures` are the neutral figures by slot name, which
    pawns may not be moved onto at all where `avoids_figures`; `came_round` is the slot that remembers which pawns on
    their start field are no blockers; `doors` lead into the centre.
    """

    variant: Variant
    seats: tuple[int, ...]
    teams: tuple[int, ...]
    field_count: int
    sector_length: int
    pawns_per_seat: int
    ranks: tuple[Rank, ...]
    starts: tuple[int, ...]
    feet: tuple[int, ...]
    all_starts: frozenset[int]
    owner: Mapping[int, int]
    guarded: Mapping[int, int]
    mates: tuple[tuple[int, ...], ...]
    uses: Mapping[str, tuple[Use, ...]]
    effects: tuple[Effect, ...]
    slots: Mapping[str, Slot]
    figures: Mapping[str, FigureSlot]
    avoids_figures: bool
    came_round: str | None
    seating: SeatingRules
    setup: SetupRules
    walk: WalkRules
    centre: CentreRules | None
    doors: tuple[int, ...]
    deal: DealRules
    keeps_left_fields: bool
    watched: frozenset[int]

    @property
    def turn_step(self) -> int:
        """Who is next: +1 = the left neighbour, -1 = the right one (DOG-R31)."""
        return 1 if self.seating.turns == "clockwise" else -1

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """The seat so many turns after `seat`."""
        return (seat + steps * self.turn_step) % len(self.seats)


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
    switches = dict(options)
    return _build(variant, sectors, seats, teams, switches, _overrides(variant.options, switches))


@lru_cache(maxsize=8)
def _sparing(
    variant_id: str, sectors: int, seats: tuple[int, ...], teams: tuple[int, ...], options: Options
) -> Ruleset:
    variant = load_variant(variant_id)
    overrides = _overrides(variant.options, dict(options))
    for name in variant.figures:
        overrides.setdefault(f"slots.{name}", {})["landing"] = "never"
    return _build(variant, sectors, seats, teams, dict(options), overrides)


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


def seating_of(variant: Variant, options: Mapping[str, Switch]) -> SeatingRules:
    """The seating with its switches set: which seats may play where, and the usual teams.  Raises OptionError."""
    checked_options(variant, options)
    return _tuned(variant.seating, "seating", _overrides(variant.options, options))


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
    options: Mapping[str, Switch],
    overrides: Mapping[str, dict[str, Any]],
) -> Ruleset:
    switches = {name: rule.default for name, rule in variant.options.items()} | dict(options)
    effects = tuple(_tuned(effect, f"effects.{_tag(effect)}", overrides) for effect in variant.effects)
    slots = {name: _tuned(slot, f"slots.{name}", overrides) for name, slot in variant.slots.items()}
    starts = tuple(variant.start_field(sector) for sector in seats)
    watched = tuple(offset for effect in effects for offset in effect.watched_offsets())
    walk = _tuned(variant.walk, "walk", overrides)
    count = variant.field_count(sectors)
    owner = {field: seat for seat, field in enumerate(starts)}
    return Ruleset(
        variant=variant,
        seats=seats,
        teams=teams,
        field_count=count,
        sector_length=variant.sector_length,
        pawns_per_seat=variant.pawns_per_seat(len(seats)),
        ranks=variant.ranks,
        starts=starts,
        feet=tuple((field + walk.lane_offset) % count for field in starts),
        all_starts=variant.fields_at((0,), sectors),
        owner=owner,
        guarded=owner if walk.blockers else {},
        mates=tuple(
            tuple(other for step in range(1, len(seats)) if teams[other := (seat + step) % len(seats)] == teams[seat])
            for seat in range(len(seats))
        ),
        uses={
            card: tuple(
                _tuned(use, f"uses.{_tag(use)}", overrides)
                for use in uses
                if not use.only_with or switches[use.only_with]
            )
            for card, uses in variant.uses.items()
        },
        effects=effects,
        slots=slots,
        figures={name: slot for name, slot in slots.items() if isinstance(slot, FigureSlot)},
        avoids_figures=any(isinstance(slot, FigureSlot) and slot.landing == "never" for slot in slots.values()),
        came_round=next((name for name, slot in slots.items() if isinstance(slot, CameRoundSlot)), None),
        seating=_tuned(variant.seating, "seating", overrides),
        setup=_tuned(variant.setup, "setup", overrides),
        walk=walk,
        centre=_tuned(variant.centre, "centre", overrides) if variant.centre else None,
        doors=tuple(sorted(variant.door_fields(sectors))),
        deal=_tuned(variant.deal, "deal", overrides),
        keeps_left_fields=any(effect.keeps_left_fields() for effect in effects),
        watched=variant.fields_at(watched, sectors),
    )
