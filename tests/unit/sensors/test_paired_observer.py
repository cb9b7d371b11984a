"""Two drawn views of one table: a corner hidden from one, a hand over one, a second camera elsewhere, and no second."""

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera

from companion.board.files import load_board
from companion.sensors.board_observer import BoardObserver, PieceRoster
from companion.sensors.board_spots import BoardSpots
from companion.sensors.paired_observer import PairedObserver, observer_of
from companion.sensors.unknowns import camera_health
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene
from companion.texts import LANGUAGES, shipped_wording
from vision.frames import Frame, Image
from vision.results import FrameResult, FrameStatus, Remark
from vision.two_cameras import LATE_MS

BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
ROSTER = PieceRoster(sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
STANDS = (Stand(elevation_deg=60), Stand(elevation_deg=55, azimuth_deg=85))
SIZE = (640, 360)
STEP_MS = 150


class Table:
    """Pictures of a drawn table from two sides, on their way to the observer of both."""

    def __init__(self) -> None:
        self.observer = observer_of(BOARD, ROSTER, cameras=2)
        self.cameras = [drawn_camera(BOARD, COLOURS, seed=11, size=SIZE, stand=stand) for stand in STANDS]
        self.t_ms = 0
        #: The times of the observations.
        self.reports: list[int] = []
        #: The pictures of each camera and their times, as they were shown.
        self.shown: list[Frame] = []

    def picture(self, camera: int, *fields: int, hand: Hand | None = None) -> Image:
        standing = [(colour, *BOARD.track[field]) for colour, field in zip(COLOURS, fields, strict=False)]
        figures = tuple(Figure(colour=c, x_mm=x, y_mm=y) for c, x, y in standing)
        return self.cameras[camera].render(Scene(figures=figures, hand=hand))

    def show(
        self, first: tuple[int, ...], second: tuple[int, ...], for_ms: int, hand: Hand | None = None, over: int = 0
    ):
        """The newest result, after the first camera has shown these fields and the second those; `hand` over one."""
        for _ in range(for_ms // STEP_MS):
            self.t_ms += STEP_MS
            for camera, fields in enumerate((first, second)):
                image = self.picture(camera, *fields, hand=hand if camera == over else None)
                frame = Frame(image, self.t_ms + camera, None, camera)
                self.shown.append(frame)
                result, seen = self.observer.observe(frame)
                self.reports += [frame.t_ms] if seen else []
        return result


def field_of(result: FrameResult, field: int) -> int:
    assert result.reading is not None
    return int(result.reading.scores[field].argmax())


@pytest.fixture
def table() -> Table:
    held = Table()
    result = held.show((3, 20), (3, 20), 1200)
    assert result.status is FrameStatus.SETTLED
    assert held.reports
    return held


def test_two_views_of_one_table_agree(table: Table) -> None:
    result = table.show((9, 20), (9, 20), 1500)
    assert result.status is FrameStatus.SETTLED
    assert not result.disputed
    assert (field_of(result, 9), field_of(result, 3)) == (1, 0)


@pytest.mark.parametrize("over", [0, 1])
def test_a_hand_before_one_camera_holds_no_report_of_the_other_back(table: Table, over: int) -> None:
    alone = BoardObserver(BOARD, ROSTER)
    for frame in table.shown:
        if frame.camera != over:
            alone.observe(frame)
    table.shown, table.reports = [], []
    table.show((9, 20), (9, 20), 1200, Hand(x_mm=200.0, y_mm=240.0, side=2), over)
    reports = [frame.t_ms for frame in table.shown if frame.camera != over and alone.observe(frame)[1]]
    assert len(table.reports) >= len(reports) >= 2
    assert all(own - 1 <= both <= own + 1 for own, both in zip(reports, table.reports, strict=False))


def test_a_camera_beside_another_table_gives_no_observation(table: Table) -> None:
    table.reports = []
    result = table.show((9, 20), (30, 41), LATE_MS + 1500)
    assert result.status is FrameStatus.DISAGREE
    assert table.reports == []
    assert {9, 20, 30, 41} & set(result.disputed)


def test_a_second_camera_that_finds_no_board_changes_nothing(table: Table) -> None:
    pair, alone = PairedObserver(BOARD, ROSTER), BoardObserver(BOARD, ROSTER)
    blank = np.full((SIZE[1], SIZE[0], 3), 90, dtype=np.uint8)
    for step in range(10):
        image, t_ms = table.picture(0, 3, 20), step * STEP_MS
        of_one, seen_alone = alone.observe(Frame(image, t_ms))
        pair.observe(Frame(cv2.add(blank, float(step % 3)), t_ms, None, 1))
        of_two, seen = pair.observe(Frame(image, t_ms))
        assert (of_two.status, seen) == (of_one.status, seen_alone)
    assert seen is not None or of_two.status is FrameStatus.SETTLED
    assert of_two.remarks[-1] is Remark.ONE_BLIND
    assert pair.sight(SIZE) is not None
    assert pair.pose is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", ["black_dog", "star_6_left", "toc_4"])
def test_every_spot_in_dispute_is_named_and_no_two_alike(board: str, language: str) -> None:
    profile, wording = load_board(board), shipped_wording()
    colours = ("red", "yellow", "green", "blue", "black", "purple")[: len(profile.goal)]
    seats = tuple(range(len(profile.goal)))
    names = PairedObserver(profile, PieceRoster(sectors=seats, colours=colours, dog=False)).spot_names
    assert len(names) == len(BoardSpots.of(profile, seats).places_mm)
    said = {}
    for spot in range(len(names)):
        health = camera_health(FrameResult(FrameStatus.DISAGREE, disputed=(spot,)), names)
        said.setdefault(wording.say(health.code, health.params)[language], []).append(spot)
    pools = {spot for pool in BoardSpots.of(profile, seats).pools for spot in range(pool.first, pool.stop)}
    assert all(len(spots) == 1 or set(spots) <= pools for spots in said.values())
    assert not any("{" in text or "…" in text for text in said)


def test_a_spot_is_named_by_the_start_field_behind_it() -> None:
    roster = PieceRoster(sectors=(1, 3), colours=("red", "blue"), dog=False)
    names = PairedObserver(BOARD, roster).spot_names
    assert (names[16], names[18], names[48], names[2]) == (
        "start:0:red",
        "after:2:red",
        "start:0:blue",
        "after:18:blue",
    )
