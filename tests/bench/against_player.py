"""The strong player against a player of another program for Brändi Dog, with the same shuffles and the seats swapped.

usage: PAWTRACK_PLAYER=COMMAND PYTHONPATH=tests/bench:tests/support python tests/bench/against_player.py NAME [PAIRS
[FIRST_SEED [PLAYOUTS]]]

COMMAND is a program that reads questions and writes one line for each.  Our engine is the arbiter: a play that is not
legal there becomes a random legal play, and is counted.

- `gift SEAT HAND BOARD`: the card to push over.  Answer: the card.
- `play SEAT HAND BOARD COUNT`, and COUNT lines `CARD BOARD`, one for each legal play.  Answer: `CARD BOARD`, the played
  card and the board after it, or `none` and why.

HAND is cards by comma, as in docs/reference/formats.  BOARD is sixteen places by comma, four for each seat: -1 is the
kennel, 0 to 63 the track, 64 to 67 the own lane; `!` stands behind a pawn that blocks.  Answers need no `!`. Games are
kept in build/against_player and not played again; the results are written to build/figures.
"""

import json
import os
import random
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ladder import TimedPlayer, interval, played
from tables import machine, write

from companion.model.places import KENNEL, Place, goal_number, is_goal
from companion.model.play import Play
from companion.model.position import Placement
from companion.players.player import Knowledge, RandomSource, plays_in_hand
from companion.players.random_player import RandomPlayer
from companion.rules.rules import Rules

VARIANT: Final = "braendi"
FOLDER: Final = Path("build/against_player")
_TRACK: Final = 64
PAGE: Final = """# Strong against {name}

Measured on: {machine}. Written by `tests/bench/against_player.py`; Brändi Dog, {playouts} playouts a decision, seeds
{first} to {last}, two games each.

| games | won by ours | 95 % interval | plays | asked | not legal here | why |
|---|---|---|---|---|---|---|
| {count} | {share:.1f} % | {low:.1f} to {high:.1f} % | {plays:.0f} | {asked} | {fallen} ({part:.1f} %) | {why} |
"""


class OtherPlayer(RandomPlayer):
    """Queries the program; `counts` has the number of queries, and the number of unusable answers by reason."""

    def __init__(self, program: "subprocess.Popen[str]", rng: RandomSource) -> None:
        super().__init__(rng)
        self._program = program
        self.counts: Counter[str] = Counter()

    def play(self, knowledge: Knowledge) -> Play | None:
        plays = plays_in_hand(knowledge.rules, knowledge.position, knowledge.hand)
        found = {(play.card, _plain(board_of(knowledge.rules, play.result))): play for play in plays}
        if len(found) < 2:
            return next(iter(found.values()), None)
        offers = [f"{play.card} {board_of(knowledge.rules, play.result)}" for play in found.values()]
        card, _, board = self._asked("play", knowledge, offers).partition(" ")
        if (card, _plain(board)) in found:
            return found[card, _plain(board)]
        self.counts[board if card == "none" else f"illegal {card}"] += 1
        return super().play(knowledge)

    def gift(self, knowledge: Knowledge) -> str:
        card = self._asked("gift", knowledge, None)
        if card in knowledge.hand:
            return card
        self.counts["illegal gift"] += 1
        return super().gift(knowledge)

    def _asked(self, about: str, knowledge: Knowledge, offers: Sequence[str] | None) -> str:
        self.counts["asked"] += 1
        board = board_of(knowledge.rules, knowledge.position.placement)
        question = f"{about} {knowledge.seat} {','.join(knowledge.hand)} {board}"
        lines = [question] if offers is None else [f"{question} {len(offers)}", *offers]
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write("\n".join(lines) + "\n")
        self._program.stdin.flush()
        answer = self._program.stdout.readline().strip()
        if not answer:
            raise RuntimeError(f"no answer to: {question}")
        return answer


def board_of(rules: Rules, placement: Placement) -> str:
    """Returns BOARD of a placement; a pawn on its own start field carries whether it blocks, or came round."""
    came_round = placement.extra(rules.came_round or "") or 0
    words = []
    for seat, row in enumerate(placement.pawns):
        fresh = rules.starts[seat] if not came_round >> seat & 1 else KENNEL
        words += [f"{_number(place)}{'!' if place == fresh != KENNEL else ''}" for place in row]
    return ",".join(words)


def _number(place: Place) -> int:
    return _TRACK - 1 + goal_number(place) if is_goal(place) else int(place)


def _plain(board: str) -> tuple[tuple[int, ...], ...]:
    """The places alone, pawns that are alike in order."""
    places = [int(word.rstrip("!")) for word in board.split(",") if word.rstrip("!").lstrip("-").isdigit()]
    return tuple(tuple(sorted(places[start : start + 4])) for start in range(0, len(places), 4))


def game(program: "subprocess.Popen[str]", seed: int, side: int, playouts: int) -> dict[str, object]:
    other = OtherPlayer(program, random.Random(2 * seed + 1))
    return {**played(VARIANT, seed, side, TimedPlayer(seed, playouts), other), "counts": other.counts}


def main(name: str, pairs: int, first: int, playouts: int) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / f"{name}-{playouts}.jsonl"
    games = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    done = {(one["seed"], one["side"]) for one in games}
    missing = [(seed, side) for seed in range(first, first + pairs) for side in (0, 1) if (seed, side) not in done]
    command = shlex.split(os.environ["PAWTRACK_PLAYER"])
    with (
        kept.open("a") as out,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program,
    ):
        for seed, side in missing:
            games.append(game(program, seed, side, playouts))
            out.write(json.dumps(games[-1]) + "\n")
            out.flush()
    seeds = range(first, first + pairs)
    write(f"against-{name}.md", page(name, [one for one in games if one["seed"] in seeds], playouts))


def page(name: str, games: list[dict[str, object]], playouts: int) -> str:
    won, count = sum(bool(one["won"]) for one in games), len(games)
    low, high = interval(won, count)
    counts: Counter[str] = sum((Counter(one["counts"]) for one in games), Counter())  # type: ignore[call-overload]
    asked = counts.pop("asked")
    seeds = sorted({int(str(one["seed"])) for one in games})
    return PAGE.format(
        name=name,
        machine=machine(),
        playouts=playouts,
        first=seeds[0],
        last=seeds[-1],
        count=count,
        share=100 * won / count,
        low=100 * low,
        high=100 * high,
        plays=sum(int(str(one["plays"])) for one in games) / count,
        asked=asked,
        fallen=counts.total(),
        part=100 * counts.total() / asked,
        why=", ".join(f"{why}: {times}" for why, times in counts.most_common()) or "-",
    )


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[2:5]]
    main(sys.argv[1], *[*numbers, *(20, 1, 300)[len(numbers) :]])
