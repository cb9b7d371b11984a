"""A trouble whose question nobody answers: no verdict is wrong, and the game soon goes on."""

from pathlib import Path

import pytest
from troubled_games import TROUBLES, verdicts

#: Games in which a state was not seen and then: the next player passed, over a fault that had been put right; the same
#: player laid another card out of turn; the next card was a split four, of which a stage looked like other plays.
HARD = (51013, 51044, 50004, 50091, 51239)
#: Two states were not seen, and of a player's two cards on top the first had been played.
HARD_AFTER_TWO = (53109, 53165, 53169)
UNSEEN, TWO_UNSEEN = "a state unseen", "two states unseen"


def wrong(said: list[str]) -> list[str]:
    return [verdict for verdict in said if verdict not in ("right", "asked")]


@pytest.mark.parametrize(
    ("number", "trouble", "more"),
    [*((number, UNSEEN, 1) for number in HARD), *((number, TWO_UNSEEN, 2) for number in HARD_AFTER_TWO)],
)
def test_at_most_one_more_state_after_an_unseen_one_leads_to_a_question(
    number: int, trouble: str, more: int, tmp_path: Path
) -> None:
    found = verdicts(tmp_path, number, TROUBLES[trouble])
    assert found is not None
    state, said = found
    assert wrong(said) == []
    assert said[state] == "asked"
    assert said[state + 1 :].count("asked") <= more


@pytest.mark.long
@pytest.mark.parametrize("trouble", TROUBLES)
def test_no_verdict_is_wrong(trouble: str, tmp_path: Path, full: bool) -> None:
    found = (verdicts(tmp_path, number, TROUBLES[trouble]) for number in range(49_000, 49_060 if full else 49_008))
    assert [verdict for game in found if game for verdict in wrong(game[1])] == []


def test_a_game_seen_well_leads_to_no_question(tmp_path: Path) -> None:
    found = verdicts(tmp_path, HARD[0], TROUBLES["none"])
    assert found is not None
    assert set(found[1]) == {"right"}
