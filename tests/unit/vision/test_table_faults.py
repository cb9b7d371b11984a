"""Faults on a real table: each ends in its own word, and none of them in a wrong reading."""

from collections.abc import Callable, Iterable
from copy import copy
from functools import cache

import cv2
import numpy as np
import pytest
from drawn_cameras import as_new, drawn_camera
from table_readers import reader_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.sensors.unknowns import camera_health
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from companion.views.table_view import HealthState
from vision.board import Labels
from vision.frames import Frame, Image
from vision.read.cover.occluders import ARM_MS
from vision.results import BoardReading, FrameResult, FrameStatus, Remark

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
STEP_MS = 330
STAND = Stand(elevation_deg=58.0)
START = {0: 1, 16: 2, 32: 3, 48: 4}
MOVED = {5: 1, 16: 2, 32: 3, 48: 4}


def figures(track: dict[int, int]) -> tuple[Figure, ...]:
    standing = [(COLOURS[kind - 1], BOARD.track[field]) for field, kind in track.items()]
    standing += [(colour, spot) for seat, colour in enumerate(COLOURS) for spot in BOARD.kennel[seat][:3]]
    return tuple(Figure(colour=colour, x_mm=x, y_mm=y) for colour, (x, y) in standing)


def labels(track: dict[int, int]) -> Labels:
    classes = [0] * len(BOARD.track)
    for field, kind in track.items():
        classes[field] = kind
    return SPOTS.labels(track=tuple(classes), goal=((0, 0, 0, 0),) * 4, kennel_counts=(3, 3, 3, 3), wheel=0)


