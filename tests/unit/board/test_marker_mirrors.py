"""Markers that a mirror shows as markers are refused: by them a mirrored camera is not noticed."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.board.files import board_ids, board_text, load_board
from companion.board.marker_mirrors import PLAIN_MARKERS, checked_mirror, read_in_mirror
from companion.board.profile import DICTIONARIES, ProfileError


def codes_of(dictionary: str) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))


def seen_in_mirror(dictionary: str, marker: int) -> set[int]:
    """Returns the markers that OpenCV finds in a mirrored picture of a marker."""
    drawn = cv2.aruco.generateImageMarker(codes_of(dictionary), marker, 120)
    picture = np.ascontiguousarray(cv2.copyMakeBorder(drawn, *[40] * 4, cv2.BORDER_CONSTANT, value=255)[:, ::-1])
    _, ids, _ = cv2.aruco.ArucoDetector(codes_of(dictionary)).detectMarkers(picture)
    return set() if ids is None else {int(name) for name in np.asarray(ids).ravel()}


@pytest.mark.parametrize("dictionary", DICTIONARIES)
def test_what_is_refused_is_what_the_detector_reads_in_a_mirror(dictionary: str) -> None:
    markers = range(0, DICTIONARIES[dictionary], max(1, DICTIONARIES[dictionary] // 25))
    for marker in (*markers, *(name for name in (8, 9, 17) if name < DICTIONARIES[dictionary])):
        found = read_in_mirror(dictionary, [marker])
        assert (found is not None) == (marker in seen_in_mirror(dictionary, marker)), marker


@pytest.mark.parametrize(
    ("dictionary", "marker", "other"), [("DICT_4X4_250", 70, 124), ("DICT_ARUCO_ORIGINAL", 1, 256)]
)
def test_a_marker_and_its_mirror_image_count_if_both_are_used(dictionary: str, marker: int, other: int) -> None:
    assert seen_in_mirror(dictionary, marker) == {other}
    assert read_in_mirror(dictionary, [marker, other]) == (marker, other)
    assert read_in_mirror(dictionary, [marker, 5]) is None


def test_no_shipped_board_names_a_marker_that_a_mirror_shows_as_one() -> None:
    for board in board_ids():
        markers = load_board(board).markers
        assert read_in_mirror(markers.dictionary, markers.all_ids) is None
    dictionary, plain = PLAIN_MARKERS
    assert read_in_mirror(dictionary, sorted(plain)) is None


@pytest.mark.parametrize(
    ("dictionary", "ids", "refused"),
    [
        ("DICT_4X4_50", (0, 1, 2, 8), "a mirror shows marker 8 as itself"),
        ("DICT_4X4_250", (70, 1, 124, 3), "a mirror shows marker 70 as marker 124"),
        ("DICT_4X4_50", (10, 11, 12, 13), ""),
        ("DICT_4X4_250", (70, 1, 2, 3), ""),
        ("DICT_5X5_100", (8, 9, 17, 47), ""),
    ],
)
def test_a_board_with_such_a_marker_is_refused_in_one_line(
    dictionary: str, ids: tuple[int, int, int, int], refused: str
) -> None:
    profile = load_board("star_4")
    profile = msgspec.structs.replace(
        profile, markers=msgspec.structs.replace(profile.markers, dictionary=dictionary, ids=ids)
    )
    if not refused:
        assert checked_mirror(profile, "mine") is profile
        return
    with pytest.raises(ProfileError, match=refused) as told:
        checked_mirror(profile, "mine")
    assert "\n" not in str(told.value)


def test_the_marker_on_the_disc_counts_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(board_text("black_dog").replace("wheel = { id = 4,", "wheel = { id = 17,"), encoding="utf-8")
    with pytest.raises(ProfileError, match=r"mine\.toml: markers\.ids: a mirror shows marker 17 as itself"):
        load_board(str(file))
