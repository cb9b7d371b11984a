"""How fast the rules engine is: legal plays, the hardest cards, whole games.  Writes build/figures/performance.md.

With PAWTRACK_PEER=FOLDER (a checkout whose `server/py/dog.py` has the class `Dog` for Brändi Dog) the same
positions are put to that engine in the same run.
"""

import os
import random
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from peer import Peer
from rules_for_tests import rules_of
from tables import machine, spread, write
from whole_games.whole_game import Table, WholeGame

from companion.catalogue.shipped import SHIPPED
from companion.model.places import Place, goal
from companion.model.position import Placement, Position
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer
from companion.playout.choice import choose_lister
from companion.rules import legal
from companion.rules.legal import legal_plays
from companion.rules.points import portions_of
from companion.rules.setup import first_position, spread_seats
from companion.system.gc_tuning import raise_gc_thresholds

#: A card belongs to the first kind of which it has a use.
KINDS = {
    "points (7, Partner 4)": ("seven", "split"),
    "joker": ("joker",),
    "start cards": ("start",),
    "pawn, then dog": ("pawn_then_figure",),
    "swap, magnet, copy": ("swap", "magnet", "copy", "skip_neighbour"),
    "number cards": ("advance", "retreat", "centre"),
}
#: One position in so many of each random game.
EVERY = 9
GAMES = 4
HARD_POSITIONS = 60
SECONDS = 3.0
PEER_CARDS = ("2", "3", "5", "6", "8", "9", "10", "Q", "A", "K", "J", "4")

PAGE = """# Speed of the rules engine

Measured on: {machine}, one core, processor time, with the garbage collector set as the programs set it
(`companion.system.gc_tuning`). Written by `python tests/bench/engine.py` (part of `make bench`).
All plays of a card are found by the compiled lister (by the readable engine with `PAWTRACK_LISTER=python`), with the
placement that each one leads to, once per placement; nothing is kept from one question to the next, but in the whole
games, where the engine keeps what it found for the newest positions.

## The aims

| what | aim, ms | n | median ms | 95 % ms | aim / median |
|---|---|---|---|---|---|
{aims}
A number card is asked about in positions of random games of every variant. The 7 has four own pawns on free fields of
the track (DOG classic), Partner 4 has all pawns but those of a player who is done (twelve), or five of each of three
players (fifteen), on random fields: hardly any real position is as open as that, with some 2000 placements to reach;
each is measured three times and the best counts. The points of a card are not tried in every order: the search goes
from placement to placement, and what can still be reached from there is found once.

## By kind of card

Positions of {games} random games of each variant with its usual number of players, every card of the game in each.

| legal plays of | n | median ms | 95 % ms |
|---|---|---|---|
{kinds}
## Whole games

Full information, real cards, through the session that also keeps a record: deal, exchange, play, discard, draw,
shuffle, undo chain; until somebody has won.

| variant | players | random games a second | plays a game | ms a play | sensible games a second | plays a game |
|---|---|---|---|---|---|---|
{whole}
## Beside another engine

{peer}"""


def main() -> None:
    raise_gc_thresholds()
    choose_lister()
    positions = {name: list(positions_of(name, GAMES)) for name in SHIPPED.ids}
    times, numbers = by_kind(positions)
    write(
        "performance.md",
        PAGE.format(
            machine=machine(),
            aims=aims(numbers),
            games=GAMES,
            kinds="".join(f"| {kind} | {len(times[kind])} | {spread(times[kind])} |\n" for kind in KINDS),
            whole="".join(map(whole_games, SHIPPED.ids)),
            peer=beside_peer(positions["braendi"]),
        ),
    )


def positions_of(variant: str, games: int) -> Iterator[Position]:
    """Positions out of random games."""
    for seed in range(games):
        game = new_game(variant, random.Random(seed), RandomPlayer)
        while not game.is_over:
            before = game.state.ply
            game.advance()
            if game.state.ply > before and game.state.ply % EVERY == 0 and not game.is_over:
                yield game.position


def new_game(
    variant: str, chance: random.Random, kind: Callable[[random.Random], RandomPlayer | SensiblePlayer]
) -> WholeGame:
    count = SHIPPED.variant(variant).usual_seats
    sectors = SHIPPED.variant(variant).usual_sectors(count)
    table = Table(variant=variant, seats=spread_seats(count, sectors), sectors=sectors)
    return WholeGame(table, [kind(chance) for _ in range(count)], chance)


def steady(position: Position, card: str) -> float:
    """Returns the best of three times, without the effect of other load."""
    return min(took(position, card) for _ in range(3))


def took(position: Position, card: str) -> float:
    """Milliseconds for the legal plays of a card, with nothing kept from the question before."""
    legal._listed.cache_clear()  # the first answer is what is measured
    portions_of.cache_clear()
    began = time.process_time()
    legal_plays(rules_of(position), position, card)
    return (time.process_time() - began) * 1000


def by_kind(positions: dict[str, list[Position]]) -> tuple[dict[str, list[float]], list[float]]:
    times: dict[str, list[float]] = defaultdict(list)
    for name, some in positions.items():
        cards = {card: kind_of(name, card) for card in SHIPPED.variant(name).cards}
        for position in some:
            for card, kind in cards.items():
                times[kind].append(took(position, card))
    return times, times["number cards"]


