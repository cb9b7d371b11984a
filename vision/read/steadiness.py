"""Whether a board still shows where it was last found, asked of every picture: also while hands move over it."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board_mask import Mask
from vision.frames import Image

#: So many corners of the print are followed; with fewer than the second nothing is claimed.
FOLLOWED: Final = 80
FEWEST: Final = 12
#: A corner that shows no further away than this, in pixels of the small picture, is where it was.
STRAY_PX: Final = 1.5
#: Hands hide many corners, but a board that moved takes all of them along.
LEAST_SHARE: Final = 0.35
#: Grey levels by which the surroundings of a corner may differ on average.
MOST_ERROR: Final = 24.0

Corners = NDArray[np.float32]


class Steadiness:
    """Compares small grey pictures (h, w), always of the same size, with the last one in which the board was found."""

    def __init__(self) -> None:
        self._found: Image | None = None
        self._corners: Corners | None = None

    def found(self, grey: Image, board: Mask) -> None:
        """The board was found in this picture; `board` (h, w) masks it."""
        corners = cv2.goodFeaturesToTrack(grey, FOLLOWED, 0.02, 6.0, mask=board)
        self._found, self._corners = grey, None if corners is None else np.asarray(corners, dtype=np.float32)

    def forget(self) -> None:
        """The board may be anywhere."""
        self._found = self._corners = None

    def holds(self, grey: Image) -> bool:
        """Whether the board shows at the same place here; False where that cannot be told."""
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
