"""The games of this kind as data: `*.toml` beside this module, and the rules of one table made of them.

Law: code checks the abilities of a face (`looks`, `robs`, `wild` ...), never its identity.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any

import msgspec

from companion.model.position import Switch
from companion.system.quoting import short
from companion.system.toml import parse_toml

_FOLDER = "companion.open_row"
Card = str
Options = tuple[tuple[str, Switch], ...]


#: More than any deck, hand or row of a game; the values in records of strangers are limited to these bounds.
_Small = Annotated[int, msgspec.Meta(ge=0, le=60)]
_Numbers = Annotated[tuple[_Small, ...], msgspec.Meta(max_length=60)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class GameError(ValueError):
    """There is no such game, it is not played by so many, or a switch is wrong; one line with the reason."""


class Face(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One face: how many the deck holds, the numbers it counts as, and its further abilities.

    `start`: it may be the first card of a row.  `wild`: it stands for every number but the last of a row.  `buys`: the
    places of the open row that it pays for, if they are not simply its numbers.  `looks`: so many cards of the draw
    pile may be seen, and one taken.  `searches` the discard pile.  `robs` the last card of a row.
    """

    count: _Small
    values: _Numbers = ()
    start: bool = False
    wild: bool = False
    buys: _Numbers = ()
    looks: _Small = 0
    searches: bool = False
    robs: bool = False


class Seating(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Values by number of players: cards a hand, rows a player, and whether opposite seats are partners."""

    hand: _Small
    rows: _Small
    partners: bool = False


class SwitchRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house-rule switch: its default, the values that are supported, the rule that it sets and the rulings."""

    default: bool
    values: tuple[bool, ...]
    sets: str
    rulings: tuple[str, ...]


class GameFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game file: places of the open row, the number that ends a row, faces, seatings by player count, switches."""

    open_row: _Small
    row_end: _Small
    cards: Annotated[dict[_Name, Face], msgspec.Meta(max_length=60)]
    seats: Annotated[dict[_Name, Seating], msgspec.Meta(max_length=10)]
    options: Annotated[dict[_Name, SwitchRule], msgspec.Meta(max_length=60)]

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The numbers of players."""
        return tuple(int(count) for count in self.seats)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardRules:
    """The rules of one table; the last three are switches (DC-R05, DC-R13, DC-R14).

    `options` are the switches that differ from their defaults.
    """

    variant: str
    game: GameFile
    options: Options
    seat_count: int
    hand_size: int
    rows: int
    partners: bool
    joker_first: bool
    take_searcher: bool
    rob_partner: bool

    def __eq__(self, other: object) -> bool:
        """Two tables have the same rules if all inputs of the rules are equal."""
        return self is other or (isinstance(other, CardRules) and self._source == other._source)

    def __hash__(self) -> int:
        return hash((self.variant, self.seat_count, self.options))

    @property
    def _source(self) -> tuple[object, ...]:
        return self.variant, self.seat_count, self.options, self.game

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every face of the game, in the order of its data."""
        return tuple(self.game.cards)

    def face(self, card: Card) -> Face:
        """The abilities of a card."""
        return self.game.cards[card]

    def partner(self, seat: int) -> int | None:
        """The opposite seat, if opposite seats play together."""
        return (seat + self.seat_count // 2) % self.seat_count if self.partners else None

    def team(self, seat: int) -> tuple[int, ...]:
        """The seat, and its partner if it has one."""
        partner = self.partner(seat)
        return (seat,) if partner is None else (seat, partner)

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of every seat, called after its first member."""
        return tuple(min(self.team(seat)) for seat in range(self.seat_count))

    def places_bought(self, card: Card) -> tuple[int, ...]:
        """The places of the open row that a card pays for (DC-R08..R11); 1 is the first."""
        face = self.face(card)
        return face.buys or tuple(value for value in face.values if value <= self.game.open_row)

    def fills(self, card: Card, place: int) -> bool:
        """Whether a card that is no joker belongs at a place of a row (DC-R04: a start card fills place 1)."""
        face = self.face(card)
        return face.start if place == 1 else place in face.values

    def may_lie(self, card: Card, place: int) -> bool:
        """Whether a card may lie at a place of the open row: not at its own number (DC-R01, DC-R02)."""
        return card not in self.game.cards or place not in self.face(card).values


def game_ids() -> tuple[str, ...]:
    """The ids of the games without a board."""
    names = (entry.name for entry in resources.files(_FOLDER).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@lru_cache(maxsize=8)
def load_game(variant: str) -> GameFile:
    """Loads a game.  Raises GameError."""
    return build_game(game_tables(variant))


def game_tables(variant: str) -> dict[str, Any]:
    """The contents of a game's file, as plain values.  Raises GameError."""
    if variant not in game_ids():
        raise GameError(f"variant: unknown game {short(variant)}; known: {', '.join(game_ids())}")
    return parse_toml((resources.files(_FOLDER) / f"{variant}.toml").read_text(encoding="utf-8"))


def build_game(tables: Mapping[str, Any]) -> GameFile:
    """A game from the tables of its file.  Raises GameError."""
    try:
        game = msgspec.convert(tables, GameFile)
    except msgspec.ValidationError as error:
        raise GameError(f"the game: {error}") from error
    if not any(game.row_end in face.values for face in game.cards.values()):
        raise GameError(f"row_end: no card counts as {game.row_end}")
    return game


@lru_cache(maxsize=64)
def ruleset(variant: str, seat_count: int, options: Options) -> CardRules:
    """The rules of a table of a game that comes with the program.  Raises GameError.

    Cached by equality, and True equals 1: check switches from outside with `checked_options` first.
    """
    return compile_rules(variant, load_game(variant), seat_count, dict(options))


def compile_rules(variant: str, game: GameFile, seat_count: int, options: Mapping[str, object]) -> CardRules:
    """The rules of a table.  Raises GameError."""
    seating = game.seats.get(str(seat_count))
    if seating is None:
        raise GameError(f"seats: {variant} is played by {' or '.join(game.seats)}, not {seat_count}")
    kept = checked_options(game, options)
    given = dict(kept)
    switches = {rule.sets: bool(given.get(name, rule.default)) for name, rule in game.options.items()}
    return CardRules(
        variant=variant,
        game=game,
        options=kept,
        seat_count=seat_count,
        hand_size=seating.hand,
        rows=seating.rows,
        partners=seating.partners,
        **switches,
    )


def checked_options(game: GameFile, options: Mapping[str, object]) -> Options:
    """The switches that differ from the defaults, by name.  Raises GameError for an unknown or unsupported one."""
    for name, value in options.items():
        rule = game.options.get(name)
        if rule is None:
            raise GameError(f"options: {short(name)} is no switch of this game; known: {', '.join(game.options)}")
        if type(value) is not bool or value not in rule.values:
            raise GameError(f"options: {name} must be true or false, not {short(value)}")
    return tuple(sorted((name, bool(value)) for name, value in options.items() if value != game.options[name].default))


def full_deck(game: GameFile) -> tuple[Card, ...]:
    """All cards of a game, in the order of its data."""
    return tuple(card for card, face in game.cards.items() for _ in range(face.count))
