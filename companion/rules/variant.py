"""One game as data: its track, pawns, cards with their uses, deal, after-effects, extra slots and house-rule switches.

A variant is built by `catalogue` from a TOML file and never changes; which seats play and which switches are set
belongs to a `Ruleset`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec

from companion.model.position import Switch
from companion.rules.mechanic import Effect, FigureSlot, Slot, StandIn, Use


class OptionRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house-rule switch: its default, the values that are supported and the rulings it changes.

    `sets` are the settings that take the value, as `uses.<use>.<field>`, `effects.<effect>.<field>`,
    `slots.<slot>.<field>`, `setup.<field>`, `walk.<field>` or `deal.<field>`; empty for a switch that people honour,
    not the engine.  `refused` says why a value outside `values` is not to be had.
    """

    default: Switch
    values: tuple[Switch, ...]
    rulings: tuple[str, ...]
    sets: tuple[str, ...] = ()
    refused: str = ""


class WalkRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How pawns walk: `home_optional` leaves the choice between lane and track (CORE-R04)."""

    home_optional: bool = True


class SetupRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Before round 1 a seat puts `free_start` pawns on its start field; it "must" or it "may" (BD-R01)."""

    free_start: int = 0
    duty: Literal["must", "may"] = "must"


class DealRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`hand_cycle`: cards a player gets, round by round and then from the beginning, as in "6-5-4-3-2".

    By seat count: `exchange` is whom one card goes to (partner, left), `stuck` what a player without a legal play does
    (forfeit the hand, discard_and_draw).
    """

    hand_cycle: str
    exchange: dict[str, str]
    stuck: dict[str, str]
    reshuffle: str = "rest_first"

    def cards_in_round(self, round_number: int) -> int:
        """Cards a player gets in round 1, 2, ..."""
        cycle = self.hand_cycle.split("-")
        return int(cycle[(round_number - 1) % len(cycle)])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """A loaded variant.  `deck` counts the cards of each face; counts never decide what is legal."""

    id: str
    sector_length: int
    sectors: tuple[int, ...]
    seat_counts: tuple[int, ...]
    team_seat_counts: tuple[int, ...]
    pawns: Mapping[int, int]
    setup: SetupRules
    cards: tuple[str, ...]
    deck: Mapping[str, int]
    uses: Mapping[str, tuple[Use, ...]]
    effects: tuple[Effect, ...]
    slots: Mapping[str, Slot]
    options: Mapping[str, OptionRule]
    walk: WalkRules
    deal: DealRules

    @property
    def hand_size(self) -> int:
        """Cards a player gets in the first round."""
        return self.deal.cards_in_round(1)

    @property
    def deck_size(self) -> int:
        return sum(self.deck.values())

    @property
    def figures(self) -> tuple[str, ...]:
        """Names of the neutral figures on the track, such as the dog."""
        return tuple(name for name, slot in self.slots.items() if isinstance(slot, FigureSlot))

    @property
    def remembers_last_card(self) -> bool:
        """Whether the last played face matters, because a card copies it."""
        return any(isinstance(use, StandIn) and use.remembers for uses in self.uses.values() for use in uses)

    @property
    def wheel_offsets(self) -> tuple[int, ...]:
        """Offsets within every sector of the fields on the disc; empty for a board without one."""
        return tuple(offset for effect in self.effects for offset in effect.carried_offsets())

    @property
    def paws(self) -> tuple[int, ...]:
        """Offsets within every sector of the fields with a paw."""
        return tuple(
            offset for effect in self.effects if effect.carried_offsets() for offset in effect.watched_offsets()
        )

    def has(self, slot_name: str) -> bool:
        """Whether placements of this game carry the extra value `slot_name`."""
        return slot_name in self.slots

    def stands_in(self, card: str) -> bool:
        """Whether the card has no face of its own (copy, joker)."""
        return any(isinstance(use, StandIn) for use in self.uses[card])

    def field_count(self, sectors: int) -> int:
        return sectors * self.sector_length

    def start_field(self, sector: int) -> int:
        return sector * self.sector_length

    def pawns_per_seat(self, seat_count: int) -> int:
        return self.pawns[seat_count]

    def wheel_fields(self, sectors: int) -> frozenset[int]:
        """Track fields on the disc."""
        return self.fields_at(self.wheel_offsets, sectors)

    def paw_fields(self, sectors: int) -> frozenset[int]:
        """Track fields with a paw."""
        return self.fields_at(self.paws, sectors)

    def fields_at(self, offsets: tuple[int, ...], sectors: int) -> frozenset[int]:
        """The fields at these offsets of every printed sector."""
        return _fields_at(self.sector_length, offsets, sectors)

    def default_teams(self, seat_count: int) -> tuple[int, ...]:
        """Team numbers by seat: opposite seats where the game is played in teams, else everyone alone."""
        if seat_count in self.team_seat_counts:
            return tuple(seat % (seat_count // 2) for seat in range(seat_count))
        return tuple(range(seat_count))


@lru_cache(maxsize=64)
def _fields_at(sector_length: int, offsets: tuple[int, ...], sectors: int) -> frozenset[int]:
    return frozenset(sector * sector_length + offset for sector in range(sectors) for offset in offsets)
