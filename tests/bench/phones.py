"""How long a verdict takes with six phones at the table, and without: python tests/bench/phones.py [PLAYS]

One table has six phones, which wait for news and after each give an order that is refused; the other none.  They take
turns, a play each, so that both meet the same machine.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

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
    folder.mkdir()
    (folder / "settings.toml").write_text(SETTINGS + f"phones = {str(phones).lower()}\n", encoding="utf-8")
    os.environ["PAWTRACK_HOME"] = str(folder)
    launcher = Launcher(Choices())
    table = launcher.open_table(launcher.settings())
    begun = new_game(launcher.catalogue, launcher.settings())
    assert isinstance(begun, cmd.StartGame)
    pawns = [[KENNEL] * 3 + [2 + 16 * seat] for seat in range(6)]
    table.post(replace(begun, position=position_of("dog", pawns)))
    return launcher, table


def play_ms(table: OpenTable) -> float:
    """One play: the card, the board, and the time until the next player is on."""
    board = table.table.board
    assert board
    turn, seq = table.table.view.turn, table.table.view.seq
    result = legal_plays(board.rules, board.position, CARD)[0].result
    table.post(cmd.DeclarePlay(seat=turn, card=CARD))
    while table.table.view.seq == seq:
        time.sleep(0.0002)
    begun = time.perf_counter()
    table.post(cmd.ReportObservation(observation=Seen(t_ms=1, placement=result)))
    while table.table.view.declared:
        time.sleep(0.0002)
    return (time.perf_counter() - begun) * 1000


def main(plays: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tables = {phones: opened(Path(folder) / str(phones), phones=phones) for phones in (True, False)}
        for _, table in tables.values():
            while table.table.view.phase != "play":
                time.sleep(0.05)
        while len(invitations := tables[True][1].phone_invitations()) < 6:
            time.sleep(0.05)
        command = [sys.executable, str(ROOT / "tests/support/phone_callers.py"), *(each.url for each in invitations)]
        callers = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert callers.stdout
        for _ in invitations:
            callers.stdout.readline()
        times: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(plays):
            for phones, (_, table) in tables.items():
                times[phones].append(play_ms(table))
        callers.kill()
        for launcher, _ in tables.values():
            launcher.close()
    for phones, took in times.items():
        named = "six phones" if phones else "no phone"
        print(f"{named:<10} median {statistics.median(took):.2f} ms, 90 % {sorted(took)[int(len(took) * 0.9)]:.2f} ms")
    print(f"ratio of the medians {statistics.median(times[True]) / statistics.median(times[False]):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 120)
