"""`kill -9` in the middle of a simulated game at random moments: everything shown as accepted is on the disk.

The aimed kills are in tests/integration/record/test_kill_points.py.
"""

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.catalogue.shipped import SHIPPED
from companion.session import events as ev
from companion.session.evolve import evolve, replay
from companion.session.state import NoGame, State
from companion.store.event_log import EventLog

#: The program under test: a table with a real record, played in lock-step; it prints each accepted play after it is
#: shown.  It is about the disk, so nothing is drawn.
PROGRAM = """
import sys
from pathlib import Path

from perfect_eyes import NoCamera, PerfectEyes
from companion.catalogue.shipped import SHIPPED
from companion.settings.schema import Settings
from companion.simulation.camera import virtual_camera
from companion.store.event_log import EventLog
virtual_camera.VirtualCamera = NoCamera
store = EventLog(SHIPPED, Path(sys.argv[1]))
table = PerfectEyes(Settings(), int(sys.argv[3]), 400, store=store, game=sys.argv[2])
table.table.subscribe(lambda view: print("shown", view.seq, view.ply, flush=True))
table.play()
"""


def killed_game(record: Path, game: str, seed: int, plies: int, delay_s: float) -> tuple[int, int]:
    """Plays until `plies` are shown and kills the program a random moment later; the last (seq, ply) that was shown."""
    command = [sys.executable, "-c", PROGRAM, str(record), game, str(seed)]
    paths = os.pathsep.join(path for path in sys.path if path)
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": paths})
    assert program.stdout is not None
    shown = (0, 0)
    timer: threading.Timer | None = None
    for line in program.stdout:
        if not line.endswith("\n"):
            break  # the kill tore the line: it was never shown whole
        _, seq, ply = line.split()
        shown = (int(seq), int(ply))
        if shown[1] >= plies and timer is None:
            timer = threading.Timer(delay_s, program.send_signal, [signal.SIGKILL])
            timer.start()
    program.stdout.close()
    assert program.wait() == -signal.SIGKILL
    return shown


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
def test_nothing_shown_as_accepted_is_ever_lost(tmp_path: Path, kills: int) -> None:
    record = tmp_path / "record.sqlite"
    chance = random.Random(f"{kills} kills")
    for number in range(kills):
        game = f"game-{number}"
        seq, ply = killed_game(record, game, seed=number, plies=chance.randrange(1, 4), delay_s=chance.random() * 0.4)
        log = EventLog(SHIPPED, record)
        events = log.load(game)
        log.close()
        state = replay(events)
        assert state.seq >= seq
        assert at(events, seq).ply == ply
        newer = events[seq:]
        assert sum(isinstance(event, ev.PlayAccepted) for event in newer) <= 1


def at(events: tuple[ev.Event, ...], seq: int) -> State:
    state = NoGame()
    for event in events[:seq]:
        state = evolve(state, event)
    return state
