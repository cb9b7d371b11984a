"""Shaking cameras, rolling shutters, hunting exposure, flickering lamps: a still board is read as without, a hand is no
rest."""

from functools import cache
from random import Random

import numpy as np
import pytest
from disturbances import Disturbance, Moment, banded, both, exposed, shaken
from drawn_cameras import drawn_camera
from drawn_tables import drawn_table
from numpy.typing import NDArray
from room_disturbances import rolling_shutter
from table_readers import reader_of, spots_of

from companion.board.files import load_board
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene
from vision.board import Labels
from vision.frames import Frame, Image
from vision.reader import BoardReader
from vision.results import BoardReading, FrameStatus

PACE_MS = 330
SURE = 0.9
TABLES = (0, 11)
WAYS: dict[str, Disturbance] = {
    "shake 1 px": shaken(1.0),
    "shake 1.4 px": shaken(1.4),
    "rolling shutter, 1 px": rolling_shutter(1.0),
    "exposure 20 %": exposed(0.2),
    "bands 12 %": banded(0.12),
    "all together": both(both(shaken(0.7), exposed(0.1)), banded(0.05)),
}


class Disturbed:
    """The reader before pictures that are disturbed on their way, none of which is lost."""

    def __init__(self, eyes: BoardReader, way: Disturbance | None) -> None:
        self.eyes, self._way, self._seen = eyes, way, 0

    def see(self, image: Image) -> BoardReading | None:
        """Returns the reading of the next picture."""
        self._seen += 1
        moment = Moment(self._seen, 100, Random(f"{self._seen}"), Random(0))
        shown = image if self._way is None else self._way(image, moment)
        assert shown is not None
        return self.eyes.look(Frame(shown, self._seen * PACE_MS)).reading


@cache
def pictures(number: int) -> tuple[tuple[Labels, list[Image]], ...]:
    return tuple(drawn_table(number).pictures(3, 3))


def readings(number: int, way: Disturbance | None) -> list[NDArray[np.float64]]:
    """Returns the last reading of each state of a drawn table; its truth is given afterwards."""
    table = drawn_table(number)
    seats = tuple(range(len(table.colours)))
    eyes = Disturbed(reader_of(table.profile, sectors=seats, colours=table.colours, dog=table.dog), way)
    found = []
    for labels, images in pictures(number):
        last = [eyes.see(image) for image in images][-1]
        assert last is not None, eyes.eyes.state.result.status
        found.append(last.scores)
        eyes.eyes.expect(labels)
    return found


@cache
def undisturbed(number: int) -> list[NDArray[np.float64]]:
    return readings(number, None)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("number", TABLES)
@pytest.mark.parametrize("way", WAYS)
def test_a_still_board_is_read_as_in_calm_pictures(number: int, way: str) -> None:
    for calm, seen in zip(undisturbed(number), readings(number, WAYS[way]), strict=True):
        sure = np.exp(calm.max(axis=1)) > SURE
        assert np.flatnonzero(sure & (calm.argmax(axis=1) != seen.argmax(axis=1))).tolist() == []


BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
STANDING = tuple(
    Figure(colour=colour, x_mm=x, y_mm=y) for seat, colour in enumerate(COLOURS) for x, y in BOARD.kennel[seat][:4]
)
BOARD_AT_START = spots_of(BOARD).labels(
    track=(0,) * len(BOARD.track), goal=((0,) * 4,) * 4, kennel_counts=(4, 4, 4, 4), wheel=0
)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("way", WAYS)
def test_a_moving_hand_is_no_rest_and_a_resting_one_no_board(way: str) -> None:
    camera = drawn_camera(BOARD, COLOURS, seed=11)
    eyes = Disturbed(reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True), WAYS[way])
    eyes.eyes.expect(BOARD_AT_START)
    assert [eyes.see(camera.render(Scene(figures=STANDING))) for _ in range(3)][-1] is not None
    for x in (120.0, 128.0, 136.0, 170.0, 220.0):
        hand = Hand(x_mm=x, y_mm=150.0, side=0)
        assert eyes.see(camera.render(Scene(figures=STANDING, hand=hand))) is None
        assert eyes.eyes.state.result.status is FrameStatus.MOVING
    for _ in range(3):
        assert eyes.see(camera.render(Scene(figures=STANDING, hand=Hand(x_mm=220.0, y_mm=150.0, side=0)))) is None
