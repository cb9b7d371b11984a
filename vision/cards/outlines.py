"""Where a card may lie: rectangles of its size, in any turn, round which the picture has edges."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import PX_PER_MM, Floats

TURN_STEP_DEG: Final = 5.0
#: So many outlines are tried: the true one was among them in nine of ten simulated piles.
MOST_OUTLINES: Final = 24
#: Outlines nearer than this are one.
SAME_MM, SAME_DEG = 4.0, 7.0
#: An edge of this height, in logarithms of brightness, counts half as much as the highest: artwork must not outshout
#: the thin shadow round a card that lies on others.
HALF_EDGE: Final = 0.05
#: This part of a side is looked at: corners are round.
STRAIGHT_PART: Final = 0.86
#: Places of one turn that are kept before turns are compared.
_PER_TURN: Final = 10

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CardPose:
    """Where the middle of a card is in the picture of the pile, in millimetres, and how far it is turned clockwise from
    upright; `clearness` (0 to 1) is how much of the clearest outline there can be is seen."""

    x_mm: float
    y_mm: float
    turn_deg: float
    clearness: float = 0.0


def find_outlines(logs: Floats, size_mm: tuple[float, float]) -> list[CardPose]:
    """The clearest outlines of cards of (width, height) in a logarithmic picture of the pile (h, w, 3); a turn by half
    cannot be told."""
    across, down = _derivatives(logs)
    found: list[CardPose] = []
    for step in range(round(90 / TURN_STEP_DEG)):
        found += _outlines_at(across, down, size_mm, step * TURN_STEP_DEG)
    return distinct(found, MOST_OUTLINES)


def distinct(found: list[CardPose], most: int) -> list[CardPose]:
    """The clearest of these, at most so many, none of which is another one once more."""
    kept: list[CardPose] = []
    for pose in sorted(found, key=lambda pose: -pose.clearness):
        if len(kept) == most:
            break
        if not any(_same(pose, other) for other in kept):
            kept.append(pose)
    return kept


def clearest_outline(logs: Floats, size_mm: tuple[float, float]) -> CardPose | None:
    """The one outline of a card that lies alone, to half a millimetre and degree."""
    outlines = find_outlines(logs, size_mm)
    if not outlines:
        return None
    rough = outlines[0]
    across, down = _derivatives(logs)
    turns = rough.turn_deg + np.arange(-TURN_STEP_DEG, TURN_STEP_DEG + 0.1, 0.5)
    near = [
        pose
        for turn in turns
        for pose in _outlines_at(across, down, size_mm, float(turn), sides=(0,))
        if math.hypot(pose.x_mm - rough.x_mm, pose.y_mm - rough.y_mm) < SAME_MM
    ]
    return max(near, key=lambda pose: pose.clearness, default=rough)


def _derivatives(logs: Floats) -> tuple[Floats, Floats]:
    smooth = cv2.GaussianBlur(logs, (3, 3), 0)
    across = cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32)
    down = cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32)
    return np.asarray(across, dtype=np.float32), np.asarray(down, dtype=np.float32)


def _outlines_at(
    across: Floats, down: Floats, size_mm: tuple[float, float], turn_deg: float, sides: tuple[int, ...] = (0, 1)
) -> list[CardPose]:
    """Outlines turned by `turn_deg`, and (side 1) by a quarter more."""
    height, width = across.shape[:2]
    reach = math.ceil(math.hypot(width, height))
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    along_x = _edges(across * np.float32(cos) + down * np.float32(sin))
    along_y = _edges(down * np.float32(cos) - across * np.float32(sin))
    turning = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]])
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    turning[:, 2] = middle - turning[:, :2] @ np.full(2, (reach - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    upright = [cv2.warpAffine(edge, turning, (reach, reach), flags=flags) for edge in (along_x, along_y)]
    found = []
    for side in sides:
        card = size_mm if side == 0 else (size_mm[1], size_mm[0])
        scores = _rectangle_scores(np.asarray(upright[0]), np.asarray(upright[1]), card)
        for x, y, score in _peaks(scores):
            place = (turning[:, :2] @ (x, y) + turning[:, 2] + 0.5) / PX_PER_MM
            found.append(CardPose(float(place[0]), float(place[1]), (turn_deg + 90 * side) % 180, score))
    return found


def _edges(derivative: Floats) -> Scores:
    """How much of an edge there is at each pixel, 0 to 1."""
    first, second, third = cv2.split(np.abs(derivative))
    height = cv2.max(cv2.max(first, second), third)
    return np.asarray(height / (height + HALF_EDGE), dtype=np.float32)


def _rectangle_scores(along_x: Scores, along_y: Scores, card: tuple[float, float]) -> Scores:
    """How much edge an upright rectangle with its middle at each pixel has on its four sides, 0 to 1."""
    width, height = (side * PX_PER_MM for side in card)
    upright = cv2.boxFilter(along_x, -1, (3, round(height * STRAIGHT_PART)), borderType=cv2.BORDER_CONSTANT)
    level = cv2.boxFilter(along_y, -1, (round(width * STRAIGHT_PART), 3), borderType=cv2.BORDER_CONSTANT)
    # roots favour four weak sides over two strong ones
    upright, level = np.sqrt(np.maximum(upright, 0)), np.sqrt(np.maximum(level, 0))
    scores = np.zeros_like(along_x)
    left, top = math.floor(width / 2), math.floor(height / 2)
    right, bottom = round(width) - left, round(height) - top
    across, down = slice(left, -right), slice(top, -bottom)
    scores[:, across] += upright[:, : -left - right] + upright[:, left + right :]
    scores[down] += level[: -top - bottom] + level[top + bottom :]
    return np.asarray(scores / 4, dtype=np.float32)


def _peaks(scores: Scores) -> list[tuple[int, int, float]]:
    highest = cv2.dilate(scores, np.ones((7, 7), dtype=np.uint8))
    rows, columns = np.nonzero((scores >= highest) & (scores > 0.1))
    best = np.argsort(-scores[rows, columns])[:_PER_TURN]
    return [(int(columns[i]), int(rows[i]), float(scores[rows[i], columns[i]])) for i in best]


def _same(one: CardPose, other: CardPose) -> bool:
    turned = abs(one.turn_deg - other.turn_deg) % 180
    near = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < SAME_MM
    return near and min(turned, 180 - turned) < SAME_DEG
