"""The cards that everybody saw laid, read from the state, against the pack of whole games."""

import random
from collections import Counter

import pytest
from whole_games.whole_game import WholeGame, usual_table

from companion.catalogue.shipped import SHIPPED
from companion.players.random_player import RandomPlayer
from companion.views.laid import laid_cards

PLIES = 110


def game_of(variant: str, seed: int) -> WholeGame:
    chance = random.Random(seed)
    table = usual_table(variant)
    return WholeGame(table, [RandomPlayer(chance) for _ in table.seats], chance)


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_never_a_card_that_does_not_lie_there(variant: str) -> None:
    game, named, lying = game_of(variant, 3), 0, 0
    while not game.is_over and game.state.ply < PLIES:
        game.advance()
        laid = laid_cards(game.state)
        assert Counter(laid) <= Counter(game.pack.laid)
        named, lying = named + len(laid), lying + len(game.pack.laid)
    # the other cards went under the pile as a hand, or were left on it by a shuffle
    assert named > lying / 4
