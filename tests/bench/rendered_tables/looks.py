"""Boards, lights, lenses, pawn sets and hands of rendered tables, and which of them meet in the recording of a number.

Law: everything about a recording follows from its number.  Numbers below `HELD_OUT` may be viewed while the generator
is developed; their boards occur in no other.  Numbers from `HELD_OUT` on are for scoring only.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
import numpy as np
from drawn_scenery import LEFT, TABLES, Options

from companion.board.files import BoardProfile, load_board
from companion.board.profile import Pawn
from rendered_tables.prints import Art

HELD_OUT: Final = 100
_BRIGHT: Final = ("#b33a2e", "#c9a11f", "#33784a", "#2d5fa0", "#6a4a86", "#d0742c")
_PALE: Final = ("#d98b86", "#e3cf8a", "#9cc7a0", "#93b4d6", "#bda3cf", "#e6b48c")
_DEEP: Final = ("#7a2430", "#a67d22", "#1f5440", "#22406e", "#4c2d5c", "#8a4a22")
#: Boards for development, and those of the held-out part.
LOOKED_AT_ARTS: Final = {
    "leather": Art("leather", "#8a5a38", "#4a2c1a", "ring", "#d9b98a", "#e2c79c", _PALE, 0.42, "stitches", 0.25),
    "map": Art("sea", "#b9b27a", "#3f7f8f", "stone", "#cfc9bb", "#6b665c", _BRIGHT, 0.3, "", 0.3),
}
HELD_OUT_ARTS: Final = {
    "burnt wood": Art("wood", "#d8b382", "#9a6a3c", "hole", "#5a3a22", "#3c2414", _DEEP, 0.45, "", 0.18),
    "felt": Art("felt", "#3f7d52", "#1d4a30", "dot", "#e6e1d2", "#c9c2ae", _BRIGHT, 0.95, "", 0.4, 0.1),
    "night gloss": Art("plain", "#14161f", "#b08d3e", "ring", "#b08d3e", "#c9a85a", _BRIGHT, 0.12, "stars", 0.3),
    "pastel": Art("washes", "#f0e6dc", "#d9e4ea", "dot", "#fbf8f2", "#b9a7b8", _PALE, 0.5, "flowers", 0.6),
    "club print": Art("plain", "#f2f1ee", "#16161a", "dot", "#fdfdfb", "#141414", _BRIGHT, 0.25, "chequers", 0.75),
    "worn paper": Art("paper", "#d9c7a0", "#a88f62", "ring", "#6b5436", "#6e5638", _DEEP, 0.85, "path", 0.25, 0.2),
    "glass": Art("wood", "#7d6048", "#4e3826", "dot", "#b9d2cc", "#e4f0ec", _PALE, 0.06, "", 0.3, 0.9),
    "marble": Art("stone", "#d6d5d0", "#6d6f74", "hole", "#55565a", "#3c3d40", _DEEP, 0.1, "", 0.2),
}


@dataclass(frozen=True, slots=True)
class Light:
    """Lamps as (kind, azimuth, elevation in degrees, distance, size in mm, power, colour); the sky's colour and power.

    Azimuth 0 is the right of the board, 90 its far side, in the frame of the recording's own turn.
    """

    lamps: tuple[tuple[str, float, float, float, tuple[float, float], float, str], ...]
    sky: str
    fill: float
    kelvin: int | None = None


LIGHTS: Final = {
    "window": Light((("area", 170, 32, 1700, (1200, 1000), 1.0, "#f4f8ff"),), "#dfe6f2", 0.20, 6200),
    "ceiling lamps": Light(
        (
            ("area", 60, 70, 1900, (180, 180), 0.5, "#ffd9ae"),
            ("area", 200, 66, 1800, (180, 180), 0.4, "#ffd9ae"),
            ("area", 310, 72, 2000, (180, 180), 0.4, "#ffd9ae"),
        ),
        "#ffe6c8",
        0.14,
        3000,
    ),
    "evening sun": Light((("sun", 25, 24, 0, (0, 0), 1.0, "#ffb779"),), "#9fb4dc", 0.35, None),
    "coloured LED panel": Light((("area", 120, 60, 1300, (700, 250), 1.0, "#d9b8ff"),), "#ffe9d6", 0.25, None),
    "candles": Light(
        (("area", 35, 34, 480, (40, 60), 0.6, "#ff9a45"), ("area", 140, 30, 520, (40, 60), 0.5, "#ff9a45")),
        "#ffb873",
        0.10,
        1900,
    ),
    "window and lamp": Light(
        (("area", 180, 30, 1700, (1100, 900), 0.6, "#e8f0ff"), ("area", 20, 60, 1100, (220, 220), 0.6, "#ffc88c")),
        "#eeeae6",
        0.18,
        None,
    ),
    "overcast": Light((("area", 90, 80, 2600, (2400, 2400), 0.4, "#eef2f8"),), "#e9eef6", 0.6, 6800),
    "desk lamp": Light((("area", 75, 52, 620, (110, 110), 1.0, "#ffe0b8"),), "#d8d8e0", 0.12, 3400),
    "tubes": Light(
        (("area", 95, 78, 2100, (1500, 60), 0.6, "#f0fff0"), ("area", 275, 74, 2200, (1500, 60), 0.5, "#f0fff0")),
        "#f0faf0",
        0.2,
        4300,
    ),
}


@dataclass(frozen=True, slots=True)
class Lens:
    """`wide_deg` is the angle of view across, `aperture_mm` the radius of the opening, `k1` the radial distortion."""

    size: tuple[int, int]
    wide_deg: float
    k1: float
    aperture_mm: float


LENSES: Final = {
    "webcam": Lens((1280, 720), 66, -0.03, 0.8),
    "small wide webcam": Lens((640, 480), 68, -0.16, 0.5),
    "phone": Lens((1920, 1080), 62, 0.02, 1.6),
    "laptop": Lens((960, 540), 60, -0.05, 0.6),
    "long lens": Lens((1280, 720), 34, 0.0, 4.0),
    "barrel": Lens((960, 540), 84, -0.20, 0.6),
    "open aperture": Lens((1280, 720), 52, -0.02, 5.0),
    "pincushion": Lens((640, 480), 56, 0.07, 0.6),
}


@dataclass(frozen=True, slots=True)
class PawnSet:
    """`shape` is what people would enter into the profile; `second` the other colour of a pawn with two."""

    kind: str
    shape: str
    foot_mm: float
    tall_mm: float
    finish: dict[str, float]
    second: str = "#cdb38b"


PAWN_SETS: Final = {
    "classic wooden": PawnSet("classic", "cone", 15.0, 30.0, {"roughness": 0.4}),
    "slim plastic cones": PawnSet("cone", "cone", 12.0, 27.0, {"roughness": 0.12, "specular": 0.7}),
    "cylinders": PawnSet("cylinder", "peg", 12.0, 19.0, {"roughness": 0.5}),
    "little men": PawnSet("man", "peg", 14.0, 18.0, {"roughness": 0.45}),
    "two-tone": PawnSet("two_tone", "cone", 14.0, 26.0, {"roughness": 0.35}),
    "flat chips": PawnSet("chip", "peg", 15.5, 7.0, {"roughness": 0.2}),
    "tall pegs": PawnSet("classic", "peg", 11.0, 36.0, {"roughness": 0.3}),
    "metal cones": PawnSet("cone", "cone", 13.0, 22.0, {"roughness": 0.28, "metallic": 1.0}),
}
MARBLES: Final = {
    "wooden marbles": PawnSet("marble", "marble", 15.0, 15.0, {"roughness": 0.5}),
    "glass marbles": PawnSet("marble", "marble", 16.0, 16.0, {"glass": 1.0}),
    "metal marbles": PawnSet("marble", "marble", 14.0, 14.0, {"roughness": 0.22, "metallic": 1.0}),
    "plastic marbles": PawnSet("marble", "marble", 16.0, 16.0, {"roughness": 0.1, "specular": 0.7}),
}
#: The name that a family would give a colour, and its true value.
PAINTS: Final = (
    {
        "red": "#a4452c",
        "yellow": "#c8962e",
        "green": "#66752a",
        "blue": "#1f5f73",
        "purple": "#6d3a58",
        "black": "#2b2d31",
    },
    {
        "red": "#d9486e",
        "yellow": "#ece04a",
        "green": "#54b58a",
        "blue": "#4d9ed6",
        "white": "#efece2",
        "orange": "#ee8f4e",
    },
    {
        "red": "#6e1423",
        "yellow": "#c79a1b",
        "green": "#14502f",
        "blue": "#1b2f73",
        "white": "#d8d4c8",
        "purple": "#4a235a",
    },
    {
        "yellow": "#d9b65a",
        "blue": "#3a6ea8",
        "red": "#b8402f",
        "green": "#4e8a3e",
        "black": "#1c1a19",
        "white": "#e8e0d0",
    },
    {
        "orange": "#c9661e",
        "blue": "#2b4aa0",
        "green": "#2f8f6a",
        "white": "#f1f1ee",
        "purple": "#83519b",
        "red": "#8f1f2a",
    },
)
SKINS: Final = ("#e8c3a4", "#c68f6b", "#9a6546", "#6e452f", "#4a2e22")
SLEEVES: Final = ("#7a2f36", "#2f4a6e", "#dcd8cc", "#26282c", "#5d7a4a", "#c9a53f")
TOPS: Final = (
    ("wood", "#b98a58", "#7d5430"),
    ("wood", "#8c8378", "#5c544b"),
    ("tiles", "#d8d2c6", "#8fa3b0"),
    ("felt", "#8a7f74", "#655c53"),
    ("stone", "#bdb9b2", "#8a8680"),
    ("wood", "#57402f", "#33241a"),
)
PACE_MS: Final = 330


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Everything that a rendered recording is made of.  `elevation_deg`: how high the camera looks down from;
    `found_by`: markers on the board, or its print beside the profile."""

    number: int
    variant: str
    options: Options
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    paints: dict[str, str]
    board: str
    profile: BoardProfile
    art_name: str
    light_name: str
    lens_name: str
    set_name: str
    elevation_deg: float
    turn_deg: float
    roll_deg: float
    light_turn_deg: float
    table: tuple[str, str, str]
    found_by: str
    jpeg: int
    pace_ms: int = PACE_MS
    #: A picture of a hand costs most, so only every fifth one is taken.
    hands_each: int = 5

    @property
    def art(self) -> Art:
        return {**LOOKED_AT_ARTS, **HELD_OUT_ARTS}[self.art_name]

    @property
    def light(self) -> Light:
        return LIGHTS[self.light_name]

    @property
    def lens(self) -> Lens:
        return LENSES[self.lens_name]

    @property
    def pawns(self) -> PawnSet:
        return {**PAWN_SETS, **MARBLES}[self.set_name]

    def made(self) -> dict[str, Any]:
        """Returns the facts about how the recording was made, as in made.json beside it."""
        return {
            "source": "rendered by Mitsuba",
            "number": self.number,
            "light": self.light_name,
            "kelvin": self.light.kelvin,
            "elevation_deg": round(self.elevation_deg),
            "shape": self.set_name,
            "board": self.board,
            "art": self.art_name,
            "lens": self.lens_name,
            "size": list(self.lens.size),
            "colours": list(self.colours),
            "found_by": self.found_by,
        }


