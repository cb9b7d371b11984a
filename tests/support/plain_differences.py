"""The engine beside the brute force of `plain_games`: crowded boards on which a card has other plays in one of them."""

import random
from collections.abc import Iterator

from msgspec.structs import replace
from plain_games import HOME, WAITS, PlainGame, crowded_board, plain_results
from rules_for_tests import rules_of

from companion.model.places import KENNEL, Place, goal
from companion.model.position import Placement, Position
from companion.rules.apply import winners
from companion.rules.legal import legal_plays


def plain_differences(game: PlainGame, table: Position, boards: int, seed: int) -> Iterator[str]:
    """Yields every card that differs on any of so many boards; also if the engine offers a result twice."""
    chance = random.Random(f"{table.variant} {table.options} {seed}")
    plays = 0
    while boards:
        rows, turn = crowded_board(chance, game), chance.randrange(len(game.starts))
        position = replace(table, placement=Placement(tuple(map(_row, rows)), table.placement.extras), turn=turn)
        if winners(rules_of(position), position):
            continue
        boards -= 1
        for card in game.cards:
            plain = {tuple(map(_row, after)) for after in plain_results(game, rows, turn, card)}
            listed = [play.result.pawns for play in legal_plays(rules_of(position), position, card)]
            plays += len(listed)
            if len(listed) != len(set(listed)) or set(listed) != plain:
                yield f"{card} by {turn} on {rows}: {len(plain)} boards, the engine {len(set(listed))} of {len(listed)}"
    assert plays > 0


def _row(row: tuple[int, ...]) -> tuple[Place, ...]:
    return tuple(
        sorted(KENNEL if place == WAITS else goal(place - HOME) if place > HOME else Place(place) for place in row)
    )
