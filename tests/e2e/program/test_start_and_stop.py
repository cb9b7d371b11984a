"""Ctrl-C, SIGTERM and SIGHUP at any moment of any program: status 130, no traceback, no orphan, the record readable.

Moments are spread over the start and the play; the end must be clean at any of them, on a busy machine, too.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from brokers_for_tests import Listener, Mosquitto, free_ports

from companion.catalogue.shipped import SHIPPED
from companion.store.event_log import EventLog

if sys.platform == "win32":
    pytest.skip("signals of POSIX systems", allow_module_level=True)

ROOT = Path(__file__).resolve().parents[3]
#: The folder of the gallery.
SUPPORT = str(ROOT / "tests" / "support")
PATIENCE_S = 180.0  # a machine that runs other tests beside may take a minute to start a tablet
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
HAS_PROC = Path("/proc/self/status").exists()
GAME = ("companion", "run", "--headless", "--seed", "3", "--speed", "20", "--wheel", "none")
PROGRAMS = {
    "game": GAME,
    "plays": ("companion", "plays"),
    "variants": ("companion", "variants", "list"),
    "replay": ("companion", "replay", "nothing"),
    "print": ("companion", "print", "board", "{home}/board.pdf"),
    "vision": ("companion", "vision", "measure", "{home}"),
    "wheel": ("firmware_bridge", "simulate"),
    "gallery": ("gallery", "{home}/pictures", "home"),
}


def begin(home: Path, arguments: Sequence[str], **environment: str) -> subprocess.Popen[str]:
    """Starts a program in a home of its own, with a console that stays open."""
    home.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", *(word.format(home=home) for word in arguments)]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": SUPPORT,
            "PAWTRACK_HOME": str(home),
            "SDL_VIDEODRIVER": "offscreen",
            **environment,
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_first_line(program: subprocess.Popen[str]) -> None:
    """Until the program's first line has run, which takes the signals over; before that it is Python's own start."""
    deadline_s = time.monotonic() + PATIENCE_S
    while HAS_PROC and time.monotonic() < deadline_s and program.poll() is None:
        caught = next(
            line for line in Path(f"/proc/{program.pid}/status").read_text().splitlines() if line.startswith("SigCgt")
        )
        if int(caught.split()[1], 16) & 1 << (signal.SIGHUP - 1):
            return
        time.sleep(0.001)


def ended(program: subprocess.Popen[str], *, sent: bool = True) -> str:
    """Waits for the end, which must be clean; gives the standard output."""
    out, errors = program.communicate(timeout=PATIENCE_S)
    assert program.returncode in ((130, 0, 1, 2) if sent else (0,)), (program.returncode, errors)
    for word in ("Traceback", "Exception ignored", "KeyboardInterrupt", "Fatal"):
        assert word not in errors, errors
    return out


def orphans(home: Path) -> list[str]:
    """Command lines of other processes that still name this data folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline") if HAS_PROC else ():
        try:
            command_line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(home) in command_line and int(entry.parent.name) != os.getpid():
            found.append(command_line)
    return found


def check_left_behind(home: Path) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while (left := orphans(home)) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    assert left == []
    if (home / "record.sqlite").exists():
        with closing(EventLog(SHIPPED, home / "record.sqlite")) as log:
            for game in log.games():
                assert log.verify(game.game).fault is None


def interrupt(
    home: Path, arguments: Sequence[str], number: signal.Signals, after_s: float, *, twice: bool = False
) -> None:
    """Starts a program, sends it the signal, and checks that it ends cleanly and leaves nothing behind."""
    program = begin(home, arguments)
    wait_for_first_line(program)
    time.sleep(after_s)
    for _ in range(2 if twice else 1):
        program.send_signal(number)
    ended(program)
    check_left_behind(home)


