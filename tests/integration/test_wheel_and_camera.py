"""Encoder, camera and referee at one table: the real firmware on the emulated board, the drawn camera, in lock-step."""

from collections.abc import Callable
from dataclasses import replace

from wheel_boards import resting_board
from whole_table import LockstepTable

from companion.app.table import Table
from companion.model.verdict import VerdictKind
from companion.sensors.wheel import WheelDecoder
from companion.session.commands import ReportWheel
from firmware_bridge import messages as msg
from firmware_bridge.emulated_board import EmulatedBoard

TURN_MS, REST_MS, STEP_MS = 200.0, 100.0, 5.0
Tamper = Callable[[int, ReportWheel], ReportWheel]


class FeltTable(LockstepTable):
    """The disc carries the magnet of an emulated board; `tamper` may change a report, by the number of the turn."""

    def __init__(self, seed: int, plies: int, tamper: Tamper | None = None) -> None:
        self.board: EmulatedBoard = resting_board()
        self.board.ask(msg.AskHello())
        self.decoder = WheelDecoder()
        self.felt: list[ReportWheel] = []
        self.turned: list[int] = []
        self._tamper = tamper
        super().__init__(seed, plies)

    def _turn(self, quarters: int) -> None:
        if quarters:
            self.turned.append(quarters)
        way_ms = TURN_MS * max(1, abs(quarters))
        self.board.aim(self.board.deg + 90.0 * quarters, way_ms)
        for _ in range(round((way_ms + REST_MS) / STEP_MS)):
            for report in self.decoder.feed(self.board.run_bytes(STEP_MS), 0):
                told = self._tamper(len(self.turned), report) if self._tamper else report
                self.felt.append(told)
                self.table.handle(told)


def disagree(table: Table) -> bool:
    """The newest verdict is that encoder and camera do not agree."""
    verdict = table.view.verdict
    return verdict is not None and "wheel sensor do not agree" in verdict.text["en"]


def test_encoder_and_camera_agree_turn_by_turn() -> None:
    game = FeltTable(seed=1, plies=14)
    disagreed = [table.view.ply for table in game.play() if disagree(table)]
    nets = [0]
    for quarters in game.turned:
        nets.append(nets[-1] + quarters)
    assert [report.net for report in game.felt] == nets
    assert all(report.certain for report in game.felt)
    assert len(game.turned) >= 4
    assert disagreed == []
    assert game.table.view.ply >= 14
    assert [act for act in game.simulation.acts if not act.right] == []
    game.board.close()


def test_when_encoder_and_camera_disagree_the_table_stops_and_says_so() -> None:
    game = FeltTable(seed=1, plies=14, tamper=lambda turn, told: replace(told, net=told.net + (turn >= 2)))
    for number, table in enumerate(game.play()):
        if disagree(table):
            break
        assert number < 1500, "nobody noticed"
    assert len(game.turned) == 2
    verdict = game.table.view.verdict
    assert verdict
    assert verdict.kind is VerdictKind.UNCLEAR
    game.board.close()
