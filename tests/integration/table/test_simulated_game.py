"""The whole chain on the virtual camera's pictures, in lock-step: every verdict is what the simulated players really
did, and the record replays to the same state."""

import pytest
from whole_table import LockstepTable

from companion.app.memory_store import MemoryStore
from companion.session.evolve import replay
from companion.simulation.acts import ActKind


@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "plies", "faults"),
    [(1, 4, 0), pytest.param(2, 20, 4, marks=pytest.mark.long)],
)
def test_every_verdict_is_what_the_players_did(seed: int, plies: int, faults: int) -> None:
    store = MemoryStore()
    game = LockstepTable(seed=seed, plies=plies, store=store)
    for _ in game.play():
        pass
    acts = game.simulation.acts
    assert game.table.view.ply >= plies
    assert [act for act in acts if not act.right] == []
    assert len({act.why for act in acts if act.kind is ActKind.ILLEGAL}) >= faults
    # CORE-R31 and the law of the record: nothing but the events makes the state
    assert replay(store.load("lockstep")) == game.table.state
