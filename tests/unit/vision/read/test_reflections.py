"""Mirror images on a glossy board: one dimmer than the pawn behind it, and of its colour, is no pawn for sure."""

import numpy as np
from table_readers import board_of

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Pinhole, Stand
from vision.find.markers import marker_corners_mm
from vision.find.pose import find_pose
from vision.read.reflections import MIRROR_ODDS, doubt_reflections
from vision.read.silhouettes import Silhouettes, draw_silhouettes

BOARD = load_board("toc_4")
TRACK_MM = np.array(BOARD.track)
SIZE = (1280, 720)


def _outlines() -> Silhouettes:
    lens = Pinhole(BOARD.size_mm, SIZE, Stand(elevation_deg=42.0))
    printed = marker_corners_mm(BOARD.markers)
    seen = {name: lens.project(np.column_stack([at, np.zeros(4)])) for name, at in printed.items()}
    pose = find_pose(seen, printed, SIZE)
    assert pose is not None
    return draw_silhouettes(pose, board_of(BOARD), TRACK_MM, (SIZE[1], SIZE[0]))


OUTLINES = _outlines()


def _covered(spot: int, pawn: int) -> float:
    """The share of a spot's outline that a pawn's mirror image would cover."""
    core = OUTLINES.core[spot]
    return float((np.isin(core, OUTLINES.mirror[pawn]) & ~np.isin(core, OUTLINES.wide[pawn])).mean())


PAIRS = [(spot, pawn) for spot, pawns in enumerate(OUTLINES.mirroring) for pawn in pawns]
#: A spot, and one farther away whose pawn would be mirrored there: wholly, and at its edge only.
SPOT, BEHIND = max(PAIRS, key=lambda pair: _covered(*pair))
EDGE = min(PAIRS, key=lambda pair: _covered(*pair) or 1.0)


def doubted(
    light: float,
    kind_behind: int = 2,
    odds_behind: float = 5.0,
    *,
    stayed: bool = False,
    where: tuple[int, int] = (SPOT, BEHIND),
    odds_there: float = 5.0,
) -> float:
    """The odds of a pawn of kind 2 on the spot whose pixels are so light; those of a pawn are 200."""
    spot, behind = where
    flat = np.full((SIZE[0] * SIZE[1], 3), 128, dtype=np.float32)
    flat[OUTLINES.core[spot], 0] = light
    flat[OUTLINES.core[behind], 0] = 200.0
    odds, kinds = np.full(len(TRACK_MM), -5.0), np.zeros(len(TRACK_MM), dtype=np.int64)
    odds[[spot, behind]] = odds_there, odds_behind
    kinds[[spot, behind]] = 2, kind_behind
    return float(doubt_reflections(odds, kinds, np.full(len(TRACK_MM), stayed), flat, OUTLINES)[spot])


def test_mirrors_fall_towards_the_camera() -> None:
    assert OUTLINES.depth[BEHIND] < OUTLINES.depth[SPOT]


def test_a_dim_image_before_a_pawn_of_its_colour_is_doubted() -> None:
    assert doubted(100.0) == MIRROR_ODDS


def test_a_smeared_reflection_is_doubted_and_a_partly_hidden_pawn_is_not() -> None:
    assert doubted(168.0) == MIRROR_ODDS
    assert doubted(176.0) == 5.0


def test_a_plain_pawn_is_doubted_only_where_an_image_would_cover_it() -> None:
    assert _covered(SPOT, BEHIND) > 0.7 > _covered(*EDGE) > 0.0
    assert doubted(100.0, odds_there=9.0) == MIRROR_ODDS
    assert doubted(100.0, odds_there=9.0, where=EDGE) == 9.0
    assert doubted(100.0, where=EDGE) == MIRROR_ODDS


def test_what_is_as_bright_as_the_pawn_is_a_pawn() -> None:
    assert doubted(195.0) == 5.0


def test_another_colour_is_no_image() -> None:
    assert doubted(100.0, kind_behind=1) == 5.0


def test_where_nobody_stands_nobody_is_mirrored() -> None:
    assert doubted(100.0, odds_behind=-5.0) == 5.0


def test_a_pawn_that_stood_there_when_confirmed_is_no_image() -> None:
    assert doubted(100.0, stayed=True) == 5.0
