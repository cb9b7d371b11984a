"""The turning points of a game of easy and normal players, with all that a reader needs to say whether they are any.

usage: PYTHONPATH=tests/bench:tests/support python tests/bench/turning_points.py VARIANT SEED [PLAYOUTS]
"""

import random
import sys
from pathlib import Path

from playout_tables import kernel_for_tests
from whole_games.whole_game import WholeGame, usual_table

from companion.coach.analysis import GameAnalysis, TurningPoint, analysis_of
from companion.coach.kept import reviewed
from companion.coach.review import Effort
from companion.coach.turns import Turn, turns_of
from companion.history.course import GameCourse, course_of
from companion.model.notation import format_play, format_position
from companion.players.easy_player import EasyPlayer
from companion.players.sensible_player import SensiblePlayer

PLAYOUTS = 200
KEPT = Path("build/turning_points")
#: By the row of the turn: the hands at that time, hidden ones too, which the analysis does not know.
Hands = dict[int, tuple[tuple[str, ...], ...]]


def main(variant: str, seed: int, playouts: int) -> None:
    game, hands = played(variant, seed)
    course = course_of(game.events)
    turns = turns_of(course)
    found = analysed(course, turns, Effort(playouts=playouts), f"{variant}-{seed}")
    print(f"{variant} {seed}: {game.state.ply} plays, {len(found.turning_points)} turning points")
    by_row = {turn.row: turn for turn in turns}
    for point in found.turning_points:
        print(told(point, by_row[point.row], found, hands[point.row]))


def played(variant: str, seed: int) -> tuple[WholeGame, Hands]:
    """A whole game; each seat is easy or normal by lot."""
    chance = random.Random(seed)
    table = usual_table(variant)
    easy = [chance.random() < 0.5 for _ in table.seats]
    game = WholeGame(table, [EasyPlayer(chance) if each else SensiblePlayer(chance) for each in easy], chance)
    hands: Hands = {}
    while not game.is_over:
        held, first = game.hands, len(game.events)  # rows are counted from 1
        game.advance()
        hands |= dict.fromkeys(range(first + 1, len(game.events) + 1), held)
    return game, hands


def analysed(course: GameCourse, turns: tuple[Turn, ...], effort: Effort, name: str) -> GameAnalysis:
    """The analysis, kept in build/turning_points while it is made."""
    reviews = reviewed(kernel_for_tests(), turns, KEPT / f"{name}-{effort.playouts}.jsonl", name, effort)
    by_row = {review.row: review for review in reviews}
    found = analysis_of(course, [by_row[turn.row] for turn in turns if turn.row in by_row])
    assert found is not None
    return found


def told(point: TurningPoint, turn: Turn, found: GameAnalysis, hands: tuple[tuple[str, ...], ...]) -> str:
    review = found.review_at(point.row)
    return "\n".join(
        (
            f"\nplay {point.ply}, seat {point.seat}: {point.cause}, team {point.team} "
            f"from {100 * point.before:.0f} to {100 * point.after:.0f}",
            f"  {format_position(turn.known.position)}",
            f"  hands: {' | '.join(' '.join(hand) for hand in hands)}",
            f"  known of the hand: {' '.join(turn.hand)}",
            f"  played: {format_play(turn.play) if turn.play else '-'}; better: {review.better if review else ''}",
        )
    )


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else PLAYOUTS)
