"""The playout kernel draws exactly the plays that the engine finds legal, in every game and by every switch."""

from itertools import islice

import pytest
from playout_differences import differences
from playout_tables import Case, drawn, engine_outcomes, kernel_for_tests, positions, ready, switched, variants

from companion.playout.games import chance_of

CASES = [*variants(), *switched()]
#: Of the long test, all cases together; odd seeds play greedy games, which come to their ends.
POSITIONS, POSITIONS_IN_FULL = 5_000, 1_000_000


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
    """Without a script every drawn play is legal, and each of the few plays of a card comes up."""
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
