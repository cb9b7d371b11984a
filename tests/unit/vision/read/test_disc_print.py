"""The disc's angle without its marker: given if the print shows it, never guessed if it does not."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pypdfium2
import pytest
from drawn_cameras import drawn_camera
from table_readers import board_of, reader_of

from companion.board.files import load_board
from companion.board.prints.board import disc_sheet
from companion.board.prints.paper import FULL, MARGIN_MM
from companion.board.profile import BoardProfile
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera import virtual_camera
from companion.simulation.camera.board_art import PX_PER_MM
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, Thing, VirtualCamera
from vision.board import Labels
from vision.find.markers import MarkerFinder, marker_corners_mm
from vision.find.pose import Pose, find_pose
from vision.frames import Frame, Image
from vision.read.appearance import to_lab
from vision.read.disc_print import DiscPrint
from vision.read.view import IN_PLACE
from vision.results import FrameResult, FrameStatus

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
WITHOUT = msgspec.structs.replace(BOARD, markers=msgspec.structs.replace(BOARD.markers, wheel=None))
assert BOARD.wheel is not None
WHEEL = BOARD.wheel
COLOURS = ("red", "yellow", "green", "blue")
STAND = Stand(elevation_deg=58.0, azimuth_deg=8.0)
#: One blot of the disc's paint breaks its symmetry.
BLOT = (WHEEL.centre[0], WHEEL.centre[1] - 62.0)
KENNELS = tuple(
    Figure(colour=colour, x_mm=x, y_mm=y) for seat, colour in enumerate(COLOURS) for x, y in BOARD.kennel[seat][:3]
)
START = {0: 1, 16: 2, 32: 3, 48: 4}


class Disc:
    """A drawn table whose disc has no marker, and a coloured blot if it is `blotted`."""

    def __init__(self, *, blotted: bool, profile: BoardProfile = WITHOUT) -> None:
        self.camera = drawn_camera(profile, COLOURS, seed=6, stand=STAND)
        self.blotted = blotted

    def shot(self, disc_deg: float, track: dict[int, int]) -> Image:
        turn = np.radians(disc_deg)
        x, y = BLOT[0] - WHEEL.centre[0], BLOT[1] - WHEEL.centre[1]
        blot = Thing(
            x_mm=WHEEL.centre[0] + float(np.cos(turn) * x - np.sin(turn) * y),
            y_mm=WHEEL.centre[1] + float(np.sin(turn) * x + np.cos(turn) * y),
            radius_mm=12.0,
            bgr=(70, 70, 200),
        )
        return self.camera.render(
            Scene(figures=(*on_track(track), *KENNELS), disc_deg=disc_deg, things=(blot,) if self.blotted else ())
        )


def on_track(track: dict[int, int]) -> tuple[Figure, ...]:
    return tuple(
        Figure(colour=COLOURS[kind - 1], x_mm=BOARD.track[field][0], y_mm=BOARD.track[field][1])
        for field, kind in track.items()
    )


def labels(track: dict[int, int], wheel: int | None) -> Labels:
    classes = [track.get(field, 0) for field in range(len(BOARD.track))]
    return SPOTS.labels(track=tuple(classes), goal=((0, 0, 0, 0),) * 4, kennel_counts=(3, 3, 3, 3), wheel=wheel)


def pose_in(image: Image) -> Pose:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = MarkerFinder.of(board_of(WITHOUT).markers).find_all(grey)
    pose = find_pose(found, marker_corners_mm(WITHOUT.markers), (grey.shape[1], grey.shape[0]))
    assert pose is not None
    return pose


def angle_by_print(disc: Disc, disc_deg: float, track: dict[int, int]) -> float | None:
    """Returns the angle by the print of a disc, with pawns on the track, once the empty one has been seen at 0."""
    empty = disc.shot(0.0, {})
    pose = pose_in(empty)
    known = DiscPrint.unknown(WHEEL)
    assert known.angle(to_lab(empty), pose, None, IN_PLACE) is None
    known = known.learnt(to_lab(empty), np.ones(empty.shape[:2], dtype=np.bool_), pose, 0.0, IN_PLACE)
    return known.angle(to_lab(disc.shot(disc_deg, track)), pose, None, IN_PLACE)


CROWDED = {field: 1 + field % 4 for field in WHEEL.fields[::3]}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("disc_deg", [0.0, 92.0, 178.5, 265.0])
def test_a_print_that_differs_tells_the_angle_even_under_pawns(disc_deg: float) -> None:
    angle = angle_by_print(Disc(blotted=True), disc_deg, CROWDED)
    assert angle is not None
    assert abs((angle - disc_deg + 180) % 360 - 180) < 1.5


@pytest.mark.sampled(4)
@pytest.mark.parametrize("disc_deg", [0.0, 90.0, 180.0, 270.0])
def test_a_print_that_looks_alike_at_every_stop_tells_nothing(disc_deg: float) -> None:
    assert angle_by_print(Disc(blotted=False), disc_deg, CROWDED) is None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("disc_deg", [1.0, 90.0, 179.0, 270.0])
def test_the_disc_that_we_print_tells_its_angle_by_its_bones(
    disc_deg: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "disc.pdf"
    disc_sheet(WITHOUT, file, FULL)
    document = pypdfium2.PdfDocument(file)
    page = np.asarray(document[0].render(scale=PX_PER_MM * 25.4 / 72).to_pil())[:, :, ::-1]
    document.close()
    side, edge = round((2 * WHEEL.radius_mm + 4) * PX_PER_MM), round(MARGIN_MM * PX_PER_MM)
    printed = np.ascontiguousarray(page[edge : edge + side, edge : edge + side], dtype=np.uint8)
    corner = (WHEEL.centre[0] - WHEEL.radius_mm - 2, WHEEL.centre[1] - WHEEL.radius_mm - 2)
    # the camera of many tests is drawn before, or all would see this disc
    disc = Disc(blotted=False)
    monkeypatch.setattr(virtual_camera, "draw_disc", lambda *_: (printed, corner))
    disc.camera = VirtualCamera(WITHOUT, COLOURS, seed=6, stand=STAND)
    angle = angle_by_print(disc, disc_deg, CROWDED)
    assert angle is not None
    assert abs((angle - disc_deg + 180) % 360 - 180) < 1.5


def test_between_two_stops_the_print_says_nothing() -> None:
    assert angle_by_print(Disc(blotted=True), 45.0, {}) is None


def test_a_small_difference_leaves_the_angle_as_it_was() -> None:
    """Or the memory of the print would be turned to and fro with every look."""
    disc = Disc(blotted=True)
    empty = disc.shot(0.0, {})
    known = DiscPrint.unknown(WHEEL)
    known = known.learnt(to_lab(empty), np.ones(empty.shape[:2], dtype=np.bool_), pose_in(empty), 0.0, IN_PLACE)
    assert known.angle(to_lab(disc.shot(91.0, {})), pose_in(empty), 90.0, IN_PLACE) == 90.0


class Table:
    """The reader before such a table, taught once with the disc at its first stop."""

    def __init__(self, disc: Disc, profile: BoardProfile) -> None:
        self.disc, self.t_ms = disc, 0
        self.reader = reader_of(profile, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
        self.reader.expect(labels(START, 0))
        assert self.show(0.0, START).status is FrameStatus.SETTLED

    def show(self, disc_deg: float, track: dict[int, int], *, covered: bool = False) -> FrameResult:
        look = FrameResult(FrameStatus.SEARCHING)
        for _ in range(3):
            image = self.disc.shot(disc_deg, track)
            if covered:
                x, y = self.disc.camera.project(*WHEEL.centre)
                image = np.asarray(cv2.circle(image.copy(), (round(x), round(y)), 30, (60, 80, 110), -1), np.uint8)
            look = self.reader.look(Frame(image, self.t_ms))
            self.t_ms += 330
        return look


def wheel(look: FrameResult) -> tuple[FrameStatus, int | None]:
    return look.status, look.reading.quarter_turn if look.reading else None


def track(look: FrameResult) -> dict[int, int]:
    assert look.reading is not None
    kinds = SPOTS.parts(look.reading.scores).track.argmax(axis=1)
    return {int(field): int(kinds[field]) for field in np.flatnonzero(kinds)}


MOVED = {8: 1, 16: 2, 32: 3, 48: 4}


def test_the_reader_reads_the_wheel_of_a_disc_without_marker() -> None:
    table = Table(Disc(blotted=True), WITHOUT)
    look = table.show(181.0, MOVED)
    assert (wheel(look), track(look)) == ((FrameStatus.SETTLED, 2), MOVED)


def test_where_the_print_does_not_tell_the_wheel_is_not_known() -> None:
    table = Table(Disc(blotted=False), WITHOUT)
    look = table.show(90.0, MOVED)
    assert (wheel(look), track(look)) == ((FrameStatus.SETTLED, None), MOVED)


@pytest.mark.long
def test_a_covered_marker_is_stood_in_for_by_the_print() -> None:
    table = Table(Disc(blotted=True, profile=BOARD), BOARD)
    assert wheel(table.show(0.0, MOVED)) == (FrameStatus.SETTLED, 0)
    look = table.show(271.0, MOVED, covered=True)
    assert (wheel(look), track(look)) == ((FrameStatus.SETTLED, 3), MOVED)
