"""The parts of the phone's door that need no line: sizes of pictures, the phone's clock."""

import cv2
import numpy as np
import pytest

from companion.web.camera.clock import REMEMBERED_MS, PhoneClock
from companion.web.camera.jpeg import jpeg_size

PLAIN = np.zeros((48, 96, 3), np.uint8)


@pytest.mark.parametrize("kind", [[], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], [cv2.IMWRITE_JPEG_RST_INTERVAL, 2]])
@pytest.mark.parametrize(("width", "height"), [(96, 48), (700, 301), (300, 701)])
def test_the_size_of_every_kind_of_jpeg_is_read(kind: list[int], width: int, height: int) -> None:
    picture = cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8), kind)[1].tobytes()
    assert jpeg_size(picture) == (width, height)


def test_bytes_that_fill_between_the_parts_of_a_picture_are_passed_over() -> None:
    picture = cv2.imencode(".jpg", PLAIN)[1].tobytes()
    assert jpeg_size(picture[:2] + b"\xff\x01" + b"\xff" * 3 + picture[2:]) == (96, 48)
    assert jpeg_size(picture[:2] + b"\xfe\x01" + picture[2:]) is None


def test_no_cut_of_a_picture_has_a_size() -> None:
    picture = cv2.imencode(".jpg", PLAIN)[1].tobytes()
    assert {jpeg_size(picture[:length]) for length in range(len(picture))} == {None}
    scan = picture.index(b"\xff\xda")
    assert {jpeg_size(picture[:length] + b"\xff\xd9") for length in range(scan)} == {None}


def test_slow_requests_do_not_move_the_times_of_pictures() -> None:
    clock = PhoneClock()
    ahead_ms = 5_000_000.0
    for number, late_ms in enumerate((40.0, 20.0, 900.0, 35.0, 300.0)):
        taken_ms = number * 1000.0
        came_ms = taken_ms + 50.0 + late_ms
        clock.hear(taken_ms + 50.0 + ahead_ms, came_ms)
        ours_ms = clock.ours(taken_ms + ahead_ms, came_ms)
        assert taken_ms <= ours_ms <= taken_ms + 40.0


def test_a_clock_that_drifts_is_followed() -> None:
    clock, gain = PhoneClock(), 1.0001
    for number in range(7200):
        taken_ms = number * 500.0
        clock.hear(taken_ms * gain, taken_ms + 20.0)
    assert clock.ours(taken_ms * gain, taken_ms + 20.0) == pytest.approx(taken_ms + 20.0, abs=REMEMBERED_MS * 2e-4)


def test_no_picture_comes_from_the_future() -> None:
    clock = PhoneClock()
    clock.hear(100.0, 1000.0)
    assert clock.ours(500.0, 1001.0) == 1001.0
    assert PhoneClock().ours(500.0, 7.0) == 7.0
