"""The examination of a camera or a wheel: size, light and pace, or the reason for missing pictures."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sensors import examine
from companion.sensors.examine import CameraReport, device_node, examine_camera, examine_wheel
from companion.sensors.wheel import AUTO

NOISE = np.random.default_rng(1).integers(0, 255, (90, 160, 3), dtype=np.uint8)


@pytest.mark.parametrize(
    ("picture", "trouble"),
    [(NOISE, ""), (np.zeros_like(NOISE), "camera_too_dark"), (np.full_like(NOISE, 255), "camera_colourless")],
    ids=["good", "dark", "white"],
)
def test_a_folder_of_pictures_has_a_size_a_light_and_no_pace(tmp_path: Path, picture: np.ndarray, trouble: str) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), picture)
    assert examine_camera(str(tmp_path)) == CameraReport(name=tmp_path.name, width=160, height=90, trouble=trouble)


@pytest.mark.parametrize("spec", ["77", "/dev/video77", "no-such-film.mp4"])
def test_a_camera_that_is_not_there_is_missing(spec: str) -> None:
    assert examine_camera(spec).fault == "camera_missing"


def test_only_a_device_has_a_device_file() -> None:
    assert device_node("3") == Path("/dev/video3")
    assert device_node("http://127.0.0.1/film") is None


def test_a_named_port_is_examined_and_without_a_name_every_likely_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "likely_devices", lambda: ["/dev/likely"])
    (named,) = examine_wheel("/dev/none")
    (likely,) = examine_wheel(AUTO)
    assert named == ("wheel_missing", (("port", "/dev/none"),))
    assert likely == ("wheel_missing", (("port", "/dev/likely"),))
    monkeypatch.setattr(examine, "likely_devices", list)
    assert [code for code, _ in examine_wheel(AUTO)] == ["wheel_no_port"]


@pytest.mark.parametrize(("port", "named"), [("/dev/none", True), (AUTO, False)])
def test_only_a_port_with_a_name_is_spoken_to_first(monkeypatch: pytest.MonkeyPatch, port: str, named: bool) -> None:
    """At a likely port another device may hang."""
    spoken: list[bool] = []
    probe = examine.probe_port
    monkeypatch.setattr(examine, "likely_devices", lambda: ["/dev/likely"])
    monkeypatch.setattr(examine, "probe_port", lambda device, named: spoken.append(named) or probe(device, named=named))
    examine_wheel(port)
    assert spoken == [named]
