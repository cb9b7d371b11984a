"""The playout kernel draws exactly the plays that the engine finds legal, in every game and by every switch."""

import random
from itertools import islice

import pytest
from playout_tables import (
    Case,
    Ready,
    drawn,
    engine_outcomes,
    kernel_for_tests,
    kernel_outcomes,
    positions,
    ready,
    switched,
    variants,
)

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.playout.games import chance_of
from companion.rules.apply import is_done

CASES = [*variants(), *switched()]
#: Cards tried in every position.
CARDS = 2
#: Positions taken out of one game.
PER_GAME = 8
#: Of the long test, all cases together; odd seeds play greedy games, which come to their ends.
POSITIONS, POSITIONS_IN_FULL = 5_000, 1_000_000


def differences(case: Case, wanted: int, seed: int) -> list[str]:
    """Where the kernel and the engine disagree in so many positions of whole games, a line for each."""
    kernel, made, chance = kernel_for_tests(), ready(case), random.Random(seed)
    found: list[str] = []
    left = wanted
    while left > 0:
        seed += 1
        for position in chosen(list(positions(kernel, made, seed, every=5)), made, min(left, PER_GAME), chance):
            left -= 1
            for card in {*named_by_switch(case), *chance.sample(made.rules.variant.cards, CARDS)}:
                ours, theirs = kernel_outcomes(kernel, made, position, card), engine_outcomes(made, position, card)
                if ours != theirs:
                    found.append(f"{card} in {position}: never drawn {theirs - ours}, not legal {ours - theirs}")
    return found


def chosen(pool: list[Position], made: Ready, count: int, chance: random.Random) -> list[Position]:
    """So many positions of a game, half of them with somebody done, where other pawns may be moved."""
    seats = range(len(made.rules.seats))
    late = [position for position in pool if any(is_done(made.rules, position, seat) for seat in seats)]
    picked = chance.sample(late, min(len(late), count // 2))
    return [*picked, *chance.sample(pool, min(len(pool), count - len(picked)))]


def named_by_switch(case: Case) -> set[str]:
    """The cards that the case's switches are about."""
    variant = SHIPPED.variant(case.variant)
    tags = {path.split(".")[1] for name, _ in case.options for path in variant.options[name].sets if "uses." in path}
    return {card for card, uses in variant.uses.items() for use in uses if use.__struct_config__.tag in tags}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_can_be_drawn_is_what_is_legal(case: Case) -> None:
    assert differences(case, 8, seed=1 + len(case.options)) == []


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_can_be_drawn_is_what_is_legal_in_many_positions(case: Case, full: bool) -> None:
    """With --full in a million positions, all cases together."""
    assert differences(case, (POSITIONS_IN_FULL if full else POSITIONS) // len(CASES) + 1, seed=1000) == []


@pytest.mark.sampled(3)
@pytest.mark.thinned(3)
@pytest.mark.parametrize("case", variants(), ids=str)
def test_chance_itself_draws_every_legal_play(case: Case) -> None:
    """Without a script: what is drawn is legal, and each of the few plays of a card comes up."""
    kernel, made, chance = kernel_for_tests(), ready(case), chance_of(11)
    for position in islice(positions(kernel, made, seed=4, every=31), 2):
        for card in made.rules.variant.cards:
            legal = engine_outcomes(made, position, card)
            found = {drawn(kernel, made, position, card, chance) for _ in range(40)}
            assert found - {None} <= legal
            assert (None in found) is not bool(legal)
            if 1 < len(legal) <= 8:
                found |= {drawn(kernel, made, position, card, chance) for _ in range(800)}
                assert found >= legal, (card, position)
