"""A webcam's automatics are held once its pictures have settled, and given back; it gets its lamps' frequency.

The webcams are models: the driver's effects on a control are drawn at random.
"""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frames import Image
from vision.sources import mains
from vision.sources.automatics import EVERY_MS, MANUAL, HeldAutomatics
from vision.sources.mains import MENU, give_back_mains, set_mains

EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE
AUTOMATIC = {EXPOSURE: 3.0, cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0}
LEVEL = 120.0
SCENE = np.random.default_rng(5).uniform(0.4, 1.6, (96, 128, 3))


class Webcam:
    """Brings its picture to one level while it is automatic; `jump` is what its exposure does when it is held."""

    def __init__(self, controls: dict[int, float] = AUTOMATIC, *, jump: float = 1.0, obeys: bool = True) -> None:
        self.controls, self.jump, self.obeys = dict(controls), jump, obeys
        self.gain = self.light = 1.0
        self.calls: list[tuple[int, float]] = []
        self._rng = np.random.default_rng(1)

    def get(self, control: int) -> float:
        return self.controls.get(control, -1.0)

    def set(self, control: int, value: float) -> bool:
        self.calls.append((control, value))
        if control not in self.controls or not self.obeys:
            return False
        if control == EXPOSURE and value == MANUAL[EXPOSURE]:
            self.gain *= self.jump
        self.controls[control] = value
        return True

    def picture(self) -> Image:
        if self.controls.get(EXPOSURE, 3.0) != MANUAL[EXPOSURE]:
            self.gain += 0.5 * (1.0 / self.light - self.gain)
        noise = self._rng.normal(0, 2, SCENE.shape)
        return np.clip(SCENE * LEVEL * self.gain * self.light + noise, 0, 255).astype(np.uint8)


def watch(camera: Webcam, held: HeldAutomatics, seconds: float, begin_ms: int = 0) -> int:
    """Shows it so much of the camera's pictures; the time afterwards."""
    for step in range(round(seconds * 1000 / EVERY_MS)):
        held.see(camera.picture(), begin_ms + step * EVERY_MS)
    return begin_ms + round(seconds * 1000)


def test_what_has_settled_is_held_and_given_back() -> None:
    camera = Webcam()
    held = HeldAutomatics(camera)
    now_ms = watch(camera, held, 1.5)
    assert camera.controls == AUTOMATIC, "a new camera is still finding its picture"
    watch(camera, held, 6, now_ms)
    assert camera.controls == MANUAL
    held.give_back()
    assert camera.controls == AUTOMATIC


def test_a_lamp_switched_on_is_found_anew_and_held_again() -> None:
    camera = Webcam()
    held = HeldAutomatics(camera)
    now_ms = watch(camera, held, 6)
    camera.light = 0.4
    now_ms = watch(camera, held, 2.5, now_ms)
    assert held.holds, "somebody who leans over the board is no other light"
    now_ms = watch(camera, held, 2, now_ms)
    assert camera.controls == AUTOMATIC
    watch(camera, held, 6, now_ms)
    assert held.holds
    assert abs(float(camera.picture().mean()) / LEVEL - 1.0) < 0.1


@pytest.mark.parametrize("after_s", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_a_lamp_switched_during_the_hold_delays_it_only_once(after_s: float) -> None:
    camera = Webcam()
    held, now_ms = HeldAutomatics(camera), 0
    while not held.holds:
        now_ms = watch(camera, held, EVERY_MS / 1000, now_ms)
    now_ms = watch(camera, held, after_s, now_ms)
    camera.light = 0.4
    watch(camera, held, 12, now_ms)
    assert camera.controls == MANUAL
    assert abs(float(camera.picture().mean()) / LEVEL - 1.0) < 0.1


def test_a_hold_that_worsens_the_picture_is_released_for_good_in_the_end() -> None:
    camera = Webcam(jump=0.5)
    held = HeldAutomatics(camera)
    now_ms = watch(camera, held, 3.25)
    assert camera.controls == AUTOMATIC
    assert camera.calls
    now_ms = watch(camera, held, 17, now_ms)
    assert camera.controls == AUTOMATIC
    count = len(camera.calls)
    watch(camera, held, 20, now_ms)
    assert len(camera.calls) == count


def test_a_camera_that_never_settles_is_left_alone() -> None:
    camera = Webcam()
    held = HeldAutomatics(camera)
    for step in range(100):
        camera.light = 1.0 + 0.3 * (step % 3)
        held.see(camera.picture(), step * EVERY_MS)
    assert camera.calls == []


@settings(max_examples=30, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(AUTOMATIC)), st.sampled_from([0.0, 1.0, 2.0, 3.0])),
    st.sampled_from([0.3, 0.95, 1.0, 1.05, 3.0]),
    st.booleans(),
    st.lists(st.sampled_from([1.0, 0.5, 2.0]), min_size=1, max_size=4),
)
def test_whatever_the_driver_does_the_controls_end_as_they_began(
    controls: dict[int, float], jump: float, obeys: bool, lights: list[float]
) -> None:
    camera = Webcam(controls, jump=jump, obeys=obeys)
    held, now_ms = HeldAutomatics(camera), 0
    for light in lights:
        camera.light = light
        now_ms = watch(camera, held, 5, now_ms)
    held.give_back()
    assert camera.controls == controls
    by_hand = {control for control, value in controls.items() if value == MANUAL[control]}
    assert not by_hand & {control for control, _ in camera.calls}


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """The controls of a driver by their numbers, behind the call of the system."""
    fcntl = pytest.importorskip("fcntl", reason="only Linux has it")
    controls = {mains.POWER_LINE_FREQUENCY: MENU[60]}

    def ioctl(_: int, call: int, request: bytes) -> bytes:
        control, value = struct.unpack("Ii", request)
        if control not in controls:
            raise OSError(22, "Invalid argument")
        if call == mains.SET_CONTROL:
            controls[control] = value
        return struct.pack("Ii", control, controls[control])

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    return controls


def test_a_camera_gets_the_mains_frequency_and_its_old_settings_back(driver: dict[int, int], tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    assert set_mains(device, None) is None, "nobody knows"
    assert driver[mains.POWER_LINE_FREQUENCY] == MENU[60]
    before = set_mains(device, 50)
    assert (before, driver[mains.POWER_LINE_FREQUENCY]) == (MENU[60], MENU[50])
    assert set_mains(device, 50) is None, "it is so already"
    give_back_mains(device, MENU[60])
    assert driver[mains.POWER_LINE_FREQUENCY] == MENU[60]


@pytest.mark.usefixtures("driver")
def test_a_camera_without_that_control_or_that_is_gone_is_left_alone(driver: dict[int, int], tmp_path: Path) -> None:
    driver.clear()
    device = tmp_path / "video0"
    assert set_mains(device, 50) is None
    device.touch()
    assert set_mains(device, 50) is None
