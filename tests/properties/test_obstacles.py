"""Every reported obstacle of a card is true: on a board without it, it is not reported."""

from collections.abc import Iterator
from random import Random

import pytest
from playout_tables import Case, kernel_for_tests, positions, ready, variants
from rules_for_tests import rules_of
from words_for_tests import WORDING

from companion.model.places import KENNEL, Place
from companion.model.position import Position
from companion.model.verdict import Reason
from companion.referee.obstacles import BLOCKED, MOST, NO_WAY, NOT_OUT, RULE, START_TAKEN, obstacles
from companion.rules.legal import legal_plays

COLOURS = ("red", "yellow", "green", "blue", "white", "purple")


def stuck(case: Case, cards: int, seed: int = 3) -> Iterator[tuple[Position, str]]:
    """Cards that can do nothing, in positions of whole random games."""
    made, chance = ready(case), Random(seed)
    pool = list(positions(kernel_for_tests(), made, seed, every=9))
    while cards > 0 and pool:
        position = pool.pop(chance.randrange(len(pool)))
        card = chance.choice(made.rules.variant.cards)
        if not legal_plays(rules_of(position), position, card):
            cards -= 1
            yield position, card


def alone(position: Position, seat: int, place: Place) -> Position:
    """Only this pawn is out; of a kennel none is."""
    rows = [[KENNEL] * len(row) for row in position.placement.pawns]
    if place != KENNEL:
        rows[seat][position.placement.pawns[seat].index(place)] = place
        if not rules_of(position).variant.ranks:
            rows[seat].sort()
    return position.with_placement(position.placement.with_pawns(tuple(map(tuple, rows))))


def moved_alone(position: Position, card: str, reason: Reason) -> bool:
    """Whether the card could move this pawn, were no other one out."""
    assert reason.seat is not None
    assert reason.origin is not None
    board = alone(position, reason.seat, Place(reason.origin))
    plays = legal_plays(rules_of(board), board, card)
    return any(step.seat == reason.seat and step.origin == reason.origin for play in plays for step in play.steps)


def check(position: Position, card: str) -> None:
    rules = rules_of(position)
    found = obstacles(rules, position, card)
    assert 0 < len(found) <= MOST
    for reason in found:
        for text in WORDING.reason_text(rules, reason, position, COLOURS[: len(position.seats)]).values():
            assert text[0].isupper()
            assert "{" not in text
        if reason.code in (NO_WAY, NOT_OUT):
            assert not moved_alone(position, card, reason), f"{card} in {position}: {reason}"
        if reason.code == RULE:
            # a move that is none of the card's is forbidden by no rule
            assert reason.ruling not in {f"CORE-R{number}" for number in range(27, 32)}
            assert reason.origin != KENNEL
        if reason.code in (BLOCKED, START_TAKEN):
            params = dict(reason.params)
            assert Place(int(params["blocker_at"])) in position.placement.pawns[int(params["blocker"])]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", variants(), ids=str)
def test_every_reported_obstacle_stands_in_the_way(case: Case) -> None:
    for position, card in stuck(case, 60):
        check(position, card)


def test_a_card_that_can_be_played_has_none() -> None:
    for case in variants()[:3]:
        made = ready(case)
        for position in list(positions(kernel_for_tests(), made, 5, every=20))[:5]:
            for card in made.rules.variant.cards:
                if legal_plays(rules_of(position), position, card):
                    assert obstacles(rules_of(position), position, card) == ()
