"""A table whose board has no markers: found by its own print, followed when it is moved, and never believed blindly."""

from copy import copy

import cv2
import msgspec
import numpy as np
import pytest
from drawn_cameras import as_new, unmarked_camera
from table_readers import reader_of

from companion.board.files import load_board
from companion.board.profile import BoardProfile
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from vision.board import Labels
from vision.find.lens import Lens, on_plane, plane_of
from vision.find.print_matching import PrintFinder
from vision.find.print_search import PrintSearch
from vision.find.rectify import flat_corners, laid_flat
from vision.frames import Frame, Image, Points
from vision.reader import BoardReader
from vision.results import FrameResult, FrameStatus, Remark

BOARD = load_board("star_4")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
PLACES_MM = np.array([*BOARD.track, *(spot for kennel in BOARD.kennel for spot in kennel)])
PHOTOGRAPHED = Stand(elevation_deg=72.0, azimuth_deg=-8.0)
PLAYED = Stand(elevation_deg=56.0, azimuth_deg=5.0)
STEP_MS = 330


def corners_px(camera: VirtualCamera) -> Points:
    return np.array([camera.project(x, y) for x, y in flat_corners(camera.profile.size_mm).tolist()])


def plane(camera: VirtualCamera) -> Points:
    return plane_of(flat_corners(camera.profile.size_mm), corners_px(camera))


def off_mm(reader: BoardReader, camera: VirtualCamera) -> float:
    """How far off the pose of the reader is on the worst spot."""
    assert reader.pose is not None
    shown = np.array([camera.project(x, y) for x, y in PLACES_MM.tolist()])
    return float(np.linalg.norm(reader.pose.millimetres(shown) - PLACES_MM, axis=1).max())


def standing(track: dict[int, int]) -> tuple[Figure, ...]:
    """`track` maps fields to seats; all other pawns wait in the kennel."""
    placed = [(COLOURS[seat], BOARD.track[field]) for field, seat in track.items()]
    for seat, colour in enumerate(COLOURS):
        out = sum(who == seat for who in track.values())
        placed += [(colour, spot) for spot in BOARD.kennel[seat][: 4 - out]]
    return tuple(Figure(colour=colour, x_mm=x, y_mm=y) for colour, (x, y) in placed)


def labels(track: dict[int, int]) -> Labels:
    kinds = [0] * len(BOARD.track)
    for field, seat in track.items():
        kinds[field] = 1 + seat
    counts = tuple(4 - sum(who == seat for who in track.values()) for seat in range(4))
    return SPOTS.labels(track=tuple(kinds), goal=((0, 0, 0, 0),) * 4, kennel_counts=counts)


START = {0: 0, 16: 1, 32: 2, 48: 3}
NEXT = {5: 0, 16: 1, 32: 2, 48: 3}


class Table:
    def __init__(self, camera: VirtualCamera, flat: Image | None, profile: BoardProfile = BOARD) -> None:
        self.camera = camera
        self.reader = reader_of(profile, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False, flat=flat)
        self.t_ms = 0

    def show(self, scene: Scene, pictures: int = 3, gain: float = 1.0) -> FrameResult:
        look = FrameResult(FrameStatus.SEARCHING)
        for _ in range(pictures):
            image = self.camera.render(scene)
            look = self.see(image if gain == 1.0 else np.clip(image * gain, 0, 255).astype(np.uint8))
        return look

    def see(self, image: Image) -> FrameResult:
        self.t_ms += STEP_MS
        return self.reader.look(Frame(image, self.t_ms))

    def begin(self) -> FrameResult:
        self.reader.expect(labels(START))
        return self.show(Scene(figures=standing(START)))


def on_track(look: FrameResult) -> dict[int, int]:
    assert look.status is FrameStatus.SETTLED
    assert look.reading is not None
    kinds = SPOTS.parts(look.reading.scores).track.argmax(axis=1)
    return {int(field): int(kinds[field]) - 1 for field in np.flatnonzero(kinds)}


def camera_at(stand: Stand, size: tuple[int, int] = (1280, 720), board: str = "star_4") -> VirtualCamera:
    """Returns a camera before a board that is drawn without markers."""
    return unmarked_camera(load_board(board), COLOURS, 21, size, stand=stand)


