"""Outlines of pawns: seated at their foot, leaning away from the camera, none across the edge of the picture."""

import msgspec
import numpy as np
import pytest
from table_readers import board_of

from companion.board.files import load_board
from companion.board.profile import Pawn
from companion.simulation.camera.pinhole import Pinhole, Stand
from vision.find.markers import marker_corners_mm
from vision.find.pose import Pose, find_pose
from vision.read.silhouettes import Silhouettes, draw_silhouettes

BOARD = load_board("black_dog")
TRACK_MM = np.array(BOARD.track)
SIZE_PX = (1280, 720)


def pose_from(elevation_deg: float) -> Pose:
    lens = Pinhole(BOARD.size_mm, SIZE_PX, Stand(elevation_deg=elevation_deg))
    printed = marker_corners_mm(BOARD.markers)
    seen = {name: lens.project(np.column_stack([at, np.zeros(4)])) for name, at in printed.items()}
    pose = find_pose(seen, printed, SIZE_PX)
    assert pose is not None
    return pose


def outlines(elevation_deg: float) -> Silhouettes:
    return draw_silhouettes(pose_from(elevation_deg), board_of(BOARD), TRACK_MM, (SIZE_PX[1], SIZE_PX[0]))


def rows_columns(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return pixels // SIZE_PX[0], pixels % SIZE_PX[0]


@pytest.fixture(scope="module")
def oblique() -> Silhouettes:
    return outlines(50.0)


def test_the_foot_is_inside_its_own_outline(oblique: Silhouettes) -> None:
    for spot, (x, y) in enumerate(np.round(oblique.feet).astype(int)):
        assert y * SIZE_PX[0] + x in set(oblique.core[spot].tolist())


def test_the_core_lies_within_the_wide_outline(oblique: Silhouettes) -> None:
    for core, wide in zip(oblique.core, oblique.wide, strict=True):
        assert len(core) < len(wide)
        assert np.isin(core, wide).all()


def test_heads_rise_above_feet_when_seen_obliquely(oblique: Silhouettes) -> None:
    """The picture's rows count downwards: a cone reaches much further up than down from its foot."""
    for spot, (_, y) in enumerate(oblique.feet):
        rows, _ = rows_columns(oblique.core[spot])
        assert y - rows.min() > 2 * (rows.max() - y)


def test_the_nearer_edge_is_in_front(oblique: Silhouettes) -> None:
    far, near = int(TRACK_MM[:, 1].argmin()), int(TRACK_MM[:, 1].argmax())
    assert oblique.depth[near] > oblique.depth[far]


def test_a_pawn_overlaps_the_one_behind_it_but_none_far_away(oblique: Silhouettes) -> None:
    """Fields 4 to 8 run straight towards the camera, field 36 is at the other end of the board."""
    assert 6 in oblique.neighbours[5]
    assert 36 not in oblique.neighbours[5]
    assert all(spot not in near for spot, near in enumerate(oblique.neighbours))


def test_neighbours_are_those_that_overlap(oblique: Silhouettes) -> None:
    for spot in (0, 5, 18, 40):
        truly = {k for k, wide in enumerate(oblique.wide) if k != spot and np.isin(oblique.core[spot], wide).any()}
        assert set(oblique.neighbours[spot]) == truly


def test_a_pawn_across_the_edge_of_the_picture_has_no_outline() -> None:
    """It cannot be judged, and its neighbours must not trip over it."""
    off_mm = np.array([[225.0, 33.0], [225.0, -400.0], [4000.0, 225.0]])
    drawn = draw_silhouettes(pose_from(50.0), board_of(BOARD), off_mm, (SIZE_PX[1], SIZE_PX[0]))
    assert [len(core) > 0 for core in drawn.core] == [True, False, False]
    assert drawn.neighbours == ((), (), ())


def test_round_pawns_are_rounder_than_cones() -> None:
    marbles = msgspec.structs.replace(BOARD, pawn=Pawn(shape="marble", diameter_mm=16.0))
    pose = pose_from(50.0)
    drawn = draw_silhouettes(pose, board_of(marbles), TRACK_MM[:1], (SIZE_PX[1], SIZE_PX[0])).wide[0]
    cone = draw_silhouettes(pose, board_of(BOARD), TRACK_MM[:1], (SIZE_PX[1], SIZE_PX[0])).wide[0]
    tall = [float(np.ptp(rows_columns(pixels)[0])) / float(np.ptp(rows_columns(pixels)[1])) for pixels in (drawn, cone)]
    assert tall[0] < tall[1]
