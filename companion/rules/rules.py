"""A variant with its switches set and its seats taken: the values of a position that no play ever changes.

Built once for each combination and cached, so that the engine only looks things up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from companion.model.position import Position, Switch
from companion.rules.board_rules import BoardRules
from companion.rules.flat.card_tables import CardTables, compile_cards
from companion.rules.flat.codes import UseCode, bits_of
from companion.rules.mechanic import CameRoundSlot, Effect, FigureSlot, Slot, StandIn, Use
from companion.rules.settings import DealRules, OptionRule, SeatingRules, SetupRules
from companion.rules.variant import Variant
from companion.system.quoting import listed, short

Options = tuple[tuple[str, Switch], ...]
_Block = TypeVar("_Block", bound=msgspec.Struct)


class OptionError(ValueError):
    """A switch that the variant does not have, or a value that is not supported; one line with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules(BoardRules):
    """The rules of one table: those of its board, and its cards, after-effects, slots, deal and set-up.

    `figures` are the neutral figures by slot name.  `sparing` are the same rules without landings on a figure.
    `declared` are the cards that are played as another one, which their player names.  `rest_is_last`: some card
    gives its rest to the partner only if no other card fits (DOG-R08).
    """

    variant: Variant
    options: Options
    uses: Mapping[str, tuple[Use, ...]]
    effects: tuple[Effect, ...]
    slots: Mapping[str, Slot]
    figures: Mapping[str, FigureSlot]
    setup: SetupRules
    deal: DealRules
    sparing: "Rules | None" = None
    card_tables: CardTables = field(init=False, repr=False)
    declared: frozenset[str] = field(init=False, repr=False)
    rest_is_last: bool = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        BoardRules.__post_init__(self)
        cards = self.variant.cards
        tables = compile_cards(
            codes=[[self._code(use) for use in self.uses[card]] for card in cards],
            stands_in=map(self.variant.stands_in, cards),
            declared=map(self.variant.is_declared, cards),
            counts=[self.variant.deck[card] for card in cards],
        )
        object.__setattr__(self, "card_tables", tables)
        declared = (card for card in cards for use in self.uses[card] if isinstance(use, StandIn) and use.declared)
        object.__setattr__(self, "declared", frozenset(declared))
        rest_is_last = any(use.rest_needs_no_fit for uses in self.uses.values() for use in uses)
        object.__setattr__(self, "rest_is_last", rest_is_last)
        of_the_table = hash((self.variant.id, self.sectors, self.seats, self.teams, self.options))
        object.__setattr__(self, "_hash", of_the_table)

    def _code(self, use: Use) -> UseCode:
        """Returns the use as integers; of a stand-in with the faces that it always may stand for."""
        if not isinstance(use, StandIn):
            return use.code()
        faces = map(self.variant.cards.index, use.choice(self.faces))
        return use.code()._replace(values=bits_of(faces))

    def __eq__(self, other: object) -> bool:
        """Two tables have the same rules if everything that the rules were built from is equal."""
        return self is other or (isinstance(other, Rules) and self._source == other._source)

    def __hash__(self) -> int:
        return self._hash

    @property
    def _source(self) -> tuple[object, ...]:
        variant = self.variant
        return variant.id, variant.tables, self.sectors, self.seats, self.teams, self.options, self.avoids_figures

    @property
    def start_is_optional(self) -> bool:
        """Returns whether a seat may do without its free start (BD-R01, ROY-R30).

        A pawn more than the goal fields has no place in the kennel, so it begins on the start field (DOG-R27, BD-R72).
        """
        return self.setup.duty == "may" and self.pawns_per_seat <= self.goal_fields

    @property
    def chooses_start(self) -> bool:
        """Returns whether a free start leaves a choice: whether to use it, or of the pawn's rank (ROY-R30)."""
        return self.start_is_optional or bool(self.ranks)

    @property
    def in_order(self) -> "tuple[Rules, ...]":
        """The rules in the order in which they are tried until one allows a play.

        More than one only if a pawn may land on a figure only when the card has no other play (`bd.dog_suicide`).
        """
        return (self,) if self.sparing is None else (self.sparing, self)


def compile_rules(
    variant: Variant, sectors: int, seats: tuple[int, ...], teams: tuple[int, ...], options: Options = ()
) -> Rules:
    """Returns the rules of one table.  Raises OptionError."""
    checked_options(variant, dict(options))
    table = (variant, sectors, seats, teams, options)
    overrides = _overrides(variant.options, dict(options))
    rules = _build(*table, overrides)
    if all(figure.landing != "only-forced" for figure in rules.figures.values()):
        return rules
    for name in variant.figures:
        overrides.setdefault(f"slots.{name}", {})["landing"] = "never"
    return replace(rules, sparing=_build(*table, overrides))


def rules_of(variant: Variant, position: Position) -> Rules:
    """Returns the rules by which a position of the game is played.  Raises OptionError."""
    return ruleset(variant, position.sectors, position.seats, position.teams, position.options)


