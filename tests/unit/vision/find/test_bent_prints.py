"""A board without markers before a camera that bends straight lines: found as far as it reaches, not in its middle."""

import cv2
import numpy as np
import pytest
from bent_pictures import bending, photographed
from drawn_cameras import unmarked_camera
from table_readers import board_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene
from vision.find.lens import on_plane, plane_of
from vision.find.locator import BoardLocator
from vision.find.print_search import PrintSearch
from vision.find.rectify import flat_corners, laid_flat
from vision.frames import Image, Points

BOARD = load_board("star_4")
CORNERS = flat_corners(BOARD.size_mm)
SPOTS_MM = np.array([*BOARD.track, *(spot for kennel in BOARD.kennel for spot in kennel)])
PICTURE = (960, 540)


def seen_from(elevation_deg: float) -> tuple[Image, Points]:
    """The empty board without a lens, and the plane (mm to pixels) on which it shows."""
    colours = ("red", "yellow", "green", "blue")
    camera = unmarked_camera(BOARD, colours, 21, PICTURE, stand=Stand(elevation_deg=elevation_deg))
    return camera.render(Scene()), plane_of(CORNERS, np.array([camera.project(x, y) for x, y in CORNERS.tolist()]))


def farthest_mm(bend: float) -> float:
    """How far from its place any spot is, in the first picture of the board through such a lens."""
    taken, from_above = seen_from(78.0)
    flat = laid_flat(taken, lambda places: on_plane(from_above, places), BOARD.size_mm)
    straight, plane = seen_from(50.0)
    lens = bending(bend, PICTURE)
    image = photographed(straight, lens)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    _, _, pose = BoardLocator.of(board_of(BOARD), flat).look(image, grey)
    assert pose is not None
    shown = lens.distort(on_plane(plane, SPOTS_MM))
    return float(np.linalg.norm(pose.millimetres(shown) - SPOTS_MM, axis=1).max())


def test_the_first_picture_waits_for_no_drawing_of_the_print(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, from_above = seen_from(78.0)
    flat = laid_flat(taken, lambda places: on_plane(from_above, places), BOARD.size_mm)
    locator = BoardLocator.of(board_of(BOARD), flat)
    monkeypatch.setattr("vision.find.print_search._view", lambda *_: pytest.fail("drawn too late"))
    image, _ = seen_from(65.0)
    _, _, pose = locator.look(image, np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8))
    assert pose is not None


@pytest.mark.thinned(2)
@pytest.mark.sampled(4)
@pytest.mark.parametrize("bend", [-0.36, -0.15, 0.0, 0.12])
def test_a_print_shows_how_the_lens_bends_it(bend: float) -> None:
    assert farthest_mm(bend) < 2.0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("bend", [-0.36, -0.25, -0.15])
def test_a_print_is_found_by_an_outline_with_bent_sides(bend: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is too faint for features, and no outline has straight sides."""
    for other in ("_by_features", "_by_outline"):
        monkeypatch.setattr(PrintSearch, other, lambda *_: iter(()))
    assert farthest_mm(bend) < 2.0
