"""A profile may end at the fields: a hand that reaches for a spot at its edge is a hand all the same."""

from copy import copy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from drawn_cameras import as_new, drawn_camera
from table_readers import piece_colours

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots, vision_board
from companion.simulation.camera import hand_art
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from vision.board import Board
from vision.frames import Frame
from vision.reader import BoardReader
from vision.results import FrameResult, FrameStatus

PROFILE = load_board("toc_4")
SPOTS = BoardSpots.of(PROFILE, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
START = {0: 1, 16: 2, 32: 3, 48: 4}
#: The width of the board beyond the outermost fields.
RIM_MM = 8.0


def cut(board: Board) -> tuple[Board, np.ndarray, np.ndarray]:
    """The board as a profile has it that ends at the fields, and its corners on the real one."""
    places, marks = board.spots.places_mm, board.markers
    low, high = places.min(axis=0) - RIM_MM, places.max(axis=0) + RIM_MM
    first, second, third, fourth = ((x - float(low[0]), y - float(low[1])) for x, y in marks.centres)
    smaller = replace(
        board,
        size_mm=(float(high[0] - low[0]), float(high[1] - low[1])),
        spots=replace(board.spots, places_mm=places - low),
        markers=replace(marks, centres=(first, second, third, fourth)),
    )
    return smaller, low, high


@cache
def drawn() -> VirtualCamera:
    return drawn_camera(PROFILE, COLOURS, seed=19, stand=Stand(elevation_deg=55.0))


def shown(reader: BoardReader, camera: VirtualCamera, t_ms: int, hand: Hand | None) -> FrameResult:
    standing = [(COLOURS[kind - 1], PROFILE.track[field]) for field, kind in START.items()]
    standing += [(colour, spot) for seat, colour in enumerate(COLOURS) for spot in PROFILE.kennel[seat][:3]]
    figures = tuple(Figure(colour=colour, x_mm=x, y_mm=y) for colour, (x, y) in standing)
    for number in range(3):
        look = reader.look(Frame(camera.render(Scene(figures=figures, hand=hand)), t_ms + 250 * number))
    return look


def tips(low: np.ndarray, high: np.ndarray, inside_mm: float) -> tuple[tuple[float, float], ...]:
    """Returns the tips of fingers that reach in from the top, the right, the bottom and the left."""
    middle = (low + high) / 2
    return (
        (float(middle[0]), float(low[1] + inside_mm)),
        (float(high[0] - inside_mm), float(middle[1])),
        (float(middle[0]), float(high[1] - inside_mm)),
        (float(low[0] + inside_mm), float(middle[1])),
    )


def surely_false(look: FrameResult) -> set[int]:
    assert look.reading is not None
    on_track = SPOTS.parts(look.reading.scores).track
    kinds, sure = on_track.argmax(axis=1), np.exp(on_track.max(axis=1))
    return {field for field in range(len(kinds)) if sure[field] > 0.95 and kinds[field] != START.get(field, 0)}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("skin", [(128, 158, 206), (60, 80, 120)])
def test_hands_at_the_edge_of_the_fields_are_hands(skin: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of them: the fingers of a few show too little of themselves; those make nothing surely false."""
    monkeypatch.setattr(hand_art, "_SKINS", (skin,))
    board, low, high = cut(vision_board(PROFILE, SPOTS))
    reader, camera = BoardReader(board, piece_colours(COLOURS, dog=False)), as_new(drawn())
    track = tuple(START.get(field, 0) for field in range(len(PROFILE.track)))
    reader.expect(SPOTS.labels(track=track, goal=((0,) * 4,) * 4, kennel_counts=(3,) * 4))
    assert shown(reader, camera, 0, None).status is FrameStatus.SETTLED
    seen = []
    for number in range(8):
        x, y = tips(low, high, (25.0, 45.0)[number // 4])[number % 4]
        look = shown(copy(reader), camera, 1000, Hand(x_mm=x, y_mm=y, side=number % 4))
        seen.append(look.status is FrameStatus.HAND)
        assert seen[-1] or not surely_false(look)
    assert sum(seen) >= 5, seen
