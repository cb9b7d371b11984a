"""Whole card games by seeded players, for tests: every player's cards, one by one."""

import random
from collections.abc import Iterator, Sequence

from card_tables import GAME

from companion.open_row.actions import Action
from companion.open_row.catalogue import Options, full_deck, ruleset
from companion.open_row.players import Player, play_turn
from companion.open_row.position import CardPosition, Cards, winners
from companion.open_row.setup import first_position

#: Random players are done after some 1500 turns at the latest, sensible ones after 150.
LONGEST_GAME = 4000


def card_game(
    seed: int, players: Sequence[Player], options: Options = (), *, most: int = LONGEST_GAME
) -> Iterator[tuple[CardPosition, Action, CardPosition]]:
    """Each turn: the position with all cards known, the action, the position after it; until somebody has won.

    A game longer than `most` turns ends there.
    """
    chance = random.Random(seed)

    def shuffled(cards: Cards) -> Cards:
        return tuple(chance.sample(cards, len(cards)))

    rules = ruleset(GAME, len(players), options)
    deck = shuffled(full_deck(rules.game))
    position = first_position(rules, deck, first=chance.randrange(len(players)))
    for _ in range(most):
        if winners(rules, position):
            return
        action, after = play_turn(rules, position, players[position.turn], lambda: chance.getrandbits(32), shuffled)
        yield position, action, after
        position = after
