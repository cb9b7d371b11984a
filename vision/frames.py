"""One picture and its time."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
#: Rows of (x, y) in millimetres on the board or in pixels of a picture.
Points = NDArray[np.float64]


#: Sides in pixels: a smaller picture shows no board, a larger one cannot be warped by OpenCV.
SHORTEST_SIDE, LONGEST_SIDE = 32, 16_000
_BGR: Final = 3
#: The second map of `cv2.remap` if the first holds columns and rows, and the mask of features sought everywhere: OpenCV
#: 5.0 reads an empty array as a map, and its type stubs know no None.
NO_MAP: Final[Any] = None
NO_MASK: Final[Any] = None


def is_picture(image: object) -> bool:
    """Reports whether this is a usable colour picture: (h, w, 3), uint8, neither tiny nor immense."""
    if not isinstance(image, np.ndarray) or image.ndim != _BGR or image.shape[2] != _BGR or image.dtype != np.uint8:
        return False
    sides: tuple[int, ...] = image.shape[:2]
    return min(sides) >= SHORTEST_SIDE and max(sides) <= LONGEST_SIDE


def same_picture(first: Image, second: Image) -> bool:
    """Reports whether two pictures are equal in every 16th row; noise makes all others differ."""
    return np.array_equal(first[::16], second[::16])


def thinned(shape: tuple[int, ...], step: int) -> tuple[int, int]:
    """Returns the (height, width) of a picture of this shape reduced to every `step`-th pixel, the first included: the
    one rule for the sizes of all smaller pictures, masks and grids."""
    return -(-shape[0] // step), -(-shape[1] // step)


@dataclass(frozen=True, slots=True)
class Frame:
    """`image` is (height, width, 3) BGR, uint8; `t_ms` counts from any fixed moment.

    `share` is the part shown of a source with an end, 0 to 1; None for a camera.  `camera` is 1 for the second one of a
    table, else 0.
    """

    image: Image
    t_ms: int
    share: float | None = None
    camera: int = 0
