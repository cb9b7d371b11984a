"""Cameras that squeeze their pictures into another format: known by how the pawns stand, at the first lesson."""

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from drawn_tables import DrawnTable, drawn_table
from table_readers import reader_of, spots_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene
from vision.board import Labels
from vision.frames import Frame, Image
from vision.reader import BoardReader

PACE_MS = 330
COLOURS = ("red", "yellow", "green", "blue")


def eyes_before(table: DrawnTable) -> BoardReader:
    seats = tuple(range(len(table.colours)))
    return reader_of(table.profile, sectors=seats, colours=table.colours, dog=table.dog)


def squeezed(image: Image, size: tuple[int, int]) -> Image:
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def turned(image: Image, quarter_turns: int) -> Image:
    return np.ascontiguousarray(np.rot90(image, quarter_turns))


def taught(
    table: DrawnTable, size: tuple[int, int], quarter_turns: int = 0
) -> tuple[BoardReader, list[tuple[Labels, list[Image]]]]:
    """Returns the reader after the first lesson, and the later pictures."""
    eyes, states = eyes_before(table), list(table.pictures(2, 2))
    labels, images = states[0]
    eyes.expect(labels)
    for number, image in enumerate(images):
        eyes.look(Frame(turned(squeezed(image, size), quarter_turns), number * PACE_MS))
    return eyes, states[1:]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("size", [(640, 480), (1082, 897), (960, 720)])
@pytest.mark.parametrize("number", [1, 6, 13])
def test_a_picture_that_was_squeezed_is_read(number: int, size: tuple[int, int]) -> None:
    """From 16:9; after the first lesson every spot is right."""
    table = drawn_table(number)
    eyes, [(labels, images)] = taught(table, size)
    looks = [eyes.look(Frame(squeezed(image, size), 2000 + n * PACE_MS)) for n, image in enumerate(images)]
    reading = looks[-1].reading
    assert reading is not None
    truth = eyes.state.table.board.spots.classes(labels, reading.scores)
    assert np.flatnonzero(reading.scores.argmax(axis=1) != truth).tolist() == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("number", [3, 7, 11, 15])
def test_a_picture_of_that_format_is_taken_as_it_is(number: int) -> None:
    table = drawn_table(number)
    assert table.size == (640, 480)
    eyes, _ = taught(table, table.size)
    assert eyes.pose is not None
    assert eyes.pose.lens.aspect == 1.0


@pytest.mark.thinned(3)
@pytest.mark.sampled(6)
@pytest.mark.parametrize("light", [(0.3, 0.55, 0.9), (0.9, 0.5, 0.3), (0.3, 0.3, 0.3)], ids=("lamp", "blue", "dusk"))
@pytest.mark.parametrize("number", [15, 31])
def test_light_that_gives_colours_other_names_squeezes_nothing(number: int, light: tuple[float, float, float]) -> None:
    """The apparent colour of a pawn gives no information on its shape."""
    table = drawn_table(number)
    assert table.size == (640, 480)
    eyes, [labels, images] = eyes_before(table), next(table.pictures(1, 2))
    eyes.expect(labels)
    for at, image in enumerate(images):
        eyes.look(Frame((image * np.array(light)).astype(np.uint8), at * PACE_MS))
    assert eyes.pose is not None
    assert eyes.pose.lens.aspect == 1.0


@pytest.mark.long
def test_a_size_that_changes_in_the_game_is_known_by_where_the_board_lies() -> None:
    """Nothing is learnt in between."""
    table = drawn_table(1)
    eyes, [(_, images)] = taught(table, table.size)
    for size, aspect in (((640, 480), 4 / 3), ((1280, 720), 1.0)):
        for number in range(2):
            t_ms = 2000 + size[0] * 10 + number * PACE_MS
            eyes.look(Frame(squeezed(images[number], size), t_ms if size[0] == 640 else t_ms + 10_000))
        assert eyes.pose is not None
        assert eyes.pose.lens.aspect == pytest.approx(aspect)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(1280, 720), (640, 480)])
@pytest.mark.parametrize("number", [1, 6, 13])
def test_a_camera_that_lies_on_its_side_squeezes_no_more_than_upright(number: int, size: tuple[int, int]) -> None:
    table = drawn_table(number)
    eyes, [(labels, images)] = taught(table, size, quarter_turns=1)
    looks = [eyes.look(Frame(turned(squeezed(image, size), 1), 2000 + n * PACE_MS)) for n, image in enumerate(images)]
    reading = looks[-1].reading
    assert reading is not None
    truth = eyes.state.table.board.spots.classes(labels, reading.scores)
    assert np.flatnonzero(reading.scores.argmax(axis=1) != truth).tolist() == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("elevation_deg", [89.0, 74.0, 52.0])
def test_an_empty_board_is_known_for_squeezed_by_its_plane_alone(elevation_deg: float) -> None:
    """There is no pawn whose stance could show it."""
    board = load_board("star_4")
    camera = drawn_camera(board, COLOURS, seed=3, stand=Stand(elevation_deg=elevation_deg))
    eyes = reader_of(board, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
    eyes.expect(
        spots_of(board).labels(track=(0,) * len(board.track), goal=((0,) * 4,) * 4, kennel_counts=(0,) * 4, wheel=None)
    )
    for number in range(2):
        eyes.look(Frame(squeezed(camera.render(Scene()), (640, 480)), number * PACE_MS))
    assert eyes.pose is not None
    assert eyes.pose.lens.aspect == pytest.approx(4 / 3)
