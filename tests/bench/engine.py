"""How fast the rules engine is: legal plays by kind of card, and whole random games.  Writes docs/performance.md."""

import random
import time
from collections import defaultdict

from tables import machine, spread, write

from companion.model.position import Position
from companion.rules.apply import after_play, winners
from companion.rules.catalogue import load_variant
from companion.rules.legal import legal_plays
from companion.rules.setup import first_position

VARIANT = "black_dog"
KINDS = {
    "number cards": ("2", "3", "8", "9", "10", "12"),
    "start cards": ("1/11", "13"),
    "black cards": ("black5", "black6", "black1-7"),
    "swap, magnet, copy": ("swap", "magnet", "copy"),
    "partner4": ("partner4",),
}
GAMES = 20
PAGE = """# Speed of the rules engine

Measured on: {machine}, one core. Written by `python tests/bench/engine.py` (part of `make bench`). Positions are
those of {games} random games of
Black DOG played to the end.

| legal plays of | n | median ms | 95 % ms |
|---|---|---|---|
{rows}
Whole random games played to the end (choosing among all plays of a random card at every turn): {rate:.1f} games a
second, {plies} plies a game on average.
"""


def random_game(chance: random.Random, times: dict[str, list[float]]) -> int:
    position = first_position(VARIANT)
    position = position.with_placement(position.placement.with_extra("dog", 10))
    cards = load_variant(VARIANT).cards
    plies = 0
    while not winners(position):
        card = chance.choice(cards)
        began = time.perf_counter()
        plays = legal_plays(position, card)
        times[_kind(card)].append((time.perf_counter() - began) * 1000)
        position = after_play(position, chance.choice(plays)) if plays else _skipped(position)
        plies += bool(plays)
    return plies


def _kind(card: str) -> str:
    return next(kind for kind, cards in KINDS.items() if card in cards)


def _skipped(position: Position) -> Position:
    from dataclasses import replace

    return replace(position, turn=(position.turn + 1) % len(position.seats))


def main() -> None:
    chance = random.Random(7)
    times: dict[str, list[float]] = defaultdict(list)
    began = time.perf_counter()
    plies = [random_game(chance, times) for _ in range(GAMES)]
    rate = GAMES / (time.perf_counter() - began)
    rows = "".join(f"| {kind} | {len(times[kind])} | {spread(times[kind])} |\n" for kind in KINDS)
    write(
        "performance.md",
        PAGE.format(machine=machine(), games=GAMES, rows=rows, rate=rate, plies=sum(plies) // len(plies)),
    )


if __name__ == "__main__":
    main()
