"""A camera that speaks RTSP: its pictures come, whatever it does wrong ends in one clear line, and none of it hangs."""

import time
from pathlib import Path

import numpy as np
import pytest
from rtsp_cameras import Fault, Packets, film, rtsp_camera

from vision.frames import Frame
from vision.sources import live
from vision.sources.live import LiveSource
from vision.sources.protocol import SourceError

PATIENCE_S = 60.0


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "NETWORK_TIMEOUT_MS", 1000)


@pytest.fixture(scope="module")
def short_film(tmp_path_factory: pytest.TempPathFactory) -> Packets:
    return film(tmp_path_factory.mktemp("films") / "short.ts", "640x480")


def pictures(address: str) -> list[Frame]:
    """The pictures until the camera is lost; fails if it neither gives one nor is lost for all too long."""
    source = LiveSource(address)
    seen: list[Frame] = []
    ends_s = time.monotonic() + PATIENCE_S
    try:
        source.open()
        while time.monotonic() < ends_s:
            if frame := source.read():
                seen.append(frame)
    except SourceError:
        return seen
    finally:
        source.close()
    pytest.fail("the camera hangs")


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault is not Fault.NONE])
def test_no_fault_of_a_camera_hangs(short_film: Packets, fault: Fault) -> None:
    with rtsp_camera(short_film, fault) as address:
        seen = pictures(address)
    assert bool(seen) is (fault in (Fault.STOPS, Fault.REPORTS, Fault.ENDLESS))


def white_box(frame: Frame) -> tuple[float, ...]:
    """The edges of the white box, in parts of the picture."""
    rows, columns = np.nonzero(frame.image.min(axis=2) > 200)
    height, width = frame.image.shape[:2]
    return columns.min() / width, (columns.max() + 1) / width, rows.min() / height, (rows.max() + 1) / height


@pytest.mark.sampled(2)
@pytest.mark.parametrize("sizes", [("640x480", "1280x720"), ("1280x720", "640x480")])
def test_a_new_size_is_scaled_whole_into_the_first(sizes: tuple[str, str], tmp_path: Path) -> None:
    width, height = map(int, sizes[0].split("x"))
    with rtsp_camera(film(tmp_path / "two.ts", *sizes), Fault.STOPS) as address:
        seen = pictures(address)
    assert {frame.image.shape for frame in seen} == {(height, width, 3)}
    for frame in seen:
        assert white_box(frame) == pytest.approx((0.25, 0.5, 0.25, 0.5), abs=0.01)
    is_dark = [frame.image[2, 2].max() < 60 for frame in seen]
    assert (is_dark[0], is_dark[-1]) == (False, True)
