"""Markers read in earlier pictures help to find a board that nobody moved, and never put it anywhere else."""

from functools import cache

import cv2
import numpy as np
import pytest
from printed_pictures import WOOD, seen_board
from table_readers import board_of

from companion.board.files import load_board
from vision.find.lens import on_plane, plane_of
from vision.find.locator import BoardLocator
from vision.find.marker_template import drawn_marker
from vision.find.markers import Found, MarkerFinder, marker_corners_mm
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.find.sightings import Sightings, missing_corners
from vision.frames import Image, Points
from vision.results import Corner

BOARD = "star_4"
PROFILE = load_board(BOARD)
MARKERS = board_of(PROFILE).markers
PRINTED = marker_corners_mm(MARKERS)
SIZE, FAR = (960, 540), (400, 225)
#: By three markers the fourth corner may lie so far off, in millimetres; a marker that counts, so far in pixels.
THREE_MARKERS_MM, COUNTS_PX = 6.0, 0.6
QUALITIES = (50, 60, 70, 80, 88, 94)


def covered(image: Image, corners: Points, numbers: tuple[int, ...], share: float) -> Image:
    """The picture with a brown thing over the left share of some markers."""
    shown, way, half = image.copy(), plane_of(flat_corners(PROFILE.size_mm), corners), 0.72 * MARKERS.size_mm
    for number in numbers:
        right = 2 * half * share - half
        thing = np.array([[-half, -half], [right, -half], [right, half], [-half, half]]) + MARKERS.centres[number]
        cv2.fillConvexPoly(shown, np.round(on_plane(way, thing)).astype(np.int32), (60, 90, 140), cv2.LINE_AA)
    return shown


@cache
def scene(seed: int, hidden: tuple[int, ...] = (), halves: tuple[int, ...] = (), share: float = 0.2) -> tuple:
    """A board without an outline, on a table of its own colour, and its corners (4, 2)."""
    image, corners = seen_board(BOARD, seed, hidden, SIZE, 97)
    board = cv2.fillConvexPoly(np.zeros(image.shape[:2], dtype=np.uint8), np.round(corners).astype(np.int32), 1)
    shown = np.where(cv2.erode(board, np.ones((5, 5)))[..., None] > 0, image, np.uint8(0.85 * np.array(WOOD)))
    return covered(shown, corners, halves, share), corners


