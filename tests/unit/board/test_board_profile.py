"""Board profiles (docs/reference/formats/board.md): the content of ours, and the refusals in one line with the key."""

import re
from pathlib import Path

import cv2
import pytest

from companion.board.files import board_ids, board_text, load_board
from companion.board.profile import (
    DICTIONARIES,
    BoardProfile,
    Pawn,
    ProfileError,
    check_profile,
    load_profile,
    parse_profile,
)


@pytest.fixture(scope="module")
def text() -> str:
    return board_text("black_dog")


@pytest.mark.parametrize("board", board_ids())
def test_shipped_boards_read_and_know_their_own_name(board: str) -> None:
    assert load_board(board).id == board


def test_the_black_dog_board_has_its_fields_lanes_and_disc() -> None:
    """64 fields, four lanes of four, the disc's twenty fields and its marker."""
    board = load_board("black_dog")
    assert len(board.track) == 64
    assert [len(lane) for lane in board.goal] == [4, 4, 4, 4]
    assert board.wheel is not None
    assert len(board.wheel.fields) == 20
    assert board.markers.wheel is not None
    assert board.markers.wheel.id not in board.markers.ids


def test_the_disc_carries_its_fields_onto_each_other() -> None:
    """A clockwise quarter turn about the disc's centre lays every wheel field on the one 16 further on."""
    board = load_board("black_dog")
    assert board.wheel is not None
    middle_x, middle_y = board.wheel.centre
    for field in board.wheel.fields:
        x, y = board.track[field]
        turned = (middle_x - (y - middle_y), middle_y + (x - middle_x))
        assert turned == pytest.approx(board.track[(field + 16) % 64], abs=0.11)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("size_mm = [450.0, 450.0]", "size_mm = [450.0, 0.0]", "size_mm is from 50 to 1500 mm"),
        ("size_mm = [450.0, 450.0]", 'size_mm = ["450.0", 450.0]', "Expected `float`, got `str`"),
        ("[186.6, 33.0], [205.8, 33.0]", "[205.8, 33.0]", "track has 63 spots"),
        ("[186.6, 33.0]", "[986.6, 33.0]", "track has a spot outside the board"),
        (", [52.2, 102.1]]", "]", None),
        (", [52.2, 77.2], [77.2, 77.2], [52.2, 102.1]]", "]", "kennel needs 3 to 6 spots"),
        (", [107.9, 96.4]]", "]", "goal has lanes of different lengths"),
        ("[[165.5, 50.3], [146.3, 65.6], [127.1, 81.0], [107.9, 96.4]],", "", "kennel has 4 sectors but goal has 3"),
        ("foot_mm = 14.0", "foot_mm = 0.0", "pawn needs foot_mm"),
        ('shape = "cone"', 'shape = "cube"', "shape"),
        ("fields = [8,", "fields = [64,", "wheel.fields names a field"),
        ("ids = [0, 1, 2, 3]", "ids = [0, 1, 2, 2]", "names a marker twice"),
        ("wheel = { id = 4,", "wheel = { id = 3,", "names a marker twice"),
        ('family = "black_dog"', 'family = "black_dog"\ncolour = "red"', "colour"),
        ("size_mm = [450.0, 450.0]", "size_mm = [450.0,", "board.toml"),
    ],
)
def test_faults_are_named(text: str, old: str, new: str, said: str | None) -> None:
    assert old in text
    changed = text.replace(old, new, 1)
    if said is None:
        assert isinstance(parse_profile(changed), BoardProfile)
        return
    with pytest.raises(ProfileError, match=said) as refused:
        parse_profile(changed, "board.toml")
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith("board.toml: ")


def test_a_file_that_is_missing_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"gone\.toml cannot be read"):
        load_profile(tmp_path / "gone.toml")
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(ProfileError, match=r"noise\.toml cannot be read"):
        load_profile(tmp_path / "noise.toml")


def test_a_round_pawn_is_as_tall_as_wide() -> None:
    marble = Pawn(shape="marble", diameter_mm=16.0)
    cone = Pawn(shape="cone", foot_mm=14.0, height_mm=25.0)
    assert (marble.width_mm, marble.tall_mm) == (16.0, 16.0)
    assert (cone.width_mm, cone.tall_mm) == (14.0, 25.0)


def test_every_dictionary_is_known_to_opencv_with_as_many_markers() -> None:
    for name, count in DICTIONARIES.items():
        assert len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name)).bytesList) == count


@pytest.mark.sampled(4)
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "-1.0", "1e300", "1e12", '"nan"', '"1e300"'])
def test_no_measure_is_beyond_bounds(text: str, value: str) -> None:
    """Every number of a profile in turn: it is refused, or what is read is a board that can be drawn."""
    text = re.sub(r"#.*", "", text)
    numbers = list(re.finditer(r"-?\d+\.\d+", text))
    assert len(numbers) > 100
    for number in numbers:
        changed = text[: number.start()] + value + text[number.end() :]
        message = ""
        try:
            check_profile(parse_profile(changed))
        except ProfileError as error:
            message = str(error)
        assert message, changed[max(0, number.start() - 40) : number.end()]
