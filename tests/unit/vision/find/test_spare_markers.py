"""A spare print of a marker beside the board neither blinds the board nor becomes one of its corners."""

from functools import cache
from itertools import product

import cv2
import numpy as np
import pytest
from printed_pictures import seen_board
from table_readers import board_of

from companion.board.files import load_board
from companion.sensors.board_print import drawn_print
from vision.find.lens import on_plane, plane_of
from vision.find.locator import BoardLocator
from vision.find.markers import Found, marker_cells
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Image, Points

BOARD = "star_4"
PROFILE = load_board(BOARD)
SIZE = (1280, 720)
#: The worst corner may lie so far off, in millimetres on the board: if three markers can be distinguished from spare
#: prints, and if fewer can, as the outline of the board then has it.
EXACT_MM, OUTLINED_MM = 1.0, 4.5
QUALITIES = (50, 70, 88)


@cache
def expected() -> Image:
    return drawn_print(PROFILE)()


def with_spares(image: Image, corners: Points, numbers: tuple[int, ...], chance: np.random.Generator) -> Image:
    """The picture with a printed marker on the table for each of the corners named, anywhere and turned anyhow."""
    shown = image.copy()
    way = plane_of(flat_corners(PROFILE.size_mm), corners)
    wide, high, half = *PROFILE.size_mm, PROFILE.markers.size_mm / 2
    free = [(across * wide, down * high) for across in (-0.12, 1.12) for down in (0.3, 0.7)]
    for number, place in zip(numbers, chance.permutation(free), strict=False):
        cells = marker_cells(PROFILE.markers.dictionary, PROFILE.markers.ids[number])
        paper = np.kron(np.pad(np.where(cells, 30, 225).astype(np.uint8), 1, constant_values=225), np.ones((12, 12)))
        turn = chance.choice([0.0, chance.uniform(-np.pi, np.pi)])
        across = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        side = half * len(paper) / 12 / len(cells)
        sheet = (flat_corners((2 * side, 2 * side)) - side) @ across + place + chance.uniform(-10, 10, 2)
        to = plane_of(flat_corners((len(paper), len(paper))), on_plane(way, sheet))
        colour = cv2.cvtColor(paper.astype(np.uint8), cv2.COLOR_GRAY2BGR)
        cv2.warpPerspective(colour, to, SIZE, shown, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return shown


def packed(image: Image, quality: int) -> Image:
    coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)


def looked(image: Image) -> tuple[Found, Pose | None]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    _, found, pose = BoardLocator.of(board_of(PROFILE), None, expected).look(image, grey)
    return found, pose


def off_mm(pose: Pose, corners: Points) -> float:
    return float(np.linalg.norm(pose.millimetres(corners) - flat_corners(PROFILE.size_mm), axis=1).max())


SUBSETS = tuple(
    (tuple(np.flatnonzero(hidden).tolist()), tuple(np.flatnonzero(doubled).tolist()))
    for hidden, doubled in product(product((0, 1), repeat=4), repeat=2)
    if any(doubled)
)


@pytest.mark.sampled(12)
@pytest.mark.thinned(120)
@pytest.mark.parametrize(("hidden", "spare"), SUBSETS)
def test_spare_markers_leave_the_board_found_and_never_elsewhere(
    hidden: tuple[int, ...], spare: tuple[int, ...]
) -> None:
    seed = SUBSETS.index((hidden, spare))
    image, corners = seen_board(BOARD, seed, hidden, SIZE, 95)
    shown = packed(with_spares(image, corners, spare, np.random.default_rng([seed, 5])), QUALITIES[seed % 3])
    found, pose = looked(shown)
    if pose is None:
        assert len({*hidden, *spare}) > 1
        return
    assert off_mm(pose, corners) < (EXACT_MM if len({*hidden, *spare}) <= 1 else OUTLINED_MM)
    names = PROFILE.markers.ids
    places = dict(zip(names, PROFILE.markers.centres, strict=True))
    for name in names:
        if name in found:
            where = pose.millimetres(found[name]).mean(axis=0)
            assert float(np.linalg.norm(where - places[name])) < PROFILE.markers.size_mm / 2
