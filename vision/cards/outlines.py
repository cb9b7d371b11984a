"""Where a card may lie: rectangles of its size, in any turn, round which the picture has edges."""

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import PX_PER_MM, Floats
from vision.frames import Points

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
#: The outline that two pictures share is sought so far from where it seemed to be, in millimetres and degrees.  Looked
#: at: among the edges that one picture has alone it seemed up to 10 mm and 10 degrees beside the card.
SOUGHT_MM, SOUGHT_DEG = 10.0, 14.0
#: What both pictures show together is sought so fine, in degrees.
FINE_DEG: Final = 0.5

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
    return _found(*_derivatives(logs), size_mm)


def _found(across: Floats, down: Floats, size_mm: tuple[float, float]) -> list[CardPose]:
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


def clearest_outline(logs: Floats, size_mm: tuple[float, float], moved: Floats | None = None) -> CardPose | None:
    """The one outline of a card that lies alone, to half a millimetre and degree; `moved` is a picture of it that lies
    elsewhere: edges that both show are those of the table."""
    across, down = _derivatives(logs) if moved is None else _without_table(_derivatives(logs), _derivatives(moved))
    outlines = _found(across, down, size_mm)
    if not outlines:
        return None
    rough = outlines[0]
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


def shared_outline(
    pictures: tuple[Floats, Floats], poses: tuple[CardPose, CardPose], size_mm: tuple[float, float]
) -> CardPose:
    """Where a card of (width, height) lies in the first of two logarithmic pictures (h, w, 3) of the pile.

    The `poses` show the same part of its print.  They are moved alike to where its outlines are clearest together: the
    part of an edge that a cloth hides in one picture shows in the other.
    """
    slopes = [_derivatives(logs) for logs in pictures]
    best, moved = 0.0, (0.0, 0.0, 0.0)
    for turn in np.arange(-SOUGHT_DEG, SOUGHT_DEG + FINE_DEG / 2, FINE_DEG):
        turned = [replace(pose, turn_deg=pose.turn_deg + turn) for pose in poses]
        near = [_scores_near(*slope, pose, size_mm) for slope, pose in zip(slopes, turned, strict=True)]
        together = (near[0] + near[1]) / 2
        if together.max() > best:
            best, middle = float(together.max()), together.shape[0] // 2
            below, right = np.unravel_index(together.argmax(), together.shape)
            moved = (float(turn), (int(right) - middle) / PX_PER_MM, (int(below) - middle) / PX_PER_MM)
    return replace(_moved(poses[0], *moved), clearness=best)


def _scores_near(across: Floats, down: Floats, pose: CardPose, card: tuple[float, float]) -> Scores:
    """How clear an outline is at a pose and up to SOUGHT_MM beside it, along the card's own sides."""
    edges, turning = _upright(across, down, pose.turn_deg)
    far, inside = round(SOUGHT_MM * PX_PER_MM), edges[0].shape[0] - 1
    place = np.array([pose.x_mm, pose.y_mm]) * PX_PER_MM - 0.5 - turning[:, 2]
    x, y = np.clip(np.rint(np.linalg.solve(turning[:, :2], place)), 0, inside).astype(int)
    scores = cv2.copyMakeBorder(_rectangle_scores(*edges, card), far, far, far, far, cv2.BORDER_CONSTANT)
    return np.asarray(scores[y : y + 2 * far + 1, x : x + 2 * far + 1], dtype=np.float32)


def _moved(pose: CardPose, turn_deg: float, right_mm: float, down_mm: float) -> CardPose:
    """The pose turned, and then moved along the card's own sides."""
    turned = math.radians(pose.turn_deg + turn_deg)
    x_mm = pose.x_mm + math.cos(turned) * right_mm - math.sin(turned) * down_mm
    y_mm = pose.y_mm + math.sin(turned) * right_mm + math.cos(turned) * down_mm
    return replace(pose, x_mm=x_mm, y_mm=y_mm, turn_deg=pose.turn_deg + turn_deg)


def _outlines_at(
    across: Floats, down: Floats, size_mm: tuple[float, float], turn_deg: float, sides: tuple[int, ...] = (0, 1)
) -> list[CardPose]:
    """Outlines turned by `turn_deg`, and (side 1) by a quarter more."""
    edges, turning = _upright(across, down, turn_deg)
    found = []
    for side in sides:
        card = size_mm if side == 0 else (size_mm[1], size_mm[0])
        scores = _rectangle_scores(*edges, card)
        for x, y, score in _peaks(scores):
            place = (turning[:, :2] @ (x, y) + turning[:, 2] + 0.5) / PX_PER_MM
            found.append(CardPose(float(place[0]), float(place[1]), (turn_deg + 90 * side) % 180, score))
    return found


def _upright(across: Floats, down: Floats, turn_deg: float) -> tuple[tuple[Scores, Scores], Points]:
    """How much of an edge there is along the sides of a card that is turned so, each in a picture turned back, and the
    affine map (2, 3) of that picture into the pile's."""
    height, width = across.shape[:2]
    reach = math.ceil(math.hypot(width, height))
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    along_x = _edges(across * np.float32(cos) + down * np.float32(sin))
    along_y = _edges(down * np.float32(cos) - across * np.float32(sin))
    turning = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]])
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    turning[:, 2] = middle - turning[:, :2] @ np.full(2, (reach - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    turned = [
        np.asarray(cv2.warpAffine(edge, turning, (reach, reach), flags=flags), dtype=np.float32)
        for edge in (along_x, along_y)
    ]
    return (turned[0], turned[1]), turning


def _without_table(card: tuple[Floats, Floats], moved: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """The derivatives of a picture without those that another one has as well: only the card has moved."""
    here, there = (np.hypot(across, down) for across, down in (card, moved))
    own = np.clip((here - there) / np.maximum(here, 1e-6), 0.0, 1.0)
    return np.asarray(card[0] * own, dtype=np.float32), np.asarray(card[1] * own, dtype=np.float32)


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
