"""The whole chain on the virtual camera's pictures, in lock-step: every verdict is what the simulated players really
did."""

import pytest
from whole_table import LockstepTable

from companion.simulation.acts import ActKind


@pytest.mark.parametrize(
    ("seed", "plies", "faults"),
    [(1, 14, 3), pytest.param(1, 40, 8, marks=pytest.mark.long), pytest.param(2, 40, 8, marks=pytest.mark.long)],
)
def test_every_verdict_is_what_the_players_did(seed: int, plies: int, faults: int) -> None:
    game = LockstepTable(seed=seed, plies=plies)
    for _ in game.play():
        pass
    acts = game.simulation.acts
    assert game.table.view.ply >= plies
    assert [act for act in acts if not act.right] == []
    assert len({act.why for act in acts if act.kind is ActKind.ILLEGAL}) >= faults


def test_the_record_of_a_simulated_game_replays_to_the_same_view() -> None:
    """CORE-R31 and the law of the record: nothing but the events makes the state."""
    from companion.app.memory_store import MemoryStore
    from companion.session.evolve import replay

    store = MemoryStore()
    game = LockstepTable(seed=3, plies=8, store=store)
    for _ in game.play():
        pass
    assert replay(store.load("lockstep")) == game.table.state
