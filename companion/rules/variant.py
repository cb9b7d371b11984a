"""One game as data: its boards, pawns, cards with their uses, deal, after-effects, extra slots and house-rule switches.

A variant is built by `catalogue` from a TOML file and never changes; which seats play and which switches are set
belongs to a `Rules`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.mechanic import Effect, FigureSlot, Slot, StandIn, Use
from companion.rules.settings import (
    CentreRules,
    DealRules,
    OptionRule,
    Rank,
    SeatingRules,
    SetupRules,
    WalkRules,
    fields_at,
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """A loaded variant.  `boards` has by number of sectors the possible numbers of players, the usual board first.

    `deck` counts the cards of each face; counts never decide what is legal.  `rulings` names this game's own ruling
    for a message of the referee whose usual one is another game's.  `tables` are the tables that it was built from.
    `remembers_last_card`: the last played face matters, because a card copies it.  `figures` are the names of the
    neutral figures on the track, such as the dog.
    """

    id: str
    sector_length: int
    goal_fields: int
    boards: Mapping[int, tuple[int, ...]]
    pawns: Mapping[int, int]
    ranks: tuple[Rank, ...]
    seating: SeatingRules
    setup: SetupRules
    cards: tuple[str, ...]
    deck: Mapping[str, int]
    uses: Mapping[str, tuple[Use, ...]]
    effects: tuple[Effect, ...]
    slots: Mapping[str, Slot]
    options: Mapping[str, OptionRule]
    rulings: Mapping[str, str]
    walk: WalkRules
    centre: CentreRules | None
    deal: DealRules
    tables: Mapping[str, Any]
    remembers_last_card: bool = field(init=False)
    figures: tuple[str, ...] = field(init=False)
    _stand_ins: frozenset[str] = field(init=False, repr=False)
    _declared: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        stand_ins = [(card, use) for card, uses in self.uses.items() for use in uses if isinstance(use, StandIn)]
        figures = (name for name, slot in self.slots.items() if isinstance(slot, FigureSlot))
        object.__setattr__(self, "remembers_last_card", any(use.remembers for _, use in stand_ins))
        object.__setattr__(self, "figures", tuple(figures))
        object.__setattr__(self, "_stand_ins", frozenset(card for card, _ in stand_ins))
        object.__setattr__(self, "_declared", frozenset(card for card, use in stand_ins if use.declared))

    @property
    def sectors(self) -> tuple[int, ...]:
        """How many sectors the printed boards have."""
        return tuple(sorted(self.boards))

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The numbers of players."""
        return tuple(sorted({count for counts in self.boards.values() for count in counts}))

    @property
    def usual_seats(self) -> int:
        """The default number of players."""
        return 4 if 4 in self.seat_counts else self.seat_counts[-1]

    def usual_sectors(self, seat_count: int) -> int:
        """Returns the sectors of the board on which so many play, unless they choose another side."""
        return next(sectors for sectors, counts in self.boards.items() if seat_count in counts)

    @property
    def rank_names(self) -> tuple[str, ...]:
        """The names of the ranks in the order of a row of pawns; empty if pawns are alike."""
        return tuple(rank.name for rank in self.ranks)

    @property
    def deck_size(self) -> int:
        return sum(self.deck.values())

    @property
    def draws(self) -> bool:
        """Whether a play may let the player draw cards at once (ROY-R20)."""
        return any(effect.lets_draw for effect in self.effects)

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

    def is_declared(self, card: str) -> bool:
        """Returns whether the player must or may name the face the card is played as."""
        return card in self._declared

    def has(self, slot_name: str) -> bool:
        """Returns whether placements of this game carry the extra value `slot_name`."""
        return slot_name in self.slots

    def stands_in(self, card: str) -> bool:
        """Returns whether the card has no face of its own (copy, joker)."""
        return card in self._stand_ins

    def field_count(self, sectors: int) -> int:
        return sectors * self.sector_length

    def start_field(self, sector: int) -> int:
        return sector * self.sector_length

    def pawns_per_seat(self, seat_count: int) -> int:
        return self.pawns[seat_count]

    def wheel_fields(self, sectors: int) -> frozenset[int]:
        """Returns the track fields on the disc."""
        return self.fields_at(self.wheel_offsets, sectors)

    def fields_at(self, offsets: tuple[int, ...], sectors: int) -> frozenset[int]:
        """Returns the fields at these offsets of every printed sector."""
        return fields_at(self.sector_length, offsets, sectors)

    def door_fields(self, sectors: int) -> frozenset[int]:
        """Returns the track fields from which the centre is reached."""
        return self.fields_at((self.centre.door,), sectors) if self.centre else frozenset()

    def special_fields(self, sectors: int, *, clockwise: bool = True) -> frozenset[int]:
        """Returns the track fields where a pawn's owner may draw a card.

        `clockwise` is the direction in which the track is listed.
        """
        effects = self.effects if clockwise else tuple(effect.mirrored(self.sector_length) for effect in self.effects)
        offsets = tuple(offset for effect in effects if effect.lets_draw for offset in effect.watched_offsets())
        return self.fields_at(offsets, sectors)

    def default_teams(self, seat_count: int, seating: SeatingRules | None = None) -> tuple[int, ...]:
        """Returns the team numbers by seat under `seating`, or under the game's own."""
        groups = (seating or self.seating).team_count(seat_count)
        return tuple(seat % groups for seat in range(seat_count))