@pytest.mark.sampled(3)  # every program, and every signal
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_line_takes_the_signals(name: str, number: signal.Signals, tmp_path: Path) -> None:
    interrupt(tmp_path, PROGRAMS[name], number, 0)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_the_interpreter_shuts_down_changes_nothing(number: signal.Signals) -> None:
    code = f"""
import os
from companion.system import signals
signals.begin()
class Last:
    def __del__(self, kill=os.kill, pid=os.getpid()):
        kill(pid, {int(number)})
last = Last()
"""
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_that_was_caught_around_exec_does_not_end_the_program(number: signal.Signals) -> None:
    code = f"""
import os
from companion.system import signals
signals.begin()
try:
    with signals.interruptible():
        exec("os.kill(os.getpid(), {int(number)})")
except KeyboardInterrupt:
    pass
"""
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", SIGNALS)
def test_a_game_ends_cleanly_at_a_few_moments(number: signal.Signals, tmp_path: Path) -> None:
    for moment, after_s in enumerate((0.3, 0.9, 1.6)):
        ports = free_ports(3)
        home = tmp_path / str(moment)
        home.mkdir()
        (home / "settings.toml").write_text(
            f"mqtt_port = {ports[0]}\nwebsocket_port = {ports[1]}\nviewer_port = {ports[2]}\n", encoding="utf-8"
        )
        interrupt(home, GAME, number, after_s, twice=moment == 1)


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("number", SIGNALS)
def test_every_program_ends_cleanly_at_many_moments(
    name: str, number: signal.Signals, tmp_path: Path, full: bool
) -> None:
    """Nine of each program, shared among the signals; forty at full size."""
    chance = random.Random(f"{name} {number}")
    ports = free_ports(3)
    for moment in range(0, 40, len(SIGNALS) if full else 15):
        home = tmp_path / str(moment)
        home.mkdir()
        (home / "settings.toml").write_text(
            f"mqtt_port = {ports[0]}\nwebsocket_port = {ports[1]}\nviewer_port = {ports[2]}\n", encoding="utf-8"
        )
        interrupt(home, PROGRAMS[name], number, moment * chance.random() * 0.08, twice=moment % 2 == 1)


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", SIGNALS)
def test_the_table_says_goodbye(number: signal.Signals, tmp_path: Path) -> None:
    """Not the last will's "lost", but "disconnected": the retained status that a late viewer finds."""
    broker = Mosquitto(tmp_path, free_ports(1)[0])
    broker.start()
    listener = Listener(broker.port, "pawtrack/#")
    try:
        program = begin(tmp_path / "home", (*GAME, "--broker", broker.url))
        listener.wait_on("public/state", lambda state: state["ply"] >= 1)
        program.send_signal(number)
        ended(program)
        assert program.returncode == 130
        assert listener.wait_on("public/status", lambda status: status["state"] in ("disconnected", "lost"))
        words = [status["state"] for status in listener.on("public/status")]
        assert words[-1] == "disconnected"
        assert "lost" not in words
    finally:
        listener.close()
        broker.kill()
    check_left_behind(tmp_path / "home")


def test_ignored_signals_stay_ignored(tmp_path: Path) -> None:
    """nohup, and a job that a shell puts into the background."""
    line = json.dumps({"position": None, "card": "2"})
    code = "import os, signal, sys; [signal.signal(n, signal.SIG_IGN) for n in (signal.SIGINT, signal.SIGHUP)]"
    run = f"{code}; os.execv(sys.executable, [sys.executable, '-m', 'companion', 'plays'])"
    program = subprocess.Popen(
        [sys.executable, "-c", run], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert program.stdin
    assert program.stdout
    program.stdin.write(line + "\n")
    program.stdin.flush()
    assert "position" in program.stdout.readline()
    program.send_signal(signal.SIGINT)
    program.send_signal(signal.SIGHUP)
    out, _ = program.communicate(f"{line}\n", timeout=PATIENCE_S)
    assert "position" in out
    assert program.returncode == 1
