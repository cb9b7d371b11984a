"""Edges of light and shadow that wander are no movement and leave no trace; a thing that hides print is no edge."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frames import Frame, Image
from vision.read.appearance import EmptyBoard, to_lab
from vision.read.cover.light_edges import without_light_edges
from vision.read.stillness import Rest

SHAPE = (480, 640)
HALF = np.zeros((240, 320), dtype=np.uint8)
HALF[20:220, 40:280] = 255
#: The crossing of a line with the middle, and its lean: so far that it crosses print, without which nothing is known.
PLACES = st.tuples(st.floats(0.4, 0.6), st.sampled_from([-0.6, -0.4, -0.25, 0.25, 0.4, 0.6]))
DEPTHS = st.floats(0.55, 0.85)


def board(pawn: tuple[int, int] | None = None, seed: int = 0) -> Image:
    """A printed board with rings and fields of several colours, perhaps with a pawn of 20 x 30 pixels on it."""
    image = np.full((*SHAPE, 3), (120, 170, 190), dtype=np.uint8)
    for number, (x, y) in enumerate((x, y) for x in range(100, 560, 34) for y in range(60, 430, 34)):
        colour = ((230, 230, 230), (60, 60, 190), (70, 130, 50), (40, 40, 40))[number % 4]
        cv2.circle(image, (x, y), 12, colour, -1, cv2.LINE_AA)
    if pawn:
        image[pawn[1] : pawn[1] + 30, pawn[0] : pawn[0] + 20] = (30, 30, 160)
    return np.clip(image + np.random.default_rng(seed).normal(0, 3.0, image.shape), 0, 255).astype(np.uint8)


def half_plane(place: tuple[float, float], aside: float) -> np.ndarray:
    """1 on one side of a straight line, 0 on the other (h, w, 1); `aside` moves it, in pixels."""
    (part, lean), (height, width) = place, SHAPE
    x = part * width + aside
    corners = np.array(
        [[x + lean * height / 2, 0], [3 * width, 0], [3 * width, height], [x - lean * height / 2, height]]
    )
    sheet = np.zeros(SHAPE, dtype=np.uint8)
    cv2.fillPoly(sheet, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 1.2)[..., None] / 255.0)


def shaded(image: Image, place: tuple[float, float], depth: float, aside: float = 0.0) -> Image:
    return np.asarray(image * (1 - (1 - depth) * half_plane(place, aside)), dtype=np.uint8)


@settings(max_examples=20, deadline=None)
@given(place=PLACES, depth=DEPTHS, wander=st.lists(st.floats(-3, 3), min_size=2, max_size=4))
def test_the_edge_of_a_shadow_that_wanders_is_a_rest(
    place: tuple[float, float], depth: float, wander: list[float]
) -> None:
    rest = Rest().after(Frame(shaded(board((300, 200)), place, depth), 0), HALF)
    for number, aside in enumerate(wander, 1):
        rest = rest.after(Frame(shaded(board((300, 200), number), place, depth, aside), 330 * number), HALF)
    assert rest.count == 1 + len(wander)


@settings(max_examples=20, deadline=None)
@given(place=PLACES, depth=DEPTHS, aside=st.floats(-3, 3), by=st.sampled_from([(8, 0), (0, 8), (34, 0), (0, -34)]))
def test_a_pawn_that_moves_at_such_an_edge_is_none(
    place: tuple[float, float], depth: float, aside: float, by: tuple[int, int]
) -> None:
    x, y = round(place[0] * SHAPE[1]) - 10, 225
    rest = Rest().after(Frame(shaded(board((x, y)), place, depth), 0), HALF)
    moved = rest.after(Frame(shaded(board((x + by[0], y + by[1]), 1), place, depth, aside), 330), HALF)
    assert moved.count == 1


@settings(max_examples=20, deadline=None)
@given(
    place=PLACES,
    aside=st.sampled_from([-8.0, -5.0, 5.0, 8.0]),
    colour=st.sampled_from([(40, 40, 40), (128, 158, 206), (60, 80, 120), (210, 210, 205), (90, 92, 94)]),
)
def test_an_arm_with_a_straight_edge_is_none(
    place: tuple[float, float], aside: float, colour: tuple[int, int, int]
) -> None:
    """A sleeve or a skin of any shade, as straight as a shadow: it hides the print."""
    looks = []
    for number, step in enumerate((0.0, aside)):
        arm = half_plane(place, step)
        looks.append(np.asarray(board(seed=number) * (1 - arm) + np.array(colour) * arm, dtype=np.uint8))
    assert Rest().after(Frame(looks[0], 0), HALF).after(Frame(looks[1], 330), HALF).count == 1


@settings(max_examples=20, deadline=None)
@given(place=PLACES, depth=DEPTHS, aside=st.floats(3, 8), pawn=st.booleans())
def test_the_board_is_seen_as_before_the_edge_went_on(
    place: tuple[float, float], depth: float, aside: float, *, pawn: bool
) -> None:
    """And a pawn that has come since is still there.  An edge so faint that it changes no pixel plainly may stay."""
    learnt = to_lab(shaded(board(), place, depth))
    empty = EmptyBoard(learnt, np.ones(SHAPE, dtype=np.bool_))
    at = (round(place[0] * SHAPE[1]), 225)
    now = to_lab(shaded(board(at if pawn else None, 1), place, depth, aside))
    found, passed = without_light_edges(now, empty, HALF)
    inside, standing = np.zeros(SHAPE, dtype=np.bool_), np.zeros(SHAPE, dtype=np.bool_)
    inside[48:432, 88:552] = True
    standing[at[1] - 2 : at[1] + 32, at[0] - 2 : at[0] + 22] = pawn
    before, after = (np.abs(lab - learnt).max(axis=2) > 35 for lab in (now, found))
    assert np.count_nonzero(after & inside & ~standing) < 20
    assert np.count_nonzero(after & standing) >= 0.75 * np.count_nonzero(before & standing)
    assert passed is not None or np.count_nonzero(before & inside & ~standing) < 20


def test_where_nothing_wandered_the_picture_is_the_very_same() -> None:
    learnt = to_lab(board())
    now = to_lab(board((300, 200), 1))
    found, passed = without_light_edges(now, EmptyBoard(learnt, np.ones(SHAPE, dtype=np.bool_)), HALF)
    assert found is now
    assert passed is None
