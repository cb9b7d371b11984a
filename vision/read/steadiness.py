"""Checks in every picture whether a board still shows at its last place, also while hands move over it."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board_mask import Mask
from vision.frames import Image

#: The number of followed corners of the print; with fewer than the second there is no result.
FOLLOWED: Final = 80
FEWEST: Final = 12
#: A corner within this distance, in pixels of the small picture, has stayed.
STRAY_PX: Final = 1.5
#: Hands hide many corners, but a moved board moves all of them.
LEAST_SHARE: Final = 0.35
#: The largest mean difference of the surroundings of a corner in grey levels.
MOST_ERROR: Final = 24.0

Corners = NDArray[np.float32]


class Steadiness:
    """Compares small grey pictures (h, w), always of the same size, with the last one in which the board was found."""

    def __init__(self) -> None:
        self._found: Image | None = None
        self._corners: Corners | None = None

    def found(self, grey: Image, board: Mask) -> None:
        """Stores a picture in which the board was found; `board` (h, w) masks it."""
        corners = cv2.goodFeaturesToTrack(grey, FOLLOWED, 0.02, 6.0, mask=board)
        self._found, self._corners = grey, None if corners is None else np.asarray(corners, dtype=np.float32)

    def forget(self) -> None:
        """Forgets the picture: the board may be anywhere."""
        self._found = self._corners = None

    def holds(self, grey: Image) -> bool:
        """Reports whether the board shows at the same place here; False if that cannot be determined."""
        if self._found is None or self._corners is None or len(self._corners) < FEWEST:
            return False
        if grey.shape != self._found.shape:
            return False
        after, seen, error = cv2.calcOpticalFlowPyrLK(
            self._found, grey, self._corners, np.empty_like(self._corners), winSize=(15, 15), maxLevel=2
        )
        stray = np.linalg.norm(np.asarray(after - self._corners).reshape(-1, 2), axis=1)
        kept = (seen.ravel() > 0) & (stray < STRAY_PX) & (error.ravel() < MOST_ERROR)
        return float(kept.mean()) >= LEAST_SHARE
