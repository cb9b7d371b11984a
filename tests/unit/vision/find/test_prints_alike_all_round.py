"""Prints that look the same from all four sides but for the colours of the players: laid down in the one right way.

They are not believed at all if the colours do not decide.
"""

import cv2
import numpy as np
import pytest

from vision.find.lens import Lens, on_plane
from vision.find.print_matching import PrintFinder
from vision.find.print_search import PrintSearch, View, agreed
from vision.find.rectify import homography_of_corners
from vision.frames import Image, Points

SIZE_MM = (450.0, 450.0)
SIDE_PX = 900
PICTURE = (960, 720)
#: A board seen aslant, upper left corner first and clockwise.
CORNERS = np.array([[250.0, 90.0], [730.0, 120.0], [850.0, 640.0], [90.0, 600.0]])
PLAYERS = ((70, 80, 150), (50, 140, 160), (80, 125, 70), (130, 90, 60))
GOLD = (90, 165, 200)


def drawn(colours: tuple[tuple[int, int, int], ...]) -> Image:
    """Rings all round, scattered stars that are the same on each side, and a yard and a lane of each colour."""
    flat = np.full((SIDE_PX, SIDE_PX, 3), 32, dtype=np.uint8)
    rng = np.random.default_rng(5)
    for x, y in rng.integers(20, SIDE_PX // 2 - 20, (60, 2)).tolist():
        cv2.circle(flat, (x, y), int(rng.integers(2, 6)), GOLD, -1, cv2.LINE_AA)
    for step in range(4, 21):
        cv2.circle(flat, (45 * step // 2, 100), 14, GOLD, 3, cv2.LINE_AA)
    quarter = flat[: SIDE_PX // 2, : SIDE_PX // 2]
    upper = np.hstack([quarter, np.rot90(quarter, -1)])
    whole = np.ascontiguousarray(np.vstack([upper, np.rot90(upper, 2)]))
    for colour in colours:
        cv2.circle(whole, (225, 225), 40, colour, 3, cv2.LINE_AA)
        for step in range(4):
            cv2.circle(whole, (450, 160 + 45 * step), 14, colour, 3, cv2.LINE_AA)
        whole = np.ascontiguousarray(np.rot90(whole, 1))
    return np.asarray(whole, dtype=np.uint8)


def photographed(flat: Image, plane: Points) -> Image:
    """In coloured light, with the grain of a camera."""
    scale = np.diag([SIZE_MM[0] / SIDE_PX, SIZE_MM[1] / SIDE_PX, 1.0])
    seen = cv2.warpPerspective(flat, plane @ scale, PICTURE, borderValue=(70, 75, 90), flags=cv2.INTER_AREA)
    grain = np.random.default_rng(2).normal(0, 4, seen.shape)
    return np.asarray(np.clip(seen * (0.9, 0.65, 0.8) + grain, 0, 255), dtype=np.uint8)


def washed_out(image: Image, colourful: float) -> Image:
    """With so much of its colours left."""
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(image, colourful, grey, 1 - colourful, 0), dtype=np.uint8)


@pytest.fixture(scope="module")
def flat() -> Image:
    return drawn(PLAYERS)


@pytest.mark.thinned(4)
@pytest.mark.sampled(8)
@pytest.mark.parametrize("colourful", [1.0, 0.35])
@pytest.mark.parametrize("turn", range(4))
def test_the_colours_tell_which_way_round_it_lies(flat: Image, turn: int, colourful: float) -> None:
    """Also in a light that leaves little of them."""
    plane = homography_of_corners(SIZE_MM, np.roll(CORNERS, turn, axis=0))
    image = washed_out(photographed(flat, plane), colourful)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = PrintSearch(PrintFinder(flat, SIZE_MM)).find(image, grey, Lens.usual(PICTURE))
    assert found is not None
    seen, _ = found
    assert np.linalg.norm(seen.in_picture - on_plane(plane, seen.on_board), axis=1).mean() < 1.0


@pytest.mark.long
def test_a_board_without_colours_is_not_believed_any_way_round() -> None:
    flat = drawn((GOLD,) * 4)
    image = photographed(flat, homography_of_corners(SIZE_MM, CORNERS))
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    assert PrintSearch(PrintFinder(flat, SIZE_MM)).find(image, grey, Lens.usual(PICTURE)) is None


def drawn_in_sixths(colours: tuple[tuple[int, int, int], ...]) -> Image:
    """Rings all round on plain cloth, and a yard and a lane of each colour."""
    flat = np.full((SIDE_PX, SIDE_PX, 3), 70, dtype=np.uint8)
    rng = np.random.default_rng(6)
    middle = np.array([SIDE_PX / 2, SIDE_PX / 2])
    places = [((0, -200 - 45 * step), 14, GOLD) for step in range(5)]
    places += [((-60 - 40 * step, -380 + 30 * step), 14, GOLD) for step in range(3)]
    places += [(tuple(rng.uniform((-150, -400), (150, -150))), int(rng.integers(2, 6)), GOLD) for _ in range(16)]
    for number, colour in enumerate(colours):
        turn = np.radians(60 * number)
        about = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        yard = [((150, -300), 40, colour), *(((60, -150 - 45 * step), 14, colour) for step in range(4))]
        for place, radius, paint in (*places, *yard):
            x, y = np.round(middle + about @ np.array(place, dtype=np.float64)).astype(int).tolist()
            cv2.circle(flat, (x, y), radius, paint, 3 if radius > 8 else -1, cv2.LINE_AA)
    return flat


@pytest.mark.thinned(2)
@pytest.mark.sampled(6)
@pytest.mark.parametrize("turn_deg", range(0, 360, 60))
def test_a_board_of_six_sectors_is_laid_down_the_right_way_round(turn_deg: int) -> None:
    """This holds also if it is first taken for itself turned by sixths, on which all fields agree."""
    flat = drawn_in_sixths((*PLAYERS, (140, 60, 130), (40, 90, 200)))
    plane = homography_of_corners(SIZE_MM, CORNERS)
    image = photographed(flat, plane)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    turn, middle = np.radians(turn_deg), np.array([[1.0, 0, SIZE_MM[0] / 2], [0, 1, SIZE_MM[1] / 2], [0, 0, 1]])
    about = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    wrong = plane @ middle @ about @ np.linalg.inv(middle)
    found = PrintSearch(PrintFinder(flat, SIZE_MM)).find(image, grey, Lens.usual(PICTURE), last=wrong)
    assert found is not None
    seen, _ = found
    assert np.linalg.norm(seen.in_picture - on_plane(plane, seen.on_board), axis=1).mean() < 1.0


@pytest.mark.parametrize("seed", range(5))
def test_specks_that_look_like_every_field_do_not_draw_the_board_together(seed: int) -> None:
    """Twelve features show where the board lies; 80 are most like one of three specks on the cloth."""
    rng = np.random.default_rng(seed)
    of_fields, of_specks = (rng.uniform(0, 120, (count, 128)) for count in (12, 3))
    alike = of_specks[rng.integers(3, size=80)] + rng.normal(0, 2, (80, 128))
    printed = View(rng.uniform(0, 400, (92, 2)), np.vstack([of_fields, alike]).astype(np.float32))
    plane = homography_of_corners(SIZE_MM, CORNERS)
    shown, specks = on_plane(plane, printed.places[:12]), np.array([800.0, 100.0]) + rng.normal(0, 2, (3, 2))
    cloth = rng.uniform(0, 700, (60, 2)), rng.uniform(0, 120, (60, 128))
    descriptors = np.vstack([of_fields + 1, of_specks, cloth[1]]).astype(np.float32)
    count, found = agreed(printed, View(np.vstack([shown, specks, cloth[0]]), descriptors))
    assert count == 12
    assert np.linalg.norm(on_plane(found, printed.places[:12]) - shown, axis=1).max() < 1.0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(2))
def test_a_faint_board_is_found_on_a_speckled_cloth(flat: Image, seed: int) -> None:
    """Most edges in view are the cloth's, which lies over the board's edge, too, so that no outline shows."""
    rng = np.random.default_rng(seed)
    plane = homography_of_corners(SIZE_MM, CORNERS)
    clear = photographed(flat, plane).astype(np.float64)
    ground = np.median(clear[300:400, 400:500], axis=(0, 1))
    cloth = np.full_like(clear, ground)
    for x, y in rng.integers(0, PICTURE, (2500, 2)).tolist():
        far = int(rng.integers(2, 5))
        cv2.rectangle(cloth, (x, y), (x + far, y + far), (ground + rng.choice((60, 110))).tolist(), -1)
    lies = cv2.fillConvexPoly(np.zeros(clear.shape[:2], dtype=np.uint8), CORNERS.round().astype(int), 255)
    shows = cv2.erode(lies, np.ones((41, 41)))[..., None] > 0
    image = np.clip(np.where(shows, ground + 0.5 * (clear - ground), cloth), 0, 255).astype(np.uint8)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = PrintSearch(PrintFinder(flat, SIZE_MM)).find(image, grey, Lens.usual(PICTURE))
    assert found is not None
    assert np.linalg.norm(found[0].in_picture - on_plane(plane, found[0].on_board), axis=1).mean() < 1.0
