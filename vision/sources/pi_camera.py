"""The camera on a Raspberry Pi's flat cable, by the library of its system (python3-picamera2).

The library (BSD-2-Clause) is no dependency of ours: it fits the system's own libcamera and comes with it or not at all.
"""

import re
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from vision.frames import Image

_SPEC: Final = re.compile(r"picamera:([0-9])")
_SIZE: Final = (1280, 720)
#: The library's name for rows of blue, green, red (its manual, appendix on formats).
_BGR: Final = "RGB888"


def pi_camera_number(spec: str) -> int | None:
    """Returns the number of the camera in `picamera:N`; None for any other source."""
    found = _SPEC.fullmatch(spec)
    return int(found.group(1)) if found else None


def list_pi_cameras() -> list[tuple[str, str]]:
    """Returns the spec of each camera on a flat cable, and the name of its chip; none without the library."""
    library = _library()
    if library is None:
        return []
    # USB cameras are listed there, too; those on the cable hang on the board's own bus.  A camera is opened by its
    # place in this list: its entry `Num` is libcamera's number, which may have another order.
    cameras = enumerate(library.global_camera_info())
    known = [(place, info) for place, info in cameras if "i2c" in str(info.get("Id", ""))]
    return [(f"picamera:{place}", f"Raspberry Pi {info['Model']}") for place, info in known]


class PiCapture:
    """One of these cameras, open, with the interface of OpenCV's captures."""

    def __init__(self, number: int) -> None:
        """Raises RuntimeError if there is no such camera or another program uses it."""
        library = _library()
        if library is None:
            raise RuntimeError("python3-picamera2 is not installed")
        try:
            self._camera = library(number)
        except IndexError as error:  # raised by older releases
            raise RuntimeError(f"there is no camera {number}") from error
        self._camera.configure(self._camera.create_video_configuration(main={"size": _SIZE, "format": _BGR}))
        self._camera.start()

    def read(self) -> tuple[bool, Image]:
        """Waits for the next picture, (h, w, 3) BGR; False if the camera is gone."""
        try:
            return True, np.asarray(self._camera.capture_array("main"), dtype=np.uint8)
        except RuntimeError:
            return False, np.empty((0, 0, 3), np.uint8)

    def grab(self) -> bool:
        """Waits for the next picture without copying it; False if the camera is gone."""
        try:
            self._camera.capture_metadata()
        except RuntimeError:
            return False
        return True

    def release(self) -> None:
        self._camera.close()


def _library() -> Any:
    """Returns the library's class of a camera; None if it is missing, or does not fit the installed libraries."""
    if find_spec("picamera2") is None:
        return None
    try:
        from picamera2 import Picamera2
    except ImportError:
        return None
    return Picamera2
