"""The viewers' picture of the table: the board and nothing beside it, and nothing at all if it may lie elsewhere."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.board.files import load_board
from companion.publishers.clips.encoder import find_encoder
from companion.sensors.board_observer import BoardObserver, PieceRoster
from companion.sensors.video.marks import LastPlay, Marks
from companion.sensors.video.pictures import MASK, Look, TablePictures, mask_outside
from companion.simulation.camera.scene import Figure, Hand, Scene
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.views.broadcast.video_picture import VideoPicture, VideoView
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Frame
from vision.results import FrameStatus

COLOURS = ("red", "yellow", "green", "blue")
PROFILE = load_board("black_dog")
SEATS = (1, 2, 3, 0)
SIZE = (640, 360)
FIGURES = tuple(
    Figure(colour=colour, x_mm=x, y_mm=y)
    for colour, sector in zip(COLOURS, SEATS, strict=True)
    for x, y in PROFILE.kennel[sector][:4]
)
AT_REST = Scene(figures=FIGURES)


@cache
def camera() -> VirtualCamera:
    return VirtualCamera(PROFILE, COLOURS, 5, SIZE, seats=SEATS)


class Watched:
    """A watched table; `see` shows it so many pictures of a scene, and returns the result of each."""

    def __init__(self, *, room: bool = False) -> None:
        self.observer = BoardObserver(PROFILE, PieceRoster(sectors=SEATS, colours=COLOURS, dog=False))
        self.pictures = TablePictures(PROFILE, LastPlay(PROFILE), room=room)
        self.t_ms = 0

    def see(self, scene: Scene, count: int) -> Iterator[tuple[Look, VideoPicture | None]]:
        image = camera().render(scene)
        for number in range(count):
            self.t_ms += 120
            # no two pictures of a camera are alike to the pixel
            image = image.copy()
            image[0, 0] = number
            result, _ = self.observer.observe(Frame(image, self.t_ms))
            at_rest = result.status is FrameStatus.SETTLED
            look = Look(image, self.t_ms, self.observer.pose, at_rest)
            yield look, self.pictures.picture(look, VideoView.CAMERA)


@cache
def found() -> Look:
    """The table at rest, found."""
    look, picture = list(Watched().see(AT_REST, 9))[-1]
    assert look.at_rest
    assert picture is not None
    return look


def test_the_video_shows_the_found_board_also_under_a_hand() -> None:
    table = Watched()
    first = list(table.see(AT_REST, 9))
    assert [picture is not None for _, picture in first] == [look.pose is not None for look, _ in first]
    assert first[0][1] is None
    under_hand = list(table.see(replace(AT_REST, hand=Hand(x_mm=250, y_mm=200, side=2)), 2))
    assert not any(look.at_rest for look, _ in under_hand)
    assert len({picture.jpeg for _, picture in [*first, *under_hand] if picture and picture.shows}) >= 2


LONG = pytest.mark.long


@pytest.mark.parametrize(
    "knock", [(2.0, 0.0, 0.0), pytest.param((0.0, -1.5, 0.0), marks=LONG), pytest.param((0.0, 0.0, 3.0), marks=LONG)]
)
def test_a_knocked_camera_shows_nothing_new_until_the_board_is_found_again(knock: tuple[float, float, float]) -> None:
    table = Watched()
    look, before = list(table.see(AT_REST, 9))[-1]
    knocked = list(table.see(replace(AT_REST, knocked_deg=knock), 14))
    old = [picture for later, picture in knocked if later.pose is look.pose]
    assert old
    assert before
    assert all(picture is before or not (picture and picture.shows) for picture in old)
    last, picture = knocked[-1]
    assert last.pose is not look.pose
    assert picture
    assert picture.shows
    assert picture.jpeg != before.jpeg


def test_a_camera_that_is_gone_leaves_nothing_to_see() -> None:
    pictures = TablePictures(PROFILE, LastPlay(PROFILE), room=False)
    for view in VideoView:
        assert pictures.picture(None, view) is None
        shown = pictures.picture(found(), view)
        assert shown
        assert shown.shows
        gone = pictures.picture(None, view)
        assert gone
        assert not gone.shows
        assert (decoded(gone.jpeg) == decoded(gone.jpeg)[0, 0]).all()
        assert pictures.picture(None, view) is gone


@pytest.mark.parametrize("moved", [False, True], ids=["no place", "another place"])
def test_a_place_that_is_lost_hides_the_board_until_it_is_found_again(moved: bool) -> None:
    look, pictures = found(), TablePictures(PROFILE, LastPlay(PROFILE), room=False)

    def shows(t_ms: int, **changes: object) -> bool:
        picture = pictures.picture(replace(look, t_ms=look.t_ms + t_ms, **changes), VideoView.FLAT)
        assert picture
        return picture.shows

    assert shows(0)
    assert not shows(120, at_rest=False, pose=replace(look.pose) if moved and look.pose else None)
    assert not shows(240, at_rest=False)
    assert shows(360)


def decoded(jpeg: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)


def outside_of(pose: Pose, wider_px: int) -> np.ndarray:
    """True where a picture shows no board, not even within so many pixels."""
    inside = np.zeros(SIZE[::-1], dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round(pose.pixels(flat_corners(PROFILE.size_mm))).astype(np.int32), 255)
    return cv2.dilate(inside, np.ones((2 * wider_px + 1, 2 * wider_px + 1))) == 0


@pytest.mark.parametrize("room", [True, pytest.param(False, marks=pytest.mark.long)])
def test_no_pixel_of_a_clip_shows_an_open_hand_beside_the_board(tmp_path: Path, room: bool) -> None:
    look, cards = found(), (255, 0, 255)
    assert look.pose
    laid = look.image.copy()
    laid[outside_of(look.pose, 2)] = cards
    films, pictures = [], TablePictures(PROFILE, LastPlay(PROFILE), room=room)
    assert (magenta(laid), room) == (
        True,
        magenta(decoded(pictures.picture(replace(look, image=laid), VideoView.CAMERA).jpeg)),
    )
    for name, image in (("with", laid), ("without", look.image)):
        flat = pictures.picture(replace(look, image=image), VideoView.FLAT)
        panel, film = tmp_path / "panel.png", tmp_path / f"{name}.mp4"
        cv2.imwrite(str(panel), np.zeros((720, 560, 3), dtype=np.uint8))
        encoder = find_encoder(shutil.which("ffmpeg"))
        assert encoder
        assert flat
        encoder.write([flat.jpeg] * 3, 10, panel, film)
        films.append(film.read_bytes())
        frames, capture = [], cv2.VideoCapture(str(film))
        while (read := capture.read())[0]:
            frames.append(read[1])
        assert len(frames) == 3
        assert not any(magenta(frame) for frame in frames)
        assert all(frame[60:660, 60:660].std() > 20 for frame in frames)
    assert films[0] == films[1]


def magenta(picture: np.ndarray) -> bool:
    """Whether any pixel is rather of the colour of the cards."""
    blue, green, red = (picture[:, :, channel].astype(int) for channel in range(3))
    return bool(((blue - green > 90) & (red - green > 90)).any())


@pytest.mark.parametrize("seed", range(4))
def test_what_lies_beside_the_board_changes_no_byte_of_any_picture(seed: int) -> None:
    look = found()
    assert look.pose
    beside = outside_of(look.pose, 2)
    other = look.image.copy()
    other[beside] = np.random.default_rng(seed).integers(0, 256, (int(beside.sum()), 3))
    one, two = (TablePictures(PROFILE, LastPlay(PROFILE), room=False) for _ in range(2))
    for view in VideoView:
        shown, with_cards = one.picture(look, view), two.picture(replace(look, image=other), view)
        assert shown == with_cards
    shown = one.picture(look, VideoView.CAMERA)
    assert shown
    picture = decoded(shown.jpeg)
    assert np.abs(picture[outside_of(look.pose, 16)].astype(int) - MASK).max() <= 2
    assert picture[~outside_of(look.pose, 0)].std() > 20


def test_no_pixel_outside_the_outline_is_anything_but_the_mask() -> None:
    random = np.random.default_rng(7)
    for _ in range(60):
        corners = random.uniform(-60, 260, (4, 2))
        outline = cv2.convexHull(corners.astype(np.float32)).reshape(-1, 2).astype(np.float64)
        picture = random.integers(60, 256, (150, 200, 3)).astype(np.uint8)
        inside = np.zeros(picture.shape[:2], dtype=np.uint8)
        cv2.fillPoly(inside, [np.round(outline).astype(np.int32)], 255)
        before = picture.copy()
        mask_outside(picture, outline)
        assert (picture[inside == 0] == MASK).all()
        well_inside = cv2.erode(inside, np.ones((5, 5)), borderValue=0) > 0
        assert (picture[well_inside] == before[well_inside]).all()


def test_the_room_is_shown_on_request_and_marks_stay_on_the_board() -> None:
    look, last_play = found(), LastPlay(PROFILE)
    assert look.pose
    shown = TablePictures(PROFILE, last_play, room=True).picture(look, VideoView.CAMERA)
    assert shown
    beside = outside_of(look.pose, 16)
    assert np.abs(decoded(shown.jpeg)[beside].astype(int) - look.image[beside]).mean() < 6
    last_play.marks = Marks((((0.0, 0.0), (0, 0, 255)),), (((-200.0, 0.0), (200.0, 300.0), (0, 255, 0)),))
    masked = TablePictures(PROFILE, last_play, room=False).picture(look, VideoView.CAMERA)
    assert masked
    assert np.abs(decoded(masked.jpeg)[beside].astype(int) - MASK).max() <= 2
