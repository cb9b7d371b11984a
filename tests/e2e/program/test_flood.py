"""A minute of `make flood`: the table's messages come through and late viewers are served.

This holds however slow the machine.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "soak"))

import flood

#: Rows of the last seconds may still be on their way.
LAST_ROWS_S = 15.0


@pytest.mark.long
def test_a_flood_of_viewers_takes_nothing_from_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # the program is started again in the middle, which takes a busy machine its time
    monkeypatch.setattr(flood, "LATE_PATIENCE_S", 120.0)
    port = flood.free_port()
    program = flood.Program(tmp_path, port)
    try:
        assert program.ready.wait(60)
        record = flood.Record(tmp_path)
        phases, watcher, done = flood.run(program, port, 0.15, 1000)
        record.stop()
        stored_ms, came_ms = record.stored_ms, watcher.came_ms()
    finally:
        program.stop()
    assert done["connections"] > 100
    assert [phase.name for phase in phases if phase.unserved] == []
    rows = [key for key, at_ms in stored_ms.items() if at_ms / 1000 < phases[-1].ends_s - LAST_ROWS_S]
    assert rows
    assert [key for key in rows if key not in came_ms] == []
