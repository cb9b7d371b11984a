"""How many whole games a second the playout kernel plays, beside the bare engine.  Writes build/figures/playouts.md."""

import random
import time

from msgspec.structs import replace
from playout_tables import LONGEST_GAME, Case, Ready, kernel_for_tests, ready
from tables import machine, write

from companion.catalogue.shipped import SHIPPED
from companion.players.player import Knowledge
from companion.players.random_player import RandomPlayer
from companion.playout.games import chance_of, new_game
from companion.playout.structs import Game
from companion.rules.apply import after_play, passed, winners

SECONDS = 1.0
#: Games of the engine are slow: so many of its plays are timed, and a game is as long as the kernel's.
PLAYS = 150

PAGE = """# Speed of playouts

Measured on: {machine}, one core, processor time. Written by `python tests/bench/playouts.py` (part of `make bench`).
Whole games from the first deal to the winners. *Random*: any playable card, any of its plays. *Greedy*: the play that
gains most at once. *Engine*: the plays of random hands listed by `legal_plays`, one of them chosen; no session, no
record; its rate is that of its plays, for games as long as the kernel's random ones.

| variant | players | random games a second | plays | greedy games a second | plays | engine | random / engine |
|---|---|---|---|---|---|---|---|
{rows}"""


def main() -> None:
    write("playouts.md", PAGE.format(machine=machine(), rows="".join(map(row, SHIPPED.ids))))


def row(variant: str) -> str:
    players = SHIPPED.variant(variant).usual_seats
    made = ready(Case(variant, players, ()))
    rate, plays = games_a_second(made, greedy=False)
    greedy, fewer = games_a_second(made, greedy=True)
    engine = engine_plays_a_second(made) / plays
    return (
        f"| {variant} | {players} | {rate:.0f} | {plays:.0f} | {greedy:.0f} | {fewer:.0f} "
        f"| {engine:.2f} | {rate / engine:.0f} |\n"
    )


def games_a_second(made: Ready, *, greedy: bool) -> tuple[float, float]:
    """Games a second and plays a game, of as many whole games as begin within the time."""
    kernel, first, chance = (
        kernel_for_tests(),
        new_game(made.rules, made.table, made.first),
        chance_of(7, greedy=greedy),
    )
    games, plays, began = 0, 0, time.process_time()
    while time.process_time() - began < SECONDS:
        game = Game.from_buffer_copy(first)
        kernel.run(made.table, game, chance, LONGEST_GAME)
        games, plays = games + 1, plays + game.plies
    return games / (time.process_time() - began), plays / games


def engine_plays_a_second(made: Ready) -> float:
    """Plays a second of the bare engine in random games; turns without a play take their time too."""
    chance, plays, began = random.Random(5), 0, time.process_time()
    deck = [card for card, count in made.rules.variant.deck.items() for _ in range(count)]
    for name in made.rules.figures:
        made = made._replace(first=made.first.with_placement(made.first.placement.with_extra(name, 8)))
    position, player, size = made.first, RandomPlayer(chance), made.rules.deal.cards_in_round(1, len(made.first.seats))
    while plays < PLAYS:
        if winners(made.rules, position):
            position = made.first
        hand = tuple(chance.sample(deck, chance.randrange(size) + 1))
        play = player.play(Knowledge(rules=made.rules, position=position, seat=position.turn, hand=hand))
        position = passed(made.rules, position) if play is None else after_play(made.rules, position, play)
        position = replace(position, copied=None) if chance.random() < 1 / 20 else position
        plays += play is not None
    return plays / (time.process_time() - began)


if __name__ == "__main__":
    main()
