"""Lists the cameras of this machine by name, and chooses the mode of each.

Laws: the name of a camera stays valid after another one is plugged in; nodes that deliver no pictures (metadata,
encoders) are not listed.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
from cv2_enumerate_cameras import enumerate_cameras, supported_backends

from vision.sources.pi_camera import list_pi_cameras, pi_camera_number

#: The folders in which Linux keeps names of cameras that do not change with the order of plugging.
STABLE_NAMES: Final = (Path("/dev/v4l/by-id"), Path("/dev/v4l/by-path"))
#: The interfaces through which OpenCV captures, by system; the first that it was built with is used.
BACKENDS: Final = {
    "linux": (cv2.CAP_V4L2,),
    "win32": (cv2.CAP_DSHOW, cv2.CAP_MSMF),
    "darwin": (cv2.CAP_AVFOUNDATION,),
}
_NODE: Final = re.compile(r"video([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class CameraDevice:
    """`spec` opens it, also after a restart; `label` is the maker's name of it."""

    spec: str
    label: str


def backend() -> int:
    """Returns OpenCV's interface for capturing on this system; OpenCV's own choice if none is known."""
    known = [way for way in BACKENDS.get(sys.platform, ()) if way in supported_backends]
    return known[0] if known else cv2.CAP_ANY


def list_cameras(stable_names: tuple[Path, ...] = STABLE_NAMES) -> list[CameraDevice]:
    """Returns the cameras that deliver pictures, by number; equal names get a number at the end."""
    way = backend()
    if way == cv2.CAP_ANY:
        return []
    names = _stable(stable_names)
    found = sorted((info.index, info.name or "") for info in enumerate_cameras(way))
    labels = _numbered([_label(name) or str(number) for number, name in found])
    devices = [
        CameraDevice(names.get(number, str(number)), label) for (number, _), label in zip(found, labels, strict=True)
    ]
    return devices + [CameraDevice(*camera) for camera in list_pi_cameras()]


def _label(name: str) -> str:
    """Returns the name of a camera: Linux writes it twice with a colon between, the second time often cut short,
    because the kernel's field has 32 bytes.  A name may itself hold colons."""
    for colon in re.finditer(":", name):
        first, second = name[: colon.start()].strip(), name[colon.end() :].strip()
        if second and first.startswith(second):
            return first
    return name.strip().removesuffix(":").strip()


def _numbered(labels: Sequence[str]) -> list[str]:
    """Returns the labels, with a number after each repeated one."""
    told: list[str] = []
    for label in labels:
        ways = (label, *(f"{label} ({number})" for number in range(2, len(labels) + 2)))
        told.append(next(way for way in ways if way not in told))
    return told


def _stable(folders: tuple[Path, ...]) -> dict[int, str]:
    """Returns the number of each camera -> its stable name; the first folder that has one decides."""
    names: dict[int, str] = {}
    for folder in folders:
        for link in sorted(folder.glob("*")) if folder.is_dir() else ():
            node = _NODE.fullmatch(link.resolve().name)
            if node:
                names.setdefault(int(node.group(1)), str(link))
    return names


def device_number(spec: str) -> int | None:
    """Returns the number by which OpenCV opens the camera: a number itself, or the target of a device file; None for
    others."""
    if re.fullmatch(r"[0-9]{1,3}", spec):
        return int(spec)
    if not spec.startswith("/dev/"):
        return None
    node = _NODE.fullmatch(Path(spec).resolve().name)
    return int(node.group(1)) if node else None


def is_device(spec: str) -> bool:
    """Reports whether it names a camera of this machine, plugged in or not."""
    return spec.startswith("/dev/") or device_number(spec) is not None or pi_camera_number(spec) is not None


def is_connected(spec: str) -> bool:
    """Returns False only if the system reports it missing; elsewhere the opening shows it."""
    if pi_camera_number(spec) is not None:
        return any(spec == there for there, _ in list_pi_cameras())
    number = device_number(spec)
    if number is None:
        return False
    return not sys.platform.startswith("linux") or Path(f"/dev/video{number}").exists()


@dataclass(frozen=True, slots=True)
class Mode:
    """A size in pixels, and a four-letter format or "" for the camera's default."""

    width: int
    height: int
    fourcc: str = ""


#: Best first.  Compressed modes come first, because a USB 2 line carries raw pictures of this size only 5 to 10 times a
#: second.
MODES: Final = (Mode(1280, 720, "MJPG"), Mode(1280, 720), Mode(640, 480, "MJPG"), Mode(640, 480))
#: A camera that delivers less often is set to another mode, if it has one.
FEWEST_A_SECOND: Final = 10.0


def settle_mode(capture: cv2.VideoCapture) -> Mode:
    """Tries each mode in turn and keeps the first that the driver grants; the last one is kept in any case.

    A driver sets its nearest mode, so its later reply counts.  A driver that reports no rate is accepted.
    """
    for mode in MODES:
        if mode.fourcc:
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*mode.fourcc))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, mode.width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, mode.height)
        given = granted(capture)
        rate = capture.get(cv2.CAP_PROP_FPS)
        fits = (given.width, given.height) == (mode.width, mode.height) and mode.fourcc in ("", given.fourcc)
        if fits and (rate <= 0 or rate >= FEWEST_A_SECOND):
            break
    return granted(capture)


def granted(capture: cv2.VideoCapture) -> Mode:
    code = int(capture.get(cv2.CAP_PROP_FOURCC)) & 0xFFFFFFFF
    fourcc = code.to_bytes(4, "little").decode("ascii", errors="replace").strip("\0 ")
    return Mode(int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)), fourcc)
