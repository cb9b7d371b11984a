"""Reads QR codes from pictures as a phone would, with both readers of OpenCV and in several sizes: each misses many a
fine code in one of them."""

import cv2
import numpy as np
from numpy.typing import NDArray


def read_code(picture: NDArray[np.uint8]) -> str:
    """Returns the text of the one code in a grey picture; empty if it cannot be read."""
    for scale in (1.0, 1.5, 0.8, 2.0, 1.25):
        sized = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for reader in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
            found, _, _ = reader.detectAndDecode(sized)
            if found:
                return str(found)
    return ""