def taken(image: Image, seed: int, number: int, light: float = 1.0) -> Image:
    """A camera's picture of it, with noise and compression of its own in each picture."""
    chance = np.random.default_rng([seed, number])
    noisy = np.clip(light * image + chance.normal(0, 3, image.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITIES[number % len(QUALITIES)]])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def moved(image: Image, right: float = 0.0, down: float = 0.0, degrees: float = 0.0, scale: float = 1.0) -> Image:
    way = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, scale)
    way[:, 2] += (right, down)
    return np.asarray(cv2.warpAffine(image, way, SIZE, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def grey_of(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def read_in(image: Image) -> Found:
    return {name: at for name, at in MarkerFinder.of(MARKERS).find_all(grey_of(image)).items() if name in PRINTED}


def shown_at(corners: Points) -> Found:
    way = plane_of(flat_corners(PROFILE.size_mm), corners)
    return {name: on_plane(way, at) for name, at in PRINTED.items()}


def after(sightings: Sightings, image: Image, read: Found) -> Sightings:
    drawings = {name: drawn_marker(MARKERS.dictionary, name) for name in PRINTED}
    return sightings.after(grey_of(image), read, drawings)


def off_mm(pose: Pose, corners: Points) -> float:
    return float(np.linalg.norm(pose.millimetres(corners) - flat_corners(PROFILE.size_mm), axis=1).max())


def from_afar(image: Image, seed: int, number: int) -> Image:
    """A poor picture of it from far away: whether a marker can be read is chance."""
    small = cv2.resize(image, FAR, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng([seed, number]).normal(0, 5, small.shape)
    packed = cv2.imencode(".jpg", np.clip(small + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 45])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", [5, 18])
def test_a_board_is_found_by_the_markers_of_several_pictures(seed: int) -> None:
    image, corners = scene(seed, (0,))
    locator, read = BoardLocator.of(board_of(PROFILE)), set()
    for number in range(6):
        picture = from_afar(image, seed, number)
        read |= read_in(picture).keys()
        assert len(read_in(picture)) < 3
        assert BoardLocator.of(board_of(PROFILE)).look(picture, grey_of(picture))[2] is None
        locator, _, pose = locator.look(picture, grey_of(picture))
        if pose is not None:
            break
        assert locator.missing[0] is Corner.UPPER_LEFT
    assert len(read) == 3
    assert pose is not None
    assert off_mm(pose, (corners + 0.5) * FAR[0] / SIZE[0] - 0.5) < THREE_MARKERS_MM
    assert (locator.missing, locator.sightings.places) == ((), {})


@pytest.mark.sampled(6)
@pytest.mark.parametrize("share", [0.0, 0.12])
@pytest.mark.parametrize("light", [0.6, 1.0, 1.15])
def test_a_marker_counts_while_only_noise_and_light_change(share: float, light: float) -> None:
    image, corners = scene(2, (), (0, 1, 2, 3), share)
    sightings = after(Sightings(), taken(image, 2, 0), shown_at(corners))
    for number in range(1, 12):
        sightings = after(sightings, taken(image, 2, number, light), {})
    assert sightings.places.keys() == PRINTED.keys()


@pytest.mark.sampled(5)
@pytest.mark.parametrize("share", [0.0, 0.12])
@pytest.mark.parametrize(
    "change",
    [
        *({"right": px * np.cos(way), "down": px * np.sin(way)} for px in (0.5, 1, 2, 5, 30) for way in (0.4, 2, 4)),
        *({"degrees": degrees} for degrees in (-0.3, 0.3, 1.0, 5.0, 90.0, 180.0)),
        *({"scale": scale} for scale in (0.9, 0.99, 1.003, 1.01, 1.2)),
    ],
)
def test_a_marker_counts_no_more_once_board_or_camera_was_moved(change: dict[str, float], share: float) -> None:
    image, corners = scene(3, (), (0, 1, 2, 3), share)
    sightings = after(Sightings(), taken(image, 3, 0), shown_at(corners))
    now = taken(moved(image, **change), 3, 1)
    way = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), change.get("degrees", 0.0), change.get("scale", 1.0))
    shift = (change.get("right", 0.0), change.get("down", 0.0))
    for at in after(sightings, now, {}).places.values():
        where = at @ way[:, :2].T + way[:, 2] + shift
        assert float(np.linalg.norm(where - at, axis=1).max()) < COUNTS_PX


def test_a_camera_that_creeps_takes_no_marker_along() -> None:
    image, corners = scene(3)
    sightings = after(Sightings(), taken(image, 3, 0), shown_at(corners))
    for number in range(1, 9):
        sightings = after(sightings, taken(moved(image, right=0.25 * number), 3, number), {})
    assert sightings.places == {}


def test_a_marker_that_is_covered_or_laid_over_counts_no_more() -> None:
    image, corners = scene(2)
    sightings = after(Sightings(), taken(image, 2, 0), shown_at(corners))
    first, second, third, fourth = MARKERS.ids
    bare = scene(2, (0,))[0]
    half = covered(bare, corners, (1,), 0.3)
    other = half.copy()
    low, high = shown_at(corners)[third].min(axis=0).astype(int), shown_at(corners)[third].max(axis=0).astype(int)
    place = (slice(low[1] - 2, high[1] + 3), slice(low[0] - 2, high[0] + 3))
    other[place] = np.rot90(cv2.resize(other[place], None, fx=1, fy=1), 2)
    assert after(sightings, taken(other, 2, 1), {}).places.keys() == {fourth}
    assert after(sightings, np.full_like(image, 128), {}).places == {}
    assert {first, second, third, fourth} == sightings.places.keys()


def test_a_marker_that_comes_back_elsewhere_ends_what_was_remembered() -> None:
    image, corners = scene(2)
    places, now = shown_at(corners), taken(image, 2, 0)
    sightings = after(Sightings(), now, places)
    first, *rest = MARKERS.ids
    assert after(sightings, now, {first: places[first] + 8}).places.keys() <= {first}
    assert after(sightings, now, {first: places[first] + 0.3}).places.keys() == {first, *rest}


@pytest.mark.thinned(3)
@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "change", [{"right": 2.0}, {"right": 25.0, "down": 9.0}, {"degrees": 2.0}, {"scale": 1.01}, {"degrees": 180.0}]
)
def test_what_was_read_before_a_push_never_places_the_board(change: dict[str, float]) -> None:
    """Two markers are read before it and the other two after it: all four together would be another place."""
    (before, _), (after, _) = scene(4, (2, 3)), scene(4, (0, 1))
    locator = BoardLocator.of(board_of(PROFILE))
    for number, image in enumerate([before, before, moved(after, **change), moved(after, **change)]):
        shown = taken(image, 4, number)
        locator, _, pose = locator.look(shown, grey_of(shown))
        assert pose is None
    assert set(locator.sightings.places) <= {MARKERS.ids[2], MARKERS.ids[3]}


def test_pictures_of_another_size_begin_anew() -> None:
    image, _ = scene(4, (2, 3))
    locator = BoardLocator.of(board_of(PROFILE)).look(image, grey_of(image))[0]
    assert len(locator.sightings.places) == len(locator.missing) == 2
    assert (locator.lost().sightings.places, locator.lost().missing) == ({}, ())


@pytest.mark.sampled(5)
@pytest.mark.parametrize("turned", range(0, 360, 30))
@pytest.mark.parametrize("hidden", [(0,), (3,), (0, 1), (0, 2), (1, 2, 3), (0, 2, 3)])
def test_missing_corners_are_named_as_they_lie_in_the_picture(hidden: tuple[int, ...], turned: int) -> None:
    _, corners = scene(5)
    way = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), float(turned), 1.0)
    places = {name: at @ way[:, :2].T + way[:, 2] for name, at in shown_at(corners).items()}
    names = missing_corners(PRINTED, {name: places[name] for name in PRINTED if MARKERS.ids.index(name) not in hidden})
    assert len(names) == len(hidden)
    assert list(names) == sorted(names, key=list(Corner).index)
    middles = {name: at.mean(axis=0) for name, at in places.items()}
    upper = sorted(middles, key=lambda name: float(middles[name][1]))[:2]
    left = {min(row, key=lambda name: float(middles[name][0])) for row in (upper, set(middles) - set(upper))}
    expected = {(MARKERS.ids[number] in upper, MARKERS.ids[number] in left) for number in hidden}
    assert {(name.startswith("upper"), name.endswith("left")) for name in names} == expected


def test_no_corner_is_missing_where_none_or_all_were_read() -> None:
    _, corners = scene(5)
    assert missing_corners(PRINTED, {}) == missing_corners(PRINTED, shown_at(corners)) == ()