class Table:
    """The reader before a drawn table that has been set up and read once."""

    def __init__(self, camera: VirtualCamera) -> None:
        self.camera = camera
        self.reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
        self.t_ms = 0
        self.reader.expect(labels(START))
        assert on_track(self.show(START)[-1]) == START

    def gone_on(self) -> "Table":
        """Returns the same table once more: the reader's state is a value, and the noise of the camera goes on."""
        table = copy(self)
        table.camera, table.reader = as_new(self.camera), copy(self.reader)
        return table

    def show(
        self,
        track: dict[int, int],
        spoil: Callable[[Image], Image] = lambda image: image,
        hand: Hand | None = None,
        pictures: int = 3,
    ) -> list[FrameResult]:
        scene = Scene(figures=figures(track), hand=hand)
        return self.see(spoil(self.camera.render(scene)) for _ in range(pictures))

    def see(self, images: Iterable[Image]) -> list[FrameResult]:
        looks = []
        for image in images:
            looks.append(self.reader.look(Frame(image, self.t_ms)))
            self.t_ms += STEP_MS
        return looks

    def place(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        x, y = self.camera.project(x_mm, y_mm)
        return round(x), round(y)


def on_track(look: FrameResult) -> dict[int, int]:
    kinds = SPOTS.parts(reading(look).scores).track.argmax(axis=1)
    return {int(field): int(kinds[field]) for field in np.flatnonzero(kinds)}


def reading(look: FrameResult) -> BoardReading:
    assert look.status is FrameStatus.SETTLED
    assert look.reading is not None
    return look.reading


def word(look: FrameResult) -> str:
    return camera_health(look).code


@pytest.fixture
def camera() -> VirtualCamera:
    return drawn_camera(BOARD, COLOURS, seed=11, stand=STAND)


@cache
def begun() -> Table:
    return Table(drawn_camera(BOARD, COLOURS, seed=11, stand=STAND))


@pytest.fixture
def table() -> Table:
    return begun().gone_on()


def test_a_table_without_faults_gets_no_word(table: Table) -> None:
    look = table.show(MOVED)[-1]
    assert (on_track(look), look.remarks, word(look)) == (MOVED, (), "camera_ok")


def test_a_covered_marker_is_named_and_the_game_goes_on(table: Table) -> None:
    x, y = table.place(*BOARD.markers.centres[2])

    def with_cup(image: Image) -> Image:
        return np.asarray(cv2.circle(image, (x, y), 24, (90, 70, 60), -1), dtype=np.uint8)

    look = table.show(MOVED, with_cup)[-1]
    assert (on_track(look), word(look)) == (MOVED, "camera_marker_hidden")
    look = table.show(MOVED)[-1]
    assert word(look) == "camera_ok"


def shifted(camera: VirtualCamera, dx_mm: float, dy_mm: float) -> Callable[[Image], Image]:
    """Returns the board and all on it pushed over the table, which stays in place."""
    width, height = BOARD.size_mm
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    before = np.array([camera.project(x, y) for x, y in corners], dtype=np.float32)
    after = np.array([camera.project(x + dx_mm, y + dy_mm) for x, y in corners], dtype=np.float32)
    move = cv2.getPerspectiveTransform(before, after)

    def push(image: Image) -> Image:
        mask = np.zeros(image.shape[:2], dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(before).astype(np.int32), 255)
        mask = cv2.dilate(mask, np.ones((9, 9), dtype=np.uint8))
        table_top = cv2.inpaint(cv2.resize(image, (320, 180)), cv2.resize(mask, (320, 180)), 3, cv2.INPAINT_TELEA)
        bare = np.where(mask[..., None] > 0, cv2.resize(table_top, (image.shape[1], image.shape[0])), image)
        size = (image.shape[1], image.shape[0])
        board, where = cv2.warpPerspective(image, move, size), cv2.warpPerspective(mask, move, size)
        return np.asarray(np.where(where[..., None] > 0, board, bare), dtype=np.uint8)

    return push


def test_a_board_pushed_by_3_cm_is_found_again(table: Table) -> None:
    push = shifted(table.camera, 24.0, 18.0)
    look = table.show(START, push)[-1]
    assert (on_track(look), look.remarks[:1]) == (START, (Remark.BOARD_MOVED,))
    assert word(look) == "camera_board_moved"
    assert on_track(table.show(MOVED, push)[-1]) == MOVED


def test_a_camera_knocked_by_5_degrees_finds_the_board_again(table: Table) -> None:
    table.camera = drawn_camera(BOARD, COLOURS, seed=11, stand=Stand(elevation_deg=61.0, azimuth_deg=4.0))
    look = table.show(START)[-1]
    assert (on_track(look), word(look)) == (START, "camera_moved")
    assert on_track(table.show(MOVED)[-1]) == MOVED


def test_the_word_for_a_move_fades(table: Table) -> None:
    table.camera = drawn_camera(BOARD, COLOURS, seed=11, stand=Stand(elevation_deg=61.0, azimuth_deg=4.0))
    assert word(table.show(START, pictures=20)[-1]) == "camera_ok"


@pytest.mark.long
def test_a_board_pushed_with_two_markers_hidden_is_read_where_it_lies_now(table: Table) -> None:
    """Two markers show that the board lies elsewhere, but not its place; its print does."""
    push = shifted(table.camera, 24.0, 18.0)

    def pushed_and_covered(image: Image) -> Image:
        moved = push(image)
        for x, y in BOARD.markers.centres[:2]:
            cv2.circle(moved, table.place(x + 24, y + 18), 26, (90, 70, 60), -1)
        return moved

    look = table.show(START, pushed_and_covered)[-1]
    assert (on_track(look), word(look)) == (START, "camera_board_moved")


def test_a_dark_picture_is_not_read_and_a_bright_one_is(table: Table) -> None:
    def dark(image: Image) -> Image:
        return np.asarray(image // 12, dtype=np.uint8)

    look = table.show(MOVED, dark)[-1]
    assert (look.status, look.reading, word(look)) == (FrameStatus.TOO_DARK, None, "camera_too_dark")
    assert camera_health(look).state is HealthState.SEARCHING
    look = table.show(MOVED)[-1]
    assert (on_track(look), word(look)) == (MOVED, "camera_ok")


def test_a_blurred_picture_is_not_judged(table: Table) -> None:
    look = table.show(MOVED, lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 4.5), dtype=np.uint8))[-1]
    assert (look.status, look.reading, word(look)) == (FrameStatus.BLURRED, None, "camera_blurred")
    assert on_track(table.show(MOVED)[-1]) == MOVED


