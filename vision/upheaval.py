"""When the board is found in a new place: was it pushed, or was the camera?"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose
from vision.profile import BoardProfile
from vision.surface import board_mask
from vision.troubles import Remark

#: A grey level must change by so much to be more than noise.
STEP: Final = 12
#: When more than this part of the table round the board looks different, the camera has moved.
CHANGED_PART: Final = 0.12
#: The rim of the board throws shadows: so many half-size pixels round it do not count.
RIM_PX: Final = 14
#: With less of the table in view than this part of the picture nothing can be said, and the board is the likelier.
FEWEST_PART: Final = 0.03

Grey = NDArray[np.uint8]


def what_moved(before: Grey, now: Grey, old: Pose, new: Pose, profile: BoardProfile) -> Remark:
    """Compares the table round the board in two half-size grey pictures, with the board at the `old` and `new` pose."""
    shape = (now.shape[0] * 2, now.shape[1] * 2)
    board = board_mask(old, profile, shape, 0.5) | board_mask(new, profile, shape, 0.5)
    table = cv2.dilate(board, np.ones((RIM_PX, RIM_PX), dtype=np.uint8)) == 0
    if before.shape != now.shape or float(table.mean()) < FEWEST_PART:
        return Remark.BOARD_MOVED
    gain = float(np.median(now[table].astype(np.float32) + 1.0)) / float(
        np.median(before[table].astype(np.float32) + 1.0)
    )
    differs = np.abs(now[table].astype(np.float32) - gain * before[table]) > STEP
    return Remark.CAMERA_MOVED if float(differs.mean()) > CHANGED_PART else Remark.BOARD_MOVED
