"""A camera that gives mirror images, as front cameras do, is noticed by the board's markers; the table is then read as
ever, and people see it as it lies."""

from collections.abc import Callable

import numpy as np
import pytest
from drawn_cameras import drawn_camera
from table_readers import reader_of, spots_of

from companion.board.files import load_board
from companion.sensors.board_spots import vision_markers
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene
from vision.frames import Frame, Image
from vision.results import FrameStatus
from vision.sources.protocol import SourceEnded
from vision.upright import LONGEST_PAUSE_MS, UprightSource

BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
#: A pawn of each colour where a mirrored board would show it elsewhere.
TRACK = {3: 1, 21: 2, 40: 3, 57: 4}
STEP_MS = 330
WAYS: dict[str, Callable[[Image], Image]] = {
    "as it is": lambda image: image,
    "mirrored": lambda image: image[:, ::-1],
    "upside down": lambda image: image[::-1, ::-1],
    "mirrored and upside down": lambda image: image[::-1],
    "mirrored and turned": lambda image: np.rot90(image)[:, ::-1],
}


class Pictures:
    """A source that gives these pictures in turn, then its last one for ever."""

    def __init__(self, *images: Image) -> None:
        self._images, self._given = images, 0

    def open(self) -> None:
        self._given = 0

    def read(self) -> Frame | None:
        image = self._images[min(self._given, len(self._images) - 1)]
        self._given += 1
        return Frame(np.ascontiguousarray(image), self._given * STEP_MS)

    def close(self) -> None: ...


def table(stand: Stand | None = None) -> Image:
    figures = [
        Figure(colour=COLOURS[kind - 1], x_mm=x, y_mm=y) for field, kind in TRACK.items() for x, y in [at(field)]
    ]
    return drawn_camera(BOARD, COLOURS, seed=11, stand=stand).render(Scene(figures=tuple(figures)))


def at(field: int) -> tuple[float, float]:
    return BOARD.track[field]


def upright(*images: Image) -> UprightSource:
    source = UprightSource(Pictures(*images), vision_markers(BOARD))
    source.open()
    return source


def given(source: UprightSource) -> Frame:
    frame = source.read()
    assert frame is not None
    return frame


@pytest.mark.thinned(5)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stand", [None, Stand(elevation_deg=50.0, azimuth_deg=140.0)], ids=["below", "behind"])
def test_every_pawn_is_read_where_it_stands(way: str, stand: Stand | None) -> None:
    source = upright(WAYS[way](table(stand)))
    reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
    looks = [reader.look(given(source)) for _ in range(4)]
    assert looks[-1].status is FrameStatus.SETTLED
    assert looks[-1].reading is not None
    track = spots_of(BOARD).parts(looks[-1].reading.scores).track.argmax(axis=1)
    assert {int(field): int(track[field]) for field in np.flatnonzero(track)} == TRACK


def test_without_the_source_a_mirrored_board_is_not_found() -> None:
    reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
    image = np.ascontiguousarray(table()[:, ::-1])
    assert {reader.look(Frame(image, step * STEP_MS)).status for step in range(4)} == {
        FrameStatus.SEARCHING,
        FrameStatus.NO_MARKERS,
    }


def test_the_mirror_decision_outlives_the_markers_but_not_the_camera() -> None:
    """The same camera may be set otherwise when it is opened again."""
    bare = np.zeros((480, 640, 3), np.uint8)
    bare[:, :320] = 200
    source = upright(table()[:, ::-1], bare)
    given(source)
    assert given(source).image[0, 0, 0] == 0
    source._source = Pictures(bare)
    source.open()
    assert given(source).image[0, 0, 0] == 200


def test_it_goes_on_looking_until_markers_are_in_view() -> None:
    grey = np.full((480, 640, 3), 90, np.uint8)
    waits = 3 * LONGEST_PAUSE_MS // STEP_MS
    shown = table()
    source = upright(*[grey] * waits, *[shown[:, ::-1]] * (LONGEST_PAUSE_MS // STEP_MS + 2))
    frames = [given(source).image for _ in range(waits + LONGEST_PAUSE_MS // STEP_MS + 2)]
    assert np.array_equal(frames[-1], shown)


@pytest.mark.parametrize("image", [np.zeros((480, 640), np.uint8), np.zeros((1, 9, 3), np.uint8), np.zeros((0, 0, 3))])
def test_what_is_no_picture_goes_through(image: Image) -> None:
    assert given(upright(image)).image.shape == image.shape


def test_an_end_is_an_end() -> None:
    class Ended(Pictures):
        def read(self) -> Frame | None:
            raise SourceEnded

    with pytest.raises(SourceEnded):
        UprightSource(Ended(), vision_markers(BOARD)).read()
