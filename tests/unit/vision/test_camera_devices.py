"""The cameras of this machine: names that stay, sizes and formats that a driver grants."""

from pathlib import Path

import cv2
import pytest
from cv2_enumerate_cameras.camera_info import CameraInfo

from vision.sources import devices
from vision.sources.devices import CameraDevice, Mode, is_device, list_cameras, settle_mode

RAW = "YUYV"


class Driver:
    """Answers as V4L2 does: with the nearest that it has, and formats first."""

    def __init__(self, modes: dict[Mode, float]) -> None:
        self.modes = modes
        self.asked = Mode(640, 480, next(iter(modes)).fourcc)

    def set(self, what: int, value: float) -> bool:
        now = self.asked
        if what == cv2.CAP_PROP_FOURCC:
            fourcc = int(value).to_bytes(4, "little").decode("ascii")
            known = fourcc in {mode.fourcc for mode in self.modes}
            self.asked = Mode(now.width, now.height, fourcc if known else now.fourcc)
        elif what == cv2.CAP_PROP_FRAME_WIDTH:
            self.asked = Mode(int(value), now.height, now.fourcc)
        else:
            self.asked = Mode(now.width, int(value), now.fourcc)
        return True

    def get(self, what: int) -> float:
        given = self.given()
        answers = {
            cv2.CAP_PROP_FOURCC: int.from_bytes(given.fourcc.encode("ascii"), "little"),
            cv2.CAP_PROP_FRAME_WIDTH: given.width,
            cv2.CAP_PROP_FRAME_HEIGHT: given.height,
            cv2.CAP_PROP_FPS: self.modes[given],
        }
        return float(answers[what])

    def given(self) -> Mode:
        wanted = self.asked.width * self.asked.height
        fitting = [mode for mode in self.modes if mode.fourcc == self.asked.fourcc]
        return min(fitting, key=lambda mode: abs(mode.width * mode.height - wanted))


@pytest.mark.parametrize(
    ("modes", "kept"),
    [
        ({Mode(640, 480, RAW): 30, Mode(1280, 720, RAW): 5, Mode(1280, 720, "MJPG"): 30}, Mode(1280, 720, "MJPG")),
        ({Mode(640, 480, RAW): 30, Mode(1280, 720, RAW): 30}, Mode(1280, 720, RAW)),
        ({Mode(640, 480, RAW): 30, Mode(1280, 720, RAW): 5}, Mode(640, 480, RAW)),
        ({Mode(640, 480, RAW): 30, Mode(1280, 720, RAW): 0}, Mode(1280, 720, RAW)),
        ({Mode(320, 240, RAW): 15}, Mode(320, 240, RAW)),
        ({Mode(1920, 1080, "NV12"): 30}, Mode(1920, 1080, "NV12")),
    ],
    ids=["compressed", "raw but fast", "raw and slow", "names no rate", "small only", "large only"],
)
def test_the_best_mode_that_the_driver_grants_is_kept(modes: dict[Mode, float], kept: Mode) -> None:
    assert settle_mode(Driver(modes)) == kept  # type: ignore[arg-type]


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[CameraInfo]:
    """The devices for the library; two cameras of one kind, plugged in in another order than last time."""
    names = {2: "HD Pro Webcam C920: HD Pro Webcam", 0: "HD Pro Webcam C920: HD Pro Webcam", 4: ""}
    way = cv2.CAP_V4L2
    infos = [CameraInfo(n, name, f"/dev/video{n}", None, None, way) for n, name in names.items()]
    monkeypatch.setattr(devices, "backend", lambda: cv2.CAP_V4L2)
    monkeypatch.setattr(devices, "enumerate_cameras", lambda way: infos)
    return infos


def links(folder: Path, nodes: dict[str, str]) -> Path:
    folder.mkdir()
    for name, node in nodes.items():
        (folder / name).symlink_to(f"/dev/{node}")
    return folder


@pytest.mark.usefixtures("found")
def test_cameras_have_names_and_are_found_again_by_their_fixed_part(tmp_path: Path) -> None:
    by_id = links(tmp_path / "by-id", {"usb-046d_C920_77-video-index0": "video2"})
    by_path = links(tmp_path / "by-path", {"pci-0-usb-1-index0": "video0", "pci-0-usb-2-index0": "video2"})
    assert list_cameras((by_id, by_path)) == [
        CameraDevice(str(by_path / "pci-0-usb-1-index0"), "HD Pro Webcam C920"),
        CameraDevice(str(by_id / "usb-046d_C920_77-video-index0"), "HD Pro Webcam C920 (2)"),
        CameraDevice("4", "4"),
    ]


@pytest.mark.usefixtures("found")
def test_without_names_that_stay_the_number_opens_it(tmp_path: Path) -> None:
    assert [camera.spec for camera in list_cameras((tmp_path / "none",))] == ["0", "2", "4"]


@pytest.mark.parametrize(
    ("spec", "device"),
    [
        ("0", True),
        ("/dev/video3", True),
        ("/dev/v4l/by-id/unplugged", True),
        ("film.avi", False),
        ("rtsp://x/1", False),
    ],
)
def test_a_device_is_known_for_one_though_it_is_not_plugged_in(spec: str, device: bool) -> None:
    assert is_device(spec) is device


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["UVC Camera (046d:0825)"] * 2, ["UVC Camera (046d:0825)", "UVC Camera (046d:0825) (2)"]),
        (["UVC Camera (046d:0825): UVC Camer"] * 2, ["UVC Camera (046d:0825)", "UVC Camera (046d:0825) (2)"]),
        (
            ["HD Pro Webcam C920: HD Pro Webca"] * 3,
            ["HD Pro Webcam C920", "HD Pro Webcam C920 (2)", "HD Pro Webcam C920 (3)"],
        ),
        (["Cam", "Cam (2)", "Cam"], ["Cam", "Cam (2)", "Cam (3)"]),
        (["Cam:", ":", " ", "A: B"], ["Cam", "1", "2", "A: B"]),
        (["Integrated Camera: Integrated C", "USB: Cam: USB: Cam"], ["Integrated Camera", "USB: Cam"]),
    ],
)
def test_names_are_whole_and_equal_ones_are_numbered(
    monkeypatch: pytest.MonkeyPatch, names: list[str], labels: list[str]
) -> None:
    way = cv2.CAP_V4L2
    infos = [CameraInfo(n, name, f"/dev/video{n}", None, None, way) for n, name in enumerate(names)]
    monkeypatch.setattr(devices, "backend", lambda: way)
    monkeypatch.setattr(devices, "enumerate_cameras", lambda way: infos)
    assert [camera.label for camera in list_cameras(())] == labels
