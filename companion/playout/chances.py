"""Each team's probability of winning, from public knowledge: the game is played on thousands of times.

Law: no hand is an input.  The unseen cards are dealt anew for every playout.
"""

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Final

from companion.model.position import Position
from companion.playout.compile import compile_table
from companion.playout.games import Phase, dealt_game
from companion.playout.library import Kernel
from companion.playout.structs import HAND
from companion.rules.apply import winners
from companion.rules.rules import Rules

#: A playout is abandoned after so many plays; greedy games have some hundred.
LONGEST: Final = 5000
#: Playouts of one question take their seeds from a stretch of their own.
SEEDS_APART: Final = 2**32
#: The half width of the 95 % interval of a normal distribution, in standard errors.
_WIDTH: Final = 1.96


class KnowledgeError(ValueError):
    """The given knowledge is impossible; one line with the key and the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicKnowledge:
    """Public knowledge, with cards dealt and exchanged and nothing owed to the table.

    `cards` counts those that each seat holds, none for a seat that is out; `laid` are the faces seen since the last
    shuffle; `round` is counted from 1; `dealer` is a seat.
    """

    rules: Rules
    position: Position
    cards: tuple[int, ...]
    laid: tuple[str, ...]
    round: int
    dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChance:
    """`chance` of one team to win; with 19 of 20 such answers the true share lies within `margin` of it.

    The margin covers the sampling alone, not differences between people's play and the playouts.
    """

    team: int
    seats: tuple[int, ...]
    chance: float
    margin: float


def team_chances(kernel: Kernel, known: PublicKnowledge, *, playouts: int, seed: int = 0) -> tuple[TeamChance, ...]:
    """The chances of all teams, in order.  One seed gives one answer.  Raises KnowledgeError, NoTableError."""
    rules, position = known.rules, known.position
    won = winners(rules, position)
    if won:
        return tuple(_chance(rules, team, float(team == rules.teams[won[0]]), 0.0) for team in sorted(set(rules.teams)))
    table = compile_table(rules)
    _check(known)
    game = dealt_game(rules, position, held=known.cards, laid=known.laid, number=known.round, dealer=known.dealer)
    if not any(known.cards):
        game.phase = Phase.TO_DEAL
    elif not known.cards[position.turn]:
        raise KnowledgeError("cards: the player to move holds none")
    first = seed * SEEDS_APART
    wins = kernel.wins(table, game, range(first, first + playouts), LONGEST)
    total = max(1, sum(wins))
    return tuple(
        _chance(rules, team, wins[team] / total, margin_of(wins[team], total)) for team in sorted(set(rules.teams))
    )


def _chance(rules: Rules, team: int, chance: float, margin: float) -> TeamChance:
    seats = tuple(seat for seat, number in enumerate(rules.teams) if number == team)
    return TeamChance(team=team, seats=seats, chance=chance, margin=margin)


def margin_of(wins: int, total: int) -> float:
    """Half the width of the 95 % interval, after Agresti and Coull: never 0, even if all playouts end alike."""
    share = (wins + 2) / (total + 4)
    return _WIDTH * sqrt(share * (1 - share) / (total + 4))


def _check(known: PublicKnowledge) -> None:
    rules = known.rules
    variant, count = rules.variant, len(rules.seats)
    for name in rules.figures:
        if known.position.placement.extra(name) is None:
            raise KnowledgeError(f"position: the {name} is not placed yet")
    if len(known.cards) != count or not all(0 <= cards < HAND for cards in known.cards):
        raise KnowledgeError(f"cards: {count} numbers from 0 to {HAND - 1}, one for each seat")
    if not 0 <= known.dealer < count:
        raise KnowledgeError(f"dealer: a seat from 0 to {count - 1}")
    if known.round < 1:
        raise KnowledgeError("round: it is counted from 1")
    seen = Counter(known.laid)
    for card, times in seen.items():
        if times > variant.deck.get(card, 0):
            raise KnowledgeError(f"laid: {times} times {card[:20]!r}, the deck has {variant.deck.get(card, 0)}")
    if sum(known.cards) + len(known.laid) > variant.deck_size:
        raise KnowledgeError(f"cards: more than the {variant.deck_size} of the deck, with those laid")
