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

#: First small, which finds its way from further off, then at full size.
SHRINKS: Final = (4, 2, 1)
#: At this size a card is only pushed and turned: there is too little print to tell more.
RIGID: Final = 4
STEPS: Final = 5
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


def aligned(logs: Floats, affine: Points, face: Floats) -> Points | None:
    """The affine map at which a logarithmic picture agrees best with the print of a face (h, w, 3), from one that is
    off by a few millimetres and degrees; None where it would have to be bent for that."""
    # a face with little print may lead astray where it is looked at small
    found = _descended(logs, affine, face, SHRINKS)
    return _descended(logs, affine, face, SHRINKS[1:]) if found is None else found


def _descended(logs: Floats, affine: Points, face: Floats, shrinks: tuple[int, ...]) -> Points | None:
    """The affine map after steps at each of these sizes; None where it leads away or has to be bent."""
    size = (face.shape[1], face.shape[0])
    now = affine
    for shrink in shrinks:
        target = _shrunk(face, shrink)
        slopes = _slopes(target, shrink)
        for _ in range(STEPS):
            seen = _shrunk(card_print(logs, now, size), shrink)
            step = _step(slopes, target, seen, rigid=shrink == RIGID)
            if step is None:
                return None
            turned = now[:, :2] @ np.linalg.inv(np.eye(2) + step[:, :2])
            now = np.column_stack([turned, now[:, 2] - turned @ step[:, 2]])
            if np.abs(step[:, 2]).max() < 0.02:
                break
    stretch = np.linalg.svd(now[:, :2], compute_uv=False)
    return now if np.abs(stretch - 1).max() < MOST_STRETCH else None


def _shrunk(picture: Floats, shrink: int) -> Floats:
    if shrink == 1:
        return picture
    size = (picture.shape[1] // shrink, picture.shape[0] // shrink)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _slopes(face: Floats, shrink: int) -> NDArray[np.float64]:
    """How every value of a face changes with the six numbers of a small affine move (6, values), in full pixels."""
    height, width = face.shape[:2]
    x, y = np.meshgrid(np.arange(width) - (width - 1) / 2, np.arange(height) - (height - 1) / 2)
    along_x = np.gradient(face, axis=1) / shrink
    along_y = np.gradient(face, axis=0) / shrink
    far_x, far_y = x[..., None] * shrink, y[..., None] * shrink
    rows = [along_x * far_x, along_x * far_y, along_x, along_y * far_x, along_y * far_y, along_y]
    return np.stack([row.ravel() for row in rows]).astype(np.float64)


def _step(slopes: NDArray[np.float64], face: Floats, seen: Floats, *, rigid: bool) -> Points | None:
    """The small move (2, 3) that brings `seen` nearer to the face; values that fit badly, such as those under a finger,
    count little.  None where nothing can be told."""
    wanted, shown = face.ravel().astype(np.float64), seen.ravel().astype(np.float64)
    rest = shown - wanted
    usual = 1.5 * float(np.median(np.abs(rest))) + 1e-9
    used = np.stack([slopes[3] - slopes[1], slopes[2], slopes[5]]) if rigid else slopes
    weighted = used / (1 + np.square(rest / usual))
    curvature = weighted @ used.T
    curvature[np.diag_indices(len(used))] *= 1.001
    try:
        move = np.linalg.solve(curvature, weighted @ rest)
    except np.linalg.LinAlgError:
        return None
    if rigid:
        turn, right, down = move
        move = np.array([0.0, -turn, right, turn, 0.0, down])
    if not np.isfinite(move).all() or np.abs(move[[2, 5]]).max() > 8:
        return None
    return move.reshape(2, 3)
