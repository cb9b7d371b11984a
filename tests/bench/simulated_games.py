"""Whole games on the simulated table, in lock-step: the camera's pictures, the reader, the referee and the players.

    PYTHONPATH=tests/support python tests/bench/simulated_games.py [--first SEED] [--games N] [--plies N] [GAME ...]

A GAME is `keezen`, or `pegs_and_jokers:6` for six players; without any, all games that come on a board made to
measure.  The players make wrong moves.  A line a game counts what the referee answered, and a line names each act that
it did not answer as it was.  Nothing depends on the clock, so a busy machine changes no figure.
Exit status: 0 no verdict was wrong, 1 one was.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final

from whole_table import LockstepTable

from companion.app.table_setup import start_command, with_game
from companion.catalogue.shipped import SHIPPED
from companion.session.commands import StartGame
from companion.settings.schema import Settings, as_demo
from companion.simulation.acts import Act, ActKind, Answer

GAMES: Final = (
    "keezen",
    "jackaroo",
    "pegs_and_jokers",
    "pegs_and_jokers:6",
    "tock_4",
    "braendi:6",
    "after_partners",
)


def start_of(game: str) -> StartGame:
    """The command that begins a demo of the game on its usual board."""
    variant, _, players = game.partition(":")
    settings = with_game(SHIPPED, as_demo(Settings()), variant, int(players) if players else None)
    return start_command(SHIPPED, settings, game)


def is_wrong(act: Act) -> bool:
    """Whether the referee gave a verdict, and not the true one."""
    return act.answer in (Answer.LEGAL, Answer.ILLEGAL, Answer.OTHER) and not act.right


def play(game: str, seed: int, plies: int | None) -> Sequence[Act]:
    """Plays a game to its end, or to so many plays, and prints its line."""
    table = LockstepTable(seed, plies, start=start_of(game))
    for _ in table.play():
        pass
    acts = table.simulation.acts
    unclear = [act for act in acts if act.kind is not ActKind.FORFEIT and act.answer is Answer.UNCLEAR]
    alike = sum(act.alike for act in unclear)
    kinds = Counter(act.why for act in acts if act.kind is ActKind.ILLEGAL)
    view = table.table.view
    end = "won" if view.result else "not ended"
    print(
        f"{game} on {view.board or table.profile.name}, seed {seed}: {view.ply} plays, {end}; {len(acts)} acts, "
        f"{sum(kinds.values())} of them wrong moves of {len(kinds)} kinds: {sum(act.right for act in acts)} right, "
        f"{len(unclear)} questions ({alike} of plays that look alike), {sum(map(is_wrong, acts))} wrong",
        flush=True,
    )
    for act in acts:
        if not act.right:
            print(f"  ply {act.ply}: {act.kind} {act.card} of {act.seat} {act.why}: {act.answer}", flush=True)
    return acts


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("games", nargs="*", default=GAMES)
    options.add_argument("--first", type=int, default=1)
    options.add_argument("--games", dest="number", type=int, default=1)
    options.add_argument("--plies", type=int)
    given = options.parse_args()
    acts = [
        act
        for game in given.games
        for seed in range(given.first, given.first + given.number)
        for act in play(game, seed, given.plies)
    ]
    return int(any(map(is_wrong, acts)))


if __name__ == "__main__":
    sys.exit(main())
