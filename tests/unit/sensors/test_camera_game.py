"""A camera during a game: it learns what the record knows, once each, and its thread ends with it."""

import time
from dataclasses import replace

import numpy as np
import pytest
from views_for_tests import game_view
from written_tables import Table

from companion.board.files import load_board
from companion.model.position import Position
from companion.sensors.board_observer import BoardObserver
from companion.sensors.camera import CameraSensor
from companion.views.table_view import Health, HealthState, Known, TableView
from vision.frames import Frame
from vision.sources.protocol import SourceEnded

BOARD = load_board("black_dog")
GREY = np.full((90, 160, 3), 120, np.uint8)


class Scripted:
    """A camera that sees grey, before each picture the table shows its next view; then it ends."""

    def __init__(self, views: list[TableView]) -> None:
        self._views = iter(views)
        self.sensor = CameraSensor(self, "0", BOARD)
        self.health: list[Health] = []
        self._t_ms = 0
        self.read_count = 0

    def open(self) -> None:
        """Always there."""

    def read(self) -> Frame:
        view = next(self._views, None)
        if view is None:
            raise SourceEnded
        self.sensor.on_view(view)
        self.read_count += 1
        self._t_ms += 130
        return Frame(GREY, self._t_ms)

    def close(self) -> None:
        """Nothing to give back."""

    def run(self) -> None:
        self.sensor.start(lambda _: None, self.health.append)
        end_s = time.monotonic() + 60
        while not self.health or self.health[-1].state is not HealthState.OFF:
            assert time.monotonic() < end_s
            time.sleep(0.005)
        self.sensor.stop()


def shown(text: str, seq: int | None, game: str = "g") -> TableView:
    """The table when the record knows this position since the play of row `seq`; None: it knows none."""
    position: Position = Table("black_dog").position(text)
    known = None if seq is None else Known(seq, position)
    return game_view(position, game=game, known=known)


def test_what_the_record_knows_is_learnt_once_and_only_if_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    learnt: list[Position] = []
    expect = BoardObserver.expect

    def noted(observer: BoardObserver, rules: object, position: Position) -> None:
        learnt.append(position)
        expect(observer, rules, position)  # type: ignore[arg-type]

    monkeypatch.setattr(BoardObserver, "expect", noted)
    unknown, first, second = shown("red:5", None), shown("red:5", 0), shown("red:13", 4)
    other = shown("red:5", 0, game="other")
    camera = Scripted([unknown, first, first, second, second, unknown, replace(second, seq=99), other])
    camera.run()
    assert learnt == [each.position for each in (first, second, other)]
    assert "program_stumbled" not in {health.code for health in camera.health}


def test_a_camera_that_is_stopped_reads_no_more() -> None:
    view = shown("red:5", 0)
    camera = Scripted([view] * 100_000)
    camera.sensor.start(lambda _: None, camera.health.append)
    while not camera.health:
        time.sleep(0.005)
    camera.sensor.stop()
    count = camera.read_count
    time.sleep(0.1)
    assert camera.read_count == count
