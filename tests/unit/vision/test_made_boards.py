"""Prints of boards made to measure are found and read: no spot is taken for another, on boards of any shape."""

import random
from typing import Final

import cv2
import numpy as np
import pytest
from table_readers import piece_colours

from companion.board.files import load_board
from companion.board.prints.flat import flat_png
from companion.board.profile import BoardProfile
from companion.looks.colours import SEAT_COLOURS
from companion.sensors.board_spots import BoardSpots, vision_board
from companion.simulation.camera import virtual_camera
from companion.simulation.camera.board_art import PX_PER_MM
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.board import Labels
from vision.frames import Frame, Image
from vision.reader import BoardReader
from vision.results import FrameResult, FrameStatus

#: Boards, and the width of the pictures that show a pawn of each as large as usual.
BOARDS: Final = {
    "made_3x13_g3_p3_e2_left": 1280,
    "made_4x19_g5_p5_e-2": 1280,
    "made_2x12_g4_p4": 1280,
    "made_6x18_g4_p5_e-1_centre": 1600,
    "made_8x24_g6_p6_e-5": 1920,
}


def printed(profile: BoardProfile) -> Image:
    """The print of the board itself, as a flat picture in the resolution of the virtual table."""
    png = np.frombuffer(flat_png(profile, PX_PER_MM), dtype=np.uint8)
    return np.asarray(cv2.imdecode(png, cv2.IMREAD_COLOR), dtype=np.uint8)


def scattered(spots: BoardSpots, profile: BoardProfile, chance: random.Random) -> tuple[Scene, np.ndarray, Labels]:
    """Pawns of every seat on track, lane and kennel: the scene, the class of every spot, and the known position."""
    seats, pawns = len(profile.goal), len(profile.kennel[0])
    kinds = np.zeros(len(spots.places_mm), dtype=int)
    free = list(range(spots.field_count))
    chance.shuffle(free)
    counts = []
    for seat in range(seats):
        waiting, home = chance.randint(0, pawns - 2), chance.randint(0, 1)
        lane, kennel = spots.goal_spots(seat), spots.kennel_spots(seat)
        kinds[kennel.start : kennel.start + waiting] = 1 + seat
        kinds[chance.randrange(lane.start, lane.stop)] = home * (1 + seat)
        for field in [free.pop() for _ in range(pawns - waiting - home)]:
            kinds[field] = 1 + seat
        counts.append(waiting)
    places = zip(kinds.tolist(), spots.places_mm.tolist(), strict=True)
    figures = tuple(
        Figure(colour=SEAT_COLOURS[kind - 1], x_mm=x + chance.gauss(0, 0.8), y_mm=y + chance.gauss(0, 0.8))
        for kind, (x, y) in places
        if kind
    )
    told = spots.labels(
        track=tuple(kinds[: spots.field_count].tolist()),
        goal=tuple(tuple(kinds[spots.goal_spots(seat)].tolist()) for seat in range(seats)),
        kennel_counts=tuple(counts),
        centre=0,
    )
    return Scene(figures=figures), kinds, told


def shown(reader: BoardReader, camera: VirtualCamera, scene: Scene, t_ms: int) -> FrameResult:
    for number in range(4):
        look = reader.look(Frame(camera.render(scene), t_ms + 330 * number))
    return look


@pytest.mark.thinned(5)
@pytest.mark.parametrize("board", BOARDS)
def test_a_print_of_any_shape_is_read_without_a_fault(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual_camera, "draw_board", lambda profile, *_: printed(profile))
    profile, chance = load_board(board), random.Random(board)
    seats = tuple(range(len(profile.goal)))
    spots = BoardSpots.of(profile, seats, len(profile.kennel[0]))
    colours, wide = SEAT_COLOURS[: len(seats)], BOARDS[board]
    size = (wide, wide * 9 // 16)
    camera = VirtualCamera(profile, colours, 5, size, stand=Stand(elevation_deg=58.0, azimuth_deg=3.0))
    reader = BoardReader(vision_board(profile, spots), piece_colours(colours, dog=False))
    scene, _, told = scattered(spots, profile, chance)
    reader.expect(told)
    assert shown(reader, camera, scene, 0).status is FrameStatus.SETTLED
    scene, truth, _ = scattered(spots, profile, chance)
    look = shown(reader, camera, scene, 5000)
    assert look.reading is not None, look.status
    read = look.reading.counted.argmax(axis=1)
    assert [(spot, truth[spot], read[spot]) for spot in np.flatnonzero(read != truth)] == []
