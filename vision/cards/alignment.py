"""A card laid on a face to a fraction of a millimetre, whatever lies over a part of it.

An affine map is a (2, 3) array that takes pixels of a face, counted from its middle, to pixels of the pile's picture.
"""

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import CardPose
from vision.cards.pile import PX_PER_MM, Floats, without_light
from vision.frames import Image, Points

#: First small, which finds its way from further off, where a card is only pushed and turned; then at full size.
SHRINKS: Final = (4, 2, 1)
STEPS: Final = 5
#: No step is longer, in pixels.
MOST_STEP: Final = 4.0
#: What is finer than this is detail.
DETAIL_MM: Final = 5
#: A card that would have to be stretched or sheared more than this is another one: the plane is known to 1 %.
MOST_STRETCH: Final = 0.05

Size = tuple[int, int]


def size_px(size_mm: tuple[float, float]) -> Size:
    """(width, height) of a face in pixels."""
    return round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM)


def affine_of(pose: CardPose, *, upside_down: bool = False) -> Points:
    """The affine map of a card at this pose."""
    turn = math.radians(pose.turn_deg + (180 if upside_down else 0))
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = pose.x_mm * PX_PER_MM - 0.5, pose.y_mm * PX_PER_MM - 0.5
    return np.array([[cos, -sin, x], [sin, cos, y]])


def pose_of(affine: Points) -> CardPose:
    """Where an affine map has the middle of the card, and its turn from 0 to 360."""
    turn = math.degrees(math.atan2(affine[1, 0] - affine[0, 1], affine[0, 0] + affine[1, 1]))
    x, y = (affine[:, 2] + 0.5) / PX_PER_MM
    return CardPose(float(x), float(y), turn % 360)


def cut_out(picture: NDArray[np.float32] | Image, affine: Points, size: Size) -> NDArray[np.float32] | Image:
    """The (height, width, 3) part of a picture that an affine map shows."""
    middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    move = affine.copy()
    move[:, 2] -= affine[:, :2] @ middle
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]


def card_print(logs: Floats, affine: Points, size: Size) -> Floats:
    """The print of the card where an affine map has it, free of its light, of unit length as a vector."""
    return unit(without_light(np.asarray(cut_out(logs, affine, size), dtype=np.float32)))


def softened(picture: Floats, sigma: float) -> Floats:
    """A print (h, w, 3) as a camera shows it that is out of focus by `sigma` pixels, of unit length."""
    return picture if sigma == 0 else unit(np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.float32))


def unit(picture: Floats) -> Floats:
    """The picture without its mean, as a vector of length 1."""
    centred = picture - picture.mean()
    return np.asarray(centred / max(float(np.linalg.norm(centred)), 1e-6), dtype=np.float32)


def aligned(logs: Floats, affine: Points, face: Floats, shrinks: tuple[int, ...] = SHRINKS) -> Points | None:
    """The affine map at which a logarithmic picture agrees best with that of a face (h, w, 3), from one that is off by
    a few millimetres and degrees; None where it would have to be bent for that."""
    now = affine
    for shrink in shrinks:
        target, (wide, high) = _shrunk(face, shrink)
        wanted = detail(target, shrink)
        slopes = _slopes(wanted, wide, high)
        for _ in range(STEPS):
            step = _step(slopes, wanted, seen_detail(logs, now, face, shrink), rigid=shrink > 1)
            if step is None:
                return None
            turned = now[:, :2] @ np.linalg.inv(np.eye(2) + step[:, :2])
            now = np.column_stack([turned, now[:, 2] - turned @ step[:, 2]])
            if np.abs(step[:, 2]).max() < 0.02 * shrink:
                break
    stretch = np.linalg.svd(now[:, :2], compute_uv=False)
    return now if np.abs(stretch - 1).max() < MOST_STRETCH else None


def seen_detail(logs: Floats, affine: Points, face: Floats, shrink: int) -> Floats:
    """The detail of the card where an affine map has it, as small as the face is when it is shrunk."""
    small, scale = _shrunk(logs, shrink)
    height, width = face.shape[:2]
    size = (round(width / shrink), round(height / shrink))
    turned = affine[:, :2] * (width / size[0], height / size[1]) / np.array(scale)[:, None]
    moved = (affine[:, 2] + 0.5) / scale - 0.5
    cut = cut_out(small, np.column_stack([turned, moved]), size)
    return detail(np.asarray(cut, dtype=np.float32), shrink)


def detail(logs: Floats, shrink: int = 1) -> Floats:
    """What is fine in a logarithmic picture of a card, of unit length: the edge of a finger disturbs only what is near
    it."""
    side = 2 * round(DETAIL_MM * PX_PER_MM / shrink) + 1
    once = cv2.blur(logs, (side, side), borderType=cv2.BORDER_REFLECT_101)
    return unit(np.asarray(logs - cv2.blur(once, (side, side), borderType=cv2.BORDER_REFLECT_101), dtype=np.float32))


def _shrunk(picture: Floats, shrink: int) -> tuple[Floats, tuple[float, float]]:
    """A picture made smaller, and how much smaller it is across and down."""
    height, width = picture.shape[:2]
    if shrink == 1:
        return picture, (1.0, 1.0)
    size = (max(1, round(width / shrink)), max(1, round(height / shrink)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32), (width / size[0], height / size[1])


def _slopes(face: Floats, wide: float, high: float) -> Floats:
    """How every value of a face, shrunk so much, changes with the six numbers of a small affine move in full pixels,
    and with its contrast (7, values)."""
    height, width = face.shape[:2]
    x, y = np.meshgrid(np.arange(width) - (width - 1) / 2, np.arange(height) - (height - 1) / 2)
    along_x, along_y = np.gradient(face, axis=1) / wide, np.gradient(face, axis=0) / high
    far_x, far_y = x[..., None] * wide, y[..., None] * high
    rows = [along_x * far_x, along_x * far_y, along_x, along_y * far_x, along_y * far_y, along_y, face]
    return np.stack([row.ravel() for row in rows]).astype(np.float32)


def _step(slopes: Floats, face: Floats, seen: Floats, *, rigid: bool) -> Points | None:
    """The small move (2, 3) that brings `seen` nearer to the face; values that fit badly, such as those under a finger,
    count little.  None where nothing can be told."""
    rest = (seen - face).ravel()
    usual = np.float32(1.5 * float(np.median(np.abs(rest))) + 1e-9)
    used = np.stack([slopes[3] - slopes[1], slopes[2], slopes[5], slopes[6]]) if rigid else slopes
    weighted = used / (1 + np.square(rest / usual))
    curvature = (weighted @ used.T).astype(np.float64)
    curvature[np.diag_indices(len(used))] *= 1.001
    try:
        move = np.linalg.solve(curvature, weighted @ rest)[:-1]
    except np.linalg.LinAlgError:
        return None
    if rigid:
        turn, right, down = move
        move = np.array([0.0, -turn, right, turn, 0.0, down])
    if not np.isfinite(move).all():
        return None
    return move.reshape(2, 3) * min(1.0, MOST_STEP / max(float(np.abs(move[[2, 5]]).max()), 1e-9))
