"""The camera on a Raspberry Pi's flat cable, by the library that its system brings (python3-picamera2).

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
    """The number of the camera that `picamera:N` means; None for any other source."""
    found = _SPEC.fullmatch(spec)
    return int(found.group(1)) if found else None


def list_pi_cameras() -> list[tuple[str, str]]:
    """What opens each camera on a flat cable, and the name of its chip; none where the library is not there."""
    library = _library()
    if library is None:
        return []
    # USB cameras are listed there, too; those on the cable hang on the board's own bus.  A camera is opened by its
    # place in this list: the number that stands in it (`Num`) is that of libcamera, which may have another order.
    cameras = enumerate(library.global_camera_info())
    known = [(place, info) for place, info in cameras if "i2c" in str(info.get("Id", ""))]
    return [(f"picamera:{place}", f"Raspberry Pi {info['Model']}") for place, info in known]


class PiCapture:
    """One of these cameras, open; it is read as OpenCV's are."""

    def __init__(self, number: int) -> None:
        """Raises RuntimeError where there is no such camera or another program uses it."""
        library = _library()
        if library is None:
            raise RuntimeError("python3-picamera2 is not installed")
        try:
            self._camera = library(number)
        except IndexError as error:  # what older releases raise
            raise RuntimeError(f"there is no camera {number}") from error
        self._camera.configure(self._camera.create_video_configuration(main={"size": _SIZE, "format": _BGR}))
        self._camera.start()

    def read(self) -> tuple[bool, Image]:
        """Waits for the next picture, (h, w, 3) BGR; False where the camera has gone."""
        try:
            return True, np.asarray(self._camera.capture_array("main"), dtype=np.uint8)
        except RuntimeError:
            return False, np.empty((0, 0, 3), np.uint8)

    def release(self) -> None:
        self._camera.close()


def _library() -> Any:
    """The library's class of a camera; None where it is not installed, or does not fit what is."""
    if find_spec("picamera2") is None:
        return None
    try:
        from picamera2 import Picamera2
    except ImportError:
        return None
    return Picamera2