def kind_of(variant: str, card: str) -> str:
    uses = {
        str(use.__struct_config__.tag) for use in SHIPPED.variant(variant).uses[card] if isinstance(use, msgspec.Struct)
    }
    return next(kind for kind, tags in KINDS.items() if uses & set(tags))


def aims(numbers: list[float]) -> str:
    chance = random.Random(5)
    hard = [
        ("number card", 0.05, numbers),
        ("7 over four own pawns", 2.0, [steady(open_position(chance, "dog", 4), "7") for _ in range(HARD_POSITIONS)]),
        (
            "Partner 4, twelve movable pawns",
            60.0,
            [steady(open_position(chance, "black_dog", 4, done=2), "partner4") for _ in range(HARD_POSITIONS)],
        ),
        (
            "Partner 4, fifteen movable pawns",
            150.0,
            [steady(open_position(chance, "black_dog", 3), "partner4") for _ in range(HARD_POSITIONS)],
        ),
    ]
    return "".join(_aim(*row) for row in hard)


def _aim(name: str, aim: float, times: list[float]) -> str:
    median = sorted(times)[len(times) // 2]
    return f"| {name} | {aim:g} | {len(times)} | {spread(times)} | {aim / median:.1f} |\n"


def open_position(chance: random.Random, variant: str, players: int, done: int | None = None) -> Position:
    """A position with every pawn on a random field of the track, except those of a seat that is done."""
    sectors = SHIPPED.variant(variant).usual_sectors(players)
    first = first_position(SHIPPED.variant(variant), sectors, spread_seats(players, sectors))
    rules = SHIPPED.rules(first)
    free = [field for field in range(rules.field_count) if field not in rules.all_starts]
    chance.shuffle(free)
    rows = [
        tuple(sorted(goal(n) for n in range(1, 5)))
        if seat == done
        else tuple(sorted(Place(free.pop()) for _ in range(rules.pawns_per_seat)))
        for seat in range(players)
    ]
    placement = Placement(tuple(rows), first.placement.extras)
    for name in rules.figures:
        placement = placement.with_extra(name, free.pop())
    return first.with_placement(placement)


def whole_games(variant: str) -> str:
    """A row of the table."""
    rate, plies = games_a_second(variant, RandomPlayer)
    sensible, fewer = games_a_second(variant, SensiblePlayer)
    players = SHIPPED.variant(variant).usual_seats
    ms = 1000 / rate / plies
    return f"| {variant} | {players} | {rate:.1f} | {plies:.0f} | {ms:.2f} | {sensible:.1f} | {fewer:.0f} |\n"


def games_a_second(variant: str, kind: Callable[[random.Random], RandomPlayer | SensiblePlayer]) -> tuple[float, float]:
    """Games a second and plays a game, of as many whole games as begin within the time."""
    games, plies, began = 0, 0, time.process_time()
    while time.process_time() - began < SECONDS:
        game = new_game(variant, random.Random(games), kind)
        while not game.is_over:
            game.advance()
        games += 1
        plies += game.state.ply
    return games / (time.process_time() - began), plies / games


def beside_peer(positions: list[Position]) -> str:
    """The same Brändi Dog positions put to another engine, if one is there."""
    folder = os.environ.get("PAWTRACK_PEER", "")
    if not folder:
        return "Not measured in this run: `PAWTRACK_PEER` named no checkout of another engine.\n"
    peer = Peer(Path(folder))
    rows = ""
    for card in PEER_CARDS:
        pairs = [(took(position, card), peer.took(position, card)) for position in positions]
        timed = [(mine, other) for mine, other in pairs if other is not None]
        rows += _beside(card, [mine for mine, _ in timed], [other for _, other in timed], len(pairs) - len(timed))
    return PEER.format(version=version_of(Path(folder)), rows=rows)


PEER = """Public programs play Brändi Dog only, or a part of it. The one below is a course project with tests; it was
measured in the same run, in the same positions, by its `get_list_action()` with the card as the only one of the hand.
It lists moves without what they lead to (our figures include that), and of a 7 only the first part, so the 7 and the
joker are left out. Positions in which it fails are counted and not timed, on either side.

{version}, Python as above.

| card | n | ours, median ms | 95 % ms | theirs, median ms | 95 % ms | theirs / ours | it fails in |
|---|---|---|---|---|---|---|---|
{rows}"""


def _beside(card: str, ours: list[float], theirs: list[float], failed: int) -> str:
    ratio = sorted(theirs)[len(theirs) // 2] / sorted(ours)[len(ours) // 2]
    return f"| {card} | {len(ours)} | {spread(ours)} | {spread(theirs)} | {ratio:.1f} | {failed} |\n"


def version_of(folder: Path) -> str:
    """Which engine it was: PAWTRACK_PEER_NAME, else the newest commit of the checkout."""
    named = os.environ.get("PAWTRACK_PEER_NAME")
    if named:
        return named
    commit = subprocess.run(
        ["git", "-C", str(folder), "log", "-1", "--format=%h of %cs"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return f"{folder.name} {commit or '(version unknown)'}"


if __name__ == "__main__":
    main()