@pytest.fixture(scope="module")
def flat() -> Image:
    """The empty board as a family photographs it, from elsewhere than it is played."""
    camera = camera_at(PHOTOGRAPHED)
    return laid_flat(camera.render(Scene()), lambda places: on_plane(plane(camera), places), BOARD.size_mm)


@pytest.fixture(scope="module")
def drawn() -> VirtualCamera:
    return camera_at(PLAYED)


@pytest.fixture
def camera(drawn: VirtualCamera) -> VirtualCamera:
    return as_new(drawn)


@pytest.fixture
def table(camera: VirtualCamera, flat: Image) -> Table:
    return Table(camera, flat)


@pytest.fixture(scope="module")
def set_up(drawn: VirtualCamera, flat: Image) -> Table:
    """Returns the table after the set-up was shown and learnt.

    The reader's state is a value that every test goes on from.
    """
    table = Table(as_new(drawn), flat)
    table.begin()
    return table


@pytest.fixture
def begun(set_up: Table) -> Table:
    table = copy(set_up)
    table.camera, table.reader = as_new(set_up.camera), copy(set_up.reader)
    return table


@pytest.mark.long
def test_without_a_print_the_board_is_not_found(camera: VirtualCamera) -> None:
    assert Table(camera, None).begin().status is FrameStatus.NO_MARKERS


def test_the_board_is_found_by_its_print_and_read(table: Table) -> None:
    assert on_track(table.begin()) == START
    assert off_mm(table.reader, table.camera) < 0.6
    assert on_track(table.show(Scene(figures=standing(NEXT)))) == NEXT


@pytest.mark.long
def test_a_board_without_markers_lacks_none(table: Table) -> None:
    assert Remark.MARKER_HIDDEN not in table.begin().remarks


@pytest.mark.long
def test_the_pose_neither_trembles_nor_drifts(begun: Table) -> None:
    pose = begun.reader.pose
    for field in range(1, 13, 3):
        begun.show(Scene(figures=standing({field: 0, 16: 1, 32: 2, 48: 3})), 2)
        assert begun.reader.pose is pose


@pytest.mark.sampled(2)
@pytest.mark.parametrize("gain", [0.45, 1.35])
def test_a_board_is_found_in_other_light(table: Table, gain: float) -> None:
    look = table.show(Scene(figures=standing(START)), gain=gain)
    assert table.reader.pose is not None
    assert look.status is FrameStatus.SETTLED
    assert off_mm(table.reader, table.camera) < 0.6


@pytest.mark.long
def test_a_resting_arm_hides_part_of_the_print(begun: Table) -> None:
    pose = begun.reader.pose
    look = begun.show(Scene(figures=standing(START), hand=Hand(x_mm=200.0, y_mm=150.0, side=2)))
    assert look.status is FrameStatus.HAND
    assert begun.reader.pose is pose


@pytest.mark.long
def test_a_board_is_found_in_a_small_picture(flat: Image) -> None:
    table = Table(camera_at(PLAYED, (640, 480)), flat)
    assert on_track(table.begin()) == START
    assert off_mm(table.reader, table.camera) < 1.0


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "knocked",
    [
        Stand(elevation_deg=55.0, azimuth_deg=6.0),
        Stand(elevation_deg=50.0, azimuth_deg=95.0),
    ],
)
def test_a_camera_that_was_moved_finds_the_board_again(begun: Table, knocked: Stand) -> None:
    begun.camera = camera_at(knocked)
    look = begun.show(Scene(figures=standing(START)))
    assert on_track(look) == START
    assert look.remarks[0] is Remark.CAMERA_MOVED
    assert off_mm(begun.reader, begun.camera) < 0.6
    assert on_track(begun.show(Scene(figures=standing(NEXT)))) == NEXT


def pushed(camera: VirtualCamera, image: Image, by_mm: tuple[float, float], turn_deg: float) -> tuple[Image, Points]:
    """The picture with the board, and all that stands on it, pushed over the table; and where its plane is then."""
    here, (x, y) = plane(camera), np.array(BOARD.size_mm) / 2
    turn = np.vstack([cv2.getRotationMatrix2D((float(x), float(y)), turn_deg, 1.0), [0.0, 0.0, 1.0]])
    turn[:2, 2] += by_mm
    there = here @ turn
    size = (image.shape[1], image.shape[0])
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners_px(camera)).astype(np.int32), 255)
    table_top = cv2.inpaint(cv2.resize(image, None, fx=0.25, fy=0.25), cv2.resize(mask, None, fx=0.25, fy=0.25), 3, 0)
    ground = np.where(mask[..., None] > 0, cv2.resize(table_top, size), image)
    moved = there @ np.linalg.inv(here)
    over, cover = cv2.warpPerspective(image, moved, size), cv2.warpPerspective(mask, moved, size)
    return np.where(cover[..., None] > 0, over, ground).astype(np.uint8), there


