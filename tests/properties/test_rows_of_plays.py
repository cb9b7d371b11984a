"""Several cards laid before a verdict: each statement of a noisy picture about them is true, or there is none."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from referee_pictures import disturbed, picture, random_turns
from rules_for_tests import rules_of

from companion.model.observation import Observation
from companion.model.position import Placement, Position
from companion.referee.histories import LaidCard, explained
from companion.referee.sight import as_seen

#: Plays before the row begins, and in it.
BEFORE, MOST = 30, 3


class Row(NamedTuple):
    """Cards laid one after the other from a position, and the board that their plays led to."""

    position: Position
    cards: tuple[LaidCard, ...]
    end: Placement


def rows(seed: int, games: int) -> Iterator[tuple[Random, Row]]:
    for number in range(games):
        random = Random(f"{seed} {number}")
        turns = random_turns(random, random.randrange(MOST + 1, BEFORE))
        length = random.randrange(2, MOST + 1)
        if len(turns) > length:
            first = random.randrange(len(turns) - length)
            cards = tuple(LaidCard(seat=where.turn, card=card) for where, card, _ in turns[first : first + length])
            yield random, Row(turns[first][0], cards, turns[first + length][0].placement)


def found(row: Row, observation: Observation) -> Placement | None:
    """The board after the plays that are believed."""
    rules = rules_of(row.position)
    history = explained(rules, row.position, row.cards, observation)
    return None if history is None else as_seen(rules.variant, history.plays[-1].result)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("misread", [0, 1, 2])
def test_no_row_of_plays_goes_into_the_record_that_does_not_lie_there(misread: int) -> None:
    untrue = []
    for random, row in rows(misread, 60):
        variant = rules_of(row.position).variant
        lying = as_seen(variant, disturbed(random, random.choice((row.end, row.end, row.position.placement))))
        said = found(row, picture(random, lying, misread=misread))
        if said not in (None, lying):
            untrue.append((row, lying, said))
    assert untrue == []


def test_a_row_of_plays_that_was_made_is_mostly_found() -> None:
    """Not where the last cards changed nothing that is seen, or two rows lead there."""
    seen = [(as_seen(rules_of(row.position).variant, row.end), row, random) for random, row in rows(7, 40)]
    said = [found(row, picture(random, end, misread=1)) == end for end, row, random in seen]
    assert sum(said) > 0.7 * len(said)
