"""A program beside the table that hangs is as good as dead: another one takes its place, and the game goes on."""

import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest
from brokers_for_tests import wait_until
from children import CHILDREN, headless_table

if sys.platform != "linux":
    pytest.skip("finds the programs in /proc", allow_module_level=True)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_every_hanging_child_is_replaced_and_viewers_are_served_again(number: signal.Signals, tmp_path: Path) -> None:
    """All of them at once, which is the hardest."""
    with headless_table(tmp_path, "--seed", "3", "--speed", "2") as table:
        before, seq = table.pids(), table.seq()
        assert table.health == []
        for pid in before.values():
            os.kill(pid, number)
        wait_until(lambda: all(table.pids().get(name) not in (None, pid) for name, pid in before.items()))
        wait_until(lambda: table.seq() > seq)
        wait_until(table.is_served)
        wait_until(lambda: table.health[-1:] == [("ok", "programs_ok")])
        codes = {code for state, code in table.health if state == "searching"}
        assert codes <= {f"program_{name}" for name in CHILDREN}
        assert codes


@pytest.mark.long
def test_a_machine_that_stood_still_replaces_nothing(tmp_path: Path) -> None:
    """All of it is stopped for longer than a program may be silent, as when a lid is closed."""
    with headless_table(tmp_path, "--seed", "3", "--speed", "2") as table:
        before = table.pids()
        # the table last, so that messages to the others are on their way while all of it stands still
        for pid in (*before.values(), table.program.pid):
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.7)
        time.sleep(6)
        # the table first: it finds programs that have not answered yet
        for pid in (table.program.pid, *before.values()):
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.3)
        seq = table.seq()
        wait_until(lambda: table.seq() > seq + 2)
        assert table.pids() == before
        assert table.health == []


@pytest.mark.long
def test_programs_stopped_and_killed_at_random_times_are_replaced(tmp_path: Path, full: bool) -> None:
    """200 times at full size; prints what it took."""
    chance = random.Random(4)
    times: list[float] = []
    rounds = 200 if full else 4
    game = 0
    while len(times) < rounds:
        game += 1
        with headless_table(tmp_path / str(game), "--seed", str(game), "--speed", "1") as table:
            while len(times) < rounds and table.program.poll() is None and len(times) < 40 * game:
                time.sleep(2 * chance.random())
                name = chance.choice(sorted(CHILDREN))
                times.append(table.replaced_after_s(name, chance.choice([signal.SIGSTOP, signal.SIGKILL])))
                wait_until(table.is_served)
                wait_until(lambda: table.pids().keys() == CHILDREN.keys())
            assert "Traceback" not in table.said
    print(f"{len(times)} times: {sorted(times)[len(times) // 2]:.1f} s in the middle, {max(times):.1f} s at most")