@lru_cache(maxsize=64)
def ruleset(
    variant: Variant, sectors: int, seats: tuple[int, ...], teams: tuple[int, ...], options: Options = ()
) -> Rules:
    """Like `compile_rules`, once for each table.

    Cached by equality, and True equals 1: a caller that takes switches from outside checks them first.
    """
    return compile_rules(variant, sectors, seats, teams, options)


def checked_options(variant: Variant, options: Mapping[str, Switch]) -> None:
    """Raises OptionError unless each of the switches is known and its value supported."""
    for name, value in options.items():
        rule = variant.options.get(name)
        if rule is None:
            raise OptionError(f"option {short(name)} is not a switch of {variant.id}; known: {listed(variant.options)}")
        if not any(type(value) is type(known) and value == known for known in rule.values):
            supported = listed((msgspec.json.encode(known).decode() for known in rule.values), " or ")
            why = f" ({rule.refused})" if rule.refused else ""
            raise OptionError(f"option {short(name)} of {variant.id} must be {supported}, not {short(str(value))}{why}")


def seating_of(variant: Variant, options: Mapping[str, Switch]) -> SeatingRules:
    """Returns the seating with its switches set: which seats may play where, and the usual teams.

    Raises OptionError.
    """
    checked_options(variant, options)
    return _tuned(variant.seating, "seating", _overrides(variant.options, options))


def _overrides(rules: Mapping[str, OptionRule], options: Mapping[str, Switch]) -> dict[str, dict[str, Any]]:
    """Returns settings to replace, by the block they belong to ("uses.split" -> {"opponents": "off"}).

    A switch that is not among the options has its default; one that is takes precedence over another one's default.
    """
    overrides: dict[str, dict[str, Any]] = {}
    defaults = {name: rule.default for name, rule in rules.items() if name not in options}
    for name, value in (*defaults.items(), *options.items()):
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


def _mates(teams: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Returns the other seats of the team, in the order round the table."""
    seats = len(teams)
    return tuple(other for step in range(1, seats) if teams[other := (seat + step) % seats] == teams[seat])


def _uses(
    uses: tuple[Use, ...], switches: Mapping[str, Switch], overrides: Mapping[str, dict[str, Any]]
) -> tuple[Use, ...]:
    """Returns the uses of a card at a table with these switches."""
    held = (use for use in uses if use.is_held(switches))
    return tuple(_tuned(use, f"uses.{_tag(use)}", overrides) for use in held)


def _build(
    variant: Variant,
    sectors: int,
    seats: tuple[int, ...],
    teams: tuple[int, ...],
    options: Options,
    overrides: Mapping[str, dict[str, Any]],
) -> Rules:
    switches = {name: rule.default for name, rule in variant.options.items()} | dict(options)
    seating = _tuned(variant.seating, "seating", overrides)
    clockwise = seating.pawns == "clockwise"
    effects = tuple(_tuned(effect, f"effects.{_tag(effect)}", overrides) for effect in variant.effects)
    if not clockwise:
        effects = tuple(effect.mirrored(variant.sector_length) for effect in effects)
    slots = {name: _tuned(slot, f"slots.{name}", overrides) for name, slot in variant.slots.items()}
    starts = tuple(variant.start_field(sector) for sector in seats)
    watched = tuple(offset for effect in effects for offset in effect.watched_offsets())
    walk = _tuned(variant.walk, "walk", overrides)
    count = variant.field_count(sectors)
    all_starts = variant.fields_at((0,), sectors)
    figures = {name: slot for name, slot in slots.items() if isinstance(slot, FigureSlot)}
    return Rules(
        variant=variant,
        sectors=sectors,
        seats=seats,
        teams=teams,
        options=options,
        field_count=count,
        sector_length=variant.sector_length,
        pawns_per_seat=variant.pawns_per_seat(len(seats)),
        goal_fields=variant.goal_fields,
        ranks=variant.ranks,
        starts=starts,
        feet=tuple((start + walk.lane_offset) % count for start in starts),
        all_starts=all_starts,
        owner={start: seat for seat, start in enumerate(starts)},
        mates=tuple(_mates(teams, seat) for seat in range(len(seats))),
        uses={card: _uses(uses, switches, overrides) for card, uses in variant.uses.items()},
        effects=effects,
        slots=slots,
        figures=figures,
        figure_skips={name: figure.avoided(all_starts, starts) for name, figure in figures.items()},
        avoids_figures=any(figure.landing == "never" for figure in figures.values()),
        came_round=next((name for name, slot in slots.items() if isinstance(slot, CameRoundSlot)), None),
        seating=seating,
        setup=_tuned(variant.setup, "setup", overrides),
        walk=walk,
        centre=_tuned(variant.centre, "centre", overrides) if variant.centre else None,
        doors=tuple(sorted(variant.door_fields(sectors))),
        deal=_tuned(variant.deal, "deal", overrides),
        keeps_left_fields=any(effect.keeps_left_fields() for effect in effects),
        watched=variant.fields_at(watched, sectors),
        draw_fields=variant.special_fields(sectors, clockwise=clockwise),
        faces=tuple(card for card in variant.cards if not variant.stands_in(card)),
    )
