"""The engine beside the brute force of `plain_games`: crowded boards on which a card has other plays in one of them."""

import random
from collections.abc import Iterator

from msgspec.structs import replace
from plain_games import HOME, ROUND, WAITS, PlainGame, Rows, crowded_board, plain_results
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
        position = replace(table, placement=_placement(game, rows), turn=turn)
        if winners(rules_of(position), position):
            continue
        boards -= 1
        for card in game.cards:
            plain = {_placement(game, after) for after in plain_results(game, rows, turn, card)}
            listed = [play.result for play in legal_plays(rules_of(position), position, card)]
            plays += len(listed)
            if len(listed) != len(set(listed)) or set(listed) != plain:
                yield f"{card} by {turn} on {rows}: {len(plain)} boards, the engine {len(set(listed))} of {len(listed)}"
    assert plays > 0


def _placement(game: PlainGame, rows: Rows) -> Placement:
    """The board as the engine has it; bits tell which pawns came round, in a game that remembers it."""
    pawns = tuple(tuple(sorted(_place(game, seat, place) for place in row)) for seat, row in enumerate(rows))
    touched = sum(1 << seat for seat, row in enumerate(rows) if ROUND in row)
    return Placement(pawns, (("touched", touched),) if game.remembers else ())


def _place(game: PlainGame, seat: int, place: int) -> Place:
    if place == WAITS:
        return KENNEL
    return goal(place - HOME) if place > HOME else Place(game.starts[seat] if place == ROUND else place)
