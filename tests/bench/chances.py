"""How well the chances foretell games.  Writes build/figures/chances-PLAYERS.md.

usage: python tests/bench/chances.py [GAMES A VARIANT [PLAYERS [FOLDER]]]

PLAYERS are `sensible` (companion.players; a game takes half a second, and the playouts do not imitate them), `greedy`
(those of the playouts themselves; a game takes a millisecond, so there can be thousands) or `careless` (greedy, but
three plays of ten are by lot, as the easy player's are).  Each game is kept in FOLDER (build/chances) as soon as it is
over: a run that was broken off goes on where it stopped, and one for more games plays only those that are missing.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from itertools import chain, pairwise, starmap
from math import exp, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

import msgspec
from playout_tables import LONGEST_GAME, Case, kernel_for_tests, position_of, ready
from tables import FIGURES, machine, write
from whole_games.whole_game import WholeGame, usual_table

from companion.catalogue.shipped import SHIPPED
from companion.players.evaluation import Evaluation
from companion.players.player import Knowledge
from companion.players.sensible_player import SensiblePlayer
from companion.playout.chances import PublicKnowledge, team_chances
from companion.playout.games import Owed, chance_of, new_game
from companion.playout.games import Phase as KernelPhase
from companion.playout.structs import Game
from companion.session.state import Phase

GAMES = 40
#: By who plays.  Sampling adds chance * (1 - chance) / playouts to the squared error, 0.001 at most with 250.
PLAYOUTS = {"sensible": 1000, "greedy": 250, "careless": 250}
#: How many decisions of careless players are by lot.
CARELESS = 0.3
BINS = 10
#: dog_compact is another board: with four players it is the same game as dog, which counts once.
VARIANTS = tuple(variant for variant in SHIPPED.ids if variant != "dog_compact")
#: Games from here on were played for this page only: nothing was chosen by them.
FIRST_SEED = 10_000
#: The effect of a field of hand-made worth on the chance to win; each variant takes the value that fits its other games
#: best.
SCALES = tuple(0.001 * 1.25**step for step in range(25))

PAGE = """# Chances and what became of them

Measured on: {machine}. Written by `python tests/bench/chances.py {games} {players}`. One position of each game,
anywhere in it, with its usual number of players, all of them {players}. Seeds {first} to {last}.
{playouts} playouts a position.

## The score

*Brier*: mean squared error of the chances of all teams but the last, smaller is better, +- twice its standard error.
*Base*: the same for who always says that all teams are equally likely. *Worth*: the same for the hand-made worth of the
board by which the sensible player chooses, made a chance by the one factor that fits the other half of the games best.
*Less than worth*: by how much the chances are better, position by position, +- twice the standard error.

| variant | games | Brier | base | worth | less than worth |
|---|---|---|---|---|---|
{rows}
## Reliability

How often teams won whose chance lay in a bin; a team of two has one chance, and its opponents' follows from it.
*Off*: won less mean chance, in points of 100; *error*: one standard error of that.

| chances from | to | positions | mean chance | won | off | error |
|---|---|---|---|---|---|---|
{bins}"""


class Outcome(msgspec.Struct, frozen=True):
    """One position: by team its chance and its hand-made worth, and which team won."""

    seed: int
    chances: tuple[float, ...]
    worth: tuple[float, ...]
    won: int


#: A forecast of the chances of all teams.
Forecaster = Callable[[Outcome], tuple[float, ...]]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    players = sys.argv[2] if len(sys.argv) > 2 else "sensible"
    folder = Path(sys.argv[3]) if len(sys.argv) > 3 else FIGURES.parent / "chances"
    files = {variant: folder / f"{variant}-{players}-{PLAYOUTS[players]}.jsonl" for variant in VARIANTS}
    kept = {variant: read(file) for variant, file in files.items()}
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        for variant, found in kept.items():
            if seed not in found:
                found[seed] = outcome(players, variant, seed)
                keep(files[variant], found[seed])
    wanted = {variant: [found[FIRST_SEED + game] for game in range(games)] for variant, found in kept.items()}
    write(f"chances-{players}.md", page(games, players, wanted))


def read(file: Path) -> dict[int, Outcome]:
    """Returns the kept outcomes of a variant, by seed; a broken last line is left out."""
    if not file.exists():
        return {}
    whole, _, rest = file.read_bytes().rpartition(b"\n")
    if rest:
        file.write_bytes(whole + b"\n" if whole else b"")
    found = [msgspec.json.decode(line, type=Outcome) for line in whole.splitlines()]
    return {one.seed: one for one in found}


def keep(file: Path, found: Outcome) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(found) + b"\n")


def outcome(players: str, variant: str, seed: int) -> Outcome:
    known, winner = MOMENTS[players](variant, seed)
    teams = team_chances(kernel_for_tests(), known, playouts=PLAYOUTS[players])
    return Outcome(
        seed=seed,
        chances=tuple(team.chance for team in teams),
        worth=tuple(hand_made(known, team.seats[0]) for team in teams),
        won=[team.team for team in teams].index(winner),
    )


def sensible_moment(variant: str, seed: int) -> tuple[PublicKnowledge, int]:
    """Returns the public knowledge at a random turn of a game of sensible players, and the team that won it."""
    chance = random.Random(seed)
    table = usual_table(variant)
    game = WholeGame(table, [SensiblePlayer(chance) for _ in table.seats], chance)
    known, turns = None, 0
    while not game.is_over:
        state = game.state
        if state.phase is Phase.PLAY and state.owed is None:
            turns += 1
            if chance.random() < 1 / turns:
                known = PublicKnowledge(
                    rules=state.rules,
                    position=game.position,
                    cards=state.cards,
                    laid=tuple(game.pack.laid),
                    round=state.round,
                    dealer=state.dealer,
                )
        game.advance()
    assert known is not None
    assert game.state.result
    return known, known.rules.teams[game.state.result[0]]


def kernel_moment(variant: str, seed: int, by_lot: float = 0.0) -> tuple[PublicKnowledge, int]:
    """The same of a game of the kernel's greedy players, some of whose decisions are by lot."""
    made, kernel = ready(Case(variant, SHIPPED.variant(variant).usual_seats, ())), kernel_for_tests()
    game, chance = new_game(made.rules, made.table, made.first), chance_of(seed, greedy=True)
    pick, lot = random.Random(seed), random.Random(seed + 1)
    seen, turns = None, 0
    while game.phase != KernelPhase.OVER and game.plies < LONGEST_GAME:
        if game.phase == KernelPhase.TO_PLAY and game.owed == Owed.NOTHING:
            turns += 1
            if pick.random() < 1 / turns:
                seen = Game.from_buffer_copy(game)
        chance.greedy = lot.random() >= by_lot
        kernel.advance(made.table, game, chance)
    assert seen is not None
    faces = made.rules.variant.cards
    known = PublicKnowledge(
        rules=made.rules,
        position=position_of(made, seen),
        cards=tuple(seen.held[: len(made.first.seats)]),
        laid=tuple(faces[face] for face in seen.laid[: seen.laid_count]),
        round=seen.round,
        dealer=seen.dealer,
    )
    return known, game.winner


