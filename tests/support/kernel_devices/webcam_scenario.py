"""The events of webcams in the machine, and the reports of our side, as one JSON object.

Two webcams of one kind that give grey pictures, one dark and one bright, one with raw pictures only, and the kernel's
own test camera (vivid).
"""

import json
import subprocess
import time
from contextlib import suppress
from typing import Any, Final

import cv2
import numpy as np

from kernel_devices.usb_device import Identity
from kernel_devices.webcam import EXPOSURE_MODE, Webcam
from kernel_devices.webcam_descriptors import Sizes
from vision.sources.devices import is_connected, list_cameras
from vision.sources.live import LiveSource
from vision.sources.protocol import SourceError

USUAL: Final = Sizes(jpeg=((1280, 720), (640, 480)), raw=((640, 480, 333_333), (1280, 720, 2_000_000)))
RAW_ONLY: Final = Sizes(jpeg=(), raw=((640, 480, 666_666), (1280, 720, 2_000_000)))
DARK, BRIGHT = 70, 190
AUTOMATICS: Final = ("auto_exposure", "white_balance_automatic", "focus_automatic_continuous", "power_line_frequency")
#: Long enough for an emulated machine.
PATIENCE_S: Final = 150.0


def webcam(serial: str, light: dict[str, int], sizes: Sizes = USUAL) -> Webcam:
    """A webcam of a usual kind, whose pictures have one level of grey, that of the light."""

    def picture(width: int, height: int) -> bytes:
        grey = np.full((height, width, 3), light["level"], dtype=np.uint8)
        if sizes.jpeg:
            return cv2.imencode(".jpg", grey)[1].tobytes()
        return np.dstack([grey[..., 0], np.full_like(grey[..., 0], 128)]).tobytes()

    return Webcam(Identity(0x046D, 0x082D, "Logitech", "HD Pro Webcam C920", serial), sizes, picture)


def plugged_in(camera: Webcam, port: int) -> None:
    """Plugs it in and waits until the system has named it."""
    before = len(list_cameras())
    camera.plug_in(port)
    deadline = time.monotonic() + PATIENCE_S
    while len(list_cameras()) == before and time.monotonic() < deadline:
        time.sleep(0.3)
    subprocess.run(["udevadm", "settle"], check=False)


def listed() -> list[tuple[str, str]]:
    return [(camera.spec, camera.label) for camera in list_cameras()]


def automatics(spec: str) -> dict[str, int]:
    """Returns the settings of the driver, read by another program (v4l2-ctl)."""
    output = subprocess.run(
        ["v4l2-ctl", "--device", spec, "--get-ctrl", ",".join(AUTOMATICS)], capture_output=True, text=True, check=True
    ).stdout
    return {name: int(value.split()[0]) for name, _, value in (line.partition(":") for line in output.splitlines())}


def shown(source: LiveSource, until: Any = None) -> dict[str, Any]:
    """Reads for a while, or until something is so; the format, and the size and grey of the last picture."""
    last, count, deadline = None, 0, time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and not (count >= 3 if until is None else until()):
        frame = source.read()
        if frame is not None:
            last, count = frame.image, count + 1
    size = None if last is None else (last.shape[1], last.shape[0])
    return {"format": source.format, "size": size, "level": None if last is None else round(float(last.mean()))}


def opened(spec: str) -> dict[str, Any]:
    """Returns the output of a camera, opened and closed again."""
    source = LiveSource(spec)
    try:
        source.open()
        return shown(source)
    except SourceError as error:
        return {"error": str(error)}
    finally:
        source.close()


def held(spec: str) -> dict[str, Any]:
    """The driver's settings before, while and after a camera is used."""
    before, source = automatics(spec), LiveSource(spec)
    source.open()
    used = shown(source, lambda: automatics(spec)["white_balance_automatic"] == 0)
    while_used = automatics(spec)
    source.close()
    return {"before": before, "while used": while_used, "after": automatics(spec), **used}


def relit(camera: Webcam, spec: str, light: dict[str, int]) -> list[int]:
    """How the exposure was set while the camera was used and somebody dimmed the lamp, in the camera's own numbers."""
    history = camera.controls[EXPOSURE_MODE].history
    history.clear()
    source = LiveSource(spec)
    source.open()
    for count, level in ((1, BRIGHT), (2, DARK), (3, DARK)):
        light["level"] = level
        shown(source, lambda count=count: len(history) >= count)
    seen = list(history)
    source.close()
    return seen


def pulled(dark: Webcam, bright: Webcam, spec: str) -> dict[str, Any]:
    """The dark camera is pulled out while it is read, and plugged in again after the bright one."""
    source = LiveSource(spec)
    source.open()
    shown(source)
    dark.pull_out()
    error_line = ""
    try:
        shown(source, lambda: False)
    except SourceError as error:
        error_line = str(error)
    source.close()
    seen: dict[str, Any] = {"error": error_line, "connected": is_connected(spec), "opened": opened(spec)}
    bright.pull_out()
    plugged_in(bright, 1)
    plugged_in(dark, 2)
    return {**seen, "again": listed(), "opened again": opened(spec)}


def main() -> None:
    light = {"level": BRIGHT}
    dark, bright, raw = webcam("77AA", {"level": DARK}), webcam("99BB", light), webcam("55CC", light, RAW_ONLY)
    seen: dict[str, Any] = {"none": listed()}
    plugged_in(dark, 0)
    plugged_in(bright, 1)
    seen["two"] = listed()
    (first, _), (second, _) = seen["two"]
    seen["held"] = held(first)
    seen["relit"] = relit(bright, second, light)
    light["level"] = BRIGHT
    subprocess.run(["v4l2-ctl", "--device", second, "--set-ctrl", "auto_exposure=1"], check=True)
    seen["set by hand"] = held(second)
    seen["pulled"] = pulled(dark, bright, first)
    plugged_in(raw, 3)
    raw_spec = next(spec for spec, _ in listed() if "55CC" in spec)
    seen["raw only"] = opened(raw_spec)
    with suppress(subprocess.CalledProcessError):
        subprocess.run(["modprobe", "--dirname", "build/kernel", "vivid", "n_devs=1"], check=True)
        subprocess.run(["udevadm", "settle"], check=False)
    seen["test camera"] = [(spec, label, opened(spec)) for spec, label in listed() if "vivid" in label]
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
