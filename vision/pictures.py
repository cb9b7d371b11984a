"""Pictures of other people, decoded within bounds: the one door for files and for what network cameras send."""

from pathlib import Path

import cv2
import numpy as np

from companion.system.files import PICTURE_BYTES, read_bytes
from vision.frames import Image


def read_picture(path: Path) -> Image | None:
    """The colours of a picture file; None where it is no picture, or one of more pixels than OpenCV was allowed.

    Raises OSError, also for a device, a pipe, and a file longer than any photograph.
    """
    return decode_picture(read_bytes(path, PICTURE_BYTES))


def decode_picture(content: bytes) -> Image | None:
    """The colours of a picture as it was sent; None for what is none, is cut off, or has too many pixels."""
    packed = np.frombuffer(content, dtype=np.uint8)
    # its messages go to the terminal and say less than ours
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, dtype=np.uint8)
