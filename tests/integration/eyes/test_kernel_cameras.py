"""Webcams at a real kernel: found, named, queried, held and given back, pulled out and plugged in again.

Debian's kernel, udev, v4l-utils and OpenCV are real; only the webcam at the other end of the cable is ours.  Each fact
is of one run of `kernel_devices.webcam_scenario`.
"""

from typing import Any

import pytest
from kernel_devices.machine import missing, run_in_machine
from kernel_devices.webcam import APERTURE_PRIORITY, MANUAL
from kernel_devices.webcam_scenario import BRIGHT, DARK

pytestmark = [pytest.mark.long, pytest.mark.skipif(missing() is not None, reason=str(missing()))]

BY_ID = "/dev/v4l/by-id/usb-Logitech_HD_Pro_Webcam_C920_{}-video-index0"
FIRST, SECOND = BY_ID.format("77AA"), BY_ID.format("99BB")
NAME = "HD Pro Webcam C920"
#: A picture's grey after it was compressed.
NEAR = 3


@pytest.fixture(scope="module")
def seen() -> dict[str, Any]:
    return run_in_machine("kernel_devices.webcam_scenario", ("vhci_hcd", "uvcvideo"))


def test_each_camera_is_listed_once_by_a_name_that_stays(seen: dict[str, Any]) -> None:
    """Each has a second node for its metadata, which gives no pictures."""
    assert seen["none"] == []
    assert seen["two"] == [[FIRST, NAME], [SECOND, f"{NAME} (2)"]]


def test_what_is_listed_can_be_opened_and_gives_compressed_pictures(seen: dict[str, Any]) -> None:
    for used, level in ((seen["held"], DARK), (seen["set by hand"], BRIGHT)):
        assert (used["format"], used["size"]) == ("MJPG", [1280, 720])
        assert abs(used["level"] - level) < NEAR


def test_what_the_camera_sets_by_itself_is_held_and_given_back(seen: dict[str, Any]) -> None:
    """Aperture priority is what webcams call automatic exposure; 1 of the mains is 50 Hz, as in Zurich."""
    automatic = {"auto_exposure": 3, "white_balance_automatic": 1, "focus_automatic_continuous": 1}
    by_hand = {"auto_exposure": 1, "white_balance_automatic": 0, "focus_automatic_continuous": 0}
    held = seen["held"]
    assert held["before"] == held["after"] == {**automatic, "power_line_frequency": 2}
    assert held["while used"] == {**by_hand, "power_line_frequency": 1}


def test_what_somebody_set_by_hand_is_left_so(seen: dict[str, Any]) -> None:
    used = seen["set by hand"]
    assert used["before"]["auto_exposure"] == used["while used"]["auto_exposure"] == 1
    assert used["after"] == used["before"]


def test_a_lamp_that_is_dimmed_lets_the_camera_find_its_settings_anew(seen: dict[str, Any]) -> None:
    """Held, given back, held anew."""
    assert seen["relit"] == [MANUAL, APERTURE_PRIORITY, MANUAL]


def test_an_unplugged_camera_is_found_again_under_another_number(seen: dict[str, Any]) -> None:
    pulled = seen["pulled"]
    assert "gives no more pictures" in pulled["error"]
    assert pulled["connected"] is False
    assert "plug it in" in pulled["opened"]["error"]
    assert sorted(spec for spec, _ in pulled["again"]) == [FIRST, SECOND]
    assert pulled["again"][0][0] == SECOND, "the order of plugging has changed, so the numbers have"
    assert abs(pulled["opened again"]["level"] - DARK) < NEAR


def test_raw_pictures_too_large_for_the_cable_are_taken_smaller(seen: dict[str, Any]) -> None:
    assert (seen["raw only"]["format"], seen["raw only"]["size"]) == ("YUYV", [640, 480])
    assert abs(seen["raw only"]["level"] - BRIGHT) < 30


def test_the_test_camera_of_the_kernel_gives_pictures(seen: dict[str, Any]) -> None:
    """Of its eight nodes one is a camera."""
    ((_, label, used),) = seen["test camera"]
    assert label == "vivid-000-vid-cap"
    assert used["size"] == [1280, 720]
