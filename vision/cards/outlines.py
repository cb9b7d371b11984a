"""Finds possible positions of a card: rectangles of its size, in any turn, with edges around them."""

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.pile import PX_PER_MM, Floats
from vision.frames import Points

TURN_STEP_DEG: Final = 5.0
#: The number of outlines tried: the true one was among them in nine of ten simulated piles.
MOST_OUTLINES: Final = 24
#: Outlines nearer than this are one.
SAME_MM, SAME_DEG = 4.0, 7.0
#: An edge of this height, in logarithms of brightness, counts half as much as the highest: artwork must not outweigh
#: the thin shadow round a card on other cards.
HALF_EDGE: Final = 0.05
#: On a quiet table it is less: this multiple of the upper quartile of all slopes, and at least one grey level.  Tuning
#: set: the quartile was 0.001 to 0.002 on plain pale tables, where a white card's edges had 0.02 and a half height of
#: 0.05 gave no outline; on wood, cloths and dark tables it was 0.005 to 0.03.
ABOVE_QUIET, LEAST_HALF_EDGE = 8.0, 0.005
#: The part of a side that is examined: corners are round.
STRAIGHT_PART: Final = 0.86
#: Positions kept for one turn before turns are compared.
_PER_TURN: Final = 10
#: The outline shared by two pictures is sought within this distance of its first estimate, in millimetres and degrees.
#: Tuning set: an estimate from the edges of one picture alone was up to 10 mm and 10 degrees off.
SOUGHT_MM, SOUGHT_DEG = 10.0, 14.0
#: The step of the search in both pictures together, in degrees.
FINE_DEG: Final = 0.5

Scores = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CardPose:
    """The middle of a card in the picture of the pile, in millimetres, and its clockwise turn from upright; `clearness`
    (0 to 1) is the visible part of the clearest possible outline."""

    x_mm: float
    y_mm: float
    turn_deg: float
    clearness: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Slopes:
    """The derivatives (h, w, 3) of a logarithmic picture; an edge of `half_edge` counts half."""

    across: Floats
    down: Floats
    half_edge: float

    @classmethod
    def of(cls, logs: Floats) -> "_Slopes":
        """Returns the slopes of a logarithmic picture (h, w, 3); their upper quartile sets the half height."""
        smooth = cv2.GaussianBlur(logs, (3, 3), 0)
        across = np.asarray(cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32), dtype=np.float32)
        down = np.asarray(cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32), dtype=np.float32)
        quiet = float(np.quantile(np.stack([_height(across), _height(down)]), 0.75))
        return cls(across, down, min(HALF_EDGE, max(LEAST_HALF_EDGE, ABOVE_QUIET * quiet)))

    def without(self, table: "_Slopes") -> "_Slopes":
        """Returns the slopes without those that another picture shares: only the card has moved."""
        here, there = (np.hypot(one.across, one.down) for one in (self, table))
        own = np.clip((here - there) / np.maximum(here, 1e-6), 0.0, 1.0).astype(np.float32)
        return replace(self, across=self.across * own, down=self.down * own)


def find_outlines(logs: Floats, size_mm: tuple[float, float]) -> list[CardPose]:
    """Returns the clearest outlines of cards of (width, height) in a logarithmic picture of the pile (h, w, 3); a turn
    by half cannot be detected."""
    return _found(_Slopes.of(logs), size_mm)


def _found(slopes: _Slopes, size_mm: tuple[float, float]) -> list[CardPose]:
    found: list[CardPose] = []
    for step in range(round(90 / TURN_STEP_DEG)):
        found += _outlines_at(slopes, size_mm, step * TURN_STEP_DEG)
    return distinct(found, MOST_OUTLINES)


def distinct(found: list[CardPose], most: int) -> list[CardPose]:
    """Returns the clearest of these, at most `most`, without duplicates."""
    kept: list[CardPose] = []
    for pose in sorted(found, key=lambda pose: -pose.clearness):
        if len(kept) == most:
            break
        if not any(_same(pose, other) for other in kept):
            kept.append(pose)
    return kept


def clearest_outline(logs: Floats, size_mm: tuple[float, float], moved: Floats | None = None) -> CardPose | None:
    """Finds the outline of a card that lies alone, to half a millimetre and degree.  `moved` is a picture of it at
    another position: edges that both show belong to the table."""
    slopes = _Slopes.of(logs) if moved is None else _Slopes.of(logs).without(_Slopes.of(moved))
    outlines = _found(slopes, size_mm)
    if not outlines:
        return None
    rough = outlines[0]
    turns = rough.turn_deg + np.arange(-TURN_STEP_DEG, TURN_STEP_DEG + 0.1, 0.5)
    near = [
        pose
        for turn in turns
        for pose in _outlines_at(slopes, size_mm, float(turn), sides=(0,))
        if math.hypot(pose.x_mm - rough.x_mm, pose.y_mm - rough.y_mm) < SAME_MM
    ]
    return max(near, key=lambda pose: pose.clearness, default=rough)


