"""The games that the playout kernel is held against the engine in, and all that it can do with one card."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place, goal
from companion.model.position import Placement, Position, Switch
from companion.playout.build import LIBRARY, build, compiler, is_stale
from companion.playout.compile import compile_table
from companion.playout.games import Phase, board_game, chance_of, new_game, placement_of
from companion.playout.library import Kernel
from companion.playout.structs import Chance, Game, Table
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules, rules_of, seating_of
from companion.rules.setup import first_position, spread_seats
from companion.rules.variant import Variant
from companion.rules.variant_files.file import build_variant

#: The result of a play: the placement and the cards that may be drawn.
Outcome = tuple[Placement, int]
Switches = tuple[tuple[str, Switch], ...]
LONGEST_GAME = 20_000


class Case(NamedTuple):
    """One game: which, how many play, by which switches; `when` replaces the moment of its free starts.

    `shape` replaces whole tables of the game, such as its goal fields.
    """

    variant: str
    players: int
    options: Switches
    when: str = ""
    shape: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        switches = (f"{name}={value}" for name, value in self.options)
        return "-".join([self.variant, str(self.players), *switches, *([self.when] if self.when else [])])

    @property
    def game(self) -> Variant:
        """The shipped game, or that of a house with its own moment of the free starts."""
        shipped = SHIPPED.variant(self.variant)
        if not self.when and not self.shape:
            return shipped
        tables = {**shipped.tables, **dict(self.shape)}
        if self.when:
            tables["setup"] = {**tables["setup"], "when": self.when}
        return build_variant(shipped.id, tables)


class Ready(NamedTuple):
    """A case made ready to play."""

    rules: Rules
    first: Position
    table: Table


def variants() -> list[Case]:
    """Every variant with every number of players, by its usual rules."""
    return [Case(name, count, ()) for name in SHIPPED.ids for count in SHIPPED.variant(name).seat_counts]


def switched() -> list[Case]:
    """Every switch of every variant at every other value than its usual one."""
    return [
        Case(name, SHIPPED.variant(name).usual_seats, ((option, value),))
        for name in SHIPPED.ids
        for option, rule in SHIPPED.variant(name).options.items()
        for value in rule.values
        if value != rule.default
    ]


def free_starts() -> list[Case]:
    """Games whose players decide about a free start, at every moment that a house may choose for it."""
    games = (
        ("black_dog", (("bd.free_start", "may"),)),
        ("dog_royal_plain", ()),
        ("dog_royal", (("roy.free_start", "may"),)),
    )
    return [
        Case(name, 4, options, when) for name, options in games for when in ("at_once", "after_deal", "after_exchange")
    ]


def ready(case: Case) -> Ready:
    """The rules, the first position and the tables of a case."""
    variant = case.game
    sectors = variant.usual_sectors(case.players)
    seats = spread_seats(case.players, sectors)
    if seating_of(variant, dict(case.options)).pawns == "counter-clockwise":
        seats = seats[::-1]
    first = first_position(variant, sectors, seats, case.options)
    rules = rules_of(variant, first)
    if rules.start_is_optional:
        first = first_position(variant, sectors, seats, case.options, started=())
    return Ready(rules, first, compile_table(rules))


@cache
def kernel_for_tests() -> Kernel:
    """The kernel, built anew where its sources are newer."""
    if compiler() is None:
        pytest.skip("no C compiler: the playout kernel cannot be built")
    return Kernel(build() if is_stale() else LIBRARY)


def position_of(made: Ready, game: Game) -> Position:
    """The position of a kernel's game as the engine knows it."""
    copied = None if game.copied < 0 else made.rules.variant.cards[game.copied]
    return replace(made.first, placement=placement_of(made.rules, game), turn=game.turn, copied=copied)


def positions(kernel: Kernel, made: Ready, seed: int, every: int) -> Iterator[Position]:
    """One position in so many of a whole game; games with odd seeds are greedy and so get to their ends sooner."""
    chance = chance_of(seed, greedy=bool(seed % 2))
    game = new_game(made.rules, made.table, made.first)
    due = seed % every
    while game.phase != Phase.OVER and game.plies < LONGEST_GAME:
        kernel.advance(made.table, game, chance)
        if game.phase == Phase.TO_PLAY and game.plies >= due:
            due = game.plies + every
            yield position_of(made, game)


def crowded(made: Ready, chance: random.Random) -> Position:
    """A position of pawns that are in each other's way, in lanes and on start fields."""
    rules = made.rules
    base = chance.choice(rules.starts) - 10
    free = [(base + near) % rules.field_count for near in range(24)]
    chance.shuffle(free)
    # a pawn on a start field of its own stops the others
    free.sort(key=rules.starts.__contains__)
    rows = []
    for seat in range(len(rules.seats)):
        lane = [goal(number) for number in chance.sample(range(1, rules.goal_fields + 1), rules.goal_fields)]
        row = []
        for _ in range(rules.pawns_per_seat):
            if free and rules.starts[seat] == free[-1]:
                row.append(Place(free.pop()))
            else:
                row.append(chance.choice((KENNEL, Place(free.pop(0)), lane.pop())) if free and lane else KENNEL)
        rows.append(tuple(row if rules.ranks else sorted(row)))
    placement = made.first.placement.with_pawns(tuple(rows))
    for name in rules.figures:
        placement = placement.with_extra(name, free.pop() if free else (base + 30) % rules.field_count)
    return replace(made.first, placement=placement, turn=chance.randrange(len(rules.seats)))


def kernel_outcomes(kernel: Kernel, made: Ready, position: Position, card: str) -> set[Outcome]:
    """All that the kernel can draw for a card: it is led through every way that chance could take."""
    start = board_game(made.rules, position)
    face = made.rules.variant.cards.index(card)
    for avoids_figure in (True, False) if made.rules.sparing else (False,):
        chance, found = Chance(scripted=1, state=1), dict[bytes, Outcome]()
        while True:
            game = Game.from_buffer_copy(start)
            draws = kernel.try_card(made.table, game, chance, face, avoids_figure=avoids_figure)
            key = bytes(game.board) + bytes([draws & 0xFF])
            if draws >= 0 and key not in found:
                found[key] = (placement_of(made.rules, game), draws)
            if not kernel.next_way(chance):
                break
        if found:
            return set(found.values())
    return set()


def engine_outcomes(made: Ready, position: Position, card: str) -> set[Outcome]:
    """All that the engine finds legal."""
    return {(play.result, play.draws) for play in legal_plays(made.rules, position, card)}


def drawn(kernel: Kernel, made: Ready, position: Position, card: str, chance: Chance) -> Outcome | None:
    """One play of the card as it is drawn in a game; None where the kernel finds none."""
    game = board_game(made.rules, position)
    draws = kernel.try_card(made.table, game, chance, made.rules.variant.cards.index(card))
    return None if draws < 0 else (placement_of(made.rules, game), draws)