@pytest.mark.long
def test_a_board_that_was_pushed_is_found_again(begun: Table) -> None:
    image, there = pushed(begun.camera, begun.camera.render(Scene(figures=standing(START))), (30.0, -12.0), 4.0)
    looks = [begun.see(image) for _ in range(3)]
    assert on_track(looks[-1]) == START
    assert looks[-1].remarks[0] is Remark.BOARD_MOVED
    assert begun.reader.pose is not None
    shown = cv2.perspectiveTransform(PLACES_MM.reshape(-1, 1, 2), there).reshape(-1, 2)
    assert np.linalg.norm(begun.reader.pose.millimetres(shown) - PLACES_MM, axis=1).max() < 0.6


@pytest.mark.long
def test_another_board_is_not_taken_for_it(flat: Image) -> None:
    table = Table(camera_at(PLAYED, board="toc_4"), flat)
    assert table.show(Scene()).status is FrameStatus.NO_MARKERS
    assert table.reader.pose is None


def test_a_board_that_is_taken_away_is_not_read(begun: Table) -> None:
    rng = np.random.default_rng(3)
    cloth = cv2.GaussianBlur(rng.integers(0, 255, (720, 1280, 3), dtype=np.uint8), (0, 0), 1.5)
    looks = [begun.see(np.asarray(cloth, dtype=np.uint8)) for _ in range(3)]
    assert looks[-1].reading is None
    assert looks[-1].status is FrameStatus.NO_MARKERS


@pytest.mark.long
def test_corners_that_were_tapped_are_enough(camera: VirtualCamera) -> None:
    """The print is taken from the live picture, pawns and all."""
    table = Table(camera, None)
    table.show(Scene(figures=standing(START)))
    table.reader.set_corners(corners_px(camera))
    assert on_track(table.begin()) == START
    assert off_mm(table.reader, camera) < 0.6
    table.camera = camera_at(Stand(elevation_deg=60.0, azimuth_deg=12.0))
    assert on_track(table.show(Scene(figures=standing(NEXT)))) == NEXT
    assert off_mm(table.reader, table.camera) < 0.8


@pytest.mark.sampled(2)
@pytest.mark.parametrize("other", ["_by_features", "_by_outline"])
def test_either_way_of_searching_finds_it(flat: Image, monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    monkeypatch.setattr(PrintSearch, other, lambda *_: iter(()))
    camera = camera_at(Stand(elevation_deg=58.0, azimuth_deg=-84.0))
    image = camera.render(Scene(figures=standing(START)))
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = PrintSearch(PrintFinder(flat, BOARD.size_mm)).find(image, grey, Lens.usual((1280, 720)))
    assert found is not None
    seen, _ = found
    shown = np.array([camera.project(x, y) for x, y in seen.on_board.tolist()])
    assert np.linalg.norm(seen.in_picture - shown, axis=1).mean() < 0.6


@pytest.mark.long
def test_markers_glued_on_by_hand_count_where_they_are(flat: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    """The print gives the places of the spots; markers that stick 4 mm beside their places in the profile follow it."""
    marked = VirtualCamera(BOARD, COLOURS, seed=21, stand=PLAYED)
    astray = tuple((x + 4.0, y - 2.0) for x, y in BOARD.markers.centres)
    profile = msgspec.structs.replace(BOARD, markers=msgspec.structs.replace(BOARD.markers, centres=astray))
    table = Table(marked, None, profile)
    table.begin()
    assert off_mm(table.reader, marked) > 3.0
    table = Table(marked, flat, profile)
    table.begin()
    assert off_mm(table.reader, marked) < 0.6
    pose = table.reader.pose
    # from here on the markers alone show that the board lies in its old place
    monkeypatch.delattr(PrintFinder, "climb")
    assert on_track(table.show(Scene(figures=standing(NEXT)))) == NEXT
    assert table.reader.pose is pose
