"""Measures of how a camera sees a board: light, sharpness, noise, size, height and colours, from pictures at rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.certification.conditions import Conditions
from vision.find.pose import Pose
from vision.frames import Image
from vision.read.appearance import to_lab
from vision.read.image_quality import BLINDING, edges
from vision.read.stillness import halved
from vision.results import FrameResult, Remark
from vision.states import Located

#: The lighter parts of the board: this percentile of its grey levels.
LIGHTER: Final = 90
#: Nearer to the middle than this the camera is straight above, and there is no direction away from it.
ABOVE_MM: Final = 40.0
MARKERS: Final = 4


@dataclass(frozen=True, slots=True)
class CameraAxes:
    """`away`: direction on the board away from the camera, None if straight above; `height_deg`: elevation."""

    away: tuple[float, float] | None
    height_deg: float


def camera_axes(pose: Pose, middle: tuple[float, float]) -> CameraAxes:
    """Returns the camera's direction and elevation according to the pose."""
    turned = np.asarray(cv2.Rodrigues(pose.rotation)[0], dtype=np.float64)
    height = float(np.degrees(np.arcsin(min(1.0, abs(float(turned[2, 2]))))))
    camera = -turned.T @ pose.translation.ravel()
    line = np.array(middle) - camera[:2]
    length = float(np.linalg.norm(line))
    away = None if length < ABOVE_MM else (float(line[0]) / length, float(line[1]) / length)
    return CameraAxes(away, height)


def measured(state: Located, pictures: Sequence[Image], result: FrameResult) -> Conditions:
    """Returns the conditions in these pictures of one rest, the newest last."""
    newest = pictures[-1]
    small, board = halved(newest), state.view.half_mask
    grey = small[board > 0]
    noise, flicker = _restless([halved(picture) for picture in pictures], board)
    marked = state.locator.marked
    hidden = Remark.MARKER_HIDDEN in result.remarks
    middle = (state.table.board.size_mm[0] / 2, state.table.board.size_mm[1] / 2)
    return Conditions(
        picture=(newest.shape[1], newest.shape[0]),
        brightness=round(float(np.percentile(grey, LIGHTER)), 1) if grey.size else 0.0,
        dazzled=round(_dazzled(newest, board), 4),
        sharpness=round(_sharpness(newest, board), 3),
        noise=round(noise, 2),
        flicker=round(flicker, 4),
        pawn_px=round(_smallest_pawn_px(state), 1),
        height_deg=round(camera_axes(state.view.pose, middle).height_deg, 1),
        found_by="markers" if marked else "print",
        markers=(MARKERS - hidden) if marked else 0,
        disc_seen=result.reading is not None and result.reading.quarter_turn is not None,
    )


def nearest_colours(state: Located, picture: Image, spots: Sequence[NDArray[np.int64]]) -> float | None:
    """Returns the distance of the two nearest colours on these spots, a row for each; None for fewer than two."""
    lab = to_lab(picture).reshape(-1, 3)
    cores = [[state.view.outlines.core[spot] for spot in row] for row in spots]
    pixels = [np.concatenate(row) for row in cores if row]
    colours = [np.median(lab[place], axis=0) for place in pixels if len(place)]
    if len(colours) < 2:
        return None
    return round(min(float(np.linalg.norm(one - other)) for one, other in combinations(colours, 2)), 1)


def _sharpness(picture: Image, board: NDArray[np.uint8]) -> float:
    """Returns the strength of the finest edges relative to those of twice the size.

    It falls with blur, whatever is printed there.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    size = (picture.shape[1], picture.shape[0])
    mask = np.asarray(cv2.resize(board, size, interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
    return edges(np.asarray(grey, dtype=np.uint8), mask) / max(edges(halved(picture), board), 1e-6)


def _dazzled(picture: Image, board: NDArray[np.uint8]) -> float:
    thin = picture[::2, ::2][: board.shape[0], : board.shape[1]]
    return float((thin[board > 0] >= BLINDING).all(axis=1).mean()) if board.any() else 0.0


def _restless(pictures: Sequence[Image], board: NDArray[np.uint8]) -> tuple[float, float]:
    """Returns the noise of one picture in grey levels, and the change of a row's light from picture to picture."""
    noise, flicker = [0.0], [0.0]
    inside = board > 0
    rows = inside.sum(axis=1) > 20
    for before, now in pairwise(pictures):
        change = np.where(inside, now.astype(np.float32) - before, 0.0)
        noise.append(float(change[inside].std()) / 2**0.5)
        light = np.where(inside, before, 0).sum(axis=1)[rows]
        flicker.append(float(np.abs(change.sum(axis=1)[rows] / np.maximum(light, 1)).mean()))
    return float(np.median(noise[1:] or noise)), max(flicker)


def _smallest_pawn_px(state: Located) -> float:
    """Returns the width of a pawn's foot on the spot with the smallest image: the side of a square of its area."""
    places, pose = state.table.board.spots.places_mm, state.view.pose
    across = pose.pixels(places + np.array([1.0, 0.0])) - pose.pixels(places)
    down = pose.pixels(places + np.array([0.0, 1.0])) - pose.pixels(places)
    area = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0])
    return float(np.sqrt(area.min())) * state.table.board.piece.width_mm