def look(number: int) -> Look:
    """The look of this number; its parts go round at different paces, so that each meets many others."""
    rng = np.random.default_rng([number, 20])
    arts = tuple(HELD_OUT_ARTS if number >= HELD_OUT else LOOKED_AT_ARTS)
    variant, seats, board = TABLES[(number * 3 + number // len(arts)) % len(TABLES)]
    profile = load_board(board)
    sets = MARBLES if profile.pawn.shape == "marble" else PAWN_SETS
    set_name = tuple(sets)[int(rng.integers(len(sets)))] if number % 2 else tuple(sets)[number // 2 % len(sets)]
    paints = PAINTS[number // 2 % len(PAINTS)]
    # The neutral figure is black, so no seat of such a game can be.
    names = [name for name in paints if profile.wheel is None or name != "black"]
    if len(names) < len(seats):
        names.append("white")
    pawns = sets[set_name]
    sizes = (
        {"diameter_mm": pawns.foot_mm}
        if pawns.shape == "marble"
        else {"foot_mm": pawns.foot_mm, "height_mm": pawns.tall_mm}
    )
    return Look(
        number=number,
        variant=variant,
        options=LEFT if board.endswith("_left") else (),
        seats=seats,
        colours=tuple(names[: len(seats)]),
        paints={"black": "#1b1a1c", "white": "#ece8dd", **paints},
        board=board,
        profile=msgspec.structs.replace(profile, pawn=Pawn(shape=pawns.shape, **sizes)),
        art_name=arts[number % len(arts)],
        light_name=tuple(LIGHTS)[number % len(LIGHTS)],
        lens_name=tuple(LENSES)[(number // len(LENSES) + number * 3) % len(LENSES)],
        set_name=set_name,
        elevation_deg=float(rng.uniform(32, 70)),
        turn_deg=float(rng.uniform(-18, 18)),
        roll_deg=float(rng.uniform(-3, 3)),
        light_turn_deg=float(rng.uniform(-40, 40)),
        table=TOPS[int(rng.integers(len(TOPS)))],
        found_by="print" if number % 7 == 5 and profile.wheel is None else "markers",
        jpeg=int(rng.integers(78, 94)),
    )
