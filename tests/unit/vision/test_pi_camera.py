"""The camera on a Raspberry Pi's flat cable, by a model of the library that its system brings."""

import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from vision.frames import Frame
from vision.sources.devices import CameraDevice, is_connected, is_device, list_cameras
from vision.sources.opening import open_source
from vision.sources.protocol import FrameSource, SourceError

#: As the library does it (picamera2 0.3.38): a USB camera is in its list as well, behind those on the cable, though
#: libcamera may have numbered it first; a camera is opened by its place in the list.
LIBRARY = """
import numpy as np
state = {"open": 0, "gone": False}

class Picamera2:
    @staticmethod
    def global_camera_info():
        usb = {"Model": "HD Webcam", "Id": "/base/soc/usb@7e980000-1:1.0", "Num": 0}
        return [{"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 1}, usb]

    def __init__(self, number):
        if number >= len(self.global_camera_info()):
            raise RuntimeError(f"No camera number {number} found")
        self.level = 10 if self.global_camera_info()[number]["Model"] == "imx708" else 200
        if state["open"]:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        state["open"] += 1

    def create_video_configuration(self, main):
        return main

    def configure(self, main):
        assert main["format"] == "RGB888"
        self.size = main["size"]

    def start(self): ...

    def capture_array(self, name):
        if state["gone"]:
            raise RuntimeError("camera has gone")
        return np.full((self.size[1], self.size[0], 3), (self.level, 20, 30), np.uint8)

    def capture_metadata(self):
        if state["gone"]:
            raise RuntimeError("camera has gone")
        return {}

    def close(self):
        state["open"] -= 1
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, object]]:
    (tmp_path / "picamera2.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("picamera2").state
    del sys.modules["picamera2"]


def first(source: FrameSource) -> Frame:
    ends_s = time.monotonic() + 20
    while time.monotonic() < ends_s:
        frame = source.read()
        if frame is not None:
            return frame
    raise AssertionError("no picture came")


def read_on(source: FrameSource) -> None:
    for _ in range(100):
        source.read()


@pytest.mark.usefixtures("library")
def test_it_is_listed_by_its_chip_and_a_usb_camera_is_not_listed_twice() -> None:
    on_cable = [camera for camera in list_cameras() if camera.spec.startswith("picamera")]
    assert on_cable == [CameraDevice("picamera:0", "Raspberry Pi imx708")]
    assert is_device("picamera:0")
    assert (is_connected("picamera:0"), is_connected("picamera:3")) == (True, False)


def test_its_pictures_are_blue_green_red_and_it_is_let_go(library: dict[str, object]) -> None:
    source = open_source("picamera:0")
    source.open()
    assert first(source).image[0, 0].tolist() == [10, 20, 30]
    assert first(source).image.shape == (720, 1280, 3)
    source.close()
    assert library["open"] == 0


def test_one_that_goes_away_is_lost_and_another_program_is_named(library: dict[str, object]) -> None:
    source = open_source("picamera:0")
    source.open()
    first(source)
    with pytest.raises(SourceError, match="another program uses it"):
        open_source("picamera:0").open()
    library["gone"] = True
    with pytest.raises(SourceError, match="no more pictures"):
        read_on(source)
    source.close()


def test_without_the_library_there_is_none() -> None:
    assert not [camera for camera in list_cameras() if camera.spec.startswith("picamera")]
    with pytest.raises(SourceError, match="not connected: plug it in"):
        open_source("picamera:0").open()
