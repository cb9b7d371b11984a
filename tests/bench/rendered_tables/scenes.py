"""A simulated table as a scene for the renderer.

Scenes are in millimetres from the middle of the board: x to the right, y to its far side, z up.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import cv2
import numpy as np

from companion.board.profile import BoardProfile
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene
from rendered_tables.looks import SKINS, SLEEVES, Look
from rendered_tables.prints import draw_disc, draw_top, write_print
from rendered_tables.renderer import project
from rendered_tables.textures import MATERIALS

Line = dict[str, Any]

FIRST_SAMPLES, SAMPLES, HAND_SAMPLES = 6, 12, 3
TABLE_MM: Final = 2600.0
#: The top of the table, below that of the board.
TABLE_Z_MM: Final = -2.0
TEXTURE_PX: Final = 1200
DISC_MM: Final = 1.6
#: The part of the picture, on every side, that the board keeps away from.
MARGIN: Final = 0.03
_SIDES: Final = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))


def setting(look: Look, folder: Path) -> Line:
    """Returns the fixed part of a recording; draws the prints into `folder`."""
    rng = np.random.default_rng([look.number, 21])
    profile, art = look.profile, look.art
    top = write_print(folder / "top.png", draw_top(profile, art, rng, markers=look.found_by == "markers"))
    material, light, dark = look.table
    ground = np.round(MATERIALS[material](TEXTURE_PX, rng, light, dark) * 255).astype(np.uint8)
    table = write_print(folder / "table.png", cv2.GaussianBlur(ground, (0, 0), 0.7))
    surface = {"roughness": art.roughness, "specular": art.specular}
    found: Line = {
        "seed": look.number,
        "glass": "glass" in look.pawns.finish,
        "camera": camera(look),
        "lights": lights(look),
        "sheets": [
            {
                "size_mm": [TABLE_MM, TABLE_MM],
                "z": TABLE_Z_MM,
                "paint": {"picture": str(table), "repeat": 3, "roughness": 0.45},
            },
            {"size_mm": list(profile.size_mm), "z": 0.0, "paint": {"picture": str(top), **surface}},
        ],
    }
    if profile.wheel:
        disc = write_print(folder / "disc.png", draw_disc(profile, art, rng))
        found["disc"] = {
            "at": [*_from_middle(profile, *profile.wheel.centre), 0.0],
            "radius_mm": profile.wheel.radius_mm,
            "high_mm": DISC_MM,
            "paint": {"picture": str(disc), **surface},
            "rim": {"rgb": linear(art.dark)},
        }
    return found


def scene(look: Look, fixed: Line, table: Scene, out: Path, things: Sequence[Line] = ()) -> Line:
    """The line for the renderer; `things` stand beside the board or are held above it."""
    return {
        "setting": fixed,
        "pieces": [piece(look, figure) for figure in table.figures],
        "disc_deg": -table.disc_deg,
        "things": list(things),
        "hand": _hand(look, table.hand, table.figures) if table.hand else None,
        "first_samples": FIRST_SAMPLES,
        "samples": HAND_SAMPLES if table.hand else SAMPLES,
        "out": str(out),
    }


def piece(look: Look, figure: Figure) -> Line:
    """Returns a pawn; its direction follows from its place."""
    pawns = look.pawns
    paint = {"rgb": linear(look.paints[figure.colour])}
    # the colour of a glass ball is that of the core within: clear glass alone does not show its owner
    paints = (
        [pawns.finish, {**paint, "roughness": 0.3}]
        if "glass" in pawns.finish
        else [{**paint, **pawns.finish}, {"rgb": linear(pawns.second)}]
    )
    low = DISC_MM if _on_disc(look.profile, figure) else 0.0
    return {
        "kind": pawns.kind,
        "foot_mm": pawns.foot_mm,
        "tall_mm": pawns.tall_mm,
        "at": [*_from_middle(look.profile, figure.x_mm, figure.y_mm), round(low + figure.lift_mm, 2)],
        "turn_deg": crc32(f"{figure.colour} {figure.x_mm} {figure.y_mm}".encode()) % 360,
        "paints": paints,
    }


def lights(look: Look) -> list[Line]:
    """Returns the lamps, each as strong on the board as its power, and the sky."""
    found: list[Line] = []
    for kind, azimuth, elevation, far, size, power, colour in look.light.lamps:
        across, high = math.radians(azimuth + look.light_turn_deg), math.radians(elevation)
        towards = [math.cos(high) * math.cos(across), math.cos(high) * math.sin(across), math.sin(high)]
        if kind == "sun":
            strength = math.pi * power / math.sin(high)
            found.append({"kind": "sun", "direction": towards, "rgb": [strength * part for part in linear(colour)]})
            continue
        strength = math.pi * power * far**2 / (size[0] * size[1] * math.sin(high))
        at = [far * part for part in towards]
        rgb = [strength * part for part in linear(colour)]
        found.append({"kind": "area", "at": at, "towards": [0.0, 0.0, 0.0], "size_mm": list(size), "rgb": rgb})
    return [*found, {"kind": "sky", "rgb": [look.light.fill * part for part in linear(look.light.sky)]}]


def camera(look: Look) -> Line:
    """So near that the board nearly fills the picture, focused on its middle."""
    lens = look.lens
    focal = lens.size[0] / 2 / math.tan(math.radians(lens.wide_deg) / 2)
    around, high = math.radians(-90 + look.turn_deg), math.radians(look.elevation_deg)
    towards = np.array([math.cos(high) * math.cos(around), math.cos(high) * math.sin(around), math.sin(high)])
    width, height = (side / 2 for side in look.profile.size_mm)
    tall = look.profile.pawn.tall_mm
    corners = np.array([[x, y, z] for x in (-width, width) for y in (-height, height) for z in (0.0, tall)])
    made: Line = {
        "roll_deg": look.roll_deg,
        "focal_px": focal,
        "k1": lens.k1,
        "aperture_mm": lens.aperture_mm,
        "size": list(lens.size),
    }
    for far in np.arange(350.0, 3000.0, 15.0):
        for aim in (0.0, -20.0, -40.0, -60.0, -80.0):
            target = np.array([0.0, aim, 0.0])
            made |= {"eye": (target + far * towards).tolist(), "target": target.tolist(), "focus_mm": float(far)}
            seen = project(made, corners) / np.array(lens.size)
            if seen.min() > MARGIN and seen.max() < 1 - MARGIN:
                return made
    raise ValueError(f"recording {look.number}: the lens cannot see the whole board")


def linear(colour: str) -> list[float]:
    """The reflectance of #RRGGBB: red, green, blue."""
    parts = [int(colour[first : first + 2], 16) / 255 for first in (1, 3, 5)]
    return [round(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4, 5) for part in parts]


