"""The sensor with two cameras: one observation of both, the first one's pictures for people, and a lost one."""

import time
from collections.abc import Iterator
from dataclasses import replace

from drawn_cameras import drawn_camera
from views_for_tests import game_view
from written_tables import Table

from companion.board.files import load_board
from companion.sensors.camera import CameraSensor
from companion.session.commands import Command, ReportObservation
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene
from companion.views.table_view import Health, HealthState
from vision.frames import Frame
from vision.sources.pair import PairSource
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
SIZES = ((640, 360), (560, 316))
STANDS = (Stand(elevation_deg=60), Stand(elevation_deg=55, azimuth_deg=85))
SCENE = Scene(
    figures=tuple(
        Figure(colour=colour, x_mm=x, y_mm=y)
        for seat, colour in enumerate(COLOURS)
        for x, y in (BOARD.kennel[seat][:4] if seat else [*BOARD.kennel[0][:3], BOARD.track[5]])
    )
)
#: Where red's pawn goes from its field 5.
PLAYED = dict(zip(("x_mm", "y_mm"), BOARD.track[9], strict=True))


class Film:
    """A camera's pictures of the table, as a film."""

    def __init__(self, camera: int) -> None:
        self._camera = drawn_camera(BOARD, COLOURS, seed=11, size=SIZES[camera], stand=STANDS[camera])
        self._times: Iterator[int] = iter(range(0, 1500, 150))

    def open(self) -> None:
        """Always there."""

    def read(self) -> Frame:
        t_ms = next(self._times, None)
        if t_ms is None:
            raise SourceEnded
        return Frame(self._camera.render(SCENE), t_ms, 0.5)

    def close(self) -> None:
        """Nothing to give back."""


class Played(Film):
    """A camera before which red's pawn moves on after a second."""

    def __init__(self, camera: int) -> None:
        super().__init__(camera)
        self._times = iter(range(0, 3000, 150))

    def read(self) -> Frame:
        frame = super().read()
        moved = replace(SCENE, figures=(*SCENE.figures[:3], replace(SCENE.figures[3], **PLAYED), *SCENE.figures[4:]))
        return replace(frame, image=self._camera.render(moved)) if frame.t_ms > 1000 else frame


class Gone(Film):
    """A camera that gives three pictures and is gone."""

    def read(self) -> Frame:
        frame = super().read()
        if frame.t_ms > 300:
            raise SourceError("it is gone")
        return frame

    def open(self) -> None:
        if next(self._times, 9000) > 300:
            raise SourceError("it is gone")


class Watched:
    """A sensor of two cameras in a game, run to the end of one of them."""

    def __init__(self, first: FrameSource, second: FrameSource) -> None:
        self.health: list[Health] = []
        self.posted: list[Command] = []
        self.recorded: list[tuple[int, ...]] = []
        source = PairSource((first, second), ("webcam", "phone"))
        self.sensor = CameraSensor(source, "webcam", BOARD, self._record)
        position = Table("black_dog").position("red:5")
        self.sensor.on_view(game_view(position))
        self.sensor.start(self.posted.append, self.health.append)
        end_s = time.monotonic() + 60
        while not self.health or self.health[-1].state not in (HealthState.OFF, HealthState.LOST):
            assert time.monotonic() < end_s
            time.sleep(0.005)
        self.sensor.stop()

    def _record(self, frame: Frame) -> None:
        self.recorded.append(frame.image.shape)

    @property
    def seen(self) -> list[ReportObservation]:
        return [each for each in self.posted if isinstance(each, ReportObservation)]


def test_two_cameras_report_as_one_and_people_see_the_first() -> None:
    table = Watched(Film(0), Film(1))
    times = [each.observation.t_ms for each in table.seen]
    assert times
    assert times == sorted(times)
    assert set(table.recorded) == {(360, 640, 3)}
    assert len(table.recorded) == 10
    photograph = table.sensor.photograph()
    assert photograph is not None
    assert photograph.shape == (360, 640, 4)
    known = {"camera_searching", "camera_moving", "camera_film", "camera_off"}
    assert {report.code for report in table.health} <= known


def test_the_second_camera_lost_is_named_and_the_first_one_goes_on() -> None:
    table = Watched(Film(0), Gone(1))
    (lost,) = {report for report in table.health if report.code == "camera_one_lost"}
    assert (lost.state, lost.params) == (HealthState.OK, (("source", "phone"),))
    assert table.seen


def test_without_the_first_camera_the_second_one_sees_the_play() -> None:
    table = Watched(Gone(0), Played(1))
    assert ("source", "webcam") in {param for report in table.health for param in report.params}
    assert table.sensor.photograph() is None
    assert table.sensor.sight() is None
    (*_, last) = (each.observation for each in table.seen)
    red = [field for field, row in enumerate(last.track) if max(range(len(row)), key=row.__getitem__) == 1]
    assert red == [9]
    assert table.health[-2].code == "camera_one_lost"
