"""Faults of a picture and objects on a field: each measure at its edge, on pictures of a few pixels."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.frames import Image
from vision.read.appearance import EmptyBoard
from vision.read.image_quality import (
    colourfulness,
    colourless,
    dazzled_spots,
    edges,
    foreign_object_spots,
    glare,
    too_dark,
    unusable,
)
from vision.results import FrameStatus

SHAPE = (80, 120)


def plain(*colour: int) -> Image:
    return np.full((*SHAPE, 3), colour, dtype=np.uint8)


def greys(bright: float, level: int) -> Image:
    """A large picture of black, with a part of so bright a grey."""
    grey = np.zeros((800, 800), dtype=np.uint8)
    grey[:, : round(800 * bright)] = level
    return grey


@pytest.mark.parametrize(
    ("bright", "level", "dark"),
    [(1.0, 41, True), (1.0, 42, False), (0.1, 42, False), (0.1, 41, True), (0.06, 90, False), (0.03, 255, True)],
)
def test_a_table_is_dark_where_even_its_brighter_parts_are(bright: float, level: int, *, dark: bool) -> None:
    assert too_dark(greys(bright, level)) == dark


def spotted(share: float, colour: tuple[int, int, int], ground: tuple[int, int, int] = (90, 90, 90)) -> Image:
    """A ground with patches of a colour on so much of it, of 8 x 8 pixels each."""
    patches = np.full((100 * 100, 3), ground, dtype=np.uint8)
    patches[: round(100 * 100 * share)] = colour
    return patches.reshape(100, 100, 3).repeat(8, axis=0).repeat(8, axis=1)


def test_colours_are_measured_against_the_usual_tint() -> None:
    """Neither the light nor a tint of all counts, nor what is smaller than the words that a camera writes."""
    red = colourfulness(spotted(0.02, (30, 30, 190)))
    assert 0.8 < red < 2.5
    assert colourfulness(spotted(0.02, (200, 200, 200))) < 0.02
    assert colourfulness(spotted(0.0, (0, 0, 0), (60, 110, 150))) < 0.02
    assert colourfulness(spotted(0.004, (30, 30, 190))) < 0.02
    assert colourfulness(spotted(0.006, (30, 30, 190))) == pytest.approx(red, abs=0.01)
    half = colourfulness(spotted(0.02, (15, 15, 95), (45, 45, 45)))
    assert red / 1.5 < half < red
    tinted = colourfulness(spotted(0.02, (30, 20, 240), (90, 60, 112)))
    assert tinted == pytest.approx(red, abs=0.35)


def test_the_noise_of_the_darkest_levels_is_no_colour() -> None:
    noise = np.random.default_rng(1).integers(0, 2, (800, 800, 3), dtype=np.uint8)
    assert colourfulness(noise) < 0.1
    assert colourless(colourfulness(spotted(0.02, (3, 3, 3), (5, 5, 5))))
    assert not colourless(colourfulness(spotted(0.02, (0, 0, 60), (10, 10, 10))))


@pytest.mark.parametrize(
    ("now", "usual", "lost"),
    [
        (0.02, 0.0, True),
        (0.021, 0.0, False),
        (float("nan"), 0.0, True),
        (0.24, 1.0, True),
        (0.26, 1.0, False),
        (0.049, 0.2, True),
        (0.04, 0.19, False),
    ],
)
def test_colours_are_lost_where_a_quarter_of_the_usual_is_left(now: float, usual: float, *, lost: bool) -> None:
    """In a room that never has any there is no decision."""
    assert colourless(now, usual) == lost


def test_a_picture_has_a_reason_why_it_cannot_be_judged() -> None:
    sound = spotted(0.02, (30, 30, 190))
    assert unusable(sound) is None
    assert unusable(sound[..., 0]) is FrameStatus.BAD_PICTURE
    assert unusable(np.asarray(sound // 4, dtype=np.uint8)) is FrameStatus.TOO_DARK
    assert unusable(spotted(0.02, (200, 200, 200))) is FrameStatus.COLOURLESS


def test_edges_count_by_the_light_and_only_on_the_board() -> None:
    stripes = np.zeros((80, 120), dtype=np.uint8)
    stripes[:, ::8], stripes[:, 4::8] = 100, 100
    stripes[:, :60] //= 4
    left, right = np.zeros_like(stripes), np.zeros_like(stripes)
    left[4:-4, 8:48], right[4:-4, 68:112] = 255, 255
    assert edges(stripes, left) == pytest.approx(edges(stripes, right), rel=0.05)
    assert edges(stripes, left) > 2.0
    assert edges(np.full((80, 120), 90, dtype=np.uint8), None) == 0.0
    assert edges(np.zeros((80, 120), dtype=np.uint8), None) == 0.0


def patch(row: int, column: int, rows: int, columns: int) -> np.ndarray:
    """The pixels of a rectangle, row by row, by their number in the picture."""
    down, across = np.mgrid[row : row + rows, column : column + columns]
    return np.asarray((down * SHAPE[1] + across).reshape(-1))


#: Two pawns side by side with outlines of 10 x 10 pixels; the right one stands in front of the left one's edge.
CORES = (patch(20, 20, 10, 10), patch(20, 30, 10, 10), patch(60, 80, 10, 10))
WIDE = (patch(19, 19, 12, 12), patch(19, 28, 12, 13), patch(59, 79, 12, 12))
OUTLINES: Any = SimpleNamespace(core=CORES, wide=WIDE, neighbours=((1,), (0,), ()))
EMPTY = EmptyBoard(np.full((*SHAPE, 3), (120, 128, 128), dtype=np.float32), np.ones(SHAPE, dtype=np.bool_))
BOARD = np.full(SHAPE, 255, dtype=np.uint8)


def dazzled(size: tuple[int, int], empty: EmptyBoard = EMPTY, board: Image = BOARD) -> int:
    """The pixels in the glare of a white rectangle in the middle of the picture."""
    image = plain(90, 90, 90)
    image[20 : 20 + size[0], 20 : 20 + size[1]] = 250
    found = glare(image, board, empty, OUTLINES)
    return 0 if found is None else int(np.count_nonzero(found))


def test_a_white_patch_blinds_where_it_is_larger_than_a_pawn() -> None:
    assert [dazzled((13, width)) for width in (11, 12, 13)] == [0, 0, 169], "an outline has 156 pixels"
    image = plain(90, 90, 90)
    image[20:33, 20:33] = (249, 250, 250)
    assert glare(image, BOARD, EMPTY, OUTLINES) is None


def test_beside_no_pawn_any_white_blinds() -> None:
    image = plain(90, 90, 90)
    image[20, 20] = 255
    found = glare(image, BOARD, EMPTY, SimpleNamespace(wide=()))  # type: ignore[arg-type]
    assert found is not None
    assert np.argwhere(found).tolist() == [[20, 20]]


def test_what_is_white_by_itself_does_not_blind() -> None:
    white = EmptyBoard(np.full((*SHAPE, 3), (246, 128, 128), dtype=np.float32), np.ones(SHAPE, dtype=np.bool_))
    assert dazzled((30, 30), white) == 0
    assert dazzled((30, 30), EmptyBoard(white.lab, np.zeros(SHAPE, dtype=np.bool_))) == 900
    assert dazzled((30, 30), EmptyBoard(white.lab - np.float32(1.5), white.known)) == 900
    assert dazzled((30, 30), board=np.zeros(SHAPE, dtype=np.uint8)) == 0


def test_of_two_white_patches_the_large_one_blinds() -> None:
    image = plain(90, 90, 90)
    image[20:40, 20:40], image[60:65, 60:65] = 255, 255
    found = glare(image, BOARD, EMPTY, OUTLINES)
    assert found is not None
    assert np.array_equal(np.argwhere(found).min(axis=0), (20, 20))
    assert np.count_nonzero(found) == 400


def test_a_spot_in_the_glare_is_not_judged() -> None:
    for columns, spots in ((3, []), (4, [0])):
        blind = np.zeros(SHAPE, dtype=np.bool_)
        blind[20:30, 20 : 20 + columns] = True
        assert dazzled_spots(blind, OUTLINES).tolist() == spots
    nothing: Any = SimpleNamespace(core=(patch(0, 0, 0, 0),))
    assert dazzled_spots(np.ones(SHAPE, dtype=np.bool_), nothing).tolist() == []


def lying(row: int, rows: int, classes: tuple[int, ...] = (0, 0, 0), known: EmptyBoard = EMPTY) -> tuple[int, ...]:
    """The spots with an object, where a red one lies over so many rows of the left pawn's outline."""
    lab = EMPTY.lab.copy()
    lab[row : row + rows, 20:30] = (120, 180, 160)
    return foreign_object_spots(lab, np.array(classes), known, OUTLINES)


def test_an_object_lies_on_the_foot_of_an_empty_spot() -> None:
    """The foot are the last rows, nearest to the camera; three fifths of it are enough."""
    assert [lying(25, rows) for rows in (3, 4, 5)] == [(), (0,), (0,)]
    assert lying(20, 5) == ()
    assert lying(25, 5, (1, 0, 0)) == ()


def test_an_object_is_not_looked_for_where_a_pawn_or_the_unknown_hides_it() -> None:
    assert lying(25, 5, (0, 2, 0)) == (0,), "two of ten columns are behind the other pawn"
    half = EmptyBoard(EMPTY.lab, np.ones(SHAPE, dtype=np.bool_))
    half.known[25:28, 20:30] = False
    assert lying(25, 5, known=half) == ()
    half.known[27, 20:30] = True
    assert lying(25, 5, known=half) == (0,)


def test_a_shadow_on_an_empty_spot_is_no_object() -> None:
    lab = EMPTY.lab.copy()
    lab[20:30, 20:30, 0] *= 0.6
    assert foreign_object_spots(lab, np.zeros(3, dtype=np.int64), EMPTY, OUTLINES) == ()
