"""Camera pictures between the companion's order of colours and the screen's."""

import numpy as np

from ui.ports import Picture


def to_bgr(picture: Picture) -> Picture:
    """A picture as the companion's own (rows x columns x BGR)."""
    return np.ascontiguousarray(picture[..., 2::-1])


def to_rgba(image: Picture) -> Picture:
    """A picture of the companion as the screen takes it."""
    return np.dstack([image[..., ::-1], np.full(image.shape[:2], 255, dtype=np.uint8)])
