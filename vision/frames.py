"""One picture and when it was taken."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
#: Rows of (x, y) in millimetres on the board or in pixels of a picture.
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Frame:
    """`image` is (height, width, 3) BGR, uint8; `t_ms` counts from any fixed moment."""

    image: Image
    t_ms: int
