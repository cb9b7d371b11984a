"""The compiled lister lists the plays of the readable engine: all of them, with every field, in the same order."""

import pytest
from playout_differences import Compared, listed_differently
from playout_tables import Case, switched, variants

CASES = [*variants(), *switched()]
#: Of the long test, all cases together.
POSITIONS, POSITIONS_IN_FULL = 4_000, 1_000_000


def assert_alike(compared: Compared) -> None:
    assert compared.found == []
    assert compared.refused <= compared.lists // 100, "hardly anything is left to the engine"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_list_the_same_plays(case: Case) -> None:
    assert_alike(listed_differently(case, 8, seed=2 + len(case.options)))


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_list_the_same_plays_in_many_positions(case: Case, full: bool) -> None:
    """With --full in a million positions, all cases together."""
    assert_alike(listed_differently(case, (POSITIONS_IN_FULL if full else POSITIONS) // len(CASES) + 1, seed=3000))
