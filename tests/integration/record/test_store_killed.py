"""A program killed in the midst of writing loses nothing that was confirmed as stored."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from events_for_tests import GAME

from companion.catalogue.shipped import SHIPPED
from companion.session.events import TurnSkipped
from companion.store.event_log import EventLog

WRITER = """
import sys
from pathlib import Path
from companion.catalogue.shipped import SHIPPED
from companion.session.events import TurnSkipped
from companion.store.event_log import EventLog
from companion.store.record_file import highest_epoch
log = EventLog(SHIPPED, Path(sys.argv[1]))
epoch = highest_epoch(Path(sys.argv[1])) + 1
log.note_start(epoch)
while True:
    last = log.append(sys.argv[2], epoch, [TurnSkipped(seat=epoch)] * 3)
    print(epoch, last, flush=True)
"""


def write_until_killed(path: Path, lines: int) -> tuple[int, int]:
    """Returns the epoch and the row that the writer last reported as stored."""
    command = [sys.executable, "-c", WRITER, str(path), GAME]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = "0 0"
        for _ in range(lines):
            said = writer.stdout.readline()
        writer.kill()
        rest = [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    epoch, row = (rest[-1] if rest else said).split()
    return int(epoch), int(row)


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path: Path, kills: int) -> None:
    path = tmp_path / "record.sqlite"
    chance = random.Random(2)
    stored = 0
    for kill in range(1, kills + 1):
        epoch, row = write_until_killed(path, chance.randrange(1, 60))
        assert epoch == kill
        log = EventLog(SHIPPED, path)
        events = log.load(GAME)
        log.close()
        assert len(events) >= row >= stored
        assert len(events) % 3 == 0
        assert events[row - 1] == TurnSkipped(seat=epoch)
        stored = len(events)
