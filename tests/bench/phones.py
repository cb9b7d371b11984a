"""How long a verdict takes with six phones at the table, and without.

    python tests/bench/phones.py [ROUNDS] [PLAYS] [PAUSE]

Two programs have a table each.  One has six phones, which ask for news and give orders that are refused, as fast as
they are let; the other none.  They take turns, a play each, so that both meet the same machine: the phones' programs
run all the time.  Between the card and the board there is a pause by chance, of at most PAUSE milliseconds; 0 is the
hardest case, in which the table still tells of the card while it judges the board.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import structs

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from session_driver import table as position_of  # noqa: E402

from companion.app.choices import Choices  # noqa: E402
from companion.bootstrap.launcher import Launcher, new_game  # noqa: E402
from companion.bootstrap.open_table import OpenTable  # noqa: E402
from companion.model.observation import Seen  # noqa: E402
from companion.model.places import KENNEL  # noqa: E402
from companion.rules.legal import legal_plays  # noqa: E402
from companion.session import commands as cmd  # noqa: E402

SETTINGS = """variant = "dog"
board = "star_6"
broker = "none"
names = ["A", "B", "C", "D", "E", "F"]
colours = ["red", "yellow", "green", "blue", "black", "white"]
"""
CARD = "2"


def opened(folder: Path, *, phones: bool) -> tuple[Launcher, OpenTable]:
    (folder / "settings.toml").write_text(SETTINGS + f"phones = {str(phones).lower()}\n", encoding="utf-8")
    os.environ["PAWTRACK_HOME"] = str(folder)
    launcher = Launcher(Choices())
    table = launcher.open_table(launcher.settings())
    begun = new_game(launcher.catalogue, launcher.settings())
    assert isinstance(begun, cmd.StartGame)
    pawns = [[KENNEL] * 3 + [2 + 16 * seat] for seat in range(6)]
    table.post(structs.replace(begun, position=position_of("dog", pawns)))
    while table.table.view.phase != "play":
        time.sleep(0.05)
    return launcher, table


def play_ms(table: OpenTable, pause_s: float) -> float:
    """One play: the card, the board, and the time until the next player is on."""
    board = table.table.board
    assert board
    turn, seq = table.table.view.turn, table.table.view.seq
    result = legal_plays(board.rules, board.position, CARD)[0].result
    table.post(cmd.DeclarePlay(seat=turn, card=CARD))
    while table.table.view.seq == seq:
        time.sleep(0.0002)
    time.sleep(pause_s)
    begun = time.perf_counter()
    table.post(cmd.ReportObservation(observation=Seen(t_ms=1, placement=result)))
    while table.table.view.declared:
        time.sleep(0.0002)
    return (time.perf_counter() - begun) * 1000


def serve(folder: Path, *, phones: bool) -> None:
    """Runs one of the two programs: prints the address of its phones, then plays whenever it reads a pause."""
    launcher, table = opened(folder, phones=phones)
    while phones and len(table.phones.invitations()) < 6:
        time.sleep(0.05)
    print(*(each.url for each in table.phones.invitations()), flush=True)
    for line in sys.stdin:
        print(play_ms(table, float(line)), flush=True)
    launcher.close()


@contextmanager
def program(*command: str) -> Iterator[subprocess.Popen[str]]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, *command], text=True, **pipes) as running:
        yield running
        assert running.stdin
        running.stdin.close()
        running.terminate()


def heard(running: subprocess.Popen[str], told: str = "") -> str:
    """Returns the next line of the program, after sending it the line `told`."""
    assert running.stdin
    assert running.stdout
    if told:
        running.stdin.write(told + "\n")
        running.stdin.flush()
    return running.stdout.readline()


def main(rounds: int = 7, plays: int = 80, pause_ms: int = 40) -> None:
    chance = random.Random(1)
    pauses_s = [[chance.uniform(0, pause_ms / 1000) for _ in range(plays)] for _ in range(rounds)]
    with tempfile.TemporaryDirectory() as with_phones, tempfile.TemporaryDirectory() as without:
        six = program(__file__, "--phones", with_phones)
        none = program(__file__, "--none", without)
        with six as at_six, none as at_none:
            urls = heard(at_six).split()
            heard(at_none)
            with program(str(ROOT / "tests/support/phone_callers.py"), *urls) as callers:
                for _ in urls:
                    heard(callers)
                ratios = [ratio((at_six, at_none), each) for each in pauses_s]
    low, high = min(ratios), max(ratios)
    print(f"ratio of the medians {statistics.median(ratios):.2f}, of {rounds} rounds {low:.2f} to {high:.2f}")


def ratio(tables: tuple[subprocess.Popen[str], subprocess.Popen[str]], pauses_s: list[float]) -> float:
    """One round: of the two tables the medians, and the first by the second."""
    times: tuple[list[float], list[float]] = ([], [])
    for pause_s in pauses_s:
        for table, took in zip(tables, times, strict=True):
            took.append(float(heard(table, str(pause_s))))
    six, none = (statistics.median(took) for took in times)
    print(f"six phones {six:.2f} ms, no phone {none:.2f} ms, ratio {six / none:.2f}")
    return six / none


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--phones", folder]:
            serve(Path(folder), phones=True)
        case ["--none", folder]:
            serve(Path(folder), phones=False)
        case given:
            main(*map(int, given))
