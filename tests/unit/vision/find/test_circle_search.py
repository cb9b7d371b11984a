"""A board is found by its circles alone: ellipses, the plane that makes them round, and their pattern on it."""

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.find.circles.circle_search import CircleSearch
from vision.find.circles.ellipses import Ellipses, ellipses_in
from vision.find.circles.round_plane import round_plane
from vision.find.lens import Lens, on_plane
from vision.find.print_matching import PrintFinder
from vision.find.print_search import PrintSearch
from vision.find.rectify import PRINT_PX_PER_MM, mm_to_print
from vision.frames import Image, Points

SIZE_MM = (400.0, 400.0)
PICTURE = (960, 720)
RADIUS_MM = 6.0
LENS = Lens.usual(PICTURE)
PLAYERS = ((70, 80, 190), (40, 170, 190), (70, 160, 70), (190, 100, 60))
SEEDS = st.integers(0, 2**32 - 1)


def ring() -> Points:
    """A rounded square of fields, as many boards have, with a lane on each side, in mm."""
    turns = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    reach = 160 / (np.abs(np.cos(turns)) ** 4 + np.abs(np.sin(turns)) ** 4) ** 0.25
    track = 200 + reach[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
    lanes = [
        [200 + far * x, 200 + far * y] for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)) for far in (60, 85, 110, 135)
    ]
    return np.vstack([track, lanes])


