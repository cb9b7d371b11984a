"""Tries of the program without a window: games, viewers, ends of every kind."""

import re
import ssl
import time
import urllib.request
from collections.abc import Callable

from tries.wine import FailedError, lines_until, nothing_left, run, run_command, run_python, running, start, wait_for

_PLAY = ("run", "--headless", "--seed", "1")
_VERDICTS = re.compile(r"verdicts as the simulator played: (\d+) of (\d+); wrong moves: (\d+)")
_PLAYS = re.compile(r"(\d+) plays")
#: A play that was accepted, with its number in the game; a game that goes on shows its last one again.
_ACCEPTED = re.compile(r" *(\d+) .* LEGAL ")
_PAGE = "http://127.0.0.1:8787/"
#: Runs on Windows: gets a console of its own, starts the program there, and presses Ctrl-C in it once it plays.
#: Ctrl-Break cannot be tried: in Wine it ends any program of Python's, whatever handler that has.
_CONTROL_C = """
import ctypes, signal, subprocess, sys
console = ctypes.windll.kernel32
assert console.FreeConsole() and console.AllocConsole()
signal.signal(signal.SIGINT, lambda *_: None)
command = [sys.executable, "-m", "companion", "run", "--headless", "--seed", "1"]
game = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")
for line in game.stdout:
    if " LEGAL " in line:
        break
assert console.GenerateConsoleCtrlEvent(signal.CTRL_C_EVENT, 0)
rest = game.stdout.read()
print(rest, "status", game.wait(), "Traceback" in rest)
"""


def _number(line: str) -> int:
    """Returns the number of the play that the line shows as accepted, else 0."""
    play = _ACCEPTED.match(line)
    return int(play[1]) if play else 0


def _after(number: int) -> Callable[[str], bool]:
    """Returns whether a line shows a play after that one as accepted."""
    return lambda line: _number(line) > number


_judged = _after(0)


def try_version() -> str:
    status, words = run_command("none", "cmd", "/c", "Pawtrack\\Pawtrack.bat", "--version")
    if status or "pawtrack" not in words:
        raise FailedError(words[-300:])
    return ", ".join(words.split("\n")[:2])


def try_game() -> str:
    status, words = run("game", *_PLAY, "--plies", "8", "--speed", "2", "--broker", "none")
    verdicts = _VERDICTS.search(words)
    if status or not verdicts:
        raise FailedError(words[-300:])
    if verdicts[1] != verdicts[2]:
        raise FailedError(verdicts[0])
    nothing_left()
    return verdicts[0]


def try_second() -> str:
    first = start("second", *_PLAY, "--broker", "none")
    lines_until(first, _judged)
    status, words = run("second", *_PLAY, "--broker", "none")
    first.kill()
    run_command("none", "taskkill", "/f", "/im", "python.exe")
    said = [line for line in words.splitlines() if "PT-REC-07" in line]
    if not status or len(said) != 1 or "Traceback" in words:
        raise FailedError(f"status {status}: {words[-300:]}")
    return said[0]


def try_viewers() -> str:
    """The broker, the web program and the pages of viewers, fetched from Linux."""
    game = start("viewers", *_PLAY)
    lines_until(game, lambda line: _PAGE in line)
    page = _fetched(_PAGE)
    programs = running()
    run_command("none", "taskkill", "/f", "/im", "python.exe")
    nothing_left()
    if "<html" not in page or "nats-server.exe" not in programs:
        raise FailedError(f"page of {len(page)} characters; running: {', '.join(programs)}")
    return f"page of {len(page)} characters; {', '.join(programs)}"


def _fetched(address: str) -> str:
    context = ssl._create_unverified_context()
    with urllib.request.urlopen(address, timeout=60, context=context) as answer:
        return str(answer.read().decode())


def try_control_c() -> str:
    status, words = run_python("control-c", "-c", _CONTROL_C)
    if status or "status 130 False" not in words:
        raise FailedError(words[-300:])
    nothing_left()
    return "status 130, no traceback, nothing left running"


def try_kill() -> str:
    """Kills the program three times in a game: each accepted play is in the record."""
    accepted = 0
    for round_ in range(3):
        game = start("kill", *_PLAY, "--speed", "2")
        lines = lines_until(game, _after(accepted))
        time.sleep(1 + round_)
        run_command("none", "taskkill", "/f", "/im", "python.exe")
        assert game.stdout
        lines += game.stdout.read().splitlines()
        wait_for("the killed program is gone", lambda: "python.exe" not in running(), seconds=60)
        nothing_left()
        accepted = max(accepted, *map(_number, lines))
        status, words = run("kill", "games")
        kept = _PLAYS.search(words)
        if status or not kept or int(kept[1]) < accepted:
            raise FailedError(f"{accepted} plays accepted, kept: {words[-200:]}")
    return f"killed 3 times, {accepted} plays accepted, {kept[1] if kept else 0} kept; nothing left running"


def try_doctor() -> str:
    _, words = run("doctor", "doctor")
    if "Traceback" in words or "PT-" not in words:
        raise FailedError(words[-300:])
    return f"{len(words.splitlines())} lines: {' / '.join(re.findall(r'PT-[A-Z]+-[0-9]+', words))}"
