"""Things that hide a part of the board from one of two cameras: a vase beside the board, an arm before the lens.

Law: the other camera sees the whole board past it, wherever there is such a place.
"""

from collections.abc import Callable
from typing import Any, Final
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.virtual_camera import Scene
from rendered_tables import shapes
from rendered_tables.looks import SKINS, SLEEVES, Look
from rendered_tables.renderer import project
from rendered_tables.scenes import TABLE_Z_MM, camera, linear

Line = dict[str, Any]
Points = NDArray[np.float64]
Obstacle = Callable[[Scene], list[Line]]

VASE_MM: Final = 45.0
TALLEST_MM: Final = 330.0
#: How far inside its corner the place behind the middle of a vase lies, and how far beyond it the board is hidden, as
#: parts of a side of the board.
INSIDE, BEYOND = 0.14, 0.14
_GAP_MM: Final = 6.0
#: How far on the way from the board to the lens an arm is held: as low as the other camera lets it be.
_NEARNESS: Final = np.arange(0.2, 0.71, 0.05)
_SLEEVE_FROM_MM: Final = 185.0


def vase(hindered: Look, other: Look) -> Obstacle:
    """A vase on the table, before a corner of the board and its marker as the hindered camera sees it."""
    eye, beside = (np.array(camera(each)["eye"]) for each in (hindered, other))
    half = np.array(hindered.profile.size_mm) / 2
    across = int(np.argmax(np.abs(eye[:2]) / half))
    corner = np.copysign(half, -beside[:2])
    corner[across] = np.copysign(half[across], eye[across])
    behind = (1 - 2 * INSIDE) * corner
    out = half[across] + VASE_MM + _GAP_MM - abs(behind[across])
    foot = behind + (eye[:2] - behind) * out / abs(eye[across] - behind[across])
    far = np.hypot(*(foot - behind)) + BEYOND * 2 * half.min()
    tall = min(TALLEST_MM, far * eye[2] / (np.hypot(*(eye[:2] - foot)) + far))
    outline = [(0.01, 0.0), (0.8 * VASE_MM, 0.0), (VASE_MM, 0.5 * tall), (0.9 * VASE_MM, tall), (0.01, tall)]
    paint = {"rgb": linear(hindered.paints[hindered.colours[hindered.number % len(hindered.colours)]])}
    standing = [{"kind": "turned", "outline": outline, "at": [*foot.tolist(), TABLE_Z_MM], "paint": paint}]
    return lambda _: standing


def arm(hindered: Look, other: Look) -> Obstacle:
    """An arm held before the hindered camera in about every other state at rest; it says nothing about the state."""
    rng = np.random.default_rng([hindered.number, 23])
    aim = np.append((rng.uniform(0.3, 0.7, 2) - 0.5) * hindered.profile.size_mm, 0.0)
    eye, beside = (np.array(camera(each)["eye"]) for each in (hindered, other))
    x, y = (eye - aim)[:2] / np.hypot(*(eye - aim)[:2])
    towards = np.array([-y, x]) if np.dot((-y, x), beside[:2]) < 0 else np.array([y, -x])
    held = [_arm(hindered.number, aim + near * (eye - aim), towards) for near in _NEARNESS]
    clear = [line for line in held if not hidden_spots(other, [line]).any()]
    lines = [clear[0] if clear else held[-1]]

    def before(scene: Scene) -> list[Line]:
        if scene.hand is not None:
            return []
        standing = sorted((figure.colour, figure.x_mm, figure.y_mm) for figure in scene.figures)
        return lines if crc32(f"{hindered.number} {standing} {scene.disc_deg}".encode()) % 2 else []

    return before


OBSTACLES: Final = {"a vase before a corner": vase, "an arm before one camera": arm}


def _arm(who: int, tip: Points, towards: Points) -> Line:
    return {
        "kind": "arm",
        "at": np.round(tip, 2).tolist(),
        "towards": towards.tolist(),
        "sleeve_from_mm": _SLEEVE_FROM_MM,
        "skin": {"rgb": linear(SKINS[who % len(SKINS)]), "roughness": 0.55},
        "sleeve": {"rgb": linear(SLEEVES[who % len(SLEEVES)]), "roughness": 0.9, "specular": 0.1},
    }


def hidden_spots(look: Look, things: list[Line]) -> NDArray[np.bool_]:
    """Returns which spots of the board (spots,) these things hide from the camera of this look, roughly."""
    lens, (width, height) = camera(look), look.profile.size_mm
    flat = (BoardSpots.of(look.profile, look.seats).places_mm - (width / 2, height / 2)) * (1, -1)
    seen = project(lens, np.column_stack([flat, np.zeros(len(flat))]))
    hidden = np.zeros(len(seen), dtype=np.bool_)
    for thing in things:
        for mesh, _ in shapes.thing(thing):
            hull = cv2.convexHull(project(lens, mesh.vertices).astype(np.float32))
            hidden |= [cv2.pointPolygonTest(hull, (float(x), float(y)), False) >= 0 for x, y in seen]
    return hidden