def _hand(look: Look, hand: Hand, figures: tuple[Figure, ...]) -> Line:
    held = max((figure.lift_mm for figure in figures), default=0.0)
    x, y = _SIDES[hand.side]
    lean = 0.35 * math.sin(look.number + 2.0 * hand.who)
    who = look.number + hand.who
    sleeve = SLEEVES[who % len(SLEEVES)]
    return {
        "kind": "arm",
        "at": [*_from_middle(look.profile, hand.x_mm, hand.y_mm), round(0.75 * look.pawns.tall_mm + held + 3, 2)],
        "towards": [x + lean * y, y - lean * x],
        "sleeve_from_mm": (135, 185, 240)[who % 3],
        "skin": {"rgb": linear(SKINS[who % len(SKINS)]), "roughness": 0.55},
        "sleeve": {"rgb": linear(sleeve), "roughness": 0.9, "specular": 0.1},
    }


def _from_middle(profile: BoardProfile, x: float, y: float) -> tuple[float, float]:
    return round(x - profile.size_mm[0] / 2, 2), round(profile.size_mm[1] / 2 - y, 2)


def _on_disc(profile: BoardProfile, figure: Figure) -> bool:
    wheel = profile.wheel
    return wheel is not None and math.dist(wheel.centre, (figure.x_mm, figure.y_mm)) < wheel.radius_mm
