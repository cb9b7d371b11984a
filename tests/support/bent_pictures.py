"""Pictures as a lens that bends straight lines would have shown them."""

import cv2
import numpy as np

from vision.find.lens import Lens
from vision.frames import Image


def bending(bend: float, picture: tuple[int, int]) -> Lens:
    """A lens for pictures of (width, height) that is known beyond doubt."""
    usual = Lens.usual(picture)
    return Lens(usual.centre, usual.unit_px, bend, 0.0)


def photographed(image: Image, lens: Lens) -> Image:
    """A pinhole's picture as the lens would have shown it."""
    height, width = image.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2).astype(np.float64)
    across = lens.undistort(grid).astype(np.float32).reshape(height, width, 2)
    return np.asarray(
        cv2.remap(image, across[..., 0], across[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE),
        dtype=np.uint8,
    )