def shared_outline(
    pictures: tuple[Floats, Floats], poses: tuple[CardPose, CardPose], size_mm: tuple[float, float]
) -> CardPose:
    """Returns the pose of a card of (width, height) in the first of two logarithmic pictures (h, w, 3) of the pile.

    The `poses` show the same part of its print.  Both move alike to the clearest sum of outlines: the part of an edge
    that a cloth hides in one picture shows in the other.
    """
    slopes = [_Slopes.of(logs) for logs in pictures]
    best, moved = 0.0, (0.0, 0.0, 0.0)
    for turn in np.arange(-SOUGHT_DEG, SOUGHT_DEG + FINE_DEG / 2, FINE_DEG):
        turned = [replace(pose, turn_deg=pose.turn_deg + turn) for pose in poses]
        near = [_scores_near(slope, pose, size_mm) for slope, pose in zip(slopes, turned, strict=True)]
        together = (near[0] + near[1]) / 2
        if together.max() > best:
            best, middle = float(together.max()), together.shape[0] // 2
            below, right = np.unravel_index(together.argmax(), together.shape)
            moved = (float(turn), (int(right) - middle) / PX_PER_MM, (int(below) - middle) / PX_PER_MM)
    return replace(_moved(poses[0], *moved), clearness=best)


def _scores_near(slopes: _Slopes, pose: CardPose, card: tuple[float, float]) -> Scores:
    """Returns the clearness of an outline at a pose and up to SOUGHT_MM beside it, along the card's own sides."""
    edges, turning = _upright(slopes, pose.turn_deg)
    far, inside = round(SOUGHT_MM * PX_PER_MM), edges[0].shape[0] - 1
    place = np.array([pose.x_mm, pose.y_mm]) * PX_PER_MM - 0.5 - turning[:, 2]
    x, y = np.clip(np.rint(np.linalg.solve(turning[:, :2], place)), 0, inside).astype(int)
    scores = cv2.copyMakeBorder(_rectangle_scores(*edges, card), far, far, far, far, cv2.BORDER_CONSTANT)
    return np.asarray(scores[y : y + 2 * far + 1, x : x + 2 * far + 1], dtype=np.float32)


def _moved(pose: CardPose, turn_deg: float, right_mm: float, down_mm: float) -> CardPose:
    """Returns the pose turned, and then moved along the card's own sides."""
    turned = math.radians(pose.turn_deg + turn_deg)
    x_mm = pose.x_mm + math.cos(turned) * right_mm - math.sin(turned) * down_mm
    y_mm = pose.y_mm + math.sin(turned) * right_mm + math.cos(turned) * down_mm
    return replace(pose, x_mm=x_mm, y_mm=y_mm, turn_deg=pose.turn_deg + turn_deg)


def _outlines_at(
    slopes: _Slopes, size_mm: tuple[float, float], turn_deg: float, sides: tuple[int, ...] = (0, 1)
) -> list[CardPose]:
    """Returns outlines turned by `turn_deg`, and (side 1) by a quarter more."""
    edges, turning = _upright(slopes, turn_deg)
    found = []
    for side in sides:
        card = size_mm if side == 0 else (size_mm[1], size_mm[0])
        scores = _rectangle_scores(*edges, card)
        for x, y, score in _peaks(scores):
            place = (turning[:, :2] @ (x, y) + turning[:, 2] + 0.5) / PX_PER_MM
            found.append(CardPose(float(place[0]), float(place[1]), (turn_deg + 90 * side) % 180, score))
    return found


def _upright(slopes: _Slopes, turn_deg: float) -> tuple[tuple[Scores, Scores], Points]:
    """Returns the edge strength along the sides of a card with this turn, each in a picture turned back, and the affine
    map (2, 3) from that picture to the pile's."""
    height, width = slopes.across.shape[:2]
    reach = math.ceil(math.hypot(width, height))
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    along_x = _edges(slopes.across * np.float32(cos) + slopes.down * np.float32(sin), slopes.half_edge)
    along_y = _edges(slopes.down * np.float32(cos) - slopes.across * np.float32(sin), slopes.half_edge)
    turning = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]])
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    turning[:, 2] = middle - turning[:, :2] @ np.full(2, (reach - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    turned = [
        np.asarray(cv2.warpAffine(edge, turning, (reach, reach), flags=flags), dtype=np.float32)
        for edge in (along_x, along_y)
    ]
    return (turned[0], turned[1]), turning


def _edges(derivative: Floats, half_edge: float) -> Scores:
    """Returns the edge strength of each pixel, 0 to 1."""
    height = _height(derivative)
    return np.asarray(height / (height + half_edge), dtype=np.float32)


def _height(derivative: Floats) -> Scores:
    """Returns the steepest slope among the three channels."""
    first, second, third = cv2.split(np.abs(derivative))
    return np.asarray(cv2.max(cv2.max(first, second), third), dtype=np.float32)


def _rectangle_scores(along_x: Scores, along_y: Scores, card: tuple[float, float]) -> Scores:
    """Returns the edge strength on the four sides of an upright rectangle around each pixel, 0 to 1."""
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