def test_blur_before_the_board_was_ever_found(camera: VirtualCamera) -> None:
    reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
    image = np.asarray(cv2.GaussianBlur(camera.render(Scene(figures=figures(START))), (0, 0), 6), dtype=np.uint8)
    assert [reader.look(Frame(image, t_ms)).status for t_ms in (0, 330)][-1] is FrameStatus.BLURRED


def test_a_dazzled_spot_is_not_judged(table: Table) -> None:
    x, y = table.place(*BOARD.track[5])

    def sun(image: Image) -> Image:
        return np.asarray(cv2.ellipse(image, (x, y), (60, 40), 0, 0, 360, (255, 255, 255), -1), dtype=np.uint8)

    look = table.show(MOVED, sun)[-1]
    if look.status is FrameStatus.SETTLED:
        assert np.exp(SPOTS.parts(reading(look).scores).track[5]).max() < 0.5
        assert word(look) == "camera_glare"
        assert {field for field in on_track(look) if field not in MOVED} == set()
    else:
        assert look.reading is None


@pytest.mark.parametrize("coin", [(70, 140, 180), (60, 90, 140)])
def test_a_coin_on_a_field_is_no_pawn_and_gets_a_word(table: Table, coin: tuple[int, int, int]) -> None:
    x, y = table.place(*BOARD.track[20])

    def with_coin(image: Image) -> Image:
        cv2.ellipse(image, (x, y), (15, 12), 0, 0, 360, coin, -1, cv2.LINE_AA)
        cv2.ellipse(image, (x, y), (12, 9), 0, 0, 360, tuple(round(part * 0.8) for part in coin), 1, cv2.LINE_AA)
        return image

    look = table.show(START, with_coin)[-1]
    assert on_track(look) == START
    assert word(look) == "camera_on_field"


def test_a_pawn_missing_is_read_as_missing(table: Table) -> None:
    gone = {field: kind for field, kind in START.items() if kind != 3}
    assert on_track(table.show(gone)[-1]) == gone


def test_two_pawns_swapped_by_hand_are_read_swapped(table: Table) -> None:
    swapped = {**START, 16: 4, 48: 2}
    assert on_track(table.show(swapped)[-1]) == swapped


def test_a_hand_that_stays_becomes_a_thing_that_lies_there(table: Table) -> None:
    hand = Hand(x_mm=225.0, y_mm=225.0, side=1)
    look = table.show(START, hand=hand, pictures=5)[-1]
    assert (look.status, word(look)) == (FrameStatus.HAND, "camera_hand")
    look = table.show(START, hand=hand, pictures=3 + ARM_MS // STEP_MS)[-1]
    assert (look.status, word(look)) == (FrameStatus.SETTLED, "camera_covered")
    assert {field: kind for field, kind in on_track(look).items() if START.get(field) != kind} == {}
    assert on_track(table.show(MOVED)[-1]) == MOVED


def test_a_sleeve_over_a_corner_loses_nothing(table: Table) -> None:
    corner = table.place(*BOARD.markers.centres[1])

    def with_sleeve(image: Image) -> Image:
        cv2.line(image, corner, (image.shape[1], corner[1] - 30), (120, 60, 40), 46)
        return image

    for look in table.show(MOVED, with_sleeve):
        assert look.reading is None or on_track(look) == MOVED
    assert on_track(table.show(MOVED)[-1]) == MOVED
    assert word(table.show(MOVED)[-1]) == "camera_ok"


def test_a_settled_board_is_read_within_700_ms(table: Table) -> None:
    """A live camera gives thirty pictures a second; the last hand leaves with the first of them."""
    scene = Scene(figures=figures(MOVED))
    times = []
    for t_ms in range(table.t_ms, table.t_ms + 1000, 33):
        if table.reader.look(Frame(table.camera.render(scene), t_ms)).status is FrameStatus.SETTLED:
            times.append(t_ms - table.t_ms)
    assert 250 <= times[0] <= 700