def board() -> Image:
    """The print laid flat."""
    side = round(SIZE_MM[0] * PRINT_PX_PER_MM)
    flat = np.full((side, side, 3), (40, 55, 75), dtype=np.uint8)
    for number, (x, y) in enumerate((ring() * PRINT_PX_PER_MM).tolist()):
        paint = PLAYERS[(number - 64) // 4] if number >= 64 else (215, 220, 215)
        cv2.circle(flat, (round(x), round(y)), round(RADIUS_MM * PRINT_PX_PER_MM), paint, -1, cv2.LINE_AA)
    for (x, y), paint in zip(((330, 330), (70, 330), (70, 70), (330, 70)), PLAYERS, strict=True):
        at = (round(x * PRINT_PX_PER_MM), round(y * PRINT_PX_PER_MM))
        cv2.circle(flat, at, round(22 * PRINT_PX_PER_MM), paint, 3, cv2.LINE_AA)
    return flat


def seen_from(tilt: float, way: float, turn: float, far: float) -> Points:
    """Returns the plane (mm to pixels) of a board whose middle the camera faces, tilted by so much towards a side."""
    about = np.array([np.cos(way), np.sin(way), 0.0]) * tilt
    tilted, _ = cv2.Rodrigues(about)
    turned, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
    rotation = np.asarray(tilted @ turned, dtype=np.float64)
    camera = np.array([[LENS.unit_px, 0, LENS.centre[0]], [0, LENS.unit_px, LENS.centre[1]], [0, 0, 1.0]])
    middle = np.array([[1.0, 0, -SIZE_MM[0] / 2], [0, 1, -SIZE_MM[1] / 2], [0, 0, 1]])
    view = np.column_stack([rotation[:, 0], rotation[:, 1], (0.0, 0.0, far)])
    return np.asarray(camera @ view @ middle, dtype=np.float64)


def outline(plane: Points, middle: Points, radius: float) -> Points:
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return on_plane(plane, middle + radius * np.column_stack([np.cos(turns), np.sin(turns)]))


def shown(plane: Points, places: Points) -> NDArray[np.float64]:
    """The ellipses (n, 5) that circles show as: middle, half axes, turn."""
    rows = []
    for place in places:
        (x, y), (short, long), degrees = cv2.fitEllipse(outline(plane, place, RADIUS_MM).astype(np.float32))
        rows.append((x, y, short / 2, long / 2, np.radians(degrees)))
    return np.array(rows)


TILTS, WAYS, DISTANCES = st.floats(0.0, 0.95), st.floats(0.0, 2 * np.pi), st.floats(450.0, 900.0)


@settings(deadline=None, max_examples=25)
@given(TILTS, WAYS, WAYS, DISTANCES, SEEDS)
def test_circles_are_known_by_the_plane_on_which_they_are_round(
    tilt: float, way: float, turn: float, far: float, seed: int
) -> None:
    """Among as many ellipses of any kind as there are fields, each seen with an error."""
    rng, places = np.random.default_rng(seed), ring()
    rows = shown(seen_from(tilt, way, turn, far), places)
    rows[:, 2:4] = np.sort(rows[:, 2:4] + rng.normal(0, 0.15, (len(rows), 2)), axis=1)
    others = np.column_stack(
        [
            rng.uniform(0, PICTURE, (len(rows), 2)),
            np.sort(rng.uniform(2, 14, (len(rows), 2)), axis=1),
            rng.uniform(0, np.pi, len(rows)),
        ]
    )
    mixed = np.vstack([rows, others])
    ellipses = Ellipses(mixed[:, :2], mixed[:, 2:4], mixed[:, 4])
    plane = round_plane(ellipses, (ellipses.middles - LENS.centre) / LENS.unit_px, LENS.unit_px)
    assert plane is not None
    fields = plane.members < len(rows)
    assert np.count_nonzero(fields) > 0.6 * len(rows)
    assert np.count_nonzero(~fields) < 0.35 * len(rows)
    # laid flat the fields lie as on the board, but for a turn, a shift and a few per cent
    flat = plane.places[fields] * RADIUS_MM
    fitted, _ = cv2.estimateAffinePartial2D(flat, places[plane.members[fields]])
    off = np.linalg.norm(flat @ fitted[:, :2].T + fitted[:, 2] - places[plane.members[fields]], axis=1)
    assert np.median(off) < 14


@settings(deadline=None, max_examples=15)
@given(TILTS, WAYS, SEEDS)
def test_ellipses_are_found_where_they_are_and_specks_are_none(tilt: float, way: float, seed: int) -> None:
    rng, plane = np.random.default_rng(seed), seen_from(tilt, way, 0.3, 520.0)
    picture = np.full((PICTURE[1], PICTURE[0]), 70, dtype=np.uint8)
    places = ring()
    for place in places:
        cv2.fillConvexPoly(picture, (outline(plane, place, RADIUS_MM) * 16).astype(np.int32), 200, cv2.LINE_AA, 4)
    truth = shown(plane, places)
    inside = ((truth[:, :2] > 12) & (truth[:, :2] < np.array(PICTURE) - 12)).all(axis=1) & (truth[:, 2] > 4)
    assume(np.count_nonzero(inside) > 20)
    for x, y in rng.integers(0, PICTURE, (300, 2)).tolist():
        cv2.line(picture, (x, y), (x + int(rng.integers(3, 9)), y + 2), 120, 1)
    found = ellipses_in(np.clip(picture + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8))
    away = np.linalg.norm(truth[inside][:, None, :2] - found.middles[None], axis=2)
    assert np.mean(away.min(axis=1) < 1.0) > 0.8
    near = found.axes[away.argmin(axis=1)[away.min(axis=1) < 1.0]]
    # an edge that is not quite sharp counts as inside, in print and picture alike
    assert np.median(np.abs(near - truth[inside][away.min(axis=1) < 1.0, 2:4])) < 2.5


def photographed(plane: Points, rng: np.random.Generator) -> Image:
    """On a speckled cloth, a window mirrored in a third of it, so that one edge shows nowhere."""
    cloth = np.full((PICTURE[1], PICTURE[0], 3), 150.0)
    cloth += cv2.resize(
        rng.normal(0, 45, (PICTURE[1] // 4, PICTURE[0] // 4, 1)), PICTURE, interpolation=cv2.INTER_NEAREST
    )[..., None]
    flatten = plane @ np.linalg.inv(mm_to_print())
    flat = board()
    seen = cv2.warpPerspective(flat, flatten, PICTURE, flags=cv2.INTER_AREA).astype(np.float64)
    lies = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), flatten, PICTURE) > 127
    image = np.where(lies[..., None], seen, cloth)
    mirrored = cv2.fillConvexPoly(
        np.zeros(lies.shape, np.uint8),
        on_plane(plane, np.array([[-20, -20], [160, -20], [110, 420], [-20, 420.0]])).astype(np.int32),
        1,
    )
    glass = (mirrored > 0) & lies
    image[glass] = 0.12 * image[glass] + 150 + rng.normal(0, 12, (np.count_nonzero(glass), 1))
    return np.asarray(np.clip(image, 0, 255), dtype=np.uint8)


@pytest.mark.thinned(3)
@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", range(6))
def test_a_board_without_edge_and_features_is_found_by_its_circles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plane = seen_from(rng.uniform(0.4, 0.9), rng.uniform(-0.4, 0.4), rng.uniform(0, 2 * np.pi), 640.0)
    image = photographed(plane, rng)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = PrintSearch(PrintFinder(board(), SIZE_MM)).find(image, grey, LENS)
    assert found is not None
    assert np.linalg.norm(found[0].in_picture - on_plane(plane, found[0].on_board), axis=1).mean() < 1.5


def test_a_picture_without_circles_has_none() -> None:
    grey = np.asarray(cv2.cvtColor(board(), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    search = CircleSearch(grey)
    rng = np.random.default_rng(1)
    assert list(search.planes(np.full((480, 640), 90, dtype=np.uint8), Lens.usual((640, 480)))) == []
    assert len(ellipses_in(rng.integers(0, 255, (480, 640)).astype(np.uint8))) < 1000
    assert list(CircleSearch(np.full_like(grey, 90)).planes(grey, LENS)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(3))
def test_specks_that_outnumber_the_fields_do_not_hide_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plane = seen_from(rng.uniform(0.4, 0.8), rng.uniform(-0.4, 0.4), rng.uniform(0, 2 * np.pi), 600.0)
    flat = board()
    image = cv2.warpPerspective(flat, plane @ np.linalg.inv(mm_to_print()), PICTURE, flags=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    for x, y in rng.integers(0, PICTURE, (700, 2)).tolist():
        axes = (2 * float(rng.uniform(2.2, 2.8)), 2 * float(rng.uniform(2.2, 2.8)))
        level = int(np.clip(int(grey[y, x]) + rng.choice((-60, 60)), 0, 255))
        cv2.ellipse(grey, ((x, y), axes, float(rng.uniform(0, 180))), level, -1, cv2.LINE_AA)
    search = CircleSearch(np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), dtype=np.uint8))
    off = [
        np.linalg.norm(on_plane(found, ring()) - on_plane(plane, ring()), axis=1).mean()
        for found in search.planes(grey, LENS)
    ]
    assert min(off, default=np.inf) < 4