#: The knowledge at one turn of a game, and the team that won it: by the kind of player.
MOMENTS = {
    "sensible": sensible_moment,
    "greedy": kernel_moment,
    "careless": partial(kernel_moment, by_lot=CARELESS),
}


def hand_made(known: PublicKnowledge, seat: int) -> float:
    """Returns how well the seat's team stands according to a sensible player who sees no hand."""
    seen = Knowledge(
        rules=known.rules,
        position=known.position,
        seat=seat,
        hand=(),
        laid=known.laid,
        counts=known.cards,
        round=known.round,
        dealer=known.dealer,
    )
    return Evaluation(seen).score(known.position.placement)


def by_chances(found: Outcome) -> tuple[float, ...]:
    return found.chances


def by_share(found: Outcome) -> tuple[float, ...]:
    return (1 / len(found.chances),) * len(found.chances)


def by_worth(scale: float) -> Forecaster:
    def forecast(found: Outcome) -> tuple[float, ...]:
        best = max(found.worth)
        weights = [exp(scale * (worth - best)) for worth in found.worth]
        return tuple(weight / sum(weights) for weight in weights)

    return forecast


def errors(found: list[Outcome], forecaster: Forecaster) -> list[float]:
    """The squared error of each position, the mean over all teams but the last, whose chance follows."""
    return [
        sum((chance - (one.won == team)) ** 2 for team, chance in enumerate(forecaster(one)[:-1]))
        / (len(one.chances) - 1)
        for one in found
    ]


def worth_errors(found: list[Outcome]) -> list[float]:
    """Those of the hand-made worth: each half of the games by the factor that fits the other half best."""
    forecasters = [by_worth(best_scale(found[1 - half :: 2])) for half in (0, 1)]
    return [errors([one], forecasters[index % 2])[0] for index, one in enumerate(found)]


def best_scale(found: list[Outcome]) -> float:
    return min(SCALES, key=lambda scale: sum(errors(found, by_worth(scale))))


def page(games: int, players: str, wanted: dict[str, list[Outcome]]) -> str:
    scores = {variant: score(found) for variant, found in wanted.items()}
    scores["**all**"] = Score(*(list(chain(*column)) for column in zip(*scores.values(), strict=True)))
    return PAGE.format(
        machine=machine(),
        games=games,
        first=FIRST_SEED,
        last=FIRST_SEED + games - 1,
        players=players,
        playouts=PLAYOUTS[players],
        rows="".join(starmap(row, scores.items())),
        bins=reliability([one for found in wanted.values() for one in found]),
    )


class Score(NamedTuple):
    """The squared errors of the same positions by the chances, by equal shares and by the hand-made worth."""

    chances: list[float]
    base: list[float]
    worth: list[float]


def score(found: list[Outcome]) -> Score:
    return Score(errors(found, by_chances), errors(found, by_share), worth_errors(found))


def row(name: str, found: Score) -> str:
    better = [worth - chance for worth, chance in zip(found.worth, found.chances, strict=True)]
    cells = [name, str(len(better)), measured(found.chances), f"{mean(found.base):.3f}", f"{mean(found.worth):.3f}"]
    return f"| {' | '.join(cells)} | {measured(better)} |\n"


def measured(values: list[float]) -> str:
    """The mean, +- twice its standard error."""
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0
    return f"{mean(values):.3f} +- {2 * error:.3f}"


def reliability(found: list[Outcome]) -> str:
    pairs = [(chance, one.won == team) for one in found for team, chance in enumerate(one.chances[:-1])]
    rows = ""
    for low, high in pairwise(step / BINS for step in range(BINS + 1)):
        inside = [pair for pair in pairs if low <= pair[0] < high or pair[0] == high == 1]
        if inside:
            chance, won = (mean(float(pair[index]) for pair in inside) for index in (0, 1))
            error = sqrt(chance * (1 - chance) / len(inside))
            cells = f"{len(inside)} | {chance:.3f} | {won:.3f} | {100 * (won - chance):+.1f} | {100 * error:.1f}"
            rows += f"| {low:.1f} | {high:.1f} | {cells} |\n"
    return rows


if __name__ == "__main__":
    main()
