"""Picture files of other people, decoded within bounds."""

from pathlib import Path

import cv2
import numpy as np

from companion.system.files import PICTURE_BYTES, read_bytes
from vision.frames import Image


def read_picture(path: Path) -> Image | None:
    """The colours of a picture file; None where it is no picture, or one of more pixels than OpenCV was allowed.

    Raises OSError, also for a device, a pipe, and a file longer than any photograph.
    """
    content = np.frombuffer(read_bytes(path, PICTURE_BYTES), dtype=np.uint8)
    # its messages go to the terminal and say less than ours
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        image = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, dtype=np.uint8)
