"""Decodes untrusted pictures within bounds: the only entry for files and for data of network cameras."""

from pathlib import Path

import cv2
import numpy as np

from companion.system.files import PICTURE_BYTES, read_bytes
from vision.frames import Image


def read_picture(path: Path) -> Image | None:
    """Returns the colours of a picture file; None if it is no picture, or has more pixels than OpenCV is allowed.

    Raises OSError, also for a device, a pipe, and a file longer than any photograph.
    """
    return decode_picture(read_bytes(path, PICTURE_BYTES))


def decode_picture(content: bytes) -> Image | None:
    """Returns the colours of an encoded picture; None if it is no picture, is cut off, or has too many pixels."""
    packed = np.frombuffer(content, dtype=np.uint8)
    # its messages go to the terminal and are less informative than ours
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, dtype=np.uint8)
