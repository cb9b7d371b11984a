"""Light that changes or dazzles, and lenses that blur: nothing false is read at any strength, and the word is right."""

from collections.abc import Callable
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
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.frames import Frame, Image
from vision.results import FrameResult, FrameStatus

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
START = {0: 1, 16: 2, 32: 3, 48: 4}
MOVED = {5: 1, 16: 2, 32: 3, 52: 4}

Spoil = Callable[[Image], Image]


def figures(track: dict[int, int]) -> tuple[Figure, ...]:
    standing = [(COLOURS[kind - 1], BOARD.track[field]) for field, kind in track.items()]
    standing += [(colour, spot) for seat, colour in enumerate(COLOURS) for spot in BOARD.kennel[seat][:3]]
    return tuple(Figure(colour=colour, x_mm=x, y_mm=y) for colour, (x, y) in standing)


class Table:
    """The reader before a drawn table that has been set up and read once."""

    def __init__(self, camera: VirtualCamera) -> None:
        self.camera, self.t_ms = camera, 0
        self.reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
        classes = tuple(START.get(field, 0) for field in range(len(BOARD.track)))
        self.reader.expect(SPOTS.labels(track=classes, goal=((0,) * 4,) * 4, kennel_counts=(3,) * 4, wheel=0))
        assert right(self.show(START), START)

    def gone_on(self) -> "Table":
        """Returns the same table once more: the reader's state is a value, and the noise of the camera goes on."""
        table = copy(self)
        table.camera, table.reader = as_new(self.camera), copy(self.reader)
        return table

    def show(self, track: dict[int, int], spoil: Spoil | None = None, pictures: int = 3) -> FrameResult:
        look = FrameResult(FrameStatus.SEARCHING)
        for _ in range(pictures):
            image = self.camera.render(Scene(figures=figures(track)))
            look = self.reader.look(Frame(spoil(image.copy()) if spoil else image, self.t_ms))
            self.t_ms += 330
        return look


def right(look: FrameResult, track: dict[int, int]) -> bool:
    """Whether everything that is claimed of the track is true, and all of it is claimed."""
    return not false(look, track) and look.reading is not None and not unknown(look)


def false(look: FrameResult, track: dict[int, int]) -> set[int]:
    """Fields of which something untrue is claimed: with more than nine tenths."""
    if look.reading is None:
        return set()
    on_track = SPOTS.parts(look.reading.scores).track
    kinds, sure = on_track.argmax(axis=1), np.exp(on_track.max(axis=1))
    return {field for field in range(len(kinds)) if sure[field] > 0.9 and kinds[field] != track.get(field, 0)}


def unknown(look: FrameResult) -> set[int]:
    assert look.reading is not None
    return set(np.flatnonzero(np.exp(SPOTS.parts(look.reading.scores).track.max(axis=1)) < 0.5).tolist())


@cache
def begun() -> Table:
    return Table(drawn_camera(BOARD, COLOURS, seed=12, stand=Stand(elevation_deg=58.0)))


@pytest.fixture
def table() -> Table:
    return begun().gone_on()


def brighter(gain: float, colour: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Spoil:
    def spoil(image: Image) -> Image:
        return np.asarray(np.clip(image * (gain * np.array(colour)), 0, 255), dtype=np.uint8)

    return spoil


@pytest.mark.sampled(4)
@pytest.mark.parametrize("gain", [0.5, 0.7, 1.25, 1.5])
def test_an_exposure_jump_changes_no_reading(table: Table, gain: float) -> None:
    """The camera adapts when a hand or a dark sleeve comes and goes."""
    assert not false(table.show(MOVED, brighter(gain)), MOVED)
    assert right(table.show(MOVED), MOVED)


@pytest.mark.parametrize("colour", [(0.8, 1.0, 1.12), (1.12, 1.0, 0.85)])
def test_a_lamp_of_another_colour_changes_no_reading(table: Table, colour: tuple[float, float, float]) -> None:
    assert not false(table.show(MOVED, brighter(0.95, colour)), MOVED)
    assert right(table.show(MOVED), MOVED)


@pytest.mark.long
def test_as_it_grows_dark_the_word_comes_before_any_mistake(table: Table) -> None:
    looks = [table.show(MOVED, brighter(light)) for light in (0.8, 0.6, 0.4, 0.25, 0.18, 0.12, 0.06, 0.02)]
    assert [false(look, MOVED) for look in looks] == [set()] * len(looks)
    assert [look.status for look in looks[-3:]] == [FrameStatus.TOO_DARK] * 3
    assert camera_health(looks[-1]).code == "camera_too_dark"
    assert right(table.show(MOVED), MOVED)


@pytest.mark.long
def test_as_it_blurs_the_word_comes_before_any_mistake(table: Table) -> None:
    def blurred(sigma: float) -> Spoil:
        return lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)

    looks = [table.show(MOVED, blurred(sigma)) for sigma in (0.7, 1.0, 1.5, 2.2, 3.0, 4.5, 7.0)]
    assert [false(look, MOVED) for look in looks] == [set()] * len(looks)
    assert {look.status for look in looks[-2:]} == {FrameStatus.BLURRED}
    assert camera_health(looks[-1]).code == "camera_blurred"
    assert right(table.show(MOVED), MOVED)


def test_light_off_and_on_within_a_rest(table: Table) -> None:
    for _ in range(3):
        assert table.show(MOVED, brighter(0.03)).status is FrameStatus.TOO_DARK
        assert right(table.show(MOVED), MOVED)


def dazzled(table: Table, x_mm: float, y_mm: float, radius_mm: float) -> Spoil:
    """A lamp mirrored in the board: white in the middle, milky round about."""
    (x, y), (edge, _) = table.camera.project(x_mm, y_mm), table.camera.project(x_mm + radius_mm, y_mm)
    down, across = np.mgrid[0:720, 0:1280].astype(np.float32)
    away = np.hypot(across - x, (down - y) * 1.3) / (edge - x)
    milk = 300 * np.exp(-(away**4))[..., None]

    def spoil(image: Image) -> Image:
        return np.asarray(np.clip(image + milk, 0, 255), dtype=np.uint8)

    return spoil


@pytest.mark.sampled(20)
@pytest.mark.parametrize("field", [5, 16, 40])
@pytest.mark.parametrize("radius_mm", [14.0, 24.0, 40.0])
def test_a_lamp_mirrored_in_the_board_hides_and_never_lies(table: Table, field: int, radius_mm: float) -> None:
    light = dazzled(table, *BOARD.track[field], radius_mm)
    look = table.show(MOVED, light, pictures=12)
    assert look.status is FrameStatus.SETTLED
    assert not false(look, MOVED)
    assert field in unknown(look) or look.reading is not None
    assert camera_health(look).code in ("camera_glare", "camera_covered")
    assert right(table.show(MOVED), MOVED)


def test_a_dazzled_field_is_not_known(table: Table) -> None:
    light = dazzled(table, *BOARD.track[5], 24.0)
    look = table.show(MOVED, light, pictures=12)
    assert 5 in unknown(look)
