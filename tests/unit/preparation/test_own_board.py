"""A board of one's own: proposed from an outline, laid through taps, dragged, finished, kept and played without
markers."""

import os
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from drawn_cameras import drawn_camera, unmarked_camera
from table_readers import reader_of

from companion.board.files import boards_for, load_board, own_board_ids, own_folder
from companion.board.profile import BoardProfile, Pawn, ProfileError, parse_profile
from companion.board.writing import profile_text
from companion.catalogue.shipped import SHIPPED
from companion.preparation.own_board import (
    Draft,
    OwnBoardError,
    Spot,
    begin,
    corners_seen,
    finished,
    moved,
    save,
    spot_near,
    with_anchors,
)
from companion.sensors.board_print import print_of
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from vision.find.rectify import flat_corners, laid_flat
from vision.frames import Frame, Image, Points
from vision.results import FrameStatus

OUTLINE = load_board("star_4")
PAWN = Pawn(shape="cone", foot_mm=14.0, height_mm=25.0)
COLOURS = ("red", "yellow", "green", "blue")


def bent(place: tuple[float, float]) -> tuple[float, float]:
    """Somebody else's print of the same outline: smaller, wider than high, and turned by a quarter."""
    x, y = (place[0] - 225) * 0.93, (place[1] - 225) * 0.89
    return 225 - y, 225 + x


REAL = msgspec.structs.replace(
    OUTLINE,
    track=tuple(map(bent, OUTLINE.track)),
    goal=tuple(tuple(map(bent, lane)) for lane in OUTLINE.goal),
    kennel=tuple(tuple(map(bent, kennel)) for kennel in OUTLINE.kennel),
)


@pytest.fixture(scope="module")
def camera() -> VirtualCamera:
    return unmarked_camera(REAL, COLOURS, 3, stand=Stand(elevation_deg=74.0, azimuth_deg=5.0))


@pytest.fixture(scope="module")
def photograph(camera: VirtualCamera) -> Image:
    return camera.render(Scene())


def shown(camera: VirtualCamera, places: Points) -> Points:
    return np.array([camera.project(x, y) for x, y in places.tolist()])


@pytest.fixture(scope="module")
def bare(camera: VirtualCamera, photograph: Image) -> Draft:
    return begin(photograph, "star_4", (450.0, 450.0), shown(camera, flat_corners((450.0, 450.0))))


@pytest.fixture(scope="module")
def laid(bare: Draft, camera: VirtualCamera) -> Draft:
    """The four start fields tapped, each about 3 mm beside its middle."""
    starts = shown(camera, np.array([REAL.track[16 * sector] for sector in range(4)]))
    beside = starts + np.array([[2.0, 1.0], [-1.0, 2.5], [2.5, -1.0], [-2.0, -2.0]])
    return with_anchors(bare, {("start", sector): tuple(at) for sector, at in enumerate(beside.tolist())})


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    return tmp_path


def true_place(spot: Spot) -> tuple[float, float]:
    group, sector, number = spot
    return {"track": (REAL.track,), "goal": REAL.goal, "kennel": REAL.kennel}[group][sector][number]


def off_mm(draft: Draft) -> Points:
    return np.array([np.hypot(*np.subtract(place, true_place(spot))) for spot, place in draft.spots.items()])


def test_corners_show_by_themselves(camera: VirtualCamera, photograph: Image) -> None:
    seen = corners_seen(photograph)
    assert seen is not None
    assert np.abs(seen - shown(camera, flat_corners((450.0, 450.0)))).max() < 4.0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("times", [1, 5])
def test_corners_show_by_markers_the_right_way_round(times: int) -> None:
    """This holds also in a photograph that is larger than the searched picture."""
    camera = drawn_camera(OUTLINE, COLOURS, seed=3, stand=Stand(elevation_deg=60.0, azimuth_deg=115.0))
    seen = corners_seen(cv2.resize(camera.render(Scene()), None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC))
    assert seen is not None
    assert np.abs((seen + 0.5) / times - 0.5 - shown(camera, flat_corners((450.0, 450.0)))).max() < 6.0


def test_a_bare_table_has_no_corners() -> None:
    rng = np.random.default_rng(1)
    assert corners_seen(rng.integers(90, 110, (480, 640, 3), dtype=np.uint8)) is None


