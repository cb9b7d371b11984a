"""What the eyes see, drawn over the picture: every spot as a ring, in the colour of what is read there."""

from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.measure import flat_scores
from vision.pipeline import BoardReading
from vision.pose import Pose
from vision.profile import BoardProfile
from vision.spots import SpotRow

#: BGR of the usual pawn colours; others are drawn white.
_PAINT: Final = {
    "red": (60, 60, 230),
    "yellow": (40, 210, 240),
    "green": (70, 180, 60),
    "blue": (230, 120, 40),
    "black": (30, 30, 30),
    "white": (245, 245, 245),
    "purple": (190, 70, 150),
    "orange": (30, 140, 250),
}
_WHITE: Final = (255, 255, 255)
#: Below this certainty a spot gets a question mark.
SURE: Final = 0.95


def draw_overlay(
    image: Image, pose: Pose, profile: BoardProfile, reading: BoardReading, colours: tuple[str, ...]
) -> Image:
    """The picture with a thin ring round every empty spot, a thick one round a pawn, and the start fields numbered.

    `colours` go by seat, and the seats are the sectors in order.
    """
    drawn = image.copy()
    row = SpotRow.of(profile, tuple(range(len(colours))))
    logs = flat_scores(reading)
    centres = np.round(pose.pixels(row.places_mm)).astype(int)
    edge = pose.pixels(row.places_mm + np.array([profile.pawn.width_mm / 2, 0.0]))
    radii = np.maximum(4, np.round(np.linalg.norm(edge - centres, axis=1))).astype(int)
    for spot, (x, y) in enumerate(centres.tolist()):
        kind = int(logs[spot].argmax())
        paint = _WHITE if kind == 0 else _paint((*colours, "black")[kind - 1])
        cv2.circle(drawn, (x, y), int(radii[spot]), paint, 1 if kind == 0 else 3, cv2.LINE_AA)
        if float(np.exp(logs[spot].max())) < SURE:
            _write(drawn, "?", (x + int(radii[spot]), y))
    length = len(profile.track) // len(profile.goal)
    for sector in range(len(profile.goal)):
        x, y = centres[sector * length].tolist()
        _write(drawn, str(sector * length), (x + 8, y - 8))
    return drawn


def _paint(colour: str) -> tuple[int, int, int]:
    return _PAINT.get(colour, _WHITE)


def _write(image: Image, text: str, where: tuple[int, int]) -> None:
    for paint, width in (((0, 0, 0), 3), (_WHITE, 1)):
        cv2.putText(image, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.5, paint, width, cv2.LINE_AA)
