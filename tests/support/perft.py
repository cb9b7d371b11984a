"""Counting plays to a depth: a short number that changes when any rule changes.

A sequence of cards is played by the seats in turn from a position; `perft` counts the ways.  A card without a legal
play is laid aside: the turn passes and the position stays, as one way.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.model.position import Position
from companion.rules.apply import after_play, passed
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules


def plays_by_card(rules: Rules, position: Position) -> dict[str, int]:
    """The number of legal plays of every card of the game."""
    return {card: len(legal_plays(rules, position, card)) for card in rules.variant.cards}


def perft(rules: Rules, position: Position, cards: Iterable[str]) -> Iterator[int]:
    """After each card of the sequence, in how many ways the cards so far can be played."""
    ways = Counter({position: 1})
    for card in cards:
        after: Counter[Position] = Counter()
        for before, count in ways.items():
            for successor in successors(rules, before, card):
                after[successor] += count
        ways = after
        yield ways.total()


def successors(rules: Rules, position: Position, card: str) -> tuple[Position, ...]:
    """Returns the positions after each legal play of `card`; if there is none, the same one with the turn passed on."""
    plays = legal_plays(rules, position, card)
    if plays:
        return tuple(after_play(rules, position, play) for play in plays)
    return (passed(rules, position),)