def test_the_outline_is_proposed_in_the_boards_own_size(photograph: Image) -> None:
    corners = np.array([[100.0, 100.0], [700.0, 100.0], [700.0, 500.0], [100.0, 500.0]])
    draft = begin(photograph, "star_4", (600.0, 400.0), corners)
    x, y = OUTLINE.track[5]
    assert draft.track[5] == pytest.approx((x * 600 / 450, y * 400 / 450))
    assert draft.pixels(np.array([[0.0, 0.0], [600.0, 400.0]])) == pytest.approx(corners[[0, 2]])
    assert draft.millimetres(corners[[0, 2]]) == pytest.approx(np.array([[0.0, 0.0], [600.0, 400.0]]), abs=1e-6)


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (0, 0, 2, 3)])
def test_corners_tapped_crosswise_are_refused(photograph: Image, order: tuple[int, ...]) -> None:
    corners = np.array([[100.0, 100.0], [700.0, 100.0], [700.0, 500.0], [100.0, 500.0]])[list(order)]
    with pytest.raises(OwnBoardError, match="in turn"):
        begin(photograph, "star_4", (450.0, 450.0), corners)


def test_taps_lay_the_outline_onto_the_print(bare: Draft, laid: Draft) -> None:
    """A print that is turned, stretched and smaller: all spots end on their printed circles."""
    assert np.median(off_mm(bare)) > 100
    assert np.percentile(off_mm(laid), 95) < 0.8
    assert off_mm(laid).max() < 1.5
    assert laid.by_hand == {laid.start(sector) for sector in range(4)}


def test_without_a_print_to_see_taps_are_met_exactly(bare: Draft) -> None:
    blank = begin(np.full((720, 1280, 3), 150, dtype=np.uint8), "star_4", (450.0, 450.0), bare.corners_px)
    tapped = {("start", 0): (700.0, 200.0), ("start", 2): (520.0, 560.0), ("track", 24): (800.0, 420.0)}
    draft = with_anchors(blank, tapped)
    for (kind, number), at in tapped.items():
        spot = draft.start(number) if kind == "start" else ("track", 0, number)
        assert draft.pixels(np.array([draft.spots[spot]]))[0] == pytest.approx(at)


def test_two_taps_turn_and_stretch(bare: Draft) -> None:
    blank = begin(np.full((720, 1280, 3), 150, dtype=np.uint8), "star_4", (450.0, 450.0), bare.corners_px)
    to = [(225 - (y - 225) * 0.5, 225 + (x - 225) * 0.5) for x, y in (OUTLINE.track[0], OUTLINE.track[32])]
    pixels = blank.pixels(np.array(to)).tolist()
    draft = with_anchors(blank, {("start", 0): tuple(pixels[0]), ("start", 2): tuple(pixels[1])})
    x, y = OUTLINE.kennel[1][2]
    assert draft.kennel[1][2] == pytest.approx((225 - (y - 225) * 0.5, 225 + (x - 225) * 0.5))


def test_a_dragged_spot_stays_where_it_was_put(laid: Draft, camera: VirtualCamera) -> None:
    spot = ("kennel", 2, 1)
    dragged = moved(laid, spot, (333.0, 222.0))
    assert dragged.pixels(np.array([dragged.spots[spot]]))[0] == pytest.approx((333.0, 222.0))
    again = with_anchors(dragged, {("start", 0): camera.project(*REAL.track[0])})
    assert again.spots[spot] == dragged.spots[spot]
    assert spot_near(again, (336.0, 220.0), 10.0) == spot
    assert spot_near(again, (336.0, 220.0), 2.0) is None


def test_a_disc_comes_with_its_middle_and_its_rim(photograph: Image, bare: Draft) -> None:
    draft = begin(photograph, "black_dog", (450.0, 450.0), bare.corners_px)
    assert draft.wheel == ((225.0, 225.0), 130.0)
    wider = moved(draft, ("wheel", 0, 1), tuple(draft.pixels(np.array([[365.0, 225.0]]))[0]))
    made = finished(wider, "mine", PAWN)
    assert made.wheel is not None
    assert made.wheel.radius_mm == pytest.approx(140.0)
    assert made.markers.wheel is not None


def test_what_is_written_is_what_was_finished(laid: Draft, tmp_path: Path) -> None:
    profile = finished(laid, "Omas  Brett", PAWN)
    path = save(profile, laid, tmp_path / "boards")
    assert path.name == "Omas_Brett.toml"
    assert parse_profile(path.read_text(encoding="utf-8")) == profile
    assert profile.family == OUTLINE.family
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["Omas_Brett.png", "Omas_Brett.toml"]
    flat = print_of(str(path))
    assert flat is not None
    assert flat.shape == (900, 900, 3)


@pytest.mark.parametrize("board", ["black_dog", "toc_6"])
def test_every_profile_can_be_written(board: str) -> None:
    profile = load_board(board)
    assert parse_profile(profile_text(profile)) == profile


@pytest.mark.parametrize("name", ["", "   ", "a/b", "../x", "x" * 41, "a.b"])
def test_a_name_that_is_no_name(laid: Draft, name: str) -> None:
    with pytest.raises(OwnBoardError, match="name the board"):
        finished(laid, name, PAWN)


def test_spots_on_top_of_each_other_are_refused(laid: Draft) -> None:
    x, y = laid.pixels(np.array([laid.track[3]]))[0]
    with pytest.raises(OwnBoardError, match="track 3 and track 4 lie on top") as caught:
        finished(moved(laid, ("track", 0, 4), (x, y)), "mine", PAWN)
    assert caught.value.code == "near"


def test_a_spot_beside_the_board_is_refused(laid: Draft) -> None:
    with pytest.raises(OwnBoardError, match="kennel has a spot outside the board"):
        finished(moved(laid, ("kennel", 0, 0), (5.0, 5.0)), "mine", PAWN)


@pytest.mark.parametrize("name", ["star_4", "mine"])
def test_a_name_that_is_taken(laid: Draft, tmp_path: Path, name: str) -> None:
    save(finished(laid, "mine", PAWN), laid, tmp_path)
    before = (tmp_path / "mine.png").stat().st_mtime_ns
    with pytest.raises(OwnBoardError, match="choose another name"):
        save(finished(laid, name, PAWN), laid, tmp_path)
    assert (tmp_path / "mine.png").stat().st_mtime_ns == before


def test_a_folder_that_cannot_be_written_to(laid: Draft, tmp_path: Path) -> None:
    (tmp_path / "boards").write_text("a file", encoding="utf-8")
    with pytest.raises(OwnBoardError, match="cannot be written to"):
        save(finished(laid, "mine", PAWN), laid, tmp_path / "boards")


def test_a_full_disk_leaves_no_half_board(laid: Draft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OwnBoardError, match="the disk is full"):
        save(finished(laid, "mine", PAWN), laid, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_boards_of_ones_own_are_listed_after_the_shipped_ones(laid: Draft, home: Path) -> None:
    assert own_board_ids() == ()
    save(finished(laid, "mine", PAWN), laid, own_folder())
    (own_folder() / "spoilt.toml").write_text("track = 3", encoding="utf-8")
    boards = boards_for(SHIPPED.variant("dog"), 4)
    assert boards[0] == "star_4"
    assert boards[-1] == "mine"
    assert load_board("mine").id == "mine"
    assert print_of("mine") is not None
    assert print_of("star_4") is None


def test_a_damaged_print_is_reported(laid: Draft, home: Path) -> None:
    path = save(finished(laid, "mine", PAWN), laid, own_folder())
    path.with_suffix(".png").write_bytes(b"no picture")
    with pytest.raises(ProfileError, match=r"mine\.png is no picture"):
        print_of("mine")


@pytest.mark.long
def test_a_kept_board_is_played_without_markers(laid: Draft, home: Path, camera: VirtualCamera) -> None:
    """From taps to the reader: the photograph alone gives every field's place when the camera stands elsewhere."""
    save(finished(laid, "mine", PAWN), laid, own_folder())
    profile: BoardProfile = load_board("mine")
    reader = reader_of(profile, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False, flat=print_of("mine"))
    elsewhere = unmarked_camera(REAL, COLOURS, 3, stand=Stand(elevation_deg=55.0, azimuth_deg=-80.0))
    looks = [reader.look(Frame(elsewhere.render(Scene()), t_ms)) for t_ms in (0, 330, 660)]
    assert looks[-1].status is FrameStatus.SETTLED
    assert reader.pose is not None
    track = np.array(REAL.track)
    assert np.linalg.norm(reader.pose.pixels(np.array(profile.track)) - shown(elsewhere, track), axis=1).max() < 3.0


def test_laid_flat_shows_every_place_where_it_is_printed(camera: VirtualCamera, bare: Draft) -> None:
    """A dot put on the picture is found again in the print, at two pixels a millimetre."""
    image = np.zeros((720, 1280, 3), dtype=np.uint8)
    u, v = bare.pixels(np.array([[100.0, 300.0]]))[0]
    cv2.circle(image, (round(u), round(v)), 3, (255, 255, 255), -1)
    flat = laid_flat(image, bare.pixels, (450.0, 450.0))
    rows, columns = np.nonzero(flat[..., 0] > 128)
    assert (columns.mean() + 0.5) / 2 == pytest.approx(100.0, abs=0.6)
    assert (rows.mean() + 0.5) / 2 == pytest.approx(300.0, abs=0.6)
